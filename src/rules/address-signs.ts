// Tells from the latest visitors of a site whether their addresses are their own, or a proxy's that stands before them
// (spec/ingestion 27). Visitors come as numbers that mean nothing outside the process that made them.
import { dayMs, minuteMs } from './durations.ts'

/** One visitor as counted: an address with an agent, and with the other client that its requests name. */
export interface Sighting {
  /** Number for the network of its address. */
  readonly address: number
  readonly agent: number
  /** The other client that its requests name; 0 for requests that name no other. */
  readonly client: number
  /** The first language that the browser asks for, as two letters; empty for a request without it. */
  readonly language: string
  /** The carrier of its requests, by `carrierOf`; undefined if nothing shows one. */
  readonly carrier: string | undefined
  readonly traits: number
  /** Epoch milliseconds of its last pageview. */
  readonly at: number
}

/** Facts of a sighting, as bits. */
export const traits = {
  /** A kit's header came with it, and was not believed. */
  refused: 1,
  /** Its address is private. */
  private: 2,
  /** Its address is in the ranges of a CDN. */
  cdn: 4,
  /** Its address is in a network of data centres. */
  hosting: 8,
  /** Headers show that it was passed on, by somebody who is not trusted. */
  carried: 16,
  /** A browser's agent on HTTP/1.0. */
  old: 32,
  /** Its connection brings several agents. */
  mixed: 64,
  /** A browser's agent without the headers that browsers send. */
  server: 128,
  /** Its address is public and has no country, though there is a file of countries. */
  unplaced: 256,
} as const

type Trait = keyof typeof traits

/** Sightings of this age and younger count, if there are enough of them. */
const recentMs = 5 * minuteMs
/** The newest ones that count anyway, up to an age of a day. */
const recentLeast = 8
const oldestMs = dayMs

/** The share of visitors from which on it is most of them. */
const most = 0.5
/** Fewer visitors say nothing. */
const visitorsLeast = 5
/** Agents behind one address: a person has fewer browsers. */
const agentsLeast = 5
/** Agents behind one address of a data centre: a small company's tunnel has fewer. */
const hostingAgentsLeast = 8
/** Clients that a proxy names: the proxy of a company names one or two. */
const clientsLeast = 3
/** Visitors with a kit's header that was not believed. */
const refusedLeast = 3
/** Nearly all visitors at one address, of many agents and languages: an audience, and no company. */
const audience = { share: 0.9, visitors: 24, agents: 12, languages: 5 }

/** Why an address looks like a proxy's, the plainest reason first. */
export const addressCauses = ['cdn', 'hosting', 'carried', 'private', 'old', 'mixed', 'server', 'audience'] as const
export type AddressCause = (typeof addressCauses)[number]

/** The counts of one process about a site, as they are stored. */
export interface Tally {
  readonly visitors: number
  readonly refused: number
  readonly forwarded: { readonly visitors: number; readonly clients: number; readonly carrier: string }
  /** The address with the most visitors, and why it looks like a proxy's; null for one that does not. */
  readonly shared: {
    readonly visitors: number
    readonly agents: number
    readonly cause: AddressCause | null
    readonly carrier: string
  }
  readonly cdn: { readonly visitors: number; readonly carrier: string }
  readonly private: { readonly visitors: number; readonly agents: number; readonly addresses: number }
  readonly unplaced: { readonly visitors: number; readonly addresses: number }
}

export const addressSignKinds = ['kit_refused', 'forwarded', 'shared_address', 'no_country'] as const
export type AddressSignKind = (typeof addressSignKinds)[number]

/** A fault of the addresses that visitors of a site count for. */
export interface AddressSign {
  readonly kind: AddressSignKind
  /** Of `shared_address` why it looks like a proxy's, of `no_country` what its addresses are; else null. */
  readonly cause: AddressCause | 'unknown' | null
  /** A note may be as it should be; only Installation shows it. */
  readonly level: 'warning' | 'note'
  /** The network, platform or server that passes requests on, by its name; null if it does not say. */
  readonly carrier: string | null
  /** The latest visitors that it is about, and all of them. */
  readonly visitors: number
  readonly of: number
}

