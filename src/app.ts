// Builds every long-lived object in order and stops them in reverse: the only place that knows all parts.

import { crontab } from '../workers/crontab.ts'
import { createTasks } from '../workers/tasks.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { createPools, type Database, isDatabaseAway } from './db/pool.ts'
import { findPooler } from './db/pooler.ts'
import { type SchemaWatch, watchSchema } from './db/schema-watch.ts'
import { Failure } from './failure.ts'
import { bindRoutes } from './http/access.ts'
import { basePathOf, ownPathAt } from './http/base-path.ts'
import { createCaller } from './http/caller.ts'
import { openRoute } from './http/definition.ts'
import { createOidc } from './http/oidc.ts'
import { openApiRoutes } from './http/openapi.ts'
import { assetsPath, createPages } from './http/page.ts'
import { apiRoutes } from './http/routes/api.ts'
import { eventsRoute } from './http/routes/events.ts'
import { type Check, healthRoutes, type MetricsReaders } from './http/routes/health.ts'
import { pageRoutes } from './http/routes/pages/pages.ts'
import { showFallback } from './http/routes/pages/service.ts'
import type { Services } from './http/routes/services.ts'
import { createTrackerRoutes } from './http/routes/tracker.ts'
import { wellKnownRoutes } from './http/routes/well-known.ts'
import { createHttpServer, type ServerOptions } from './http/server.ts'
import { createBrowserSessions } from './http/session.ts'
import { createImporter } from './imports/importer.ts'
import { createUploadFiles, type UploadFiles } from './imports/upload-files.ts'
import { createIngest, type Ingest } from './ingest/accept.ts'
import { startGeoUpdates } from './ingest/geo-update.ts'
import { createLog, type Log } from './log.ts'
import { projectPath } from './paths.ts'
import { createDirectory, type Directory } from './registry/directory.ts'
import { findMailLanguage } from './registry/mail-languages.ts'
import type { Cost } from './registry/passwords.ts'
import { createRegistry, type Registry } from './registry/registry.ts'
import { createSalts } from './registry/salts.ts'
import { writeAddressNotice, writeConfirmation, writeInvitation } from './reports/letter.ts'
import { createMailer, type Mailer } from './reports/mailer.ts'
import { createReports, type Reports } from './reports/reports.ts'
import { createResets } from './reports/resets.ts'
import { networkOf, normaliseIp, parseProxies, resolveGuessIp } from './rules/client-ip.ts'
import type { Language } from './rules/languages.ts'
import { createLive } from './stats/live.ts'
import { createOverview } from './stats/overview.ts'
import { createLastEvent, createPropertyKeys } from './stats/property-keys.ts'
import { createSiteData } from './stats/site-facts.ts'
import { createStats, type Stats } from './stats/stats.ts'
import { createTraffic } from './stats/traffic.ts'
import { createWatching } from './stats/watch.ts'
import { createTelemetry, type Telemetry } from './telemetry.ts'
import { exportRows } from './upkeep/export.ts'
import { createGauges } from './upkeep/gauges.ts'
import { createTaskRunner } from './upkeep/runner.ts'
import { changeSettings } from './upkeep/settings.ts'
import { getSiteById } from './upkeep/sites.ts'

/** How long open requests may go on after SIGTERM; batches and tasks have the rest of the 10 seconds. */
const stopRequestsMs = 5_000

/** How often an absent database is tried again at start. */
const prepareAgainMs = 1_000

export interface App {
  /** Where the server listens; undefined for an app without one. */
  readonly url: string | undefined
  readonly db: Database
  readonly directory: Directory
  readonly registry: Registry
  readonly ingest: Ingest | undefined
  readonly log: Log
  /** Resolves when the database has the schema of a newer version: this process has to end. */
  readonly outdated: Promise<void>
  stop(): Promise<void>
}

export interface Parts {
  /** Answer HTTP; without it the tasks answer health and metrics on WORK_PORT, if that is set. */
  readonly http: boolean
  /** Run background tasks. */
  readonly tasks: boolean
}

