// All settings: one declaration each, read from the environment once, validated once, frozen. The only file that reads
// process.env. Help texts and documentation are printed from the same declarations (`tidemark help settings`).
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { callOf } from './calling.ts'
import { isPackaged, projectPath, projectRoot } from './paths.ts'
import { extensionsInWords, postgresVersions } from './rules/servers.ts'
import { stripeCount } from './rules/stripe.ts'

type Bounds = readonly [min: number, max: number]

/** A setting: its variable, the help for it, its default, and how its text becomes a value. */
interface Setting<Value> {
  /** The environment variable. */
  readonly name: string
  readonly help: string
  /** Text that is read when the variable is unset or empty. Undefined: the value is undefined then. */
  readonly fallback?: string
  /** Least and greatest value of a number. */
  readonly bounds?: Bounds
  /** Answers the value, or throws the reason as `refusal`: PORT "must be a whole number …". */
  readonly parse: (text: string) => Value
}

/** Values of settings, under the names of their table. */
type Values<Table> = { readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never }

/** A setting that cannot be used; its message names the variable and the way out. */
export class ConfigError extends Error {}

const seeHelp = 'see `tidemark help settings`'

/** Why a text is no value of its setting, without the name of the variable. */
class Refusal extends Error {}

const loopbackAndPrivate =
  '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,169.254.0.0/16,fe80::/10'

/** A setting with a default has a value always, one without may be undefined. */
function declare<Value>(name: string, help: string, parse: (text: string) => Value, fallback: string): Setting<Value>
function declare<Value>(name: string, help: string, parse: (text: string) => Value): Setting<Value | undefined>
function declare<Value>(
  name: string,
  help: string,
  parse: (text: string) => Value,
  fallback?: string,
): Setting<Value | undefined> {
  return { name, help, parse, ...(fallback === undefined ? {} : { fallback }) }
}

const asText = (text: string) => text

function text(name: string, help: string, fallback: string): Setting<string>
function text(name: string, help: string): Setting<string | undefined>
function text(name: string, help: string, fallback?: string): Setting<string | undefined> {
  return fallback === undefined ? declare(name, help, asText) : declare(name, help, asText, fallback)
}

const webSchemes = ['http', 'https']
const postgresSchemes = ['postgres', 'postgresql']

/** Reads an address, of one of some schemes where they are told. Throws the Refusal. */
function parseAddress(text: string, schemes?: readonly string[]): URL {
  if (!URL.canParse(text)) throw new Refusal('is not an address')
  const address = new URL(text)
  if (schemes && !schemes.includes(address.protocol.slice(0, -1)))
    throw new Refusal(`must begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`)
  return address
}

/** An address, if it is given. */
const url = (name: string, help: string, schemes?: readonly string[]) =>
  declare(name, help, (text) => {
    parseAddress(text, schemes)
    return text
  })

/**
 * An address that others are written behind, if it is given: nothing follows its path, which has no slash at its end
 * and no two in a row.
 */
const baseAddress = (name: string, help: string) =>
  declare(name, help, (text) => {
    const { origin, pathname, username, password, search, hash } = parseAddress(text, webSchemes)
    if (username || password || search || hash) throw new Refusal('must be a host and a path alone')
    return origin + pathname.replace(/\/+/g, '/').replace(/\/$/, '')
  })

const flag = (name: string, help: string, fallback: boolean) =>
  declare(
    name,
    help,
    (text) => {
      if (!/^(true|false|1|0)$/.test(text)) throw new Refusal('must be true or false')
      return /^(true|1)$/.test(text)
    },
    String(fallback),
  )

/** True for `1` and `true`, false for every other text. */
const loose = (name: string, help: string) => declare(name, help, (text) => /^(1|true)$/i.test(text))

/** A whole number within bounds. */
function integer(name: string, help: string, bounds: Bounds, fallback: number): Setting<number>
function integer(name: string, help: string, bounds: Bounds): Setting<number | undefined>
function integer(name: string, help: string, [min, max]: Bounds, fallback?: number): Setting<number | undefined> {
  const parse = (text: string) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new Refusal(`must be a whole number from ${min} to ${max}`)
    return number
  }
  const setting = fallback === undefined ? declare(name, help, parse) : declare(name, help, parse, String(fallback))
  return { ...setting, bounds: [min, max] }
}

