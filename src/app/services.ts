// Services of the routes: the planes on top of the database, senders of mail, and all that is made of them.
import { isDatabaseAway } from '../db/pool.ts'
import type { SchemaWatch } from '../db/schema-watch.ts'
import { findReadOnly } from '../db/usable.ts'
import { createCaller } from '../http/caller.ts'
import { createOidc } from '../http/oidc.ts'
import { createPages } from '../http/page.ts'
import { createProxySignIn } from '../http/proxy-sign-in.ts'
import type { Services } from '../http/routes/services.ts'
import { createBrowserSessions } from '../http/session.ts'
import type { Ingest } from '../ingest/accept.ts'
import { projectPath } from '../paths.ts'
import { createDirectory } from '../registry/directory.ts'
import { findMailLanguage } from '../registry/mail-languages.ts'
import type { Cost } from '../registry/passwords.ts'
import { createRegistry } from '../registry/registry.ts'
import { readAddressSigns, readArrivals } from '../registry/signs.ts'
import { sendPost } from '../reports/channels.ts'
import { writeMail } from '../reports/letter.ts'
import { createMailer } from '../reports/mailer.ts'
import { createPageChecks } from '../reports/page-checks.ts'
import { createReports } from '../reports/reports.ts'
import { createResets } from '../reports/resets.ts'
import { createSamples, wholeHtml } from '../reports/samples.ts'
import type { SendMail } from '../rules/mails.ts'
import { createCrawlers } from '../stats/live/crawlers.ts'
import { createLive } from '../stats/live/live.ts'
import { createOverview } from '../stats/live/overview.ts'
import { createLastEvent, createPropertyKeys } from '../stats/live/property-keys.ts'
import { createTraffic } from '../stats/live/traffic.ts'
import { createWatching } from '../stats/live/watch.ts'
import { createMeasures } from '../stats/measures.ts'
import { createSiteData } from '../stats/site-facts.ts'
import { createStats } from '../stats/stats.ts'
import { exportRows } from '../upkeep/export.ts'
import { changeSettings } from '../upkeep/settings.ts'
import { getSiteById } from '../upkeep/sites.ts'
import { createErasing } from './erasing.ts'
import { createCountedSites } from './privacy-facts.ts'
import type { Parts, Planes, Running } from './running.ts'

/** Directory, registry, statistics and mail; with tasks, the reports that these send. */
export async function startPlanes(
  running: Running,
  parts: Parts,
  schema: SchemaWatch,
  passwordCost?: Cost,
): Promise<Planes> {
  const { config, clock, log, telemetry, db, releasers } = running
  const directory = await createDirectory({ db, databaseUrl: config.databaseUrl, log })
  releasers.push(() => directory.stop())
  const registry = createRegistry({ db, directory, config, clock, passwordCost })
  const reading = { db, clock, statementTimeoutMs: config.statementTimeoutMs }
  const stats = createStats({ ...reading, log, telemetry })
  const mailer = config.mailServer && createMailer({ server: config.mailServer, from: config.mailFrom })
  if (parts.tasks) {
    running.reports = createReports({
      db,
      log,
      directory,
      stats,
      recipients: registry.recipients,
      channels: registry.channels,
      watching: createWatching(reading),
      measures: createMeasures({ ...reading, log }),
      mailer,
      allowsPrivateWebhooks: config.webhooksToPrivate,
      baseUrl: config.baseUrl,
    })
  }
  return { schema, directory, registry, stats, mailer }
}

/** Senders of single mails; both undefined where no mail goes out. */
function sendersOf({ config, log }: Running, { registry, mailer }: Planes): Pick<Services, 'sendMail' | 'sendReset'> {
  if (!mailer) return { sendMail: undefined, sendReset: undefined }
  const { users, oneTimeLinks: links, limits } = registry
  const sendMail: SendMail = (kind, language, to, gaps) => mailer.send({ ...writeMail(kind, language, gaps), to })
  return { sendMail, sendReset: createResets({ users, links, limits, sendMail, baseUrl: config.baseUrl, log }) }
}

