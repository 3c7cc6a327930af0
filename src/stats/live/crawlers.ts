// Dropped crawlers of a site by name, kind, day and page (spec/dashboard 6.2).
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/pool.ts'
import { statement } from '../../db/statements.ts'
import { statsFailures } from '../../failure.ts'
import { isCrawlerKind, kindOfCrawler } from '../../rules/crawlers.ts'
import { addDays, daysBetween, isDate } from '../../rules/days.ts'
import { type CrawlerKind, crawlerKinds } from '../../rules/tables/crawlers.ts'
import { localDayOf } from '../../rules/time.ts'
import { trafficDays } from '../../rules/windows.ts'
import { dailyBucketsMax } from '../params.ts'
import type { SiteAccess } from '../stats.ts'

interface Counted {
  readonly total: number
  /** By day. */
  readonly counts: readonly number[]
}

export interface Crawlers {
  readonly labels: readonly string[]
  /** Kinds with counts, in their order. */
  readonly kinds: readonly (Counted & { readonly kind: CrawlerKind })[]
  /** The most frequent first. */
  readonly crawlers: readonly (Counted & { readonly name: string; readonly kind: CrawlerKind })[]
  /** The most frequent first; null stands for further pages. */
  readonly pages: readonly { readonly page: string | null; readonly total: number }[]
}

export type CountCrawlers = (access: SiteAccess, params: URLSearchParams) => Promise<Crawlers>

interface Row {
  readonly day: string
  readonly crawler: string
  readonly page: string
  readonly count: number
}

/** Pages of an answer. */
const pagesShown = 100

interface Asked {
  readonly from: string
  readonly to: string
  readonly wants: (row: Row) => boolean
}

/** The days and the crawlers that an address asks for. */
function readParams(params: URLSearchParams, today: string): Asked {
  const dayOf = (name: string, fallback: string): string => {
    const given = params.get(name) ?? fallback
    if (!isDate(given)) throw statsFailures.query(`Invalid \`${name}\` parameter: please provide an ISO-8601 date`)
    return given
  }
  const to = dayOf('to', today)
  const from = dayOf('from', addDays(to, 1 - trafficDays))
  if (to < from) throw statsFailures.query('Invalid `to` parameter: it is before `from`')
  if (daysBetween(from, to) >= dailyBucketsMax) throw statsFailures.rangeTooLong(`${dailyBucketsMax} days`)
  const kind = params.get('kind')
  if (kind !== null && !isCrawlerKind(kind))
    throw statsFailures.query(`Invalid \`kind\` parameter: please provide one of ${crawlerKinds.join(', ')}`)
  const name = params.get('crawler')
  const wants = ({ crawler }: Row) =>
    (name === null || crawler === name) && (kind === null || kindOfCrawler(crawler) === kind)
  return { from, to, wants }
}

type Sums = Map<string, { total: number; counts: number[] }>

function add(sums: Sums, key: string, { day, count }: Row, days: readonly string[]): void {
  const known = sums.get(key) ?? { total: 0, counts: days.map(() => 0) }
  sums.set(key, known)
  known.total += count
  const index = days.indexOf(day)
  if (index >= 0) known.counts[index]! += count
}

const byTotal = <Entry extends readonly [key: string, sum: { total: number }]>([a, x]: Entry, [b, y]: Entry) =>
  y.total - x.total || (a < b ? -1 : 1)

/** Makes the function that counts. */
export function createCrawlers(options: { db: Database; clock: Clock; statementTimeoutMs: number }): CountCrawlers {
  const { db, clock, statementTimeoutMs } = options
  return async ({ site, siteIds, asker }, params) => {
    const { from, to, wants } = readParams(params, localDayOf(site.timezone, clock.now().getTime()))
    const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
    const text = statement('crawlers.read')
    const reader = asker && { asker }
    const rows = await db.readOnly((tx) => tx.query<Row>(text, [siteIds, from, to]), statementTimeoutMs, reader)
    const names: Sums = new Map()
    const kinds: Sums = new Map()
    const pages: Sums = new Map()
    for (const row of rows.filter(wants)) {
      add(names, row.crawler, row, days)
      add(kinds, kindOfCrawler(row.crawler), row, days)
      add(pages, row.page, row, [])
    }
    return {
      labels: days,
      kinds: crawlerKinds.flatMap((kind) => (kinds.has(kind) ? [{ kind, ...kinds.get(kind)! }] : [])),
      crawlers: [...names].sort(byTotal).map(([name, sum]) => ({ name, kind: kindOfCrawler(name), ...sum })),
      pages: [...pages]
        .sort(byTotal)
        .slice(0, pagesShown)
        .map(([page, { total }]) => ({ page: page === '' ? null : page, total })),
    }
  }
}
