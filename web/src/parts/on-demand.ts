// Parts of a page that are fetched once they are wanted.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { facts } from '../facts.ts'
import * as shared from '../text/en/shared.ts'
import { refuse } from './toast.tsx'

/**
 * Says that a part could not be fetched. The page is loaded again only where a newer version of the service answers,
 * and not twice in a row: what is on the screen stays otherwise.
 */
async function missPart(onMissing?: () => void): Promise<void> {
  const answer = await fetch(location.href).then(
    (response) => response.text(),
    () => '',
  )
  const version = /"version":"(\w+)"/.exec(answer)?.[1]
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (version && version !== facts.version && navigation?.type !== 'reload') return location.reload()
  onMissing?.()
  refuse(shared.partMissing)
}

/** Fetches a part and hands it on. Where it cannot be had, and the page stays, `onMissing` is called and a notice says so. */
export const withPart = <Part>(
  load: () => Promise<Part>,
  use: (part: Part) => unknown,
  onMissing?: () => void,
): Promise<unknown> => load().then(use, () => missPart(onMissing))

/** The part, undefined until it is there. */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted = true,
  onMissing?: () => void,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (isWanted) withPart(load, (part) => setPart(() => part), onMissing)
  }, [isWanted])
  return Part
}
