// `tidemark doctor`: looks at everything an installation depends on, and says how to fix what is wrong.

import { existsSync } from 'node:fs'
import { checkMail } from '../app/mail-check.ts'
import { nameCommands } from '../calling.ts'
import { type Config, ConfigError, loadCall, loadConfig } from '../config.ts'
import { findPooler } from '../db/connection.ts'
import type { Engine } from '../db/engine/engine.ts'
import { chooseEngine, findHeld, findOffer, type Offer, otherEngines } from '../db/engine/find.ts'
import { isMigrated } from '../db/migrate.ts'
import { createPools, isDatabaseAway, type Queryable } from '../db/pool.ts'
import { uncheckedOf } from '../db/server.ts'
import { readTrackQueue } from '../db/track-queue.ts'
import { findReadOnly, findUnusable } from '../db/usable.ts'
import { downloadedGeoDatabase, geoDate, packagedGeoDatabase } from '../ingest/geo.ts'
import { readAddressSigns, readArrivals } from '../registry/signs.ts'
import { isIp, normaliseIp, type Proxies, parseCidrs, parseProxies, resolveClientIp } from '../rules/client-ip.ts'
import { dayMs } from '../rules/durations.ts'
import { isLoopbackName } from '../rules/host.ts'
import type { RoleRule } from '../rules/role-rules.ts'
import { extensions, postgresVersions, type Versions } from '../rules/servers.ts'
import { arrivalSentence, signAdvice, signSentence } from '../rules/sign-words.ts'
import { withoutAddresses } from '../rules/text.ts'
import { type Command, type Invocation, optional, texts, UsageError, type Values } from './command.ts'
import { many, may } from './options.ts'

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  readonly fix?: string
}

// Salts change by the day and sessions end by the minute: a second or two is harmless, more is not.
const clockSkewMsMax = 2_000

/** Checks the extension of the engine. */
function inspectExtension({ extension }: Engine, installed: Readonly<Record<string, string>>): Finding {
  const check = 'extensions'
  if (extension === undefined) return { check, ok: true, detail: 'none is needed' }
  const { name } = extension
  const version = installed[name]
  if (version !== undefined) return inspectVersion(check, name, version, version, extensions[name].versions)
  const detail = `the server has loaded ${name}, but this database does not have the extension`
  return { check, ok: false, detail, fix: 'run `tidemark migrate`' }
}

async function inspectServer(db: Queryable, engine: Engine, databaseUrl: string): Promise<Finding[]> {
  const before = Date.now()
  const [row] = await db.query<{
    version: string
    number: number
    now: Date
    tls: string | null
    extensions: Record<string, string>
  }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       clock_timestamp() as now, (select version from pg_stat_ssl where pid = pg_backend_pid()) as tls,
       (select json_object_agg(extname, extversion) from pg_extension) as extensions`,
  )
  const skewMs = Math.round((row?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const postgres = Math.floor((row?.number ?? 0) / 10_000)
  const tls = row?.tls ? [`over ${row.tls}`, uncheckedOf(databaseUrl)] : []
  const detail = [row?.version, ...tls].filter(Boolean).join(', ')
  const clock = { check: 'clock', detail: `${skewMs} ms from the database's` }
  return [
    inspectVersion('database', 'PostgreSQL', detail, String(postgres), postgresVersions),
    inspectExtension(engine, row?.extensions ?? {}),
    Math.abs(skewMs) <= clockSkewMsMax
      ? { ...clock, ok: true }
      : { ...clock, ok: false, fix: 'synchronise both machines with NTP' },
  ]
}

