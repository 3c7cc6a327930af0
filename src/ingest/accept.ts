// The write path, top to bottom: submission -> sites and early drops -> lane -> thread -> committed (or spooled) ->
// answered. A 202 means: in the database, or in the fsynced spool of this machine; never "will be" (spec/ingestion
// 20).
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/pool.ts'
import type { SchemaWatch } from '../db/schema-watch.ts'
import type { FieldErrors } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { Salts } from '../registry/salts.ts'
import { findDrop } from '../rules/drops.ts'
import { domainKey } from '../rules/host.ts'
import { isSignedBy, readKitClient } from '../rules/kit-client.ts'
import { placeOf } from '../rules/place.ts'
import { convertAmount } from '../rules/revenue.ts'
import { stripeCount, stripeOf } from '../rules/stripe.ts'
import { parseSubmission, type Submission } from '../rules/submission.ts'
import type { Telemetry } from '../telemetry.ts'
import { type AddressSigns, createAddressSigns, type SeenRequest } from './address-signs.ts'
import { type ArrivalSigns, createArrivalSigns } from './arrival-signs.ts'
import { type BatchItem, type BatchResult, resultOf, type Sender, senderOf } from './batch.ts'
import { createContents } from './contents.ts'
import { type CrawlerCounts, createCrawlerCounts } from './crawler-counts.ts'
import { type EventRevenue, hourOf } from './event.ts'
import { createGeoFile, createNetworkFile, type GeoFile, openGeo } from './geo.ts'
import { createHostSpellings, type HostSpellings, needsSpelling, type SpelledHosts } from './host-spellings.ts'
import { createLanes, type Entry, type Lanes, type Settle, type Way } from './lanes.ts'
import { createOperatorFiles, type OperatorFiles } from './operator-files.ts'
import { createPlaceNames, type PlaceNames } from './place-names.ts'
import { createReplay } from './replay.ts'
import { createSpools, type Spools } from './spools.ts'
import { createThreads, type Threads } from './threads.ts'
import { domainOf, readVisitAsked, type VisitAsked, visitOf } from './visit-tokens.ts'
import { type DomainsWay, partOf, settleOnce, waysOf } from './ways.ts'
import type { SentItem } from './wire.ts'

/** The request as the edge knows it: the only place besides Submission that holds an address or a user agent. */
export interface Envelope {
  readonly body: Buffer
  readonly userAgent: string
  readonly ip: string
  readonly ipType: string | null
  /** The signed word of a kit about the visitor, as it was sent. */
  readonly kitClient?: string | undefined
  readonly receivedAtMs: number
  /** True for the picture without JavaScript, which a site counts only if it is set to. */
  readonly isPixel?: boolean
  /** True if the address of the request says that the visitor agreed to campaign data. */
  readonly hasConsent?: boolean
  /** The request itself, for signs of a proxy; nothing of it is kept. */
  readonly request?: SeenRequest
  /** True if a trusted header named the address. */
  readonly isNamed?: boolean
}

export type Accepted =
  | { readonly status: 202; readonly dropped: number }
  /** The script asked for a visit token (spec/ingestion 23.2). */
  | { readonly status: 200; readonly visit: string }
  | { readonly status: 400; readonly errors: FieldErrors }
  | { readonly status: 503; readonly retryAfterSeconds: number }

export interface Ingest {
  accept(envelope: Envelope): Promise<Accepted>
  /** The same with a callback. The route uses it, since it saves a promise for each request. */
  submit(envelope: Envelope, answer: (accepted: Accepted) => void): void
  /**
   * Takes events that programs send, and answers about each, in their order (spec/ingestion 23.1). `refused`: nothing
   * of them was taken, and they have to come again.
   */
  takeBatch(items: readonly BatchItem[]): Promise<readonly BatchResult[] | 'refused'>
  /**
   * A visit token for the visitor behind a request; undefined while no salt is known (spec/ingestion 23.2). `hostname`:
   * of the page.
   */
  visitOf(visitor: VisitAsked): string | undefined
  /** Why events cannot be taken in at the moment, or undefined. */
  health(): string | undefined
  /** The country of an address, by the same file as the country of events. */
  countryOf(ip: string): string | null
  /** The database of networks, as it describes itself; undefined without a file that can be read. */
  networks(): { readonly source: string; readonly date: Date } | undefined
  /** Watches the addresses that visitors count for. */
  readonly addresses: Pick<AddressSigns, 'flush'>
  /** Requests from pages of sites that did not become events. */
  readonly arrivals: Pick<ArrivalSigns, 'script' | 'isLoadedLocally' | 'flush'>
  /** Submissions waiting in all lanes. */
  depth(): number
  /** Brings the gauges up to date. */
  report(): void
  /** Finishes the batches in flight. What waits in the spool stays there for the next start. */
  stop(): Promise<void>
}

