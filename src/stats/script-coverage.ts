// How much the script sees: page requests, known from kits and access logs, beside the pageviews of the same days
// (spec/stats 25).
import { readRows } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { statsFailures } from '../failure.ts'
import { addDays } from '../rules/days.ts'
import { localDayOf } from '../rules/time.ts'
import type { Asked, JsonAnswer, SiteAccess, StatsOptions } from './asking.ts'
import { parameter, parseDailyRange, parsePaging } from './params.ts'

/** Page requests and the pageviews of the script among them; share in percent, to one decimal. */
export type Seen = {
  readonly requests: number
  readonly seen: number
  /** Above 100 if pages were opened without a request; null without requests. */
  readonly share: number | null
}

/** Groups of page requests, and the dimension of the pageviews beside them. */
const groups = { page: 'event:page', browser: 'visit:browser', country: 'visit:country' } as const
type Group = keyof typeof groups
const groupNames = Object.keys(groups) as readonly Group[]
/** Names that `property` takes. */
export const coverageProperties: readonly string[] = [...groupNames, ...Object.values(groups)]

export type CoverageRow = Seen & { readonly [name in 'date' | Group]?: string }

/** Asks a v2 question of a site. */
type Ask = (access: SiteAccess, body: Asked) => Promise<Pick<JsonAnswer, 'results'>>

interface Known {
  readonly site_id: number
  readonly day: string
  readonly kit: number
  readonly logs: number
  readonly ahead: number
}

/** Kits and logs may know the same day: the one that knows more requests has seen them all. */
const requestsOf = ({ kit, logs }: Known): number => Math.max(kit, logs)
const isOfKit = ({ kit, logs }: Known): boolean => kit >= logs

const toSeen = (requests: number, pageviews: number, ahead: number): Seen => {
  const seen = Math.max(0, pageviews - ahead)
  return { requests, seen, share: requests > 0 ? Math.round((seen / requests) * 1000) / 10 : null }
}

/** The stretches of days that follow one another, in order. */
export function runsOf(days: readonly string[]): (readonly [first: string, last: string])[] {
  const runs: [string, string][] = []
  for (const day of [...days].sort()) {
    const last = runs.at(-1)
    if (last && addDays(last[1], 1) >= day) last[1] = day
    else runs.push([day, day])
  }
  return runs
}

interface Row {
  readonly dimensions: readonly unknown[]
  readonly metrics: readonly unknown[]
}

/** Pageviews of a site by a dimension, on days that follow one another. */
async function countPageviews(
  ask: Ask,
  access: SiteAccess,
  [first, last]: readonly [string, string],
  dimension: string,
  values?: readonly string[],
): Promise<[value: string, pageviews: number][]> {
  const { results } = await ask(access, {
    metrics: ['pageviews'],
    date_range: [first, last],
    dimensions: [dimension],
    ...(values ? { filters: [['is', dimension, values]] } : {}),
  })
  return (results as readonly Row[]).map(({ dimensions, metrics }) => [String(dimensions[0]), Number(metrics[0])])
}

/** The sites with requests, each by itself: a site without them would only add pageviews. */
async function accessesOf({ db }: StatsOptions, access: SiteAccess, known: readonly Known[]) {
  const ids = new Set(known.map(({ site_id }) => site_id))
  const rows = await db.read.query<{ id: number; timezone: string }>(
    'select id, timezone from sites where id = any ($1::bigint[])',
    [[...ids]],
  )
  return rows.map(({ id, timezone }) => ({
    access: { ...access, siteIds: [id], site: { ...access.site, timezone } },
    known: known.filter(({ site_id }) => site_id === id),
  }))
}

type Sums = Map<string, { requests: number; pageviews: number; ahead: number }>

function sumOf(sums: Sums, key: string) {
  const sum = sums.get(key) ?? { requests: 0, pageviews: 0, ahead: 0 }
  sums.set(key, sum)
  return sum
}

type OfSite = Awaited<ReturnType<typeof accessesOf>>[number]

async function byDay(ask: Ask, sites: readonly OfSite[]): Promise<CoverageRow[]> {
  const sums: Sums = new Map()
  for (const { access, known } of sites) {
    const days = new Map(known.map((one) => [one.day, one]))
    for (const [day, one] of days) {
      const sum = sumOf(sums, day)
      sum.requests += requestsOf(one)
      sum.ahead += one.ahead
    }
    const [first, last] = [[...days.keys()].sort()[0]!, [...days.keys()].sort().at(-1)!]
    for (const [day, pageviews] of await countPageviews(ask, access, [first, last], 'time:day'))
      if (days.has(day)) sumOf(sums, day).pageviews += pageviews
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, { requests, pageviews, ahead }]) => ({ date, ...toSeen(requests, pageviews, ahead) }))
}

