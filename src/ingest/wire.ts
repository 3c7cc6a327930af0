// Messages between the main thread and the lanes' threads: plain objects of texts and numbers. Cloning them costs as
// much as one flat array of the values would: 3.5 µs an event.
import type { Part } from '../db/parts.ts'
import type { PlaceName } from '../rules/place.ts'
import type { SiteShields } from '../rules/shields.ts'
import type { KitReport } from '../rules/submission.ts'
import type { CrawlerCount } from './crawler-counts.ts'
import type { Event, EventRevenue, OutcomeCount } from './event.ts'
import type { Verdict } from './verdict.ts'

/** A site as a thread needs it. */
export interface WireSite {
  readonly id: number
  readonly timezone: string
  /** Rules that need facts; the others were asked before the lanes. */
  readonly shields: SiteShields
  readonly homeHostname: string | null
}

/** An event as the main thread knows it. */
export interface WireItem {
  /** Its position among the batch's sites. */
  readonly site: number
  readonly stripe: number
  /** UTC epoch seconds. */
  readonly at: number
  readonly name: string
  readonly hostname: string
  readonly pathname: string
  readonly domain: string
  /** JSON text of the props, or null. */
  readonly props: string | null
  readonly interactive: boolean
  readonly scrollDepth: number | null
  readonly engagementTimeMs: number
  readonly userAgent: string
  readonly ip: string
  readonly ipType: string | null
  readonly referrerHost: string | null
  readonly referrerPath: string
  /** JSON text of the query's entries, or null. */
  readonly query: string | null
  readonly revenue: EventRevenue | null
  /** The report of a kit, beside the event or in its place. */
  readonly report?: KitReport | null
  /** Of an event that a program sent by itself. Absent: a browser sent it. */
  readonly sent?: SentItem
}

/** Facts about an event that a program sent (spec/ingestion 23). */
export interface SentItem {
  /** A digest of its id. */
  readonly id: string
  readonly isOrdered: boolean
  /** Its visitor: told by the address and the agent, by a visit token, or unknown. */
  readonly visitor: 'of request' | 'none' | { readonly id: string; readonly previousId: string | null }
}

/** The salts a batch may need, by UTC day (days since the epoch), newest last; hex. */
export type WireSalts = readonly (readonly [day: number, salt: string])[]

/** A geolocation database in memory all threads share; the version says when a thread must look again. */
export interface WireGeo {
  readonly version: number
  readonly bytes: SharedArrayBuffer | null
}

export interface WireBatch {
  readonly id: string
  readonly lane: number
  /** That all of its events are of. */
  readonly part: Part
  readonly nowMs: number
  readonly sites: readonly WireSite[]
  readonly items: readonly WireItem[]
  /** Decided on the main thread. */
  readonly outcomes: readonly OutcomeCount[]
  readonly salts: WireSalts
  readonly geo: WireGeo
  /** Networks of addresses; unknown without bytes. */
  readonly networks: WireGeo
}

/** Work for a thread: bring a batch in, only enrich it (the database is away), or bring in lines of the spool. */
export type Task =
  | { readonly kind: 'write' | 'enrich'; readonly batch: WireBatch }
  | {
      readonly kind: 'replay'
      readonly lines: readonly string[]
      readonly lane: number
      readonly part: Part
      readonly nowMs: number
    }

export interface TaskResult {
  /** Events could not be stored since the schema is of another version: they are refused, and nothing is spooled. */
  readonly isOtherSchema: boolean
  /** Items (by position) that were not kept, and why. */
  readonly verdicts: readonly (readonly [item: number, verdict: Verdict])[]
  /** Spool lines of what could not be committed, in order. */
  readonly spool: readonly string[]
  /** Spool lines of events whose site has moved to another part. */
  readonly moved: readonly string[]
  /** True when the database was away: the lines of a replay are all still to do. */
  readonly away: boolean
  /** Events by outcome, for the metrics. */
  readonly outcomes: readonly (readonly [reason: string, count: number])[]
  /** Dropped events of crawlers. */
  readonly crawlers: readonly CrawlerCount[]
  /** Names of places that are new to the thread; mostly none. */
  readonly places: readonly PlaceName[]
  /** Problems to log, without content. */
  readonly problems: readonly string[]
  /** The range of instants a replay touched, epoch seconds. */
  readonly touched?: readonly [from: number, to: number]
}

/** An event together with the position of the item it was made of, for the drop count of its request. */
export interface ItemEvent extends Event {
  readonly item: number
}