/** The sightings that count now, the newest first. */
export function recentOf(sightings: Iterable<Sighting>, nowMs: number): Sighting[] {
  const sorted = [...sightings].sort((a, b) => b.at - a.at)
  return sorted.filter(({ at }, index) => at > nowMs - (index < recentLeast ? oldestMs : recentMs))
}

const has = (trait: Trait) => (one: Sighting) => (one.traits & traits[trait]) !== 0
const distinct = (list: readonly Sighting[], of: (one: Sighting) => number | string): number =>
  new Set(list.map(of)).size

/** The most frequent carrier with a name; empty if none has one. */
function carrierAmong(list: readonly Sighting[]): string {
  const counts = new Map<string, number>()
  for (const { carrier } of list) if (carrier) counts.set(carrier, (counts.get(carrier) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function busiestAddress(list: readonly Sighting[]): Sighting[] {
  const groups = new Map<number, Sighting[]>()
  for (const one of list) {
    const group = groups.get(one.address)
    if (group) group.push(one)
    else groups.set(one.address, [one])
  }
  return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? []
}

const isMost = (part: number, all: number): boolean => all > 0 && part / all >= most

/** Why the visitors at one address look like a proxy's; null if nothing says so. */
function causeOf(group: readonly Sighting[], all: number): AddressCause | null {
  const agents = distinct(group, ({ agent }) => agent)
  if (agents < agentsLeast) return null
  const holds = (trait: Trait) => isMost(group.filter(has(trait)).length, group.length)
  for (const cause of addressCauses) {
    if (cause === 'audience') break
    if (cause === 'mixed' ? group.some(has('mixed')) && agents >= agentsLeast && isMixed(group) : holds(cause)) {
      if (cause !== 'hosting' || agents >= hostingAgentsLeast) return cause
    }
  }
  const isAudience =
    group.length >= audience.visitors &&
    group.length / all >= audience.share &&
    agents >= audience.agents &&
    distinct(
      group.filter(({ language }) => language !== ''),
      ({ language }) => language,
    ) >= audience.languages
  return isAudience ? 'audience' : null
}

/** True if most visitors at an address share connections; the first one on each connection cannot be told. */
const isMixed = (group: readonly Sighting[]): boolean => group.filter(has('mixed')).length >= group.length / 3

/** Counts what a process saw. */
export function tallyOf(recent: readonly Sighting[]): Tally {
  const forwarded = recent.filter(({ client, traits: bits }) => client !== 0 && (bits & traits.refused) === 0)
  const group = busiestAddress(recent)
  const inside = recent.filter(has('private'))
  const unplaced = recent.filter(has('unplaced'))
  const cdn = recent.filter(has('cdn'))
  return {
    visitors: recent.length,
    refused: recent.filter(has('refused')).length,
    forwarded: {
      visitors: forwarded.length,
      clients: distinct(forwarded, ({ client }) => client),
      carrier: carrierAmong(forwarded),
    },
    shared: {
      visitors: group.length,
      agents: distinct(group, ({ agent }) => agent),
      cause: causeOf(group, recent.length),
      carrier: carrierAmong(group),
    },
    cdn: { visitors: cdn.length, carrier: carrierAmong(cdn) },
    private: {
      visitors: inside.length,
      agents: distinct(inside, ({ agent }) => agent),
      addresses: distinct(inside, ({ address }) => address),
    },
    unplaced: { visitors: unplaced.length, addresses: distinct(unplaced, ({ address }) => address) },
  }
}

/** A quarter of the visitors of one process: together with other processes it may be most of them. */
const worthTelling = 0.25

/** True for counts that could become a sign together with the counts of other processes. */
export const isSuspicious = (tally: Tally): boolean =>
  tally.shared.cause !== null ||
  [tally.refused, tally.forwarded.visitors, tally.cdn.visitors, tally.private.visitors, tally.unplaced.visitors].some(
    (visitors) => visitors > 0 && visitors >= tally.visitors * worthTelling,
  )

/** A look that costs next to nothing: true if the counts of these visitors may be suspicious. */
export function mayBeSuspicious(visitors: Iterable<Sighting>): boolean {
  let candidate = 0
  let lead = 0
  for (const { traits: bits, client, address } of visitors) {
    if (bits !== 0 || client !== 0) return true
    if (lead === 0) candidate = address
    lead += candidate === address ? 1 : -1
  }
  // An address that most visitors share is still ahead at the end.
  return lead >= audience.visitors * (2 * audience.share - 1)
}

const sum = (tallies: readonly Tally[], of: (tally: Tally) => number): number =>
  tallies.reduce((all, tally) => all + of(tally), 0)

/** The carrier that most of the visitors came by. */
function commonCarrier(tallies: readonly Tally[], of: (tally: Tally) => { visitors: number; carrier: string }) {
  const sorted = tallies.map(of).filter(({ carrier }) => carrier !== '')
  return sorted.sort((a, b) => b.visitors - a.visitors)[0]?.carrier ?? null
}

/** Kit, forwarded clients, one address: the first that holds, since each of them is behind the next. */
function judgeProxy(tallies: readonly Tally[], of: number): AddressSign | undefined {
  const refused = sum(tallies, (tally) => tally.refused)
  const sign = { of, level: 'warning', cause: null } as const
  if (refused >= refusedLeast && isMost(refused, of))
    return { ...sign, kind: 'kit_refused', carrier: null, visitors: refused }
  if (of < visitorsLeast) return undefined
  const forwarded = sum(tallies, (tally) => tally.forwarded.visitors)
  const clients = Math.max(0, ...tallies.map((tally) => tally.forwarded.clients))
  if (forwarded >= visitorsLeast && clients >= clientsLeast && isMost(forwarded, of)) {
    const carrier = commonCarrier(tallies, (tally) => tally.forwarded)
    return { ...sign, kind: 'forwarded', carrier, visitors: forwarded }
  }
  const sharing = tallies.filter(({ shared }) => shared.cause !== null)
  const shared = sum(sharing, (tally) => tally.shared.visitors)
  const [first] = sharing.map((tally) => tally.shared).sort((a, b) => b.visitors - a.visitors)
  if (first && shared >= visitorsLeast && isMost(shared, of)) {
    const carrier = commonCarrier(sharing, (tally) => tally.shared)
    return { ...sign, kind: 'shared_address', cause: first.cause, carrier, visitors: shared }
  }
  const cdn = sum(tallies, (tally) => tally.cdn.visitors)
  if (cdn >= visitorsLeast && isMost(cdn, of)) {
    const carrier = commonCarrier(tallies, (tally) => tally.cdn)
    return { ...sign, kind: 'shared_address', cause: 'cdn', carrier, visitors: cdn }
  }
  return undefined
}

function judgePlaces(tallies: readonly Tally[], of: number): AddressSign | undefined {
  const sign = { kind: 'no_country', carrier: null, of } as const
  const unplaced = sum(tallies, (tally) => tally.unplaced.visitors)
  const addresses = Math.max(0, ...tallies.map((tally) => tally.unplaced.addresses))
  if (isMost(unplaced, of) && addresses >= visitorsLeast)
    return { ...sign, cause: 'unknown', level: 'warning', visitors: unplaced }
  const inside = sum(tallies, (tally) => tally.private.visitors)
  const agents = Math.max(0, ...tallies.map((tally) => tally.private.agents))
  if (!isMost(inside, of) || agents < 2) return undefined
  // Each visitor has an address of its own, as on an intranet; a few addresses with many visitors are proxies.
  const isIntranet = sum(tallies, (tally) => tally.private.addresses) * 2 > inside
  if (!isIntranet && agents < agentsLeast) return undefined
  return { ...sign, cause: 'private', level: isIntranet ? 'note' : 'warning', visitors: inside }
}

/** The signs of a site by the counts of all processes, the gravest first. */
export function judgeAddresses(tallies: readonly Tally[]): AddressSign[] {
  const of = sum(tallies, ({ visitors }) => visitors)
  const proxy = judgeProxy(tallies, of)
  if (proxy) return [proxy]
  const place = of < visitorsLeast ? undefined : judgePlaces(tallies, of)
  return place ? [place] : []
}