/** Checks that the suite has passed on a version. */
function inspectVersion(
  check: string,
  product: string,
  detail: string,
  version: string,
  { least, most }: Versions,
): Finding {
  const parts = (text: string) => text.split('.').map(Number)
  const compare = (one: string, other: string) => {
    const [a, b] = [parts(one), parts(other)]
    return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
  }
  const range = least === most ? least : `${least} to ${most}`
  if (compare(version, least) < 0)
    return { check, ok: false, detail: `${product} ${detail}`, fix: `use a tested version: ${range}` }
  if (compare(version, most) > 0)
    return { check, ok: true, detail: `${product} ${detail}: newer than the tested versions (${range})` }
  return { check, ok: true, detail: `${product} ${detail}` }
}

/** Which engine it is and why, and what the others would give. */
function inspectEngine(held: Engine | undefined, offer: Offer): Finding {
  const check = 'engine'
  const engine = chooseEngine(held, offer)
  if (typeof engine === 'string') {
    const { title } = held ?? offer.engine
    return { check, ok: false, detail: `the database was created for ${title}, but ${offer.why}`, fix: engine }
  }
  const why = held === engine && engine !== offer.engine ? 'the database was created for it' : offer.why
  const others = otherEngines(engine).map(({ title, gives }) => `${title}, ${gives}`)
  const detail = `${engine.title}: ${why}. Others: ${others.join('; ')} (docs/install.md)`
  if (held === undefined || held === engine) return { check, ok: true, detail }
  return {
    check,
    ok: false,
    detail: `${detail}. The database was created for ${held.title}`,
    fix: 'run `tidemark migrate`',
  }
}

async function inspectSchema(db: Queryable, held: Engine | undefined, offer: Offer): Promise<Finding[]> {
  return [
    ...((await held?.checks(db)) ?? []),
    inspectEngine(held, offer),
    (await isMigrated(db))
      ? { check: 'migrations', ok: true, detail: 'all applied' }
      : { check: 'migrations', ok: false, detail: 'some are missing', fix: 'run `tidemark migrate`' },
  ]
}

/** Teams of SIGN_IN_ROLES that are not there: their rules give nobody a role. */
async function inspectRules(db: Queryable, rules: readonly RoleRule[] = []): Promise<Finding[]> {
  const named = [...new Set(rules.map(({ team }) => team))]
  if (named.length === 0 || !(await isMigrated(db))) return []
  const check = 'sign-in roles'
  const text = 'select identifier::text as identifier from teams where identifier::text = any ($1)'
  const known = new Set((await db.query<{ identifier: string }>(text, [named])).map(({ identifier }) => identifier))
  const missing = named.filter((team) => !known.has(team))
  if (missing.length === 0) return [{ check, ok: true, detail: `${rules.length} for ${named.length} of the teams` }]
  const fix = 'correct SIGN_IN_ROLES; `tidemark team list` shows the identifiers'
  return [{ check, ok: false, detail: `no team is called ${missing.join(', ')}`, fix }]
}

/** Nothing is said of a database that takes writes. */
async function inspectWrites(db: Queryable): Promise<Finding[]> {
  const detail = await findReadOnly(db)
  const fix = 'make room, or ask the provider; then reset default_transaction_read_only of the database and the role'
  return detail === undefined ? [] : [{ check: 'writes', ok: false, detail, fix }]
}

async function inspectDatabase(config: Config): Promise<Finding[]> {
  const db = createPools({ databaseUrl: config.databaseUrl, connectionsMax: 1 })
  try {
    const pooler = await findPooler(config.databaseUrl)
    if (pooler !== undefined)
      return [{ check: 'database', ok: false, detail: 'a pooler in transaction mode', fix: pooler }]
    const unusable = await findUnusable(db.write)
    if (unusable) return [{ check: 'database', ok: false, ...unusable }]
    const [held, offer] = [await findHeld(db.write), await findOffer(db.write)]
    const engine = chooseEngine(held, offer)
    return [
      ...(await inspectServer(db.write, typeof engine === 'string' ? offer.engine : engine, config.databaseUrl)),
      ...(await inspectSchema(db.write, held, offer)),
      ...(await inspectWrites(db.write)),
      ...(await inspectRules(db.write, config.signInRoles)),
      ...((await isMigrated(db.write)) ? await inspectChannels(db.write) : []),
      ...((await isMigrated(db.write)) ? await inspectTrackQueue(db.write) : []),
      ...((await isMigrated(db.write)) ? await inspectSigns(db.write, config.baseUrl, new Date()) : []),
    ]
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
const geoAgeMaxMs = 183 * dayMs

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
    return { check, ok: true, detail: isOld ? `${detail}; a newer one: \`tidemark data countries\`` : detail }
  } catch (error) {
    return { check, ok: false, detail: `${path}: ${(error as Error).message}`, fix }
  }
}

