// The numbers of a report: asked as a dashboard asks, so that both say the same.
import type { TabKey } from '../rules/catalogue.ts'
import { addDays } from '../rules/days.ts'
import { shownChange } from '../rules/shown-change.ts'
import type { SiteAccess, Stats } from '../stats/stats.ts'
import type { Period } from './schedule.ts'

export interface Total {
  readonly metric: string
  readonly value: number | null
  /** In percent of the period before, or points of a rate; null: it had nothing. */
  readonly change: number | null
}

export interface Numbers {
  readonly totals: readonly Total[]
  /** Visitors of each day. */
  readonly days: readonly number[]
  readonly lists: readonly { readonly dimension: string; readonly rows: readonly (readonly [string, number])[] }[]
}

const totalMetrics = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration']
/** The lists in their order: the tab that each is named by, and the word for its empty value. */
export const lists: Readonly<Record<string, readonly [tab: TabKey, empty: 'notSet' | 'direct' | 'none']>> = {
  'event:page': ['pages', 'notSet'],
  'visit:source': ['sources', 'direct'],
  'visit:country_name': ['countries', 'notSet'],
  'event:goal': ['goals', 'none'],
}
const rowsShown = 5

/** A row of the answer. */
interface Row {
  readonly dimensions: readonly (string | null)[]
  readonly metrics: readonly (number | null)[]
  readonly comparison?: {
    readonly metrics: readonly (number | null)[]
    readonly change: readonly (number | null)[]
  } | null
}

/** Asks for all of them, one after the other. */
export async function countPeriod(
  stats: Stats,
  access: SiteAccess,
  { from, to }: Pick<Period, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<Numbers> {
  const ask = async (body: Record<string, unknown>): Promise<readonly Row[]> =>
    (await stats.query(access, { date_range: [from, to], ...body }, signal, 'pages')).results as readonly Row[]
  const [all] = await ask({
    metrics: totalMetrics,
    include: { comparisons: { mode: 'previous_period', match_day_of_week: false } },
  })
  const { comparison } = all ?? {}
  // The first total is the visitors: without one the period before holds nothing.
  const isCompared = Boolean(comparison?.metrics[0])
  const totals = totalMetrics.map((metric, index) => {
    const value = all?.metrics[index] ?? null
    const before = comparison?.metrics[index] ?? null
    const change = isCompared ? shownChange(metric, value, before, comparison?.change[index]) : null
    return { metric, value, change }
  })
  const daily = await ask({ metrics: ['visitors'], dimensions: ['time:day'] })
  const byDay = new Map(daily.map((row) => [String(row.dimensions[0]), Number(row.metrics[0])]))
  const days: number[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(byDay.get(day) ?? 0)
  const counted: Numbers['lists'][number][] = []
  for (const dimension of Object.keys(lists)) {
    const found = await ask({ metrics: ['visitors'], dimensions: [dimension], pagination: { limit: rowsShown } })
    counted.push({ dimension, rows: found.map((row) => [String(row.dimensions[0]), Number(row.metrics[0])]) })
  }
  return { totals, days, lists: counted }
}
