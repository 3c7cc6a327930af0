// A batch's items -> events: visitor ids under both salts, device, place, source, channel; and the late drops. Runs in
// a thread.
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { findChannel } from '../rules/channel.ts'
import { nameCrawler } from '../rules/crawlers.ts'
import { type Device, isBrowserAgent, parseDevice, userAgentLengthMax } from '../rules/device.ts'
import { findDrop } from '../rules/drops.ts'
import { daySeconds, hourMs } from '../rules/durations.ts'
import { networkOf } from '../rules/networks.ts'
import { needsLookup, type Place, type PlaceName, placeNamesOf, placeOf } from '../rules/place.ts'
import { hasLateShields, type LateFacts, lateFacts, type SiteShields } from '../rules/shields.ts'
import { findSource } from '../rules/source.ts'
import { engagementName } from '../rules/tables/event-names.ts'
import { createLocalDays, type LocalDays } from '../rules/time.ts'
import { noQuery } from '../rules/url.ts'
import { rootDomain, sipHash, visitorId } from '../rules/visitor.ts'
import type { CrawlerCount } from './crawler-counts.ts'
import { type Dimensions, hourOf, type OutcomeCount, type PageRequest } from './event.ts'
import { openGeo } from './geo.ts'
import { sumPageRequests } from './totals.ts'
import type { Verdict } from './verdict.ts'
import type { ItemEvent, WireBatch, WireItem, WireSalts, WireSite } from './wire.ts'

/**
 * Devices remembered by a thread, under a hash of the user agent: 15 µs saved on each hit, for less than one of
 * hashing.
 */
const devicesMax = 10_000

/** Registrable domains remembered by a thread. */
const rootDomainsMax = 10_000

/** Places remembered by a thread as named already: more than the cities a database tells apart by some measure. */
const placesMax = 50_000
/** A place is named again after this long: a deletion of statistics may have taken its name away (upkeep/erasures). */
const namedMs = hourMs

/** No host of the internet has a longer name (RFC 1035); others are not remembered. */
const hostnameLengthMax = 253

export interface Enriched {
  readonly events: readonly ItemEvent[]
  readonly outcomes: readonly OutcomeCount[]
  /** Items (by position) that a rule dropped. */
  readonly verdicts: readonly (readonly [item: number, verdict: Verdict])[]
  /** Dropped events of crawlers, but engagement. */
  readonly crawlers: readonly CrawlerCount[]
  /** Sums of the page requests that kits report. */
  readonly pageRequests: readonly PageRequest[]
  /** Names of places this thread has not told of before; complete once the events' dimensions were asked for. */
  readonly places: readonly PlaceName[]
}

interface SaltPair {
  readonly current: Buffer
  readonly previous: Buffer | null
}

/**
 * The salts of an event's day and of the day before; the newest known ones while those are missing (the database is
 * away).
 */
function saltPair(salts: ReadonlyMap<number, Buffer>, day: number): SaltPair | undefined {
  const current = salts.get(day)
  if (current) return { current, previous: salts.get(day - 1) ?? null }
  const days = [...salts.keys()].sort((a, b) => b - a)
  const known = days.filter((known) => known <= day)
  const [newest, before] = known.length > 0 ? known : days
  if (newest === undefined) return undefined
  return { current: salts.get(newest)!, previous: before === undefined ? null : salts.get(before)! }
}

/** A device, and the name of a bot (rules/crawlers); null for people. */
type KnownDevice = Device & { readonly crawler: string | null }

function readDevice(userAgent: string): KnownDevice {
  const device = parseDevice(userAgent)
  return { ...device, crawler: device.isBot ? nameCrawler(userAgent.slice(0, userAgentLengthMax)) : null }
}

/**
 * Remembers what user agents say, not the user agents: they are known by a hash under a key that never leaves the
 * thread. Only the part that is parsed counts.
 */
function createDevices(): (userAgent: string) => KnownDevice {
  const devices = new LRUCache<bigint, KnownDevice>({ max: devicesMax })
  const key = randomBytes(16)
  return (userAgent) => {
    const hash = sipHash(
      key,
      userAgent.length > userAgentLengthMax ? userAgent.slice(0, userAgentLengthMax) : userAgent,
    )
    let device = devices.get(hash)
    if (!device) {
      // A part of a text keeps all of the text in memory; written and read again it is a text of its own.
      device = JSON.parse(JSON.stringify(readDevice(userAgent))) as KnownDevice
      devices.set(hash, device)
    }
    return device
  }
}

