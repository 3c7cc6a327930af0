// Reads the signs about sites that ingestion wrote: addresses that look like a proxy's, and requests that did not
// become events (spec/ingestion 27 and 28).
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { type AddressSign, judgeAddresses, type Tally } from '../rules/address-signs.ts'
import type { ArrivalKind } from '../rules/arrival-kinds.ts'
import { kitOfCarrier } from '../rules/carriers.ts'
import { minuteMs } from '../rules/durations.ts'
import type { KitName } from '../rules/kits.ts'

/** A process that has not said anything for this long is gone, and its counts with it. */
const aliveMs = 2 * minuteMs
/** A request that was seen longer ago says nothing about now. */
const arrivalMs = 10 * minuteMs

/** A sign about the addresses of a site. */
export interface SiteSign extends AddressSign {
  readonly domain: string
  /** The kit for sites that stand behind this carrier; null for one without a kit of its own. */
  readonly kit: KitName | null
  /** When a process that is there saw it first. */
  readonly since: Date
}

/** Requests from pages of a site that did not become events. */
export interface Arrival {
  readonly domain: string
  readonly kind: ArrivalKind
  /** The domain, the host or the field that was sent; empty if there are too many to name. */
  readonly detail: string
  readonly count: number
  readonly at: Date
}

interface TallyRow {
  readonly site_id: number
  readonly domain: string
  readonly tally: Tally
  readonly first_at: Date
}

/** The signs about addresses of these sites, or of all sites, by domain. */
export async function readAddressSigns(
  db: Queryable,
  siteIds: readonly number[] | null,
  now: Date,
): Promise<SiteSign[]> {
  const since = new Date(now.getTime() - aliveMs)
  const rows = await db.query<TallyRow>(statement('signs.read-addresses'), [siteIds, since])
  const sites = Map.groupBy(rows, ({ domain }) => domain)
  return [...sites].flatMap(([domain, ofSite]) =>
    judgeAddresses(ofSite.map(({ tally }) => tally)).map((sign) => ({
      ...sign,
      domain,
      kit: (sign.carrier === null ? undefined : kitOfCarrier(sign.carrier)) ?? null,
      since: new Date(Math.min(...ofSite.map(({ first_at }) => first_at.getTime()))),
    })),
  )
}

/** Requests of the last ten minutes that did not become events, of these sites or of all, by domain, newest first. */
export const readArrivals = (db: Queryable, siteIds: readonly number[] | null, now: Date): Promise<Arrival[]> =>
  db.query<Arrival & { [column: string]: unknown }>(statement('signs.read-arrivals'), [
    siteIds,
    new Date(now.getTime() - arrivalMs),
  ])

/** Days that requests without an event are kept. */
const arrivalsKept = '1 day'

/** Deletes counts of processes that are gone, and old requests. */
export async function forgetSigns(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from address_signs where seen_at < $1', [new Date(now.getTime() - aliveMs)])
  await db.query(`delete from arrival_signs where last_at < $1::timestamptz - interval '${arrivalsKept}'`, [now])
}
