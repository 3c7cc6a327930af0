// Sites with a name that fits the typed text. Sites of the first page are there at once, others are asked for.
import { useEffect, useState } from 'preact/hooks'
import { askOverview, type SiteCard } from '../service/overview.ts'
import { refuse } from './toast.tsx'

const typingMs = 150

export function useSites(typed: string): readonly SiteCard[] {
  const [found, setFound] = useState<ReadonlyMap<string, SiteCard>>(new Map())
  useEffect(() => {
    const stop = new AbortController()
    const ask = () =>
      askOverview({ q: typed.trim() }, stop.signal).then(
        ({ sites }) => setFound((before) => new Map([...before, ...sites.map((site) => [site.domain, site] as const)])),
        (error: unknown) => {
          if (!stop.signal.aborted) refuse(error)
        },
      )
    const timer = setTimeout(ask, typed ? typingMs : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed])
  return [...found.values()]
}
