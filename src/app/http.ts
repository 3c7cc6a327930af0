// The ports of a process: events, pages and the API on one; health and metrics of one that runs tasks alone on another.
import { databaseFailure } from '../db/pool.ts'
import { findReadOnly } from '../db/usable.ts'
import { upkeepFailures } from '../failure.ts'
import { bindRoutes } from '../http/access.ts'
import { basePathOf, ownPathAt } from '../http/base-path.ts'
import { openRoute } from '../http/definition.ts'
import { createIsOfPage } from '../http/of-page.ts'
import { openApiRoutes } from '../http/openapi.ts'
import { assetsPath } from '../http/page.ts'
import { apiRoutes } from '../http/routes/api.ts'
import { createBadges } from '../http/routes/badges.ts'
import { eventsRoute } from '../http/routes/events.ts'
import { type Check, healthRoutes } from '../http/routes/health.ts'
import { pageRoutes } from '../http/routes/pages/pages.ts'
import { showFallback } from '../http/routes/pages/service.ts'
import { pixelRoute } from '../http/routes/pixel.ts'
import type { Services } from '../http/routes/services.ts'
import { createTrackerRoutes } from '../http/routes/tracker.ts'
import { visitRoute } from '../http/routes/visit.ts'
import { wellKnownRoutes } from '../http/routes/well-known.ts'
import { createHttpServer, type ServerOptions } from '../http/server.ts'
import { createIngest, type Ingest } from '../ingest/accept.ts'
import { createTrackQueue } from '../ingest/track-queue.ts'
import { projectPath } from '../paths.ts'
import { createKitSecrets } from '../registry/kit-secrets.ts'
import { createSalts } from '../registry/salts.ts'
import { networkOf, normaliseIp, parseProxies, resolveGuessIp } from '../rules/client-ip.ts'
import { createGauges } from '../upkeep/gauges.ts'
import type { Planes, Running } from './running.ts'
import { createServices } from './services.ts'

/** How long open requests may go on after SIGTERM; batches and tasks have the rest of the 10 seconds. */
const stopRequestsMs = 5_000

