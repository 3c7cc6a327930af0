// Builds every long-lived object in order and stops them in reverse: the only place that knows all parts.

import { crontab } from '../workers/crontab.ts'
import { createTasks } from '../workers/tasks.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { createPools, type Database, isDatabaseAway } from './db/pool.ts'
import { findPooler } from './db/pooler.ts'
import { watchSchema } from './db/schema-watch.ts'
import { asRequest, setAsker } from './db/turns.ts'
import { basePathOf } from './http/base-path.ts'
import { createCaller } from './http/caller.ts'
import { createOidc } from './http/oidc.ts'
import { openApiRoutes } from './http/openapi.ts'
import { assetsPath, createPages } from './http/page.ts'
import type { Route } from './http/route.ts'
import { accountRoutes } from './http/routes/account.ts'
import { assistantRoutes } from './http/routes/assistants.ts'
import { batchRoutes } from './http/routes/batch.ts'
import { eventsRoute } from './http/routes/events.ts'
import { exportRoutes } from './http/routes/export.ts'
import { funnelRoutes } from './http/routes/funnels.ts'
import { type Check, healthRoutes, type MetricsReaders } from './http/routes/health.ts'
import { journeyRoutes } from './http/routes/journeys.ts'
import { liveRoutes } from './http/routes/live.ts'
import { managementRoutes } from './http/routes/management.ts'
import { noteRoutes } from './http/routes/notes.ts'
import { overviewRoutes } from './http/routes/overview.ts'
import { createPageRoutes } from './http/routes/pages.ts'
import { pinRoutes } from './http/routes/pins.ts'
import { segmentRoutes } from './http/routes/segments.ts'
import type { Services } from './http/routes/services.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { settingsRoutes } from './http/routes/settings.ts'
import { setupRoutes } from './http/routes/setup.ts'
import { statsRoutes } from './http/routes/stats.ts'
import { createTrackerRoutes } from './http/routes/tracker.ts'
import { trafficRoutes } from './http/routes/traffic.ts'
import { unsubscribeRoutes } from './http/routes/unsubscribe.ts'
import { wellKnownRoutes } from './http/routes/well-known.ts'
import { createHttpServer, type ServerOptions } from './http/server.ts'
import { createBrowserSessions } from './http/session.ts'
import { createImporter } from './imports/importer.ts'
import { createUploadFiles } from './imports/upload-files.ts'
import { createIngest, type Ingest } from './ingest/accept.ts'
import { startGeoUpdates } from './ingest/geo-update.ts'
import { createLog, type Log } from './log.ts'
import { projectPath } from './paths.ts'
import { createDirectory, type Directory } from './registry/directory.ts'
import { createRegistry, type Registry } from './registry/registry.ts'
import { createSalts } from './registry/salts.ts'
import { writeAddressNotice, writeConfirmation, writeInvitation } from './reports/letter.ts'
import { createMailer } from './reports/mailer.ts'
import { createReports, type Reports } from './reports/reports.ts'
import { createResets } from './reports/resets.ts'
import { networkOf, normaliseIp, parseProxies, resolveGuessIp } from './rules/client-ip.ts'
import { createLive } from './stats/live.ts'
import { createOverview } from './stats/overview.ts'
import { createLastEvent, createPropertyKeys } from './stats/property-keys.ts'
import { createSiteData } from './stats/site-facts.ts'
import { createStats } from './stats/stats.ts'
import { createTraffic } from './stats/traffic.ts'
import { createWatching } from './stats/watch.ts'
import { createTelemetry } from './telemetry.ts'
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