/** The unknown browser as statistics call it. */
const notSet = '(not set)'

async function byGroup(
  options: StatsOptions,
  ask: Ask,
  sites: readonly OfSite[],
  { group, limit, offset }: Pick<CoverageAsked, 'limit' | 'offset'> & { readonly group: Group },
): Promise<CoverageRow[]> {
  const { db, statementTimeoutMs } = options
  const sums: Sums = new Map()
  for (const { access, known } of sites) {
    const values = [known.map(({ day }) => day), known.map(isOfKit), group]
    const text = statement('coverage.values')
    type Found = { readonly value: string; readonly requests: number; readonly ahead: number }
    const rows = await readRows<Found>(db, access.siteIds, text, values, statementTimeoutMs, access)
    for (const { value, requests, ahead } of rows) {
      const name = value === '' && group === 'browser' ? notSet : value
      // Further pages, and requests from no known country, are no row.
      if (name === '') continue
      const sum = sumOf(sums, name)
      sum.requests += requests
      sum.ahead += ahead
    }
  }
  const shown = [...sums]
    .filter(([, { requests }]) => requests > 0)
    .sort(([a, x], [b, y]) => y.requests - x.requests || (a < b ? -1 : 1))
    .slice(offset, offset + limit)
  if (shown.length === 0) return []
  const wanted = new Map(shown)
  const pages = group === 'page' ? [...wanted.keys()] : undefined
  for (const { access, known } of sites)
    for (const run of runsOf(known.map(({ day }) => day)))
      for (const [value, pageviews] of await countPageviews(ask, access, run, groups[group], pages)) {
        const sum = wanted.get(value)
        if (sum) sum.pageviews += pageviews
      }
  return shown.map(([value, { requests, pageviews, ahead }]) => ({
    [group]: value,
    ...toSeen(requests, pageviews, ahead),
  }))
}

interface CoverageAsked {
  readonly first: string
  readonly last: string
  readonly group: Group | null
  readonly limit: number
  readonly offset: number
}

/** The parameters, checked in the order of a breakdown (spec/stats 20). */
function parseCoverage(params: URLSearchParams, today: string): CoverageAsked {
  const { first, last } = parseDailyRange(params, today)
  const name = parameter(params, 'property')
  const group = groupNames.find((one) => one === name || groups[one] === name) ?? null
  if (name !== undefined && group === null) throw statsFailures.coverageProperty(name, groupNames.join(', '))
  if (parameter(params, 'filters') !== undefined) throw statsFailures.coverageFilters()
  const { limit, page } = parsePaging(params)
  return { first, last, group, limit, offset: (page - 1) * limit }
}

/** spec/stats 25. Days without a known request are in no row. */
export async function coverage(
  options: StatsOptions,
  access: SiteAccess,
  params: URLSearchParams,
  ask: Ask,
): Promise<{ results: CoverageRow[] }> {
  const { db, clock, statementTimeoutMs } = options
  const asked = parseCoverage(params, localDayOf(access.site.timezone, clock.now().getTime()))
  const values = [asked.first, asked.last]
  const found = await readRows<Known>(
    ...([db, access.siteIds, statement('coverage.days'), values, statementTimeoutMs, access] as const),
  )
  const known = mergeParts(found).filter((one) => requestsOf(one) > 0)
  if (known.length === 0) return { results: [] }
  const sites = await accessesOf(options, access, known)
  const { group } = asked
  return { results: group === null ? await byDay(ask, sites) : await byGroup(options, ask, sites, { ...asked, group }) }
}

/** A site that is spread has rows of a day in several parts. */
function mergeParts(rows: readonly Known[]): Known[] {
  const merged = new Map<string, Known>()
  for (const row of rows) {
    const key = `${row.site_id} ${row.day}`
    const known = merged.get(key)
    const sum = known && { kit: known.kit + row.kit, logs: known.logs + row.logs, ahead: known.ahead + row.ahead }
    merged.set(key, { ...row, ...sum })
  }
  return [...merged.values()]
}