/** Seconds after which a client that was answered 503 may come again. */
const retryAfterSeconds = 5

const notReady: Accepted = { status: 503, retryAfterSeconds }

export interface IngestOptions {
  readonly config: Pick<
    Config,
    | 'databaseUrl'
    | 'ingestLanes'
    | 'ingestBatchMax'
    | 'ingestBatchIntervalMs'
    | 'ingestQueueMax'
    | 'spoolDir'
    | 'dataDir'
    | 'spoolBytesMax'
    | 'geoDatabase'
    | 'spamReferrersFile'
    | 'currencyRatesFile'
  > &
    Partial<Pick<Config, 'citusDirect' | 'asnDatabase'>>
  readonly directory: Pick<Directory, 'find' | 'findById' | 'isReady' | 'layout'>
  readonly salts: Pick<Salts, 'known'>
  /** The secret by which kits of a site sign. Missing: no kit is believed. */
  readonly kitSecret?: (site: SiteView) => string
  readonly log: Log
  readonly telemetry?: Telemetry
  readonly clock?: Clock
  /** The database has moved on to a newer schema: from then on everything is refused (db/schema-watch). */
  readonly schema?: Pick<SchemaWatch, 'newer' | 'look'>
  /** For refreshing rollups after a replay, and for names of places. */
  readonly db?: Database
}

/** A running write path: its pieces, and that it is stopping. */
interface Intake {
  readonly options: IngestOptions
  readonly directory: IngestOptions['directory']
  readonly salts: IngestOptions['salts']
  readonly telemetry: Telemetry | undefined
  readonly geo: GeoFile
  readonly networks: GeoFile
  readonly files: OperatorFiles
  readonly threads: Threads
  readonly spools: Spools
  readonly placeNames: PlaceNames
  readonly crawlers: CrawlerCounts
  readonly addresses: AddressSigns
  readonly arrivals: ArrivalSigns
  readonly spellings: HostSpellings
  readonly lanes: Lanes
  isStopping: boolean
}

/**
 * Starts the write path. An absent database is no error: the spool takes what can be enriched (spec/ingestion 20.2).
 */
export async function createIngest(options: IngestOptions): Promise<Ingest> {
  const intake = await startIntake(options)
  const { salts, telemetry, geo, networks, threads, spools, lanes } = intake
  const lookup = openGeo()
  telemetry?.onRead(() => telemetry.geoDate.set((geo.date()?.getTime() ?? Number.NaN) / 1000))
  const submit: Ingest['submit'] = (envelope, answer) => takeIn(intake, envelope, answer)
  return {
    submit,
    accept: (envelope) => new Promise((resolve) => submit(envelope, resolve)),
    takeBatch: (items) => takeBatch(intake, items),
    visitOf: (asked) => tokenFor(intake, asked),
    health() {
      if (salts.known().length === 0) return 'no salt is known'
      return threads.areThere() ? undefined : 'ingest threads are missing'
    },
    countryOf(ip) {
      lookup.use(geo.current())
      return placeOf(lookup.find(ip), null).country
    },
    networks() {
      const [source, date] = [networks.source(), networks.date()]
      return source === undefined || date === undefined ? undefined : { source, date }
    },
    addresses: intake.addresses,
    arrivals: intake.arrivals,
    depth: () => lanes.depths().reduce((sum, depth) => sum + depth, 0),
    report() {
      for (const [lane, depth] of lanes.depths().entries()) telemetry?.laneDepth.set({ lane: String(lane) }, depth)
      telemetry?.spoolBytes.set(spools.bytes())
    },
    stop: () => stopIntake(intake),
  }
}