/** Reads the operator's file of networks. Nothing is said without one. */
async function inspectNetworks({ asnDatabase }: Config): Promise<Finding[]> {
  if (asnDatabase === undefined) return []
  const check = 'network file'
  try {
    return [
      { check, ok: true, detail: `${asnDatabase}, of ${(await geoDate(asnDatabase)).toISOString().slice(0, 10)}` },
    ]
  } catch (error) {
    const fix = 'correct ASN_DATABASE or unset it; until then shields about networks match nothing'
    return [{ check, ok: false, detail: `${asnDatabase}: ${(error as Error).message}`, fix }]
  }
}

/** Connects to the mail server, and signs in. Nothing is said without one. */
async function inspectMail(config: Config): Promise<Finding[]> {
  const { mailServer } = config
  if (!mailServer) return []
  const check = 'mail'
  const place = `${mailServer.host}, port ${mailServer.port}`
  try {
    await checkMail(config)
    const user = mailServer.user === undefined ? 'without signing in' : `signed in as ${mailServer.user}`
    return [{ check, ok: true, detail: `${place}: ${user}` }]
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const detail = `${place}: ${withoutAddresses(message || String(code))}`
    return [{ check, ok: false, detail, fix: 'correct SMTP_URL, or SMTP_HOST and its kin' }]
  }
}

/** Says how many channels are broken: an installation with some is whole. */
async function inspectChannels(db: Queryable): Promise<Finding[]> {
  const [row] = await db.query<{ count: number; sites: string | null }>(
    `select count(*)::int as count, string_agg(distinct s.domain, ', ') as sites
     from channels c join sites s on s.id = c.site_id where c.broken_at is not null`,
  )
  if (!row || row.count === 0) return []
  const fix = 'enter their addresses again on the page Reports of these sites'
  return [{ check: 'channels', ok: true, detail: `${row.count} broken, of ${row.sites}`, fix }]
}

/** An event of tidemark.track is moved within two seconds while a service runs. */
const trackWaitSecondsMax = 60

/** Looks for events of tidemark.track that nobody moves, and for calls that found no room. Else nothing is said. */
async function inspectTrackQueue(db: Queryable): Promise<Finding[]> {
  const { waiting, seconds, dropped } = await readTrackQueue(db)
  const check = 'tidemark.track'
  const lost = dropped > 0 ? `; ${dropped} were dropped so far, since TRACK_QUEUE_MAX waited` : ''
  if (seconds > trackWaitSecondsMax) {
    const detail = `${waiting} events wait, the oldest for ${Math.round(seconds)} s${lost}`
    return [{ check, ok: false, detail, fix: 'start `tidemark serve`, or look into its log' }]
  }
  return dropped > 0 ? [{ check, ok: true, detail: `${waiting} events wait${lost}` }] : []
}

/** Fills the gaps of a text of the words. */
const fill = (text: string, gaps: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name] ?? ''))

