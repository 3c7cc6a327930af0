// `tidemark doctor`: looks at everything an installation depends on, and says how to fix what is wrong.
import { existsSync } from 'node:fs'
import { type Config, ConfigError, loadConfig } from '../config.ts'
import { findEdition, findExtension, findServerEdition, refuseEdition, supportedVersions } from '../db/engine.ts'
import { isMigrated } from '../db/migrate.ts'
import { readNodes } from '../db/nodes.ts'
import { createPools, isDatabaseAway, type Queryable } from '../db/pool.ts'
import { downloadedGeoDatabase, geoDate, packagedGeoDatabase } from '../ingest/geo.ts'
import { isIp, parseProxies, resolveClientIp } from '../rules/client-ip.ts'
import { type Command, type Invocation, optional, texts, UsageError, type Values } from './command.ts'

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  readonly fix?: string
}

// Salts change by the day and sessions end by the minute: a second or two is harmless, more is not.
const clockSkewMsMax = 2_000

async function inspectServer(db: Queryable): Promise<Finding[]> {
  const before = Date.now()
  const extension = await findExtension(db)
  const [row] = await db.query<{ version: string; number: number; now: Date; extensions: Record<string, string> }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       clock_timestamp() as now,
       (select json_object_agg(extname, extversion) from pg_extension) as extensions`,
  )
  const skewMs = Math.round((row?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const installed = row?.extensions?.[extension]
  const postgres = Math.floor((row?.number ?? 0) / 10_000)
  return [
    inspectVersion('database', 'PostgreSQL', row?.version ?? '', String(postgres), supportedVersions.postgres),
    installed
      ? inspectVersion('extensions', extension, installed, installed, supportedVersions[extension])
      : {
          check: 'extensions',
          ok: false,
          detail: `${extension} is not installed in this database`,
          fix: `put ${extension} into shared_preload_libraries, restart, and run 'create extension ${extension}'`,
        },
    Math.abs(skewMs) <= clockSkewMsMax
      ? { check: 'clock', ok: true, detail: `${skewMs} ms from the database's` }
      : {
          check: 'clock',
          ok: false,
          detail: `${skewMs} ms from the database's`,
          fix: 'synchronise both machines with NTP',
        },
  ]
}

/** Checks that the suite has passed on a version. */
function inspectVersion(
  check: string,
  product: string,
  detail: string,
  version: string,
  { least, most }: { readonly least: string; readonly most: string },
): Finding {
  const parts = (text: string) => text.split('.').map(Number)
  const compare = (one: string, other: string) => {
    const [a, b] = [parts(one), parts(other)]
    return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
  }
  const range = least === most ? least : `${least} to ${most}`
  if (compare(version, least) < 0)
    return { check, ok: false, detail: `${product} ${detail}`, fix: `use ${product} ${range}` }
  if (compare(version, most) > 0)
    return { check, ok: true, detail: `${product} ${detail}: newer than ${range}, which is what was tested` }
  return { check, ok: true, detail: `${product} ${detail}` }
}

/** With fewer connections kept, a statement over parts opens some each time: 359 in place of 13 ms (docs/scale.md). */
const keptConnectionsMin = 16

const inspectCluster = async (db: Queryable): Promise<Finding[]> =>
  (await readNodes(db)).map(({ node, is_up, kept, parts }) => {
    const check = 'node'
    if (!is_up) return { check, ok: false, detail: `${node} does not answer`, fix: 'start it' }
    const detail = `${node} has ${parts} parts, and keeps ${kept} connections to each other node`
    if (kept >= keptConnectionsMin) return { check, ok: true, detail }
    const fix = `set citus.max_cached_conns_per_worker = ${keptConnectionsMin} there, and reload`
    return { check, ok: false, detail, fix }
  })

async function inspectSchema(db: Queryable): Promise<Finding[]> {
  const isCitus = (await findExtension(db)) === 'citus'
  const [server, held] = [isCitus ? 'citus' : await findServerEdition(db), await findEdition(db)] as const
  const has = isCitus ? 'is Citus' : `has the ${server} edition`
  const detail = `the server ${has}${held ? `, the database is made for ${held}` : ''}`
  const fits = held === undefined || held === server
  const fix = { fix: refuseEdition(held, server) ?? 'run `tidemark migrate`' }
  return [
    ...(await inspectCluster(db)),
    { check: 'edition', ok: fits, detail, ...(fits ? {} : fix) },
    (await isMigrated(db))
      ? { check: 'migrations', ok: true, detail: 'all applied' }
      : { check: 'migrations', ok: false, detail: 'some are missing', fix: 'run `tidemark migrate`' },
  ]
}

async function inspectDatabase(config: Config): Promise<Finding[]> {
  const db = createPools({ databaseUrl: config.databaseUrl, connectionsMax: 1 })
  try {
    const server = await inspectServer(db.write)
    return server.some((finding) => finding.check === 'extensions' && !finding.ok)
      ? server
      : [...server, ...(await inspectSchema(db.write))]
  } catch (error) {
    const detail =
      error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
    const fix = isDatabaseAway(error)
      ? 'start the database, or correct DATABASE_URL'
      : 'correct DATABASE_URL (user, password, database)'
    return [{ check: 'database', ok: false, detail, fix }]
  } finally {
    await db.stop()
  }
}