async function startIntake(options: IngestOptions): Promise<Intake> {
  const { config, directory, salts, log, telemetry, db, clock = systemClock } = options
  if (stripeCount % config.ingestLanes !== 0)
    throw new RangeError(`lanes must divide ${stripeCount}, not ${config.ingestLanes}`)
  const geo = await createGeoFile({ path: config.geoDatabase, dataDir: config.dataDir, log })
  const networks = await createNetworkFile({ path: config.asnDatabase, log })
  const files = await createOperatorFiles({
    spamReferrers: config.spamReferrersFile,
    currencyRates: config.currencyRatesFile,
    dataDir: config.dataDir,
    log,
  })
  const threads = createThreads({
    databaseUrl: config.databaseUrl,
    isDirect: config.citusDirect ?? true,
    lanes: config.ingestLanes,
  })
  const { replay, onEmpty } = createReplay({
    threads,
    partOf: (siteId, stripe) => partOf(directory, directory.findById(siteId), stripe),
    isReady: () => directory.isReady(),
    db,
    clock,
    log,
  })
  const spools = await createSpools({
    folder: config.spoolDir,
    bytesMax: config.spoolBytesMax,
    log,
    replay,
    onEmpty,
  })
  const placeNames = createPlaceNames({ db, log })
  const crawlers = createCrawlerCounts({ db, log })
  const signing = { db: db?.write, directory, clock, log }
  const addresses = createAddressSigns({ ...signing, geo: () => geo.current(), networks: () => networks.current() })
  const arrivals = createArrivalSigns(signing)
  const spellings = createHostSpellings(db?.write)
  const lanes = createLanes({
    lanes: config.ingestLanes,
    batchMax: config.ingestBatchMax,
    queueMax: config.ingestQueueMax,
    intervalMs: config.ingestBatchIntervalMs,
    threads,
    spools,
    salts: () => salts.known(),
    geo: () => geo.current(),
    networks: () => networks.current(),
    onPlaces: placeNames.learn,
    onCrawlers: crawlers.add,
    onOtherSchema: () => options.schema?.look(),
    now: () => clock.now(),
    log,
    telemetry,
  })
  const pieces = { geo, networks, files, threads, spools, placeNames, crawlers, addresses, arrivals, spellings, lanes }
  return { options, directory, salts, telemetry, ...pieces, isStopping: false }
}

async function stopIntake(intake: Intake): Promise<void> {
  intake.isStopping = true
  await intake.lanes.drain()
  await intake.placeNames.drain()
  await intake.crawlers.stop()
  await Promise.all([intake.addresses.stop(), intake.arrivals.stop()])
  await intake.spools.stop()
  await Promise.all([intake.threads.stop(), intake.geo.stop(), intake.networks.stop(), intake.files.stop()])
}

type Answer = (accepted: Accepted) => void

/** One request: checks the body, spells its hosts where they have several spellings, and puts it into lanes. */
function takeIn(intake: Intake, envelope: Envelope, answer: Answer): void {
  const parsed = parseSubmission(envelope.body, envelope)
  if (!parsed.ok) {
    const asked = readVisitAsked(envelope)
    if (asked) {
      const visit = tokenFor(intake, asked)
      answer(visit === undefined ? notReady : { status: 200, visit })
      return
    }
    if (envelope.request) intake.arrivals.refused(envelope.request.headers, envelope.body, parsed.errors)
    answer({ status: 400, errors: parsed.errors })
    return
  }
  parsed.submission.isFromBrowser = true
  const submission = behindKit(intake, parsed.submission, envelope)
  watch(intake, submission, envelope, submission !== parsed.submission)
  if (needsSpelling(submission))
    spellFor(intake, submission).then((spelled) => enter(intake, submission, answer, spelled))
  else enter(intake, submission, answer)
}

/** Looks at the way that a submission came, and at sites that it should have named. */
function watch(
  { addresses, arrivals }: Intake,
  submission: Submission,
  envelope: Envelope,
  isBehindKit: boolean,
): void {
  const { request, isNamed = false } = envelope
  arrivals.event(submission)
  if (request) addresses.see(submission, { request, isNamed, isBehindKit })
}

