// What travels between the main thread and the lanes' threads: flat arrays of texts and numbers, the cheapest thing to
// clone.
import type { Event } from './event.ts'

/** A site as a thread needs it. */
export type WireSite = readonly [
  id: number,
  timezone: string,
  blockedCountries: readonly string[],
  homeHostname: string | null,
]

/** Fields of one item, in order; a batch holds them one after another. */
export type WireItem = [
  site: number,
  stripe: number,
  at: number,
  name: string,
  hostname: string,
  pathname: string,
  domain: string,
  /** JSON text of the props, or null. */
  props: string | null,
  interactive: boolean,
  scrollDepth: number | null,
  engagementTimeMs: number,
  userAgent: string,
  ip: string,
  ipType: string | null,
  referrerHost: string | null,
  referrerPath: string,
  /** JSON text of the query's entries, or null. */
  query: string | null,
  /** JSON text of the four revenue fields, or null. */
  revenue: string | null,
]

export type WireValue = WireItem[number]

/** Fields of an item. */
export const wireWidth = 18

/** Outcomes decided on the main thread: [site id, hour, reason, count]. */
export type WireOutcome = readonly [siteId: number, hour: number, reason: string, count: number]

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
  readonly nowMs: number
  readonly sites: readonly WireSite[]
  readonly items: readonly WireValue[]
  readonly outcomes: readonly WireOutcome[]
  readonly salts: WireSalts
  readonly geo: WireGeo
}

/** Work for a thread: bring a batch in, only enrich it (the database is away), or bring in what the spool holds. */
export type Task =
  | { readonly kind: 'write' | 'enrich'; readonly batch: WireBatch }
  | { readonly kind: 'replay'; readonly lines: readonly string[]; readonly lane: number; readonly nowMs: number }

export interface TaskResult {
  /** Items (by position) that were not kept. */
  readonly dropped: readonly number[]
  /** Spool lines of what could not be committed, in order. */
  readonly spool: readonly string[]
  /** True when the database was away: the lines of a replay are all still to do. */
  readonly away: boolean
  /** Events by outcome, for the metrics. */
  readonly outcomes: readonly (readonly [reason: string, count: number])[]
  /** Problems to log, without content. */
  readonly problems: readonly string[]
  /** The range of instants a replay touched, epoch seconds. */
  readonly touched?: readonly [from: number, to: number]
}

/** An event together with the position of the item it was made of, for the drop count of its request. */
export interface ItemEvent extends Event {
  readonly item: number
}
