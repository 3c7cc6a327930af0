// The read path's front door: each statistics endpoint by its name (docs/architecture.md, "One question").
import { partsOf } from '../db/parts.ts'
import { readRows } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { Failure, statsFailures } from '../failure.ts'
import { isMoney } from '../rules/catalogue.ts'
import { hourMs, minuteMs } from '../rules/durations.ts'
import { localDayOf } from '../rules/time.ts'
import { currentMinutes } from '../rules/windows.ts'
import {
  type Asked,
  type Audience,
  datesOf,
  firstDayFor,
  type JsonAnswer,
  type Numbers,
  ownerOf,
  type SiteAccess,
  type StatsOptions,
  withFilters,
  withSegmentFilters,
} from './asking.ts'
import { type JourneyResult, parseJourney } from './journeys/journey.ts'
import { runJourney } from './journeys/journey-run.ts'
import { parseDateRange, parseJsonQuery } from './json-query.ts'
import { loadSite } from './load-site.ts'
import { journeyNeedsGoals, queryNeedsGoals } from './mentions.ts'
import { currenciesOf } from './revenue.ts'
import { coverage } from './script-coverage.ts'
import { createSharing } from './sharing.ts'
import { findSince } from './site-facts.ts'
import { aggregate, breakdown, timeseries } from './v1.ts'
import { answerQuery, readTogether, type Together } from './v2.ts'

export type { Asker } from '../db/turns.ts'
export { type JsonAnswer, ownerOf, type SiteAccess } from './asking.ts'

/** A tree of v2 filters that came from outside. */
export type FilterTree = unknown

export interface JourneyAnswer extends JourneyResult {
  readonly meta: Numbers
  readonly query: Numbers
}

/** Current visitors. */
async function countRealtime(options: StatsOptions, access: SiteAccess): Promise<number> {
  const now = options.clock.now()
  const end = options.telemetry?.querySeconds.startTimer({ class: 'realtime raw' })
  const values = [new Date(now.getTime() - currentMinutes * minuteMs), now]
  const text = statement('stats.realtime')
  const rows = await readRows<{ readonly visitors: number }>(
    options.db,
    access.siteIds,
    text,
    values,
    options.statementTimeoutMs,
    access,
  )
  end?.()
  return rows.reduce((sum, row) => sum + row.visitors, 0)
}

/** spec/journeys 5. */
async function answerJourney(
  options: StatsOptions,
  access: SiteAccess,
  asking: Asked,
  signal: AbortSignal,
): Promise<JourneyAnswer> {
  const { db, clock } = options
  const body = await withFilters(options, access, asking)
  const site = await loadSite(db, access, journeyNeedsGoals(body))
  const first = await firstDayFor(options, site, { date_range: body['date_range'] })
  const parsed = parseJourney(site, body, clock.now(), first)
  const found = await runJourney(options, parsed, { asker: access.asker, signal })
  const asked = { site_id: asking['site_id'], date_range: datesOf(parsed.query), filters: asking['filters'] ?? [] }
  return { ...found, query: { ...asked, ...parsed.echo } }
}

/** Accepted events of each view, from the last hour on, and the steps of deletions that take some away. */
async function countAccepted({ db, clock }: StatsOptions, views: readonly SiteAccess[]): Promise<number[]> {
  const since = new Date(Math.floor(clock.now().getTime() / hourMs - 1) * hourMs)
  const values = [JSON.stringify(views.map((view) => view.siteIds)), since]
  const sums = views.map(() => 0)
  const parts = await partsOf(
    db.read,
    views.flatMap((view) => view.siteIds),
  )
  const rows = await Promise.all(
    parts.map((of) => of.db.query<{ index: number; accepted: number }>(statement('live.accepted'), values)),
  )
  for (const { index, accepted } of rows.flat()) sums[index - 1]! += accepted
  const siteIds = [...new Set(views.flatMap((view) => view.siteIds))]
  // Roles that only read were not given this table.
  const erased = await db.write.query<{ site_id: number; steps: number }>(statement('live.erased'), [siteIds])
  for (const { site_id, steps } of erased)
    for (const [index, view] of views.entries()) if (view.siteIds.includes(site_id)) sums[index]! += steps
  return sums
}