/** Says which sites have visitors at a proxy's address, and which get requests that are no events. */
async function inspectSigns(db: Queryable, service: string, now: Date): Promise<Finding[]> {
  const check = 'visitors'
  const addresses = (await readAddressSigns(db, null, now)).map((sign): Finding => {
    const { domain, kit } = sign
    const show = kit === null ? '`tidemark kit list`' : `\`tidemark kit show --kit ${kit} --site ${domain}\``
    const fix = [signAdvice(sign, fill), sign.kind === 'no_country' ? '' : show].filter((text) => text !== '').join(' ')
    const detail = `${domain}: ${signSentence(sign, 'tidemark', fill)}`
    return { check, ok: sign.level === 'note', detail, ...(fix === '' ? {} : { fix }) }
  })
  const arrivals = (await readArrivals(db, null, now))
    .filter(({ kind }) => kind !== 'script')
    .map((arrival): Finding => {
      const { domain } = arrival
      return { check: 'events', ok: true, detail: `${domain}: ${arrivalSentence(arrival, { domain, service }, fill)}` }
    })
  return [...addresses, ...arrivals]
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
  let proxies: Proxies
  try {
    proxies = parseProxies(config.trustedProxies, config.areProxiesNamed)
  } catch (error) {
    return { check: 'proxy headers', ok: false, detail: (error as RangeError).message, fix: 'correct TRUSTED_PROXIES' }
  }
  const { ip, header } = resolveClientIp({ headers, peer, proxies })
  const detail =
    `from ${peer} with ${Object.keys(headers).join(', ') || 'no headers'}: ` +
    `${ip}, from ${header === 'socket' ? 'the connection' : header}`
  if (Object.keys(headers).length === 0 || header !== 'socket') return { check: 'proxy headers', ok: true, detail }
  const fix = proxies.isTrusted(peer)
    ? 'no header holds an address that can be used; let the proxy send X-Forwarded-For'
    : `the peer is not trusted; add ${peer} to TRUSTED_PROXIES if it is your proxy`
  return { check: 'proxy headers', ok: false, detail, fix }
}

/** Whom a request with these headers from this peer signs in, if a proxy signs people in. */
function inspectProxySignIn(config: Config, values: Values): Finding[] {
  const { proxySignIn } = config
  if (!proxySignIn) return []
  const { from, emailHeader } = proxySignIn
  const check = 'proxy sign-in'
  const isProxy = parseCidrs(from)
  const sent = readHeaders(values)[emailHeader]
  const peer = optional(values, 'peer') ?? '127.0.0.1'
  const told = `${emailHeader} signs people in if it comes from ${from}`
  const wide = ['10.0.0.1', '172.16.0.1', '192.168.0.1'].filter(isProxy).length > 1
  if (wide)
    return [
      {
        check,
        ok: false,
        detail: `${told}: every machine in these networks can sign in as anybody`,
        fix: 'let PROXY_AUTH_FROM name the address of the proxy alone',
      },
    ]
  if (sent === undefined) return [{ check, ok: true, detail: told }]
  const counts = isProxy(normaliseIp(peer))
  return [{ check, ok: true, detail: `${told}; from ${peer} it ${counts ? `signs in ${sent}` : 'is ignored'}` }]
}

/** Checks the settings. Over plain http everybody on the way reads passwords and sessions: said, not refused. */
function inspectSettings({ baseUrl }: Config): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = isLoopbackName(hostname)
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
    ...(await inspectNetworks(config)),
    ...(await inspectMail(config)),
    inspectProxy(config, values),
    ...inspectProxySignIn(config, values),
  ]
}

function report({ io, json }: Invocation, found: readonly Finding[]): void {
  const name = (text: string) => nameCommands(text, loadCall())
  const findings = found.map((finding) => ({
    ...finding,
    detail: name(finding.detail),
    ...(finding.fix ? { fix: name(finding.fix) } : {}),
  }))
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
  options: {
    header: many("'Name: value'", 'a header of the request; may be repeated'),
    peer: may('IP', 'the address the connection comes from (127.0.0.1)'),
  },
  help: `Checks settings, database, engine, extensions, migrations, clocks, the geo file, the mail server,
broken channels, and sites whose visitors count for the address of a proxy or whose events do not
arrive, and says how to fix what is wrong.

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