/**
 * Runs the work that needs the database. When the database is away the service starts without: it answers 503 where it
 * must, and the work is tried again until it succeeds (issue: unreachable at start). Any other error is thrown.
 */
async function prepareNowOrLater(work: () => Promise<void>, log: Log): Promise<{ stop(): Promise<void> }> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const attempt = async () => {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.warn({ err: error }, 'the database cannot be reached; trying again')
      if (!stopped) timer = setTimeout(again, prepareAgainMs)
    }
  }
  const again = () => {
    running = attempt().catch((error) => log.fatal({ err: error }, 'the database cannot be used'))
  }
  await attempt()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Connections of the tasks of a process, three of which run at once. */
const taskConnections = 6

/** How the connections of a process are divided: half for statistics, the rest for pages, management and sign-in. */
const sharesOf = (connections: number) => {
  const statisticsConnections = Math.max(2, Math.floor(connections / 2))
  return { statisticsConnections, connectionsMax: connections - statisticsConnections }
}

interface Overrides {
  readonly clock?: Clock
  readonly log?: Log
  readonly webFolder?: string
  readonly passwordCost?: Cost
}

/** A process from its start to its end: what every part needs, and what is undone at the end, last first. */
interface Running {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly telemetry: Telemetry
  readonly db: Database
  readonly uploadFiles: UploadFiles
  readonly releasers: (() => Promise<void>)[]
  isStopping: boolean
  areTasksRunning: boolean
  /** Why the database is reached through a pooler that cannot be used; undefined: it is not. */
  pooler: string | undefined
  reports: Reports | undefined
}

/** Parts on top of the database that pages, statistics and tasks share. */
interface Planes {
  readonly schema: SchemaWatch
  readonly directory: Directory
  readonly registry: Registry
  readonly stats: Stats
  readonly mailer: Mailer | undefined
}

const openDatabase = (config: Config, log: Log): Database =>
  createPools({
    databaseUrl: config.databaseUrl,
    readDatabaseUrl: config.readDatabaseUrl,
    readLagMaxSeconds: config.readLagMaxSeconds,
    onReplicaChange: (isUsable, reason) =>
      log.warn(
        { reason },
        isUsable ? 'the read replica answers again' : 'the read replica is not asked; the primary answers',
      ),
    ...sharesOf(config.databaseConnectionsMax),
    onError: (error) => log.warn({ err: error }, 'an idle database connection failed'),
  })

/** Runs the background tasks. They have connections of their own, so that pages never wait for a rollup. */
async function startTasks(running: Running): Promise<void> {
  const { config, clock, log, telemetry, releasers } = running
  const { databaseUrl, dataDir, geoDatabase, spamReferrersFile } = config
  const db = createPools({ databaseUrl, connectionsMax: taskConnections, applicationName: 'tidemark work' })
  releasers.push(() => db.stop())
  const { sites, uploads } = createRegistry({ db, config, clock })
  const expiryHours = config.domainExpiryHours
  const expireDomains = expiryHours === undefined ? undefined : () => sites.expireDomains(expiryHours)
  const stopping = new AbortController()
  const context = { dataDir, geoDatabase, spamReferrersFile }
  const importer = createImporter({ db, databaseUrl, uploads, files: running.uploadFiles, context, log })
  const taskList = createTasks({
    db,
    log,
    clock,
    importer,
    stopping: stopping.signal,
    expireDomains,
    reports: () => running.reports,
  })
  const runner = await createTaskRunner({ databaseUrl, taskList, crontab, log, telemetry })
  running.areTasksRunning = true
  releasers.push(async () => {
    stopping.abort()
    await importer.stop()
    await runner.stop()
  })
}