async function findDays({ db, clock }: StatsOptions, { site, siteIds }: SiteAccess, dateRange: unknown) {
  const { timezone } = site
  const since = dateRange === 'all' ? await findSince(db, siteIds, timezone) : null
  const today = localDayOf(timezone, clock.now().getTime())
  const { firstDay: first, lastDay: last } = parseDateRange(dateRange, timezone, today, since?.own ?? null)
  return [first, last] as const
}

async function findProblems({ db, clock }: StatsOptions, access: SiteAccess, trees: readonly FilterTree[]) {
  const site = await loadSite(db, access, true)
  return trees.map((filters) => {
    try {
      parseJsonQuery(site, { metrics: ['visitors'], date_range: 'day', filters }, clock.now(), null)
      return null
    } catch (error) {
      if (error instanceof Failure) return error.message
      throw error
    }
  })
}

/**
 * The filters of a rule's number, with filters of segments in their place. Throws the Failure of a number that cannot
 * be asked: of a filter, or of revenue without one currency.
 */
async function readRule(options: StatsOptions, access: SiteAccess, { metric, filters }: RuleAsked) {
  const tree = await withSegmentFilters(options, access, filters)
  if (!Array.isArray(tree)) throw statsFailures.filterInvalid('must be a list')
  const body = { metrics: [metric], filters: tree, date_range: 'day' }
  const site = await loadSite(options.db, access, queryNeedsGoals(body))
  const { query } = parseJsonQuery(site, body, options.clock.now(), null)
  if (isMoney(metric) && currenciesOf(query).length !== 1)
    throw statsFailures.query('revenue needs goals of one currency')
  return tree as readonly unknown[]
}

interface RuleAsked {
  readonly metric: string
  readonly filters: unknown
}

/** Builds the statistics of one service. Equal questions that are under way at once are asked once. */
export function createStats(options: StatsOptions) {
  const sharing = createSharing<JsonAnswer>()
  const sharedJourneys = createSharing<JourneyAnswer>()
  const keyOf = (access: SiteAccess, body: Asked, audience: Audience) =>
    JSON.stringify([access.site.id, access.siteIds, ownerOf(access, body), body, audience])
  return {
    /** spec/stats 2 to 16. */
    timeseries: (access: SiteAccess, params: URLSearchParams) => timeseries(options, access, params),
    /** spec/stats 19. */
    aggregate: (access: SiteAccess, params: URLSearchParams) => aggregate(options, access, params),
    /** spec/stats 20. */
    breakdown: (access: SiteAccess, params: URLSearchParams) => breakdown(options, access, params),
    /** spec/stats 25. */
    coverage: (access: SiteAccess, params: URLSearchParams) =>
      coverage(options, access, params, (own, body) =>
        answerQuery(options, own, body, new AbortController().signal, 'program'),
      ),
    /** spec/stats 21. */
    realtime: (access: SiteAccess) => countRealtime(options, access),
    /** A number for each of these that changes when an event was accepted, and when statistics were deleted. */
    accepted: (views: readonly SiteAccess[]) => countAccepted(options, views),
    /** The first and last local day that a `date_range` of a v2 query touches; a 400 Failure for any other value. */
    daysOf: (access: SiteAccess, dateRange: unknown) => findDays(options, access, dateRange),
    /** Why each of these cannot be the filters of a v2 query; null: it can. */
    findProblems: (access: SiteAccess, trees: readonly FilterTree[]) => findProblems(options, access, trees),
    /** Checks the number of a rule, and answers its filters (reports/rules). */
    readRule: (access: SiteAccess, rule: RuleAsked) => readRule(options, access, rule),
    /** spec/stats 22. */
    query: (
      access: SiteAccess,
      body: Record<string, unknown>,
      signal?: AbortSignal,
      audience: Audience = 'program',
      together?: Together,
    ) =>
      sharing.share(keyOf(access, body, audience), signal, (shared) =>
        answerQuery(options, access, body, shared, audience, together),
      ),
    /**
     * Reads questions that are asked next, by `query` with the same bodies: some can be answered from the same rows,
     * which are then read once.
     */
    readTogether: (access: SiteAccess, bodies: readonly Record<string, unknown>[], audience: Audience) =>
      readTogether(options, access, bodies, audience),
    /** spec/journeys 5. */
    journey: (access: SiteAccess, body: Record<string, unknown>, signal?: AbortSignal) =>
      sharedJourneys.share(keyOf(access, body, 'program'), signal, (shared) =>
        answerJourney(options, access, body, shared),
      ),
  }
}

export type Stats = ReturnType<typeof createStats>
