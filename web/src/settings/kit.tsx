// Parts that all settings pages of a site share: their addresses, the role, lists that are loaded and loaded again.
import { useEffect, useState } from 'preact/hooks'
import type { Action } from '../../../src/rules/roles.ts'
import { lookBackDays } from '../../../src/rules/windows.ts'
import { beginWork } from '../main.tsx'
import { refuse } from '../parts/toast.tsx'
import { facts } from '../service/facts.ts'
import { request } from '../service/request.ts'

export const domain = facts.site?.domain ?? ''

/** True when the reader's role allows it. The server decides again. */
export const may = (action: Action): boolean => facts.site?.rights.includes(action) ?? false
export const hasFeature = (feature: string): boolean => (facts.site?.features as readonly string[])?.includes(feature)

export const sitePath = `/api/v1/sites/${encodeURIComponent(domain)}`
/** A path below the settings of the site. */
export const settingsApi = (path: string): string => `/api/sites/${encodeURIComponent(domain)}/${path}`

/** Text that is no whole number goes as it is typed, for the service to refuse. */
export const readNumber = (text: string): number | string => (/^\s*\d+\s*$/.test(text) ? Number(text) : text)

export type Values = Readonly<Record<string, string>>

/** The answer to a question, and a way to ask again. */
export function useAnswer<Answer>(ask: () => Promise<Answer>): {
  answer: Answer | undefined
  load: () => Promise<void>
} {
  const [answer, setAnswer] = useState<Answer>()
  async function load(): Promise<void> {
    const end = beginWork()
    try {
      setAnswer(await ask())
    } catch (error) {
      refuse(error)
    }
    end()
  }
  useEffect(() => void load(), [])
  return { answer, load }
}

/** The newest values of a dimension, the most frequent first. None where the role may not ask. */
export function useSeen(dimension: string): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  useEffect(() => {
    const query = {
      site_id: domain,
      metrics: ['visitors'],
      date_range: `${lookBackDays}d`,
      dimensions: [dimension],
      pagination: { limit: 100 },
    }
    request('POST', '/api/v2/query', query).then(
      ({ results }) => setSeen(results.map(({ dimensions }) => String(dimensions[0]))),
      () => {},
    )
  }, [])
  return seen
}