/** Starts the parts asked for. Whatever was started is stopped again when a later part fails. */
export async function createApp(
  config: Config,
  parts: Parts,
  overrides: { clock?: Clock; log?: Log; webFolder?: string } = {},
): Promise<App> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(config.logLevel)
  const telemetry = createTelemetry()
  const releasers: (() => Promise<void>)[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (let release = releasers.pop(); release; release = releasers.pop()) {
      await release().catch((error) => log.error({ err: error }, 'stopping a part failed'))
    }
  }
  try {
    const db = createPools({
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
    releasers.push(() => db.stop())

    const uploadFiles = createUploadFiles(config.dataDir)
    let areTasksRunning = false
    let reports: Reports | undefined
    let pooler: string | undefined
    const prepare = async () => {
      pooler = await findPooler(config.databaseUrl)
      if (pooler !== undefined) return log.error(pooler)
      if (config.migrateOnStart) {
        const { applied } = await migrate(config.databaseUrl, { parts: config.citusParts })
        if (applied.length > 0) log.info({ applied }, 'migrated the database')
      }
      if (!parts.tasks) return
      // Tasks have connections of their own: pages never wait for a rollup.
      const own = createPools({
        databaseUrl: config.databaseUrl,
        connectionsMax: taskConnections,
        applicationName: 'tidemark work',
      })
      releasers.push(() => own.stop())
      const { sites, uploads } = createRegistry({ db: own, config, clock })
      const expiryHours = config.domainExpiryHours
      const expireDomains = expiryHours === undefined ? undefined : () => sites.expireDomains(expiryHours)
      const stopping = new AbortController()
      const { databaseUrl, dataDir, geoDatabase, spamReferrersFile } = config
      const context = { dataDir, geoDatabase, spamReferrersFile }
      const importer = createImporter({ db: own, databaseUrl, uploads, files: uploadFiles, context, log })
      const taskList = createTasks({
        db: own,
        log,
        clock,
        importer,
        stopping: stopping.signal,
        expireDomains,
        reports: () => reports,
      })
      const runner = await createTaskRunner({ databaseUrl: config.databaseUrl, taskList, crontab, log, telemetry })
      areTasksRunning = true
      releasers.push(async () => {
        stopping.abort()
        await importer.stop()
        await runner.stop()
      })
    }
    let end = () => {}
    const outdated = new Promise<void>((resolve) => {
      end = resolve
    })
    const schema = watchSchema({ db: db.write, log, onNewer: () => end() })
    releasers.push(() => schema.stop())
    const preparing = await prepareNowOrLater(prepare, log)
    releasers.push(() => preparing.stop())

    const directory = await createDirectory({ db, databaseUrl: config.databaseUrl, log })
    releasers.push(() => directory.stop())
    const registry = createRegistry({ db, directory, config, clock })
    const reading = { db, clock, statementTimeoutMs: config.statementTimeoutMs }
    const stats = createStats({ ...reading, log, telemetry })
    const mailer = config.smtpUrl ? createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }) : undefined
    if (parts.tasks) {
      reports = createReports({
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

    const isTrustedProxy = parseProxies(config.trustedProxies)
    const databaseCheck: Check = { name: 'database', run: async () => void (await db.write.query('select 1')) }
    const healthOf = (checks: readonly Check[], metricsFor?: MetricsReaders): Route[] =>
      healthRoutes({
        ...(metricsFor ? { metricsFor } : {}),
        metrics: { render: telemetry.render, contentType: telemetry.registry.contentType },
        checks: [
          ...checks,
          { name: 'pooler', isShown: 'failing', run: async () => pooler },
          {
            name: 'schema',
            isShown: 'failing',
            run: async () => (schema.newer() === undefined ? undefined : 'of a newer version'),
          },
          {
            name: 'stopping',
            isShown: 'failing',
            run: async () => (isStopping ? 'the process is stopping' : undefined),
          },
        ],
      })
    const listen = async (
      port: number,
      { routes, rawHandlers, fallbackPage }: Pick<ServerOptions, 'routes' | 'rawHandlers' | 'fallbackPage'>,
    ): Promise<string> => {
      telemetry.onRead(createGauges({ db, telemetry, clock }))
      telemetry.onRead(() => telemetry.reportTurns(db.turns?.()))
      const server = createHttpServer({
        routes,
        rawHandlers,
        fallbackPage,
        clientIp: (request) =>
          resolveGuessIp({
            headers: request.headers,
            peer: request.socket.remoteAddress,
            isTrustedProxy,
            areNamed: config.areProxiesNamed,
          }),
        isDatabaseAway,
        log,
        telemetry,
        connectionsMax: config.httpConnectionsMax,
        shareAddressOf: (peer) => (isTrustedProxy(normaliseIp(peer)) ? undefined : networkOf(normaliseIp(peer))),
        asRequest,
        drainMs: config.httpDrainMs,
        basePath: basePathOf(config.baseUrl),
        requestTimeoutMs: config.httpRequestTimeoutMs,
        headerBytesMax: config.httpHeaderBytesMax,
      })
      releasers.push(() => server.stop(stopRequestsMs))
      const listening = await server.listen(port, config.host)
      log.info({ port: listening, baseUrl: config.baseUrl, lanes: config.ingestLanes }, 'tidemark is ready')
      return `http://localhost:${listening}`
    }

    if (parts.http && config.geoUpdateWeekly) {
      const updates = startGeoUpdates(config, { log, clock })
      releasers.push(() => updates.stop())
    }

    let ingest: Ingest | undefined
    let url: string | undefined
    if (parts.http) {
      const salts = await createSalts({ db, log, clock })
      releasers.push(() => salts.stop())
      ingest = await createIngest({ config, directory, salts, log, telemetry, clock, db, schema })
      const lanes = ingest
      releasers.push(() => lanes.stop())
      telemetry.onRead(() => lanes.report())

      const now = () => clock.now()
      const browsers = createBrowserSessions({ ...config, now })
      const caller = createCaller({ directory, registry, config, browsers, clock, setAsker })
      const { oidc: service } = config
      const oidc = service && createOidc({ ...config, oidc: service, now, log })
      const pages = createPages({ ...config, folder: overrides.webFolder ?? projectPath('dist', 'web') })
      const live = createLive({ count: stats.realtime, accepted: stats.accepted, log })
      const services: Services = {
        registry,
        directory,
        caller,
        browsers,
        pages,
        baseUrl: config.baseUrl,
        now,
        stats,
        live,
        overview: createOverview(reading),
        countTraffic: createTraffic(reading),
        findSiteData: createSiteData({ db }),
        findPropertyKeys: createPropertyKeys(reading),
        findLastEvent: createLastEvent(reading),
        countryOf: (ip) => lanes.countryOf(ip),
        oidc,
        sendReset:
          mailer &&
          createResets({ links: registry.oneTimeLinks, limits: registry.limits, mailer, baseUrl: config.baseUrl, log }),
        sendInvitation:
          mailer && ((invitation) => mailer.send({ ...writeInvitation(invitation), to: invitation.email })),
        sendConfirmation: mailer && (({ email, url }) => mailer.send({ ...writeConfirmation(url), to: email })),
        sendAddressNotice: mailer && (({ email, to }) => mailer.send({ ...writeAddressNotice(to), to: email })),
        changeSettings: (siteId, changes) => changeSettings(registry.store, siteId, changes),
        uploads: { files: uploadFiles, bytesMax: config.uploadBytesMax },
        exportRows: async (siteId, wanted) =>
          exportRows({ db, databaseUrl: config.databaseUrl, site: await getSiteById(db.write, siteId), ...wanted }),
      }
      const { routes: pageRoutes, fallback } = createPageRoutes(services)
      const tracker = createTrackerRoutes({
        baseUrl: config.baseUrl,
        findTrackerConfig: (id) => registry.trackerConfigs.findByPublicId(id),
        onError: (error) => log.error({ err: error }, 'a tracker script could not be served'),
      })
      const countScript = telemetry.countAnswers('GetScript')
      const health = healthOf(
        [
          databaseCheck,
          { name: 'salts', run: async () => (salts.current() ? undefined : 'no salt') },
          { name: 'directory', run: async () => (directory.isReady() ? undefined : 'sites are not loaded') },
          { name: 'workers', run: async () => lanes.health() },
        ],
        { token: config.metricsToken },
      )
      const routes = [
        ...health,
        ...[
          statsRoutes,
          journeyRoutes,
          batchRoutes,
          exportRoutes,
          liveRoutes,
          trafficRoutes,
          overviewRoutes,
          segmentRoutes,
          funnelRoutes,
          noteRoutes,
          pinRoutes,
          managementRoutes,
          settingsRoutes,
          sessionRoutes,
          setupRoutes,
          accountRoutes,
          assistantRoutes,
          unsubscribeRoutes,
        ].flatMap((routesOf) => routesOf(services)),
        ...wellKnownRoutes({
          baseUrl: config.baseUrl,
          securityContact: config.securityContact,
          iconFile: projectPath('dist', 'web', 'favicon.ico'),
          clock,
        }),
        ...pageRoutes,
      ]
      url = await listen(config.port, {
        routes: [...routes, ...openApiRoutes({ routes, baseUrl: config.baseUrl })],
        fallbackPage: fallback,
        rawHandlers: [
          { path: assetsPath, handle: (request, response) => pages.serveFile(request, response) },
          {
            path: '/api/event',
            handle: eventsRoute({ ingest, isTrustedProxy, clock, count: telemetry.countAnswers('IngestEvent') }),
          },
          {
            path: '/js/',
            handle(request, response) {
              response.once('finish', () => countScript(response.statusCode))
              tracker.handle(request, response)
            },
          },
        ],
      })
      // Before the server: it waits for open answers, and these have no end.
      releasers.push(() => live.stop())
    } else if (parts.tasks && config.workPort !== undefined) {
      const tasksCheck: Check = {
        name: 'tasks',
        run: async () => (areTasksRunning ? undefined : 'tasks are not running'),
      }
      url = await listen(config.workPort, { routes: healthOf([databaseCheck, tasksCheck]), rawHandlers: [] })
    }
    return { url, db, directory, registry, ingest, log, outdated, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