function choice(name: string, help: string, values: readonly string[], fallback: string): Setting<string>
function choice(name: string, help: string, values: readonly string[]): Setting<string | undefined>
function choice(name: string, help: string, values: readonly string[], fallback?: string): Setting<string | undefined> {
  const parse = (text: string) => {
    if (!values.includes(text)) throw new Refusal(`must be one of ${values.join(', ')}`)
    return text
  }
  return fallback === undefined ? declare(name, help, parse) : declare(name, help, parse, fallback)
}

/** Settings of the service and its tools. */
const serviceTable = {
  port: integer('PORT', 'Port of the HTTP server; 0 picks a free one.', [0, 65_535], 8000),
  host: text('HOST', 'Address the HTTP server listens on.', '::'),
  metricsToken: text(
    'METRICS_TOKEN',
    'Bearer token that /metrics asks for. Unset: open on private networks and on WORK_PORT alone.',
  ),
  securityContact: text(
    'SECURITY_CONTACT',
    'E-mail address or URL for reports of weaknesses, in /.well-known/security.txt. Unset: the page about security.',
  ),
  workPort: integer('WORK_PORT', 'Port on which `work` answers health and metrics. Unset: none.', [0, 65_535]),
  databaseUrl: url(
    'DATABASE_URL',
    `PostgreSQL ${postgresVersions.least} to ${postgresVersions.most}, by itself or with ` +
      `${extensionsInWords}. Unset: the private database of \`tidemark db\`.`,
    postgresSchemes,
  ),
  readDatabaseUrl: url(
    'READ_DATABASE_URL',
    'A replica that answers all statistics queries. Unset: DATABASE_URL.',
    postgresSchemes,
  ),
  readLagMaxSeconds: integer(
    'READ_MAX_LAG_SECONDS',
    'A replica that is further behind is not asked; DATABASE_URL answers instead.',
    [1, 86_400],
    30,
  ),
  citusParts: integer(
    'CITUS_PARTS',
    'On Citus: into how many parts traffic is divided. Read by the first migration; for good.',
    [1, 1024],
    32,
  ),
  citusDirect: flag(
    'CITUS_DIRECT',
    'On Citus: whether events go straight to the node that has them, or through the coordinator.',
    true,
  ),
  baseUrl: baseAddress('BASE_URL', 'Public address of the service. Unset: http://localhost:PORT.'),
  secretKey: text(
    'SECRET_KEY',
    'Secret mixed into stored API key hashes. Unset: generated once and kept in the state folder.',
  ),
  trustedProxies: text(
    'TRUSTED_PROXIES',
    'Proxies that are trusted to name the address of a client: ranges (CIDR), and cloudflare, cloudfront, fastly, ' +
      'akamai or fly for those of a network. "none" trusts no header. Where it is set, headers with one address ' +
      '(CF-Connecting-IP, X-Real-IP) also count for limits of sign-in.',
    loopbackAndPrivate,
  ),
  geoDatabase: text(
    'GEOIP_DATABASE',
    'Path of an .mmdb file (MaxMind or flat layout). ' +
      'Unset: that of the last `tidemark data update` or `data countries`, else the packaged one.',
  ),
  geoUpdateUrl: url(
    'GEOIP_UPDATE_URL',
    'Where `tidemark data update` finds a newer .mmdb file (http, https, file; may be .gz or .tar.gz). ' +
      '{month} stands for the month, as 2026-11.',
  ),
  geoUpdateWeekly: flag(
    'GEOIP_UPDATE_WEEKLY',
    'Whether the service fetches a newer database by itself, once a week.',
    false,
  ),
  maxmindAccountId: text(
    'MAXMIND_ACCOUNT_ID',
    'Number of an account with MaxMind, for `tidemark data update`. Needs MAXMIND_LICENSE_KEY.',
  ),
  maxmindLicenseKey: text(
    'MAXMIND_LICENSE_KEY',
    'Licence key of that account. It is sent to MaxMind alone, and never logged.',
  ),
  maxmindEdition: text('MAXMIND_EDITION', 'Database of MaxMind that is fetched.', 'GeoLite2-City'),
  oidcIssuer: url('OIDC_ISSUER', 'A service that speaks OpenID Connect, to sign in with. Unset: none.'),
  oidcClientId: text('OIDC_CLIENT_ID', 'What that service calls Tidemark. Needed with OIDC_ISSUER.'),
  oidcClientSecret: text('OIDC_CLIENT_SECRET', 'The secret for that. Unset: a public client, with PKCE alone.'),
  oidcName: text('OIDC_NAME', 'What the button says after `Sign in with`. Unset: the host of OIDC_ISSUER.'),
  oidcOnly: flag(
    'OIDC_ONLY',
    'Whether that service is the only way in. Links of `tidemark user link` work nevertheless.',
    false,
  ),
  logLevel: choice(
    'LOG_LEVEL',
    'Least level that is logged.',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'info',
  ),
  ingestLanes: integer(
    'INGEST_LANES',
    'Ordered ways into the database, one thread each: 1, 2, 4, 8 or 16.',
    [1, 16],
    1,
  ),
  ingestBatchMax: integer('INGEST_BATCH_MAX', 'Most submissions of one batch.', [1, 10_000], 2000),
  ingestBatchIntervalMs: integer(
    'INGEST_BATCH_INTERVAL_MS',
    'Least time from the start of one batch of a lane to the start of the next: ' +
      'longer spares CPU, shorter answers sooner.',
    [0, 1000],
    5,
  ),
  ingestQueueMax: integer(
    'INGEST_QUEUE_MAX',
    'Most submissions waiting in one lane; above it the answer is 503.',
    [1, 1_000_000],
    20_000,
  ),
  webConcurrency: integer('WEB_CONCURRENCY', 'HTTP processes of one `serve`.', [1, 64], 1),
  // Two tasks at once, each with a transaction that guards it and one that works; and statistics meanwhile.
  databaseConnectionsMax: integer(
    'DATABASE_CONNECTIONS_MAX',
    'Connections of one process: half for statistics, the others for pages and management; ' +
      'lanes, spool (1), changes (1), tasks (6) and their queue (5), an import from a page (6) have their own.',
    [5, 200],
    10,
  ),
  spoolDir: text('SPOOL_DIR', 'Folder for events while the database is away. Unset: spool in the state folder.'),
  spoolBytesMax: integer(
    'SPOOL_BYTES_MAX',
    'Size limit of the spool of one process; above it the answer is 503.',
    [0, 2 ** 50],
    1_073_741_824,
  ),
  httpConnectionsMax: integer(
    'HTTP_CONNECTIONS_MAX',
    'Most open client connections of one process.',
    [1, 1_000_000],
    10_000,
  ),
  httpDrainMs: integer(
    'HTTP_DRAIN_MS',
    'How long a stopping process goes on while readiness says 503, and then waits for requests on open connections.',
    [0, 60_000],
    1_000,
  ),
  httpRequestTimeoutMs: integer(
    'HTTP_REQUEST_TIMEOUT_MS',
    'Longest time a client may take to send a request.',
    [100, 600_000],
    15_000,
  ),
  httpHeaderBytesMax: integer('HTTP_HEADER_BYTES_MAX', 'Largest request header block.', [4096, 1_048_576], 16_384),
  statementTimeoutMs: integer(
    'STATEMENT_TIMEOUT_MS',
    'Longest time a statistics statement may run.',
    [100, 600_000],
    20_000,
  ),
  migrateOnStart: flag('MIGRATE_ON_START', 'Whether `serve` and `work` migrate the database when they start.', true),
  runTasks: flag('RUN_TASKS', 'Whether `serve` also runs the background tasks.', true),
  domainExpiryHours: integer(
    'DOMAIN_EXPIRY_HOURS',
    'Hours after which a previous domain stops working. Unset: never.',
    [1, 100_000],
  ),
  apiBurstLimit: integer(
    'API_BURST_LIMIT',
    'Most requests of one API key in API_BURST_SECONDS. Unset: no burst limit.',
    [1, 1_000_000],
  ),
  apiBurstSeconds: integer('API_BURST_SECONDS', 'Window of API_BURST_LIMIT.', [1, 3600], 10),
  spamReferrersFile: text('SPAM_REFERRERS_FILE', 'More referrer spam hosts, one a line. Reloaded when it changes.'),
  spamUpdateUrl: url('SPAM_UPDATE_URL', 'Where `tidemark data update` finds more referrer spam hosts, one a line.'),
  dataDir: text(
    'DATA_DIR',
    'Folder of what `tidemark data …` downloads, and of files sent for an import. Unset: data in the state folder.',
  ),
  uploadBytesMax: integer(
    'UPLOAD_BYTES_MAX',
    'Largest file that can be sent for an import.',
    [1, 2 ** 50],
    5_368_709_120,
  ),
  updateTimeoutMs: integer('DATA_UPDATE_TIMEOUT_MS', 'Longest time one download may take.', [100, 3_600_000], 300_000),
  currencyRatesFile: text(
    'CURRENCY_RATES_FILE',
    'JSON {"base":"EUR","rates":{"USD":"1.1"}} for revenue conversion. Reloaded when it changes.',
  ),
  smtpUrl: url(
    'SMTP_URL',
    'Server that takes mail, smtp:// or smtps:// with user and password. Unset: no mail goes out.',
    ['smtp', 'smtps'],
  ),
  mailFrom: text('MAIL_FROM', 'Sender of mail. Unset: Tidemark <tidemark@ the host of BASE_URL>.'),
  webhooksToPrivate: flag(
    'WEBHOOKS_TO_PRIVATE',
    'Whether webhooks of notices may be in private networks and on this machine.',
    false,
  ),
} as const satisfies Record<string, Setting<unknown>>

