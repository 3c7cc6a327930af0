// Watches the addresses that visitors of each site count for, and says so if they look like a proxy's. Addresses and
// agents are known by hashes under a key that never leaves the process; only counts are written (spec/ingestion 27).
import { randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import type { Directory } from '../registry/directory.ts'
import {
  isSuspicious,
  mayBeSuspicious,
  recentOf,
  type Sighting,
  type Tally,
  tallyOf,
  traits,
} from '../rules/address-signs.ts'
import { carrierOf, isCarriedTwice, isFromServer, otherClient } from '../rules/carriers.ts'
import { networkOf as ipNetworkOf, isPrivateIp } from '../rules/client-ip.ts'
import { minuteMs } from '../rules/durations.ts'
import { isLoopbackName } from '../rules/host.ts'
import { kitClientHeader } from '../rules/kit-client.ts'
import { networkOf } from '../rules/networks.ts'
import { placeOf } from '../rules/place.ts'
import { proxyNameOf } from '../rules/proxy-ranges.ts'
import type { Submission } from '../rules/submission.ts'
import { hostingNetworks } from '../rules/tables/hosting-networks.ts'
import { sipHash } from '../rules/visitor.ts'
import { openGeo } from './geo.ts'
import type { WireGeo } from './wire.ts'

/** Counts are made and written this often. */
const writeEveryMs = 5_000
/** Counts that have not changed are written again after this long, so that readers know that the process lives. */
const aliveMs = minuteMs / 2
/** Sites with visitors in memory; the one without a visit for longest goes. */
const sitesMax = 2_000
/** The latest visitors of a site. */
const visitorsMax = 64
/** Pageviews between two writes that are all looked at: of a site, of all sites. Of further ones every 64th is. */
const looksOfSite = 64
const looksOfAll = 1_500
const further = 64
/** Facts of an address are looked up again after this long. */
const factsMs = minuteMs
/** Domains of one submission that are looked at. */
const domainsMax = 3

/** Agents of programs that are dropped or ask for themselves: no visitors. */
const program = /bot|crawl|spider|headless|monitor|lighthouse/i
const browser = /^Mozilla\/5\.0 \(.+(Chrome|Safari|Firefox)\//

/** The request of a submission, as HTTP brought it. */
export interface SeenRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly httpVersion: string
  readonly socket: object
}

export interface Seen {
  readonly request: SeenRequest
  /** The counted address was named by a header that is trusted. */
  readonly isNamed: boolean
  /** A kit's signature was believed. */
  readonly isBehindKit: boolean
}

export interface AddressSigns {
  see(submission: Submission, seen: Seen): void
  /** Writes the counts as they are now. */
  flush(): Promise<void>
  /** Takes away the counts of this process. */
  stop(): Promise<void>
}

interface Options {
  readonly db: Queryable | undefined
  readonly directory: Pick<Directory, 'find'>
  readonly geo: () => WireGeo
  readonly networks: () => WireGeo
  readonly clock: Clock
  readonly log: Log
}

type Visitor = { -readonly [Field in keyof Sighting]: Sighting[Field] } & { factsAt: number }

/** The latest visitors of a site, the longest unseen one first. */
interface SiteVisitors {
  readonly visitors: Map<number, Visitor>
  looks: number
}

/** The counts of a site as they were written last. */
interface Written {
  readonly text: string
  readonly atMs: number
}

/** Numbers for texts that mean nothing outside this process. */
function createNumbers(): (text: string) => number {
  const key = randomBytes(16)
  return (text) => Number(BigInt.asUintN(52, sipHash(key, text)))
}

/** Looks up the traits of an address. */
function createAddressTraits({ geo, networks }: Pick<Options, 'geo' | 'networks'>) {
  const places = openGeo()
  const systems = openGeo()
  return (ip: string): number => {
    if (isPrivateIp(ip)) return traits.private
    const file = geo()
    places.use(file)
    systems.use(networks())
    let bits = 0
    if (proxyNameOf(ip) !== undefined) bits |= traits.cdn
    const system = networkOf(systems.find(ip))
    if (system !== null && hostingNetworks.has(system)) bits |= traits.hosting
    if (file.bytes !== null && placeOf(places.find(ip), null).country === null) bits |= traits.unplaced
    return bits
  }
}

const addressTraits = traits.private | traits.cdn | traits.hosting | traits.unplaced

/** The traits that a request itself shows. */
function requestTraits({ request, isNamed, isBehindKit }: Seen, submission: Submission): number {
  const { headers, httpVersion } = request
  if (isBehindKit) return 0
  let bits = headers[kitClientHeader] === undefined ? 0 : traits.refused
  if (isCarriedTwice(headers)) bits |= traits.carried
  if (isNamed) return bits
  if (carrierOf(headers) !== undefined) bits |= traits.carried
  if (!browser.test(submission.userAgent)) return bits
  if (httpVersion === '1.0') bits |= traits.old
  if (!submission.isPixel && isFromServer(headers)) bits |= traits.server
  return bits
}

const languageOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? (/^[a-z]{2}\b/i.exec(header)?.[0].toLowerCase() ?? '') : ''

/** Remembers which agent each connection brought, and answers whether it brings another one now. */
function createConnections() {
  const agents = new WeakMap<object, number>()
  return (socket: object, agent: number): boolean => {
    const known = agents.get(socket)
    if (known === undefined) agents.set(socket, agent)
    return known !== undefined && known !== agent
  }
}

type Look = (site: SiteVisitors, submission: Submission, seen: Seen, atMs: number) => void

/** Makes the function that puts a pageview into the memory of its site. */
function createLook(options: Options): Look {
  const numberOf = createNumbers()
  const traitsOf = createAddressTraits(options)
  const isMixed = createConnections()
  return (site, submission, seen, atMs) => {
    const { ip, userAgent } = submission
    const { headers } = seen.request
    const client = seen.isBehindKit ? undefined : (otherClient(headers, ip) ?? claimedClient(headers))
    const key = numberOf(`${ip}\n${userAgent}\n${client ?? ''}`)
    const known = site.visitors.get(key)
    const agent = known?.agent ?? numberOf(userAgent)
    const isFresh = known !== undefined && atMs - known.factsAt < factsMs
    const address = isFresh ? known.traits & addressTraits : traitsOf(ip)
    let bits = address | requestTraits(seen, submission)
    if (!seen.isNamed && isMixed(seen.request.socket, agent)) bits |= traits.mixed
    if (known) site.visitors.delete(key)
    else if (site.visitors.size >= visitorsMax) site.visitors.delete(site.visitors.keys().next().value!)
    site.visitors.set(key, {
      address: known?.address ?? numberOf(ipNetworkOf(ip)),
      agent,
      client: client === undefined ? 0 : (known?.client ?? numberOf(client)),
      language: known?.language ?? languageOf(headers['accept-language']),
      carrier: carrierOf(headers) ?? ((bits & traits.cdn) === 0 ? undefined : proxyNameOf(ip)),
      traits: bits | ((known?.traits ?? 0) & traits.mixed),
      at: atMs,
      factsAt: isFresh ? known.factsAt : atMs,
    })
  }
}

/** A kit's word that was not believed tells visitors apart all the same; it is not read. */
const claimedClient = (headers: SeenRequest['headers']): string | undefined => {
  const sent = headers[kitClientHeader]
  return typeof sent === 'string' ? sent.slice(0, 200) : undefined
}

/** The memory of all sites, and how much of the traffic is looked at. */
function createMemory(look: Look) {
  const sites = new LRUCache<number, SiteVisitors>({ max: sitesMax })
  let looks = 0
  let passed = 0
  return {
    sites,
    /** True for a pageview of a site that is to be looked at. Most are not, so this comes before all else. */
    isDue(siteId: number): boolean {
      if (looks < looksOfAll && (sites.get(siteId)?.looks ?? 0) < looksOfSite) return true
      passed += 1
      return passed % further === 0
    },
    add(siteId: number, submission: Submission, seen: Seen, atMs: number): void {
      let site = sites.get(siteId)
      if (!site) {
        site = { visitors: new Map(), looks: 0 }
        sites.set(siteId, site)
      }
      site.looks += 1
      looks += 1
      look(site, submission, seen, atMs)
    },
    /** Begins the next stretch between two writes. */
    begin(): void {
      looks = 0
      for (const site of sites.values()) site.looks = 0
    },
  }
}

/** Rows of this process in the database. */
function createRows({ db, clock, log }: Pick<Options, 'db' | 'clock' | 'log'>) {
  const id = randomUUID()
  const written = new Map<number, Written>()
  const write = async (tallies: ReadonlyMap<number, Tally>): Promise<void> => {
    const nowMs = clock.now().getTime()
    const due = [...tallies]
      .map(([siteId, tally]) => [siteId, JSON.stringify(tally)] as const)
      .filter(([siteId, text]) => {
        const last = written.get(siteId)
        return last === undefined || last.text !== text || last.atMs <= nowMs - aliveMs
      })
      .sort(([a], [b]) => a - b)
    const gone = [...written.keys()].filter((siteId) => !tallies.has(siteId))
    if (!db || (due.length === 0 && gone.length === 0)) return
    try {
      if (due.length > 0) {
        const [ids, texts] = [due.map(([siteId]) => siteId), due.map(([, text]) => text)]
        await db.query(statement('signs.write-addresses'), [id, clock.now(), ids, texts])
        for (const [siteId, text] of due) written.set(siteId, { text, atMs: nowMs })
      }
      if (gone.length > 0) {
        await db.query('delete from address_signs where process = $1 and site_id = any ($2::bigint[])', [id, gone])
        for (const siteId of gone) written.delete(siteId)
      }
    } catch (error) {
      log.debug({ err: error }, 'signs are not written')
    }
  }
  return { write, has: (siteId: number) => written.has(siteId) }
}

/** Sites that any process has counts of, as of a moment ago: their sound visitors are worth counting too. */
async function findWatched({ db, clock }: Pick<Options, 'db' | 'clock'>): Promise<ReadonlySet<number>> {
  const since = new Date(clock.now().getTime() - 2 * minuteMs)
  const text = 'select distinct site_id::float8 as id from address_signs where seen_at >= $1'
  const rows = (await db?.query<{ id: number }>(text, [since]).catch(() => [])) ?? []
  return new Set(rows.map(({ id }) => Number(id)))
}

/** False for programs, and for pages on the machine of the person who makes them. */
const isVisit = ({ userAgent, url }: Submission): boolean => !program.test(userAgent) && !isLoopbackName(url.hostname)

export function createAddressSigns(options: Options): AddressSigns {
  const { directory, clock } = options
  const memory = createMemory(createLook(options))
  const rows = createRows(options)
  let writing = Promise.resolve()

  async function writeNow(): Promise<void> {
    memory.begin()
    if (memory.sites.size === 0) return
    const watched = await findWatched(options)
    const nowMs = clock.now().getTime()
    const tallies = new Map<number, Tally>()
    for (const [siteId, { visitors }] of memory.sites.entries()) {
      if (!watched.has(siteId) && !mayBeSuspicious(visitors.values())) continue
      const tally = tallyOf(recentOf(visitors.values(), nowMs))
      if (tally.visitors > 0 && (isSuspicious(tally) || watched.has(siteId))) tallies.set(siteId, tally)
    }
    await rows.write(tallies)
  }
  const flush = (): Promise<void> => {
    writing = writing.then(writeNow)
    return writing
  }
  const timer = setInterval(() => void flush(), writeEveryMs)
  timer.unref()

  return {
    see(submission, seen) {
      const { name, domains } = submission
      if (name !== 'pageview') return
      for (let index = 0; index < domains.length && index < domainsMax; index += 1) {
        const site = directory.find(domains[index]!)
        if (site && memory.isDue(site.id) && isVisit(submission))
          memory.add(site.id, submission, seen, clock.now().getTime())
      }
    },
    flush,
    stop() {
      clearInterval(timer)
      writing = writing.then(() => rows.write(new Map()))
      return writing
    },
  }
}