/** A country moves few addresses a month; after half a year the share that is wrong shows. */
const geoAgeMaxMs = 183 * 86_400_000

async function inspectGeo(config: Config, now: number): Promise<Finding> {
  const check = 'geo file'
  const downloaded = downloadedGeoDatabase(config.dataDir)
  const isDownloaded = config.geoDatabase === undefined && existsSync(downloaded)
  const path = isDownloaded ? downloaded : (config.geoDatabase ?? packagedGeoDatabase())
  const fix = 'correct GEOIP_DATABASE or unset it; until then countries stay empty'
  if (!existsSync(path)) return { check, ok: false, detail: `${path} does not exist`, fix }
  const name = isDownloaded || config.geoDatabase !== undefined ? path : 'the packaged country database'
  try {
    const date = await geoDate(path)
    const detail = `${name}, of ${date.toISOString().slice(0, 10)}`
    const isOld = now - date.getTime() > geoAgeMaxMs
    return { check, ok: true, detail: isOld ? `${detail}; a newer one: tidemark data countries` : detail }
  } catch (error) {
    return { check, ok: false, detail: `${path}: ${(error as Error).message}`, fix }
  }
}

/** Headers given as `--header 'Name: value'`. */
function readHeaders(values: Values): Record<string, string> {
  return Object.fromEntries(
    texts(values, 'header').map((line) => {
      const colon = line.indexOf(':')
      if (colon < 1) throw new UsageError(`--header ${JSON.stringify(line)} is not "Name: value"`)
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

/** Which address a request with these headers from this peer counts for, and why. */
function inspectProxy(config: Config, values: Values): Finding {
  const headers = readHeaders(values)
  const peer = optional(values, 'peer') ?? '127.0.0.1'
  if (isIp(peer) === 0) throw new UsageError(`--peer ${JSON.stringify(peer)} is not an IP address`)
  let isTrustedProxy: (ip: string) => boolean
  try {
    isTrustedProxy = parseProxies(config.trustedProxies)
  } catch (error) {
    return { check: 'proxy headers', ok: false, detail: (error as RangeError).message, fix: 'correct TRUSTED_PROXIES' }
  }
  const { ip, header } = resolveClientIp({ headers, peer, isTrustedProxy })
  const detail =
    `from ${peer} with ${Object.keys(headers).join(', ') || 'no headers'}: ` +
    `${ip}, from ${header === 'socket' ? 'the connection' : header}`
  if (Object.keys(headers).length === 0 || header !== 'socket') return { check: 'proxy headers', ok: true, detail }
  const fix = isTrustedProxy(peer)
    ? 'no header holds an address that can be used; let the proxy send X-Forwarded-For'
    : `the peer is not trusted; add ${peer} to TRUSTED_PROXIES if it is your proxy`
  return { check: 'proxy headers', ok: false, detail, fix }
}

/** Checks the settings. Over plain http everybody on the way reads passwords and sessions: said, not refused. */
function inspectSettings({ baseUrl }: Config): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const check = 'settings'
  if (protocol === 'https:' || isLocal) return { check, ok: true, detail: `base URL ${baseUrl}` }
  const detail = `base URL ${baseUrl}: plain http, passwords and sessions can be read on the way`
  return { check, ok: true, detail, fix: 'put a proxy with TLS in front and set BASE_URL to its https address' }
}

async function inspect(values: Values): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    if (error instanceof ConfigError)
      return [{ check: 'settings', ok: false, detail: error.message, fix: 'see `tidemark help settings`' }]
    throw error
  }
  return [
    inspectSettings(config),
    ...(await inspectDatabase(config)),
    await inspectGeo(config, Date.now()),
    inspectProxy(config, values),
  ]
}

function report({ io, json }: Invocation, findings: readonly Finding[]): void {
  if (json) {
    io.out(JSON.stringify({ ok: findings.every((finding) => finding.ok), checks: findings }))
    return
  }
  for (const finding of findings) {
    io.out(`${finding.ok ? 'ok  ' : 'FAIL'}  ${finding.check.padEnd(14)} ${finding.detail}`)
    if (finding.fix) io.out(`      fix: ${finding.fix}`)
  }
}

export const command: Command = {
  name: 'doctor',
  summary: 'Check everything the service depends on',
  usage: "tidemark doctor [--header 'Name: value']... [--peer IP] [--json]",
  help: `Checks settings, database, edition, extensions, migrations, clocks and the geo file, and says how
to fix what is wrong.

--header (repeatable) and --peer describe a request as the service would receive it: the last
line tells which address it counts for and which header won. For example, behind a proxy:
  tidemark doctor --peer 172.18.0.2 --header 'X-Forwarded-For: 203.0.113.7'`,
  async run(invocation) {
    const findings = await inspect(invocation.values)
    report(invocation, findings)
    const failed = findings.filter((finding) => !finding.ok)
    if (failed.length === 0) return 0
    return failed.some((finding) => finding.check === 'database') ? 4 : 1
  },
}