/** Where state is kept, and how the operator calls the tool. */
const placeTable = {
  command: text(
    'TIDEMARK_COMMAND',
    'How `tidemark` is called from outside an image, for the commands that messages name.',
  ),
  dataHome: text(
    'XDG_DATA_HOME',
    'Where the package has its state folder, tidemark. Unset: ~/.local/share; on macOS ~/Library/Application ' +
      'Support; on Windows LOCALAPPDATA. A clone has its state folder in .tidemark.',
  ),
  localData: text('LOCALAPPDATA', 'On Windows: where the package has its state folder.'),
} as const satisfies Record<string, Setting<unknown>>

/** Settings of `run`, `db` and the private database. */
const runTable = {
  port: serviceTable.port,
  host: serviceTable.host,
  site: text('SITE', 'Site that `run` makes in an empty database.', 'example.com'),
  demo: loose('DEMO', '`1`: `run` fills its first site with a year of made-up history.'),
  aptMirror: url(
    'TIDEMARK_APT_MIRROR',
    "Debian mirror of the private database. Unset: that of the system's apt sources.",
  ),
  privateDatabase: choice(
    'PRIVATE_DATABASE',
    'The private database: `timescale`, or `postgres` without extensions. Unset: what fits this machine.',
    ['timescale', 'postgres'],
  ),
  cacheHome: text(
    'XDG_CACHE_HOME',
    'Where the programs of the private database are kept for all clones. Unset: ~/.cache.',
  ),
} as const satisfies Record<string, Setting<unknown>>