/** Makes the database ready, then starts the tasks where they are wanted. Behind a pooler neither is done. */
async function prepareDatabase(running: Running, parts: Parts): Promise<void> {
  const { config, log } = running
  running.pooler = await findPooler(config.databaseUrl)
  if (running.pooler !== undefined) return log.error(running.pooler)
  if (config.migrateOnStart) {
    const { applied } = await migrate(config.databaseUrl, { parts: config.citusParts })
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
  }
  if (parts.tasks) await startTasks(running)
}

/** Directory, registry, statistics and mail; with tasks, the reports that these send. */
async function startPlanes(running: Running, parts: Parts, schema: SchemaWatch, passwordCost?: Cost): Promise<Planes> {
  const { config, clock, log, telemetry, db, releasers } = running
  const directory = await createDirectory({ db, databaseUrl: config.databaseUrl, log })
  releasers.push(() => directory.stop())
  const registry = createRegistry({ db, directory, config, clock, passwordCost })
  const reading = { db, clock, statementTimeoutMs: config.statementTimeoutMs }
  const stats = createStats({ ...reading, log, telemetry })
  const mailer = config.smtpUrl ? createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }) : undefined
  if (parts.tasks) {
    running.reports = createReports({
      db,
      log,
      directory,
      stats,
      recipients: registry.recipients,
      watching: createWatching(reading),
      mailer,
      allowsPrivateWebhooks: config.webhooksToPrivate,
      baseUrl: config.baseUrl,
    })
  }
  return { schema, directory, registry, stats, mailer }
}

/** Routes of health and metrics. Checks of a rare case are shown only when they fail. */
function healthOf(running: Running, { schema }: Planes, checks: readonly Check[], metricsFor?: MetricsReaders) {
  const { telemetry } = running
  const rare = (name: string, reason: () => string | undefined): Check => ({
    name,
    isShown: 'failing',
    run: async () => reason(),
  })
  return healthRoutes({
    ...(metricsFor ? { metricsFor } : {}),
    metrics: { render: telemetry.render, contentType: telemetry.registry.contentType },
    checks: [
      { name: 'database', run: async () => void (await running.db.write.query('select 1')) },
      ...checks,
      rare('pooler', () => running.pooler),
      rare('schema', () => (schema.newer() === undefined ? undefined : 'of a newer version')),
      rare('stopping', () => (running.isStopping ? 'the process is stopping' : undefined)),
    ],
  })
}

/** Listens on a port; answers the address. */
async function listen(
  running: Running,
  port: number,
  answering: Pick<ServerOptions, 'routes' | 'rawHandlers' | 'fallbackPage'>,
): Promise<string> {
  const { config, clock, log, telemetry, db, releasers } = running
  const isTrustedProxy = parseProxies(config.trustedProxies)
  const basePath = basePathOf(config.baseUrl)
  const taken = ownPathAt(
    basePath,
    [...answering.routes, ...answering.rawHandlers].map(({ path }) => path),
  )
  if (taken !== undefined)
    throw new Failure(400, `BASE_URL cannot have the path ${basePath}: the service has ${taken} itself`)
  telemetry.onRead(createGauges({ db, telemetry, clock }))
  telemetry.onRead(() => telemetry.reportTurns(db.turns?.()))
  const server = createHttpServer({
    ...answering,
    clientIp: ({ headers, socket }) =>
      resolveGuessIp({ headers, peer: socket.remoteAddress, isTrustedProxy, areNamed: config.areProxiesNamed }),
    isDatabaseAway,
    log,
    telemetry,
    connectionsMax: config.httpConnectionsMax,
    shareAddressOf: (peer) => (isTrustedProxy(normaliseIp(peer)) ? undefined : networkOf(normaliseIp(peer))),
    drainMs: config.httpDrainMs,
    basePath,
    requestTimeoutMs: config.httpRequestTimeoutMs,
    headerBytesMax: config.httpHeaderBytesMax,
  })
  releasers.push(() => server.stop(stopRequestsMs))
  const listening = await server.listen(port, config.host)
  log.info({ port: listening, baseUrl: config.baseUrl, lanes: config.ingestLanes }, 'tidemark is ready')
  return `http://localhost:${listening}`
}