/** The salts of the batches, and the pair of each day that events came on. */
function createSaltPairs() {
  let key = ''
  let salts = new Map<number, Buffer>()
  const pairs = new Map<number, SaltPair | undefined>()
  return {
    use(sent: WireSalts): void {
      const sentKey = sent.map(([day, salt]) => `${day}:${salt}`).join()
      if (sentKey === key) return
      key = sentKey
      salts = new Map(sent.map(([day, salt]) => [day, Buffer.from(salt, 'hex')]))
      pairs.clear()
    },
    pairAt(at: number): SaltPair {
      const day = Math.floor(at / daySeconds)
      let pair = pairs.get(day)
      if (!pair) {
        pair = saltPair(salts, day)
        if (!pair) throw new Error('no salt was sent with the batch')
        pairs.set(day, pair)
      }
      return pair
    },
  }
}

/** Remembers the registrable domains of hostnames. */
function createRoots(): (hostname: string) => string {
  const roots = new LRUCache<string, string>({ max: rootDomainsMax })
  return (hostname) => {
    let root = roots.get(hostname)
    if (root === undefined) {
      root = rootDomain(hostname)
      if (hostname.length <= hostnameLengthMax) roots.set(hostname, root)
    }
    return root
  }
}

/** Looks places up, and remembers which of them were named. */
function createPlaces() {
  const geo = openGeo()
  const named = new LRUCache<string, true>({ max: placesMax, ttl: namedMs })
  return {
    use: geo.use,
    /** The place of an address; its names go to `names` the first time. */
    find({ ip, ipType }: WireItem, names: PlaceName[]): Place {
      const record = ip !== '' && needsLookup(ipType) ? geo.find(ip) : null
      const place = placeOf(record, ipType)
      // A city alone tells its region too; a region without a city is a place of its own.
      const key = place.city === null ? place.region : `${place.region} ${place.city}`
      if (key !== null && !named.has(key)) {
        named.set(key, true)
        names.push(...placeNamesOf(record, place))
      }
      return place
    },
  }
}

/** Looks networks up. */
function createNetworks() {
  const file = openGeo()
  return { use: file.use, find: ({ ip }: WireItem): number | null => networkOf(file.find(ip)) }
}

/** The memory of a thread. */
interface Known {
  readonly deviceOf: (userAgent: string) => KnownDevice
  readonly rootOf: (hostname: string) => string
  readonly salts: ReturnType<typeof createSaltPairs>
  readonly places: ReturnType<typeof createPlaces>
  readonly networks: ReturnType<typeof createNetworks>
  readonly localDayOf: LocalDays
}

/**
 * Makes the function that enriches batches; it keeps bounded caches of devices and of registrable domains, nothing by
 * address.
 */
export function createFacts(): (batch: WireBatch) => Enriched {
  // Loads the lists of crawlers and of public suffixes now, so that the first event does not wait for them.
  readDevice('Mozilla/5.0')
  rootDomain('example.com')
  const places = createPlaces()
  const networks = createNetworks()
  const known = {
    deviceOf: createDevices(),
    rootOf: createRoots(),
    salts: createSaltPairs(),
    places,
    networks,
    localDayOf: createLocalDays(),
  }
  return (batch) => enrich(known, batch)
}

function enrich(known: Known, batch: WireBatch): Enriched {
  known.salts.use(batch.salts)
  known.places.use(batch.geo)
  known.networks.use(batch.networks)
  const places: PlaceName[] = []
  const placeOfItem = (item: WireItem): Place => known.places.find(item, places)
  const needsPlace = batch.sites.map(({ shields }) => hasLateShields(shields))
  const needsNetwork = batch.sites.map(({ shields }) => shields.network.length > 0)
  const events: ItemEvent[] = []
  const verdicts: [number, Verdict][] = []
  const crawlers: CrawlerCount[] = []
  const pageRequests: PageRequest[] = []
  const outcomes: OutcomeCount[] = [...batch.outcomes]
  for (const [index, item] of batch.items.entries()) {
    const site = batch.sites[item.site]!
    const device = hasFacts(item) ? known.deviceOf(item.userAgent) : noDevice
    // Most sites block no country: the place is then only looked up for events that begin a visit.
    const isOfAddress = item.ip !== ''
    const place = needsPlace[item.site] && isOfAddress ? placeOfItem(item) : undefined
    const network = needsNetwork[item.site] && isOfAddress ? known.networks.find(item) : null
    const shields = isOfAddress ? site.shields : withoutAddresses(site.shields)
    const drop = findLateDrop(item, shields, lateFacts(device, place, network))
    if (drop) {
      verdicts.push([index, drop.reason])
      outcomes.push({ siteId: site.id, hour: hourOf(item.at), reason: drop.reason, count: 1 })
      if (device.crawler !== null && item.name !== engagementName) {
        const day = known.localDayOf(site.timezone, item.at)
        crawlers.push({ siteId: site.id, day, crawler: device.crawler, page: item.pathname, count: 1 })
      }
    } else {
      if (item.report) pageRequests.push(toPageRequest(known, item, site, device, place ?? placeOfItem(item)))
      if (item.report === 'request') continue
      events.push(toEvent(known, index, item, site, () => toDimensions(item, device, place ?? placeOfItem(item))))
    }
  }
  return { events, outcomes, verdicts, crawlers, pageRequests: sumPageRequests(pageRequests), places }
}