/**
 * A submission as the kit of its sites says who sent it. Every site that it names has to know the kit; otherwise the
 * request's own address and agent stand (spec/ingestion 6.6).
 */
function behindKit(intake: Intake, submission: Submission, envelope: Envelope): Submission {
  const client = clientOf(intake, submission.domains, envelope)
  if (client === envelope) return submission
  // Only scripts say a version: a signed event with one was carried.
  return { ...submission, ...client, report: submission.claim, isFromBrowser: submission.trackerVersion > 0 }
}

type Client = Pick<Envelope, 'ip' | 'ipType' | 'userAgent'>

/** The visitor behind a request: as a kit of all these domains signed it, else the request itself. */
function clientOf<Asked extends Client & Pick<Envelope, 'kitClient' | 'receivedAtMs'>>(
  { options, directory }: Intake,
  domains: readonly string[],
  asked: Asked,
): Asked | Client {
  const { kitSecret } = options
  const { kitClient, receivedAtMs } = asked
  const client = kitSecret && kitClient !== undefined ? readKitClient(kitClient) : undefined
  if (!kitSecret || !client) return asked
  const isKnown = (domain: string): boolean => {
    const site = directory.find(domain)
    return site !== undefined && isSignedBy(kitSecret(site), client, receivedAtMs)
  }
  return domains.every(isKnown) ? { ip: client.ip, userAgent: client.userAgent, ipType: null } : asked
}

type Spelled = ReadonlyMap<number, SpelledHosts>

/** The hosts of a submission as each of its sites spells them, by the site's id. */
async function spellFor({ directory, spellings }: Intake, submission: Submission): Promise<Spelled> {
  const hosts = { hostname: submission.url.hostname, referrer: submission.referrer }
  const sites = new Set(submission.domains.flatMap((domain) => directory.find(domain) ?? []))
  const spelled = Array.from(sites, async (site) => [site.id, await spellings.spellAll(site, hosts)] as const)
  return new Map(await Promise.all(spelled))
}

/** Puts a submission into the lanes of its sites, or refuses it. */
function enter(intake: Intake, submission: Submission, answer: Answer, spelled?: Spelled): void {
  const { directory, lanes } = intake
  const stripe = stripeOf(submission.ip)
  const ways = isReady(intake) ? waysOf(directory, submission.domains, stripe) : []
  const cause = refusalOf(intake, ways)
  if (cause !== undefined) {
    intake.telemetry?.ingestRefused.inc({ cause })
    answer(notReady)
    return
  }
  const settle = settleOnce(ways.length, (dropped) =>
    answer(dropped === 'refused' ? notReady : { status: 202, dropped }),
  )
  for (const way of ways)
    lanes.enter(way, settle, (entry) => addEvents(intake, submission, stripe, way.domains, entry, spelled))
}

/** An item of a batch that its words allow, on its way. */
interface Going {
  readonly at: number
  readonly submission: Submission
  readonly sender: Sender
  readonly way: DomainsWay
}

/** Takes a batch: all of its items that their words allow, or none. */
async function takeBatch(intake: Intake, items: readonly BatchItem[]): Promise<readonly BatchResult[] | 'refused'> {
  if (!isReady(intake)) return 'refused'
  const { directory, salts, lanes, spools } = intake
  const results: BatchResult[] = []
  const going: Going[] = []
  const spelled = new Map<Submission, Promise<Spelled>>()
  for (const [at, item] of items.entries()) {
    const { siteId, text, ip, userAgent, atMs } = item
    const domains = [domainKey(directory.findById(siteId)?.domain ?? '')]
    const context = { userAgent: userAgent ?? '', ip: ip ?? '', ipType: null, receivedAtMs: atMs, domains }
    const parsed = parseSubmission(text, context)
    if (!parsed.ok) {
      results[at] = { status: 'refused', errors: parsed.errors }
      continue
    }
    const { submission } = parsed
    const sender = senderOf(item, salts.known())
    const [way] = waysOf(directory, domains, sender.stripe)
    going.push({ at, submission, sender, way: way! })
    if (needsSpelling(submission)) spelled.set(submission, spellFor(intake, submission))
  }
  const hosts = new Map(await Promise.all(Array.from(spelled, async ([one, found]) => [one, await found] as const)))
  const ways = new Set(going.map(({ way }) => way.lane))
  if (going.some(({ way }) => lanes.isFull(way)) || (ways.size > 1 && spools.isNearlyFull())) return 'refused'
  const settled = going.map(
    ({ at, submission, sender: { sent, stripe }, way }) =>
      new Promise<boolean>((resolve) => {
        const settle: Settle = (dropped, verdict) => {
          results[at] = resultOf(verdict)
          resolve(dropped !== 'refused')
        }
        lanes.enter(way, settle, (entry) =>
          addEvents(intake, submission, stripe, way.domains, entry, hosts.get(submission), sent),
        )
      }),
  )
  return (await Promise.all(settled)).every((isIn) => isIn) ? results : 'refused'
}

