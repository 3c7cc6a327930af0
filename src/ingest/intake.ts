// The pieces of a running write path: how they start and stop.
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/pool.ts'
import type { SchemaWatch } from '../db/schema-watch.ts'
import type { Log } from '../log.ts'
import type { Directory, SiteView } from '../registry/directory.ts'
import type { Salts } from '../registry/salts.ts'
import { stripeCount } from '../rules/stripe.ts'
import type { Telemetry } from '../telemetry.ts'
import { type AddressSigns, createAddressSigns } from './address-signs.ts'
import { type ArrivalSigns, createArrivalSigns } from './arrival-signs.ts'
import { type CrawlerCounts, createCrawlerCounts } from './crawler-counts.ts'
import { createGeoFile, createNetworkFile, type GeoFile } from './geo.ts'
import { createHostSpellings, type HostSpellings } from './host-spellings.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { createOperatorFiles, type OperatorFiles } from './operator-files.ts'
import { createPlaceNames, type PlaceNames } from './place-names.ts'
import { createReplay } from './replay.ts'
import { createSpools, type Spools } from './spools.ts'
import { createThreads, type Threads } from './threads.ts'
import { partOf } from './ways.ts'

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
export interface Intake {
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

/** Starts the pieces of the write path. */
export async function startIntake(options: IngestOptions): Promise<Intake> {
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

export async function stopIntake(intake: Intake): Promise<void> {
  intake.isStopping = true
  await intake.lanes.drain()
  await intake.placeNames.drain()
  await intake.crawlers.stop()
  await Promise.all([intake.addresses.stop(), intake.arrivals.stop()])
  await intake.spools.stop()
  await Promise.all([intake.threads.stop(), intake.geo.stop(), intake.networks.stop(), intake.files.stop()])
}

/** Until the registry and the salts were read once, the site of an event is unknown. */
export const isReady = ({ options, directory, salts, isStopping }: Intake): boolean =>
  !isStopping && options.schema?.newer() === undefined && directory.isReady() && salts.known().length > 0