/** The request of a page that a kit served; a page that it counted is ahead of the script. */
function toPageRequest(
  { localDayOf }: Known,
  { at, pathname, report, userAgent }: WireItem,
  site: WireSite,
  { browser }: Device,
  { country }: Place,
): PageRequest {
  return {
    siteId: site.id,
    day: localDayOf(site.timezone, at),
    page: pathname,
    browser: browser ?? '',
    country: country ?? '',
    // Programs run no scripts: pages that they ask for are pageviews of the kit alone.
    requests: isBrowserAgent(userAgent) ? 1 : 0,
    countedAhead: report === 'page' ? 1 : 0,
  }
}

/** True unless a program sent the event and said nothing of an agent (spec/ingestion 23.1). */
const hasFacts = ({ sent, userAgent }: WireItem): boolean => sent === undefined || userAgent !== ''

const noDevice: KnownDevice = {
  device: null,
  browser: null,
  browserVersion: null,
  os: null,
  osVersion: null,
  isBot: false,
  crawler: null,
}

/** The rules about an event of which no address is known: rules about addresses do not hold for it. */
const withoutAddresses = (shields: SiteShields): SiteShields => ({ ...shields, country: [], network: [] })

function findLateDrop(item: WireItem, shields: SiteShields, facts: LateFacts) {
  const { at, name, hostname, pathname, userAgent, ip, ipType, report = null } = item
  const url = { hostname, pathname }
  return findDrop('facts', {
    submission: { name, url, referrerHost: '', userAgent, ip, ipType, receivedAtMs: at * 1000, report },
    site: { shields },
    facts,
  })
}

/** The ids of an event's visitor, under the salts of its day and of the day before. */
function visitorOf(
  { salts, rootOf }: Known,
  { at, hostname, domain, userAgent, ip, sent }: WireItem,
): Pick<ItemEvent, 'visitorId' | 'previousVisitorId'> {
  const told = sent?.visitor ?? 'of request'
  if (told === 'none') return { visitorId: null, previousVisitorId: null }
  if (told !== 'of request') return { visitorId: told.id, previousVisitorId: told.previousId }
  const { current, previous } = salts.pairAt(at)
  const root = rootOf(hostname)
  const idUnder = (salt: Buffer) => visitorId(salt, userAgent, ip, domain, hostname, root).toString()
  return { visitorId: idUnder(current), previousVisitorId: previous && idUnder(previous) }
}

function toEvent(known: Known, index: number, item: WireItem, site: WireSite, dimensions: () => Dimensions): ItemEvent {
  const { at, hostname, sent } = item
  return {
    item: index,
    siteId: site.id,
    timezone: site.timezone,
    stripe: item.stripe,
    at,
    ...visitorOf(known, item),
    importId: null,
    ...(sent
      ? { sentId: sent.id, isOrdered: sent.isOrdered }
      : { reporter: item.report === 'page' ? 'kit' : 'script' }),
    name: item.name,
    hostname,
    homeHostname: site.homeHostname,
    pathname: item.pathname,
    interactive: item.interactive,
    props: item.props,
    scrollDepth: item.scrollDepth,
    engagementTimeMs: item.engagementTimeMs,
    revenue: item.revenue,
    dimensions,
  }
}

function toDimensions(item: WireItem, device: Device, place: Place): Dimensions {
  const { hostname, referrerHost: host, referrerPath: path, query } = item
  const found = findSource({
    hostname,
    referrer: host === null ? null : { text: host + path, host, path },
    query: query === null ? noQuery : new Map(JSON.parse(query) as [string, string][]),
  })
  return [
    found.referrer,
    found.source,
    findChannel(found),
    found.utmSource,
    found.utmMedium,
    found.utmCampaign,
    found.utmContent,
    found.utmTerm,
    found.clickId,
    place.country,
    place.region,
    place.city,
    device.device,
    device.browser,
    device.browserVersion,
    device.os,
    device.osVersion,
  ]
}