/** Writes samples of reports and notices, and sends them if mail goes out. */
function samplesOf({ config, clock }: Running, { stats, mailer, registry }: Planes): Services['sampleOf'] {
  const write = createSamples({ stats, now: () => clock.now(), baseUrl: config.baseUrl })
  return async (site, kind, language) => {
    const { letter, post } = await write(site, kind, language)
    return {
      html: wholeHtml(letter),
      send: mailer && ((to) => mailer.send({ ...letter, to })),
      async tell(channelId) {
        const channel = await registry.channels.open(channelId)
        if (channel) await sendPost(channel, { post, id: 0, now: clock.now() }, config.webhooksToPrivate)
      },
    }
  }
}

/** Notes a key at its limit for the operator, if somebody is to be told. */
function keyLimitOf({ operator, log }: Running) {
  return (
    operator &&
    ((key: { id: number; limit: number }) => {
      operator
        .noteKeyAtLimit(key)
        .catch((error: unknown) => log.debug({ err: error }, 'a key at its limit is not noted'))
    })
  )
}

/** Reads signs about a site; those about the machine of the person who asks are in the memory of the process. */
function signsOf({ db, clock }: Running, { arrivals }: Ingest): Services['findSigns'] {
  return async (siteId, ip) => {
    const addresses = await readAddressSigns(db.write, [siteId], clock.now())
    const requests = await readArrivals(db.write, [siteId], clock.now())
    return {
      addresses: addresses.map(({ domain: _, ...sign }) => sign),
      arrivals: requests.map(({ domain: _, ...arrival }) => arrival),
      is_local: arrivals.isLoadedLocally(ip),
    }
  }
}

/** Services that the routes are built on. */
export function createServices(
  running: Running,
  planes: Planes,
  ingest: Ingest,
  webFolder: string | undefined,
): Services {
  const { config, clock, log, db, uploadFiles } = running
  const { directory, registry, stats } = planes
  const now = () => clock.now()
  const reading = { db, clock, statementTimeoutMs: config.statementTimeoutMs }
  const browsers = createBrowserSessions({ ...config, now })
  const proxySignIn = config.proxySignIn && createProxySignIn(config.proxySignIn, config.signInRoles)
  return {
    registry,
    directory,
    caller: createCaller({
      directory,
      registry,
      config,
      browsers,
      clock,
      proxySignIn,
      onKeyLimit: keyLimitOf(running),
      isDatabaseAway,
    }),
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
    countCrawlers: createCrawlers(reading),
    findSiteData: createSiteData({ db }),
    isReadOnly: async () => (await findReadOnly(db.write)) !== undefined,
    findPropertyKeys: createPropertyKeys(reading),
    findLastEvent: createLastEvent(reading),
    findCountedSite: createCountedSites({ ...reading, registry, config }),
    takeBatch: (items) => ingest.takeBatch(items),
    countryOf: (ip) => ingest.countryOf(ip),
    findNetworks: () => ingest.networks(),
    findSigns: signsOf(running, ingest),
    checkPage: createPageChecks(config),
    oidc: config.oidc && createOidc({ ...config, oidc: config.oidc, now, log }),
    ...sendersOf(running, planes),
    sampleOf: samplesOf(running, planes),
    findMailLanguage: (address, teamId) => findMailLanguage(db.write, address, teamId),
    changeSettings,
    erasing: createErasing(reading),
    proxySignIn,
    auditLogDays: config.auditLogDays,
    uploads: { files: uploadFiles, bytesMax: config.uploadBytesMax },
    exportRows: async (siteId, wanted) =>
      exportRows({ db, databaseUrl: config.databaseUrl, site: await getSiteById(db.write, siteId), ...wanted }),
  }
}
