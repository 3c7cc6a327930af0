// The change of a number as people read it: on pages, in mails and in CSV. The APIs answer the change of
// stats/metrics.ts.
import { isRate } from './catalogue.ts'

const hundredths = (value: number): number => Math.round(value * 100) / 100

/**
 * The change between two values; `change` is the API's. A rate changes in points. Null: there is nothing to compare.
 * Callers leave it out where the compared range holds no visitor.
 */
export function shownChange(
  metric: string,
  now: number | null,
  before: number | null,
  change: number | null | undefined,
): number | null {
  if (now === null || before === null) return null
  return isRate(metric) ? hundredths(now - before) : (change ?? null)
}

/** As `shownChange`, for pages: Infinity for a count that was 0 before. They call such a row new. */
export const pageChange: typeof shownChange = (metric, now, before, change) =>
  before === 0 && now && !isRate(metric) ? Infinity : shownChange(metric, now, before, change)