/** Senders of single mails; all undefined where no mail goes out. */
function sendersOf({ config, log, db }: Running, { registry, mailer }: Planes) {
  if (!mailer)
    return {
      sendReset: undefined,
      sendInvitation: undefined,
      sendConfirmation: undefined,
      sendAddressNotice: undefined,
    }
  const { oneTimeLinks: links, limits } = registry
  return {
    sendReset: createResets({ links, limits, mailer, baseUrl: config.baseUrl, log }),
    sendInvitation: async ({
      email,
      teamId,
      ...invitation
    }: {
      email: string
      teamId: number
      to: string
      url: string
    }) => mailer.send({ ...writeInvitation(await findMailLanguage(db.write, email, teamId), invitation), to: email }),
    sendConfirmation: ({ language, email, url }: { language: Language; email: string; url: string }) =>
      mailer.send({ ...writeConfirmation(language, url), to: email }),
    sendAddressNotice: ({ language, email, to }: { language: Language; email: string; to: string }) =>
      mailer.send({ ...writeAddressNotice(language, to), to: email }),
  }
}

/** Services that the routes are built on. */
function createServices(running: Running, planes: Planes, ingest: Ingest, webFolder: string | undefined): Services {
  const { config, clock, log, db, uploadFiles } = running
  const { directory, registry, stats } = planes
  const now = () => clock.now()
  const reading = { db, clock, statementTimeoutMs: config.statementTimeoutMs }
  const browsers = createBrowserSessions({ ...config, now })
  return {
    registry,
    directory,
    caller: createCaller({ directory, registry, config, browsers, clock }),
    browsers,
    pages: createPages({ ...config, folder: webFolder ?? projectPath('dist', 'web') }),
    baseUrl: config.baseUrl,
    now,
    stats,
    live: createLive({
      count: ({ site, siteIds }) => stats.realtime({ site, siteIds }),
      accepted: stats.accepted,
      log,
    }),
    overview: createOverview(reading),
    countTraffic: createTraffic(reading),
    findSiteData: createSiteData({ db }),
    findPropertyKeys: createPropertyKeys(reading),
    findLastEvent: createLastEvent(reading),
    countryOf: (ip) => ingest.countryOf(ip),
    oidc: config.oidc && createOidc({ ...config, oidc: config.oidc, now, log }),
    ...sendersOf(running, planes),
    changeSettings: (siteId, changes) => changeSettings(registry.store, siteId, changes),
    uploads: { files: uploadFiles, bytesMax: config.uploadBytesMax },
    exportRows: async (siteId, wanted) =>
      exportRows({ db, databaseUrl: config.databaseUrl, site: await getSiteById(db.write, siteId), ...wanted }),
  }
}

/** Paths that are answered without a route: files of the pages, events, the tracker. */
function rawHandlersOf({ config, clock, log, telemetry }: Running, services: Services, ingest: Ingest) {
  const { pages, registry } = services
  const isTrustedProxy = parseProxies(config.trustedProxies)
  const tracker = createTrackerRoutes({
    baseUrl: config.baseUrl,
    findTrackerConfig: (id) => registry.trackerConfigs.findByPublicId(id),
    onError: (error) => log.error({ err: error }, 'a tracker script could not be served'),
  })
  const countScript = telemetry.countAnswers('GetScript')
  const countEvent = telemetry.countAnswers('IngestEvent')
  const handlers: ServerOptions['rawHandlers'] = [
    { path: assetsPath, handle: (request, response) => pages.serveFile(request, response) },
    { path: '/api/event', handle: eventsRoute({ ingest, isTrustedProxy, clock, count: countEvent }) },
    {
      path: '/js/',
      handle(request, response) {
        response.once('finish', () => countScript(response.statusCode))
        tracker.handle(request, response)
      },
    },
  ]
  return handlers
}

