// The Event between enrichment and the tables. The spool holds such events, and imports make them. It has no place for
// an IP address or a user agent.
import type { DropReason } from '../rules/drop-reasons.ts'
import type { Reporter } from '../rules/session.ts'

/**
 * A session's frozen attributes, in the order of `dimensionColumns` (rules/session); empty is null, city is a GeoNames
 * id.
 */
export type Dimensions = readonly (string | number | null)[]

/**
 * A revenue pair as sent and in the goal's currency; exact decimal text. The reporting pair is null while no rate is
 * known.
 */
export interface EventRevenue {
  readonly sourceAmount: string
  readonly sourceCurrency: string
  readonly amount: string | null
  readonly currency: string | null
}

/**
 * One event for one site, enriched. Ids are signed 64-bit numbers as decimal text: they only travel from a hash to the
 * tables.
 */
export interface Event {
  readonly siteId: number
  readonly timezone: string
  readonly stripe: number
  /** UTC epoch seconds. */
  readonly at: number
  /** Null: an event without a visitor, which no visit has (spec/ingestion 23.3). */
  readonly visitorId: string | null
  /** The id under the previous salt; null for imports and while no previous salt exists. */
  readonly previousVisitorId: string | null
  /** The import that brings it; null: live traffic. */
  readonly importId: number | null
  /** A digest of the id under which a program sent it: it counts once (spec/ingestion 23.1). Absent: it has no id. */
  readonly sentId?: string | null
  /** The reporter; a page that both report counts once (spec/ingestion 25). Absent: neither. */
  readonly reporter?: Reporter | null
  /** True: it is refused if its visitor has a later event. Else it is placed late. */
  readonly isOrdered?: boolean
  readonly name: string
  readonly hostname: string
  /** The site's home hostname, which rows leave out; null: unknown, nothing is left out. */
  readonly homeHostname: string | null
  readonly pathname: string
  readonly interactive: boolean
  /** JSON text of an object of texts, or null. */
  readonly props: string | null
  readonly scrollDepth: number | null
  readonly engagementTimeMs: number
  readonly revenue: EventRevenue | null
  /** Found out only when asked: most events extend a session and never need them. */
  dimensions(): Dimensions
}

/** How often one outcome happened to events of a site (0: no site) in a UTC hour; `accepted` or a drop reason. */
export interface OutcomeCount {
  readonly siteId: number
  /** UTC epoch seconds of the hour's start. */
  readonly hour: number
  readonly reason: DropReason | 'accepted'
  readonly count: number
}

/** Requests of one page on one local day, by visitors of one browser and country. */
export interface PageRequest {
  readonly siteId: number
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** The path; the empty text stands for further pages. */
  readonly page: string
  /** The empty text: unknown. */
  readonly browser: string
  /** ISO 3166-1 code; the empty text: unknown. */
  readonly country: string
  readonly requests: number
  /** Pageviews that a kit counted; less than 0: the script confirmed as many. */
  readonly countedAhead: number
}

/** The content of one transaction: the events of one or more batches, in order, and the outcomes decided before it. */
export interface EnrichedBatch {
  /** UUID; stored with the batch so that a retry after an unheard commit is harmless. */
  readonly id: string
  /** The id of the batch this is a part of: when that one is in, so is this. */
  readonly partOf?: string | null
  readonly events: readonly Event[]
  readonly outcomes: readonly OutcomeCount[]
  /** Page requests that kits report. */
  readonly pageRequests?: readonly PageRequest[]
}

/** The start of an instant's UTC hour, both in epoch seconds. */
export const hourOf = (at: number): number => at - (at % 3600)