/** A visit token; undefined while no salt is known. */
const tokenFor = (intake: Intake, asked: VisitAsked): string | undefined =>
  isReady(intake) ? visitOf(intake, asked, clientOf(intake, [domainOf(asked.domain)], asked)) : undefined

/** Until the registry and the salts were read once, the site of an event is unknown. */
const isReady = ({ options, directory, salts, isStopping }: Intake): boolean =>
  !isStopping && options.schema?.newer() === undefined && directory.isReady() && salts.known().length > 0

/** Why a submission cannot go these ways now; undefined when it can. */
function refusalOf({ lanes, spools }: Intake, ways: readonly Way[]): 'not_ready' | 'lane_full' | 'spool' | undefined {
  if (ways.length === 0) return 'not_ready'
  if (ways.some(lanes.isFull)) return 'lane_full'
  return ways.length > 1 && spools.isNearlyFull() ? 'spool' : undefined
}

/**
 * Adds to an entry, for each of these domains of the submission, its event or the reason why the event is dropped.
 * `sent`: a program sent it, for the one site of its domains.
 */
function addEvents(
  { directory, files }: Intake,
  submission: Submission,
  stripe: number,
  domains: readonly string[],
  entry: Entry,
  spelled: Spelled | undefined,
  sent?: SentItem,
): void {
  const at = submission.receivedAtMs / 1000
  const drop =
    findDrop('submission', { submission })?.reason ??
    (files.isSpamHost(submission.referrerHost) ? 'spam_referrer' : undefined)
  const contents = createContents(submission)
  for (const domain of domains) {
    const site = directory.find(domain)
    const reason = drop ?? findDrop('site', { submission, site })?.reason
    if (reason !== undefined || site === undefined) {
      entry.addDrop(site?.id ?? 0, hourOf(at), reason ?? 'not_found')
      continue
    }
    const { pathname, props, query, isReferrerCut } = contents(site)
    const { hostname, referrer } = spelled?.get(site.id) ?? {
      hostname: submission.url.hostname,
      referrer: submission.referrer,
    }
    entry.addItem(site, {
      stripe,
      at,
      name: submission.name,
      hostname,
      pathname,
      domain,
      props,
      interactive: submission.interactive,
      scrollDepth: submission.scrollDepth,
      engagementTimeMs: submission.engagementTimeMs,
      userAgent: submission.userAgent,
      ip: submission.ip,
      ipType: submission.ipType,
      referrerHost: referrer?.host ?? null,
      referrerPath: isReferrerCut ? '' : (referrer?.path ?? ''),
      query,
      revenue: revenueOf(submission, site, files),
      report: submission.report,
      ...(sent && { sent }),
    })
  }
}

/** The revenue of an event when the site has a goal that says so (spec/ingestion 17). */
function revenueOf(
  { revenue, name }: Submission,
  site: SiteView,
  files: Pick<OperatorFiles, 'currencyRates'>,
): EventRevenue | null {
  const currency = revenue === null ? undefined : site.revenueGoals.get(name)
  if (revenue === null || currency === undefined) return null
  const amount = convertAmount(revenue.amount, revenue.currency, currency, files.currencyRates())
  return {
    sourceAmount: revenue.amount,
    sourceCurrency: revenue.currency,
    amount,
    currency: amount === null ? null : currency,
  }
}