/** Routes of health and metrics. Checks of a rare case are shown only when they fail. */
function healthOf(running: Running, { schema }: Planes, checks: readonly Check[]) {
  const { telemetry, config } = running
  const rare = (name: string, reason: () => string | undefined): Check => ({
    name,
    isShown: 'failing',
    run: async () => reason(),
  })
  return healthRoutes({
    metricsFor: { token: config.metricsToken },
    metrics: { render: telemetry.render, contentType: telemetry.registry.contentType },
    checks: [
      { name: 'database', run: () => findReadOnly(running.db.write) },
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
  answering: Pick<ServerOptions, 'routes' | 'rawHandlers' | 'fallbackPage' | 'isOfPage' | 'clean'>,
): Promise<string> {
  const { config, clock, log, telemetry, db, releasers } = running
  const proxies = parseProxies(config.trustedProxies, config.areProxiesNamed)
  const basePath = basePathOf(config.baseUrl)
  const taken = ownPathAt(
    basePath,
    [...answering.routes, ...answering.rawHandlers].map(({ path }) => path),
  )
  if (taken !== undefined) throw upkeepFailures.basePathTaken(basePath, taken)
  telemetry.onRead(createGauges({ db, telemetry, clock }))
  telemetry.onRead(() => telemetry.reportTurns(db.turns?.()))
  const server = createHttpServer({
    ...answering,
    clientIp: ({ headers, socket }) => resolveGuessIp({ headers, peer: socket.remoteAddress, proxies }),
    databaseFailure,
    log,
    telemetry,
    connectionsMax: config.httpConnectionsMax,
    shareAddressOf: (peer) => (proxies.isTrusted(normaliseIp(peer)) ? undefined : networkOf(normaliseIp(peer))),
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

/** Paths that are answered without a route: files of the pages, events, the tracker. */
function rawHandlersOf({ config, clock, log, telemetry }: Running, services: Services, ingest: Ingest) {
  const { pages, registry } = services
  const proxies = parseProxies(config.trustedProxies, config.areProxiesNamed)
  const tracker = createTrackerRoutes({
    baseUrl: config.baseUrl,
    findTrackerConfig: (id) => registry.trackerConfigs.findByPublicId(id),
    onScript: ({ headers, socket }) =>
      ingest.arrivals.script(headers, resolveGuessIp({ headers, peer: socket.remoteAddress, proxies })),
    onError: (error) => log.error({ err: error }, 'a tracker script could not be served'),
  })
  const badges = createBadges({
    ...services,
    onError: (error) => log.error({ err: error }, 'a badge could not be made'),
  })
  const countBadge = telemetry.countAnswers('GetBadge')
  const countScript = telemetry.countAnswers('GetScript')
  const pixel = pixelRoute({ ingest, proxies, clock })
  const countPixel = telemetry.countAnswers('IngestPixel')
  const countEvent = telemetry.countAnswers('IngestEvent')
  const countVisit = telemetry.countAnswers('IngestVisit')
  const handlers: ServerOptions['rawHandlers'] = [
    { path: assetsPath, handle: (request, response) => pages.serveFile(request, response) },
    { path: '/api/event', handle: eventsRoute({ ingest, proxies, clock, count: countEvent }) },
    { path: '/api/visit', handle: visitRoute({ ingest, proxies, clock, count: countVisit }) },
    {
      path: '/pixel/',
      handle(request, response) {
        response.once('finish', () => countPixel(response.statusCode))
        pixel(request, response)
      },
    },
    {
      path: '/badge/',
      handle(request, response) {
        response.once('finish', () => countBadge(response.statusCode))
        void badges.handle(request, response)
      },
    },
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
export async function startHttp(
  running: Running,
  planes: Planes,
  { webFolder, onMade }: { readonly webFolder?: string; readonly onMade?: () => void },
) {
  const { config, clock, log, telemetry, db, releasers } = running
  const { directory, schema } = planes
  const salts = await createSalts({ db, log, clock })
  releasers.push(() => salts.stop())
  const ingest = await createIngest({
    config,
    directory,
    salts,
    kitSecret: createKitSecrets(config.secretKey),
    log,
    telemetry,
    clock,
    db,
    schema,
  })
  releasers.push(() => ingest.stop())
  const { trackQueueMax: queueMax } = config
  const trackQueue = createTrackQueue({ db, takeBatch: ingest.takeBatch, queueMax, log, telemetry })
  releasers.push(() => trackQueue.stop())
  running.ingest = ingest
  telemetry.onRead(() => ingest.report())

  const services = createServices(running, planes, ingest, webFolder)
  const checks: Check[] = [
    { name: 'salts', run: async () => (salts.current() ? undefined : 'no salt') },
    { name: 'directory', run: async () => (directory.isReady() ? undefined : 'sites are not loaded') },
    { name: 'workers', run: async () => ingest.health() },
  ]
  const { baseUrl, securityContact } = config
  const routes = bindRoutes(services.caller, [
    ...healthOf(running, planes, checks),
    ...apiRoutes(services),
    ...wellKnownRoutes({ baseUrl, securityContact, iconFile: projectPath('dist', 'web', 'favicon.ico'), clock }),
    ...pageRoutes(services),
  ])
  onMade?.()
  const url = await listen(running, config.port, {
    isOfPage: createIsOfPage(services.browsers),
    routes: [...routes, ...openApiRoutes({ routes, baseUrl })],
    fallbackPage: (request) => showFallback(services, request),
    clean: services.proxySignIn?.clean,
    rawHandlers: rawHandlersOf(running, services, ingest),
  })
  // Before the server: it waits for open answers, and these have no end.
  releasers.push(() => services.live.stop())
  return { url, ingest }
}

/** Answers health and metrics of a process that runs tasks alone. */
export const startWorkPort = (running: Running, planes: Planes, port: number): Promise<string> => {
  const tasks: Check = {
    name: 'tasks',
    run: async () => (running.areTasksRunning ? undefined : 'tasks are not running'),
  }
  return listen(running, port, { routes: healthOf(running, planes, [tasks]).map(openRoute), rawHandlers: [] })
}