/** Takes events and answers HTTP. */
async function startHttp(running: Running, planes: Planes, webFolder: string | undefined) {
  const { config, clock, log, telemetry, db, releasers } = running
  const { directory, schema } = planes
  const salts = await createSalts({ db, log, clock })
  releasers.push(() => salts.stop())
  const ingest = await createIngest({ config, directory, salts, log, telemetry, clock, db, schema })
  releasers.push(() => ingest.stop())
  telemetry.onRead(() => ingest.report())

  const services = createServices(running, planes, ingest, webFolder)
  const checks: Check[] = [
    { name: 'salts', run: async () => (salts.current() ? undefined : 'no salt') },
    { name: 'directory', run: async () => (directory.isReady() ? undefined : 'sites are not loaded') },
    { name: 'workers', run: async () => ingest.health() },
  ]
  const { baseUrl, securityContact } = config
  const routes = bindRoutes(services.caller, [
    ...healthOf(running, planes, checks, { token: config.metricsToken }),
    ...apiRoutes(services),
    ...wellKnownRoutes({ baseUrl, securityContact, iconFile: projectPath('dist', 'web', 'favicon.ico'), clock }),
    ...pageRoutes(services),
  ])
  const url = await listen(running, config.port, {
    routes: [...routes, ...openApiRoutes({ routes, baseUrl })],
    fallbackPage: (request) => showFallback(services, request),
    rawHandlers: rawHandlersOf(running, services, ingest),
  })
  // Before the server: it waits for open answers, and these have no end.
  releasers.push(() => services.live.stop())
  return { url, ingest }
}

/** Answers health and metrics of a process that runs tasks alone. */
const startWorkPort = (running: Running, planes: Planes, port: number): Promise<string> => {
  const tasks: Check = {
    name: 'tasks',
    run: async () => (running.areTasksRunning ? undefined : 'tasks are not running'),
  }
  return listen(running, port, { routes: healthOf(running, planes, [tasks]).map(openRoute), rawHandlers: [] })
}

/** Undoes everything that was started, last first. */
async function stopAll(running: Pick<Running, 'releasers' | 'log'> & { isStopping: boolean }): Promise<void> {
  running.isStopping = true
  for (let release = running.releasers.pop(); release; release = running.releasers.pop()) {
    await release().catch((error) => running.log.error({ err: error }, 'stopping a part failed'))
  }
}

/** Starts the parts asked for. When a later part fails, everything that was started is stopped again. */
export async function createApp(config: Config, parts: Parts, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel)
  const db = openDatabase(config, log)
  const running: Running = {
    config,
    clock: overrides.clock ?? systemClock,
    log,
    telemetry: createTelemetry(),
    db,
    uploadFiles: createUploadFiles(config.dataDir),
    releasers: [() => db.stop()],
    isStopping: false,
    areTasksRunning: false,
    pooler: undefined,
    reports: undefined,
  }
  const stop = () => stopAll(running)
  try {
    let end = () => {}
    const outdated = new Promise<void>((resolve) => {
      end = resolve
    })
    const schema = watchSchema({ db: db.write, log, onNewer: () => end() })
    running.releasers.push(() => schema.stop())
    const preparing = await prepareNowOrLater(() => prepareDatabase(running, parts), log)
    running.releasers.push(() => preparing.stop())
    const planes = await startPlanes(running, parts, schema, overrides.passwordCost)
    if (parts.http && config.geoUpdateWeekly) {
      const updates = startGeoUpdates(config, { log, clock: running.clock })
      running.releasers.push(() => updates.stop())
    }
    let url: string | undefined
    let ingest: Ingest | undefined
    if (parts.http) ({ url, ingest } = await startHttp(running, planes, overrides.webFolder))
    else if (parts.tasks && config.workPort !== undefined) url = await startWorkPort(running, planes, config.workPort)
    return { url, db, directory: planes.directory, registry: planes.registry, ingest, log, outdated, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
