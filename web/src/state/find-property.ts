// The allowed property that has values in a range. Fetched when the address names none.
import { blankValues } from '../../../src/rules/blank-values.ts'
import type { Days } from '../../../src/rules/view-range.ts'
import { askAll, type BatchOptions } from '../data/batch.ts'

const candidatesMax = 20
const patienceMs = 60_000

export async function findFilled(
  properties: readonly string[],
  { from, to }: Days,
  options: Pick<BatchOptions, 'siteId' | 'auth'>,
): Promise<string | undefined> {
  const candidates = properties.slice(0, candidatesMax)
  const filled = new Set<string>()
  const questions = candidates.map((key, index) => ({
    id: String(index),
    query: {
      metrics: ['visitors'],
      date_range: [from, to] as const,
      dimensions: [`event:props:${key}`],
      filters: [['is_not', `event:props:${key}`, [blankValues.none]]],
      pagination: { limit: 1 },
    },
  }))
  await askAll(questions, {
    ...options,
    signal: AbortSignal.timeout(patienceMs),
    onLine: (line) => {
      if (line.status === 200 && line.body.results.length > 0) filled.add(candidates[Number(line.id)]!)
    },
  }).catch(() => undefined)
  return candidates.find((key) => filled.has(key))
}
