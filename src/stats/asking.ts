// A question about a site, from outside: who asks, its segments filled in, and parts that all its answers share.
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { isoWithOffset } from '../rules/time.ts'
import type { Skipped } from './imported.ts'
import type { SiteRead } from './load-site.ts'
import { namesSegments } from './mentions.ts'
import type { Query, StatsSite } from './query.ts'
import type { RunOptions } from './run.ts'
import { withSegments } from './segments.ts'
import { findSince } from './site-facts.ts'

/** A site the caller may read, as http/caller hands it over. */
export interface SiteAccess extends SiteRead {
  /** The account that asks, for its own segments. */
  readonly userId?: number | undefined
}

export type Numbers = Record<string, unknown>

/** A program, or what we show ourselves: pages, files of them and mails (spec/stats 22.2). */
export type Audience = 'program' | 'pages'

/** The body of a v2 question. */
export type Asked = Record<string, unknown>

export interface JsonAnswer {
  readonly results: readonly unknown[]
  readonly meta: Numbers
  readonly query: Numbers
}

export interface StatsOptions extends RunOptions {
  readonly log: Log
  readonly clock: Clock
}

/** The account that a question depends on: segments may be a person's own. */
export const ownerOf = ({ userId }: SiteAccess, { filters }: Asked): number | null =>
  namesSegments(filters) ? (userId ?? null) : null

/** Filters, with the filters of each segment in its place. */
export const withSegmentFilters = async <Filters>(
  { db }: StatsOptions,
  { site, userId }: SiteAccess,
  filters: Filters,
): Promise<Filters | readonly unknown[]> =>
  Array.isArray(filters) && namesSegments(filters)
    ? withSegments(db.read, filters, { siteId: site.id, userId })
    : filters

/** A question with the filters of its segments. */
export const withFilters = async (options: StatsOptions, access: SiteAccess, body: Asked): Promise<Asked> =>
  'filters' in body ? { ...body, filters: await withSegmentFilters(options, access, body['filters']) } : body

/**
 * The first local day with data, for a question about all of it; null for any other. Imported days count as data if the
 * question asks for imports.
 */
export async function firstDayFor({ db }: StatsOptions, site: StatsSite, body: Asked): Promise<string | null> {
  if (body['date_range'] !== 'all') return null
  const include = body['include'] as { imports?: unknown } | null | undefined
  const { own, imported } = await findSince(db, site.ids, site.timezone)
  return [own, include?.imports === true ? imported : null].filter((day) => day !== null).sort()[0] ?? null
}

/** The first and the last second of a query's range. */
export const datesOf = ({ site, range }: Query): string[] =>
  [range.start, Math.max(range.end - 1000, range.start)].map((instant) => isoWithOffset(site.timezone, instant))

/** The part of an answer about imports, where a query asks for them (spec/stats 16). */
export const importsMeta = ({ warning, skipReason }: Skipped, isIncluded: boolean): Numbers => ({
  imports_included: isIncluded,
  ...(skipReason ? { imports_skip_reason: skipReason } : {}),
  ...(warning ? { imports_warning: warning } : {}),
})