/** All settings by their variable, in the order of the help. */
export const settings: Readonly<Record<string, Setting<unknown>>> = Object.fromEntries(
  [...Object.values(serviceTable), ...Object.values(runTable), ...Object.values(placeTable)].map((setting) => [
    setting.name,
    setting,
  ]),
)

/** A service to sign in with (OpenID Connect). */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly name: string
  readonly isOnly: boolean
}

export type Config = ReturnType<typeof loadConfig>

function read<Value>(environment: NodeJS.ProcessEnv, { name, fallback, parse }: Setting<Value>): Value | undefined {
  const text = environment[name]?.trim() || fallback
  if (text === undefined) return undefined
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ConfigError(`${name} ${error.message}; ${seeHelp}`)
  }
}

/** Values of all settings of a table. Throws the ConfigError of the first that cannot be used. */
const readAll = <Table extends Readonly<Record<string, Setting<unknown>>>>(
  environment: NodeJS.ProcessEnv,
  table: Table,
): Values<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [name, read(environment, setting)]),
  ) as Values<Table>

/** The environment, with the settings that options of a command give. */
export const environmentWith = (given: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** The folder of a person's data on this machine, as the system has it. */
function dataHomeOf({ dataHome, localData }: Values<typeof placeTable>): string {
  const local = join(homedir(), '.local', 'share')
  if (process.platform === 'win32') return localData ?? local
  return dataHome ?? (process.platform === 'darwin' ? join(homedir(), 'Library', 'Application Support') : local)
}

/**
 * Where the private database, the generated secret and the spool live: `.tidemark/` of a clone. The package is replaced
 * by the next version, so it keeps them among a person's data.
 */
export const stateFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  isPackaged ? join(dataHomeOf(readAll(environment, placeTable)), 'tidemark') : projectPath('.tidemark')

/** The words that stand for `tidemark` where the operator is. */
export const loadCall = (environment: NodeJS.ProcessEnv = process.env): string =>
  callOf({ isPackaged, root: projectRoot, cwd: process.cwd(), named: read(environment, placeTable.command) })

/** Reads the generated secret, or makes it: 32 random bytes, readable by the owner only. */
function keepSecretKey(): string {
  const file = join(stateFolder(), 'secret-key')
  if (!existsSync(file)) {
    mkdirSync(stateFolder(), { recursive: true })
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** The private database's address when one has been started (`tidemark db` writes it), else undefined. */
function privateDatabaseUrl(): string | undefined {
  const file = join(stateFolder(), 'database-url')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

export type RunConfig = ReturnType<typeof loadRunConfig>

/** Settings of `run` and `db`, before there is a database. */
export function loadRunConfig(environment: NodeJS.ProcessEnv = process.env) {
  const values = readAll(environment, runTable)
  return Object.freeze({
    ...values,
    /** The first site gets made-up history. */
    demo: values.demo ?? false,
    /** As given; undefined: the private database is to be started. */
    databaseUrl: read(environment, serviceTable.databaseUrl),
    /** Environment of the programs of others that are started for it. */
    environment,
  })
}

/** The account that geolocation databases are fetched with. It has both its number and its key. */
function maxmindOf(accountId: string | undefined, licenseKey: string | undefined, edition: string) {
  if ((accountId === undefined) !== (licenseKey === undefined))
    throw new ConfigError(`MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY go together; ${seeHelp}`)
  return accountId !== undefined && licenseKey !== undefined ? { accountId, licenseKey, edition } : undefined
}

/** Settings of `data update`: no database. */
export function loadDataConfig(environment: NodeJS.ProcessEnv = process.env) {
  const { dataDir, geoDatabase, geoUpdateUrl, spamUpdateUrl, updateTimeoutMs } = serviceTable
  const { maxmindAccountId, maxmindLicenseKey, maxmindEdition } = serviceTable
  const values = readAll(environment, { dataDir, geoDatabase, geoUpdateUrl, spamUpdateUrl, updateTimeoutMs })
  const account = readAll(environment, { maxmindAccountId, maxmindLicenseKey, maxmindEdition })
  return Object.freeze({
    ...values,
    dataDir: values.dataDir ?? join(stateFolder(), 'data'),
    maxmind: maxmindOf(account.maxmindAccountId, account.maxmindLicenseKey, account.maxmindEdition),
  })
}

interface OidcSettings {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcName: string | undefined
  readonly oidcOnly: boolean
}

/** The sign-in service. Requests to it travel in the open over http, so http is taken for this machine alone. */
function oidcOf(given: OidcSettings): OidcConfig | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcOnly: isOnly } = given
  if (issuer === undefined) {
    if (isOnly) throw new ConfigError(`OIDC_ONLY needs OIDC_ISSUER; ${seeHelp}`)
    return undefined
  }
  const { protocol, hostname, host } = new URL(issuer)
  const isHere = protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isHere) throw new ConfigError(`OIDC_ISSUER must begin with https://; ${seeHelp}`)
  if (clientId === undefined) throw new ConfigError(`OIDC_ISSUER needs OIDC_CLIENT_ID; ${seeHelp}`)
  return { issuer, clientId, clientSecret: given.oidcClientSecret, name: given.oidcName ?? host, isOnly }
}

/** Validates the environment and returns the frozen configuration. Throws ConfigError naming the variable. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env) {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcOnly, ...rest } = readAll(environment, serviceTable)
  const { maxmindAccountId, maxmindLicenseKey, maxmindEdition, ...values } = rest
  const databaseUrl = values.databaseUrl ?? privateDatabaseUrl()
  if (!databaseUrl)
    throw new ConfigError(
      `DATABASE_URL is not set and no private database was started; run \`tidemark db\`, or ${seeHelp}`,
    )
  if (stripeCount % values.ingestLanes !== 0)
    throw new ConfigError(`INGEST_LANES must divide ${stripeCount}: 1, 2, 4, 8 or 16; ${seeHelp}`)
  const baseUrl = values.baseUrl ?? `http://localhost:${values.port}`
  return Object.freeze({
    ...values,
    databaseUrl,
    baseUrl,
    call: loadCall(environment),
    secretKey: values.secretKey ?? keepSecretKey(),
    /** The operator has named the proxies. Otherwise all private networks count as proxies. */
    areProxiesNamed: Boolean(environment.TRUSTED_PROXIES),
    maxmind: maxmindOf(maxmindAccountId, maxmindLicenseKey, maxmindEdition),
    spoolDir: values.spoolDir ?? join(stateFolder(), 'spool'),
    dataDir: values.dataDir ?? join(stateFolder(), 'data'),
    mailFrom: values.mailFrom ?? `Tidemark <tidemark@${new URL(baseUrl).hostname}>`,
    oidc: oidcOf({ oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcOnly }),
  })
}
