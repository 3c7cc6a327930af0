// All settings: one table, read from the environment once, validated once, frozen. The only file that reads
// process.env. Help texts and documentation are printed from the same table (`tidemark help settings`).
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectPath } from './paths.ts'

type Kind = 'text' | 'integer' | 'url' | 'list' | 'flag'

interface Setting {
  readonly kind: Kind
  /** Used when the variable is unset or empty; undefined: the setting is optional. */
  readonly fallback?: string
  readonly min?: number
  readonly max?: number
  readonly oneOf?: readonly string[]
  readonly help: string
}

const loopbackAndPrivate =
  '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,169.254.0.0/16,fe80::/10'

/** An address, if it is given. */
const url = (help: string): Setting => ({ kind: 'url', help })
const text = (help: string, fallback?: string): Setting => ({
  kind: 'text',
  help,
  ...(fallback === undefined ? {} : { fallback }),
})
const flag = (help: string, fallback: boolean): Setting => ({ kind: 'flag', help, fallback: String(fallback) })
/** A whole number within bounds; without a fallback it may be left out. */
const integer = (help: string, [min, max]: readonly [min: number, max: number], fallback?: number): Setting => ({
  kind: 'integer',
  help,
  min,
  max,
  ...(fallback === undefined ? {} : { fallback: String(fallback) }),
})

export const settings = {
  PORT: integer('Port of the HTTP server; 0 picks a free one.', [0, 65_535], 8000),
  HOST: text('Address the HTTP server listens on.', '::'),
  METRICS_TOKEN: text('Bearer token that /metrics asks for. Unset: open on private networks and on WORK_PORT alone.'),
  SECURITY_CONTACT: text(
    'E-mail address or URL for reports of weaknesses, in /.well-known/security.txt. Unset: the page about security.',
  ),
  WORK_PORT: integer('Port on which `work` answers health and metrics. Unset: none.', [0, 65_535]),
  DATABASE_URL: url(
    'PostgreSQL 15 to 18, by itself or with TimescaleDB or Citus. Unset: the private database of `make db`.',
  ),
  READ_DATABASE_URL: url('A replica that answers all statistics queries. Unset: DATABASE_URL.'),
  READ_MAX_LAG_SECONDS: integer(
    'A replica that is further behind is not asked; DATABASE_URL answers instead.',
    [1, 86_400],
    30,
  ),
  CITUS_PARTS: integer(
    'On Citus: into how many parts traffic is divided. Read by the first migration; for good.',
    [1, 1024],
    32,
  ),
  CITUS_DIRECT: flag(
    'On Citus: whether events go straight to the node that has them, or through the coordinator.',
    true,
  ),
  BASE_URL: url('Public address of the service, without a trailing slash. Unset: http://localhost:PORT.'),
  SECRET_KEY: text('Secret mixed into stored API key hashes. Unset: generated once and kept in .tidemark/secret-key.'),
  TRUSTED_PROXIES: {
    kind: 'list',
    help:
      'Proxies that are trusted to name the address of a client: ranges (CIDR), and cloudflare, cloudfront, fastly, ' +
      'akamai or fly for those of a network. "none" trusts no header. Where it is set, headers with one address ' +
      '(CF-Connecting-IP, X-Real-IP) also count for limits of sign-in.',
    fallback: loopbackAndPrivate,
  },
  GEOIP_DATABASE: text(
    'Path of an .mmdb file (MaxMind or flat layout). ' +
      'Unset: that of the last `tidemark data update` or `data countries`, else the packaged one.',
  ),
  GEOIP_UPDATE_URL: url(
    'Where `tidemark data update` finds a newer .mmdb file (http, https, file; may be .gz or .tar.gz). ' +
      '{month} stands for the month, as 2026-11.',
  ),
  GEOIP_UPDATE_WEEKLY: flag('Whether the service fetches a newer database by itself, once a week.', false),
  MAXMIND_ACCOUNT_ID: text('Number of an account with MaxMind, for `tidemark data update`. Needs MAXMIND_LICENSE_KEY.'),
  MAXMIND_LICENSE_KEY: text('Licence key of that account. It is sent to MaxMind alone, and never logged.'),
  MAXMIND_EDITION: text('Database of MaxMind that is fetched.', 'GeoLite2-City'),
  OIDC_ISSUER: url('A service that speaks OpenID Connect, to sign in with. Unset: none.'),
  OIDC_CLIENT_ID: text('What that service calls Tidemark. Needed with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: text('The secret for that. Unset: a public client, with PKCE alone.'),
  OIDC_NAME: text('What the button says after `Sign in with`. Unset: the host of OIDC_ISSUER.'),
  OIDC_ONLY: flag('Whether that service is the only way in. Links of `tidemark user link` work nevertheless.', false),
  LOG_LEVEL: {
    kind: 'text',
    help: 'Least level that is logged.',
    fallback: 'info',
    oneOf: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  },
  INGEST_LANES: integer('Ordered ways into the database, one thread each: 1, 2, 4, 8 or 16.', [1, 16], 1),
  INGEST_BATCH_MAX: integer('Most submissions of one batch.', [1, 10_000], 2000),
  INGEST_BATCH_INTERVAL_MS: integer(
    'Least time from the start of one batch of a lane to the start of the next: ' +
      'longer spares CPU, shorter answers sooner.',
    [0, 1000],
    5,
  ),
  INGEST_QUEUE_MAX: integer(
    'Most submissions waiting in one lane; above it the answer is 503.',
    [1, 1_000_000],
    20_000,
  ),
  WEB_CONCURRENCY: integer('HTTP processes of one `serve`.', [1, 64], 1),
  // Two tasks at once, each with a transaction that guards it and one that works; and statistics meanwhile.
  DATABASE_CONNECTIONS_MAX: integer(
    'Connections of one process: half for statistics, the others for pages and management; ' +
      'lanes, spool (1), changes (1), tasks (6) and their queue (5), an import from a page (6) have their own.',
    [5, 200],
    10,
  ),
  SPOOL_DIR: text('Folder for events while the database is away. Unset: .tidemark/spool.'),
  SPOOL_BYTES_MAX: integer(
    'Size limit of the spool of one process; above it the answer is 503.',
    [0, 2 ** 50],
    1_073_741_824,
  ),
  HTTP_CONNECTIONS_MAX: integer('Most open client connections of one process.', [1, 1_000_000], 10_000),
  HTTP_DRAIN_MS: integer(
    'How long a stopping process goes on while readiness says 503, and then waits for requests on open connections.',
    [0, 60_000],
    1_000,
  ),
  HTTP_REQUEST_TIMEOUT_MS: integer('Longest time a client may take to send a request.', [100, 600_000], 15_000),
  HTTP_HEADER_BYTES_MAX: integer('Largest request header block.', [4096, 1_048_576], 16_384),
  STATEMENT_TIMEOUT_MS: integer('Longest time a statistics statement may run.', [100, 600_000], 20_000),
  MIGRATE_ON_START: flag('Whether `serve` and `work` migrate the database when they start.', true),
  RUN_TASKS: flag('Whether `serve` also runs the background tasks.', true),
  DOMAIN_EXPIRY_HOURS: integer('Hours after which a previous domain stops working. Unset: never.', [1, 100_000]),
  API_BURST_LIMIT: integer('Most requests of one API key in API_BURST_SECONDS. Unset: no burst limit.', [1, 1_000_000]),
  API_BURST_SECONDS: integer('Window of API_BURST_LIMIT.', [1, 3600], 10),
  SPAM_REFERRERS_FILE: text('More referrer spam hosts, one a line. Reloaded when it changes.'),
  SPAM_UPDATE_URL: url('Where `tidemark data update` finds more referrer spam hosts, one a line.'),
  DATA_DIR: text('Folder of what `tidemark data …` downloads, and of files sent for an import. Unset: .tidemark/data.'),
  UPLOAD_BYTES_MAX: integer('Largest file that can be sent for an import.', [1, 2 ** 50], 5_368_709_120),
  DATA_UPDATE_TIMEOUT_MS: integer('Longest time one download may take.', [100, 3_600_000], 300_000),
  CURRENCY_RATES_FILE: text(
    'JSON {"base":"EUR","rates":{"USD":"1.1"}} for revenue conversion. Reloaded when it changes.',
  ),
  SMTP_URL: url('Server that takes mail, smtp:// or smtps:// with user and password. Unset: no mail goes out.'),
  MAIL_FROM: text('Sender of mail. Unset: Tidemark <tidemark@ the host of BASE_URL>.'),
  WEBHOOKS_TO_PRIVATE: flag('Whether webhooks of notices may be in private networks and on this machine.', false),
  SITE: text('Site that `run` makes in an empty database.', 'example.com'),
  DEMO: text('`1`: `run` fills its first site with a year of made-up history.'),
  TIDEMARK_APT_MIRROR: url("Debian mirror of the private database. Unset: that of the system's apt sources."),
  PRIVATE_DATABASE: {
    kind: 'text',
    help: 'The private database: `timescale`, or `postgres` without extensions. Unset: what fits this machine.',
    oneOf: ['timescale', 'postgres'],
  },
  XDG_CACHE_HOME: text('Where the programs of the private database are kept for all clones. Unset: ~/.cache.'),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** A service to sign in with (OpenID Connect). */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly name: string
  readonly isOnly: boolean
}

export type Config = ReturnType<typeof loadConfig>

/** A setting that cannot be used; its message names the variable and the way out. */
export class ConfigError extends Error {}

function read(environment: NodeJS.ProcessEnv, name: SettingName): string | undefined {
  const setting: Setting = settings[name]
  const value = environment[name]?.trim() || setting.fallback
  if (value === undefined) return undefined
  const refuse = (why: string) => new ConfigError(`${name} ${why}; see \`tidemark help settings\``)
  if (setting.kind === 'integer') {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < (setting.min ?? 0) || number > (setting.max ?? Number.MAX_SAFE_INTEGER))
      throw refuse(`must be a whole number from ${setting.min} to ${setting.max}`)
  }
  if (setting.kind === 'flag' && !/^(true|false|1|0)$/.test(value)) throw refuse('must be true or false')
  if (setting.kind === 'url' && !URL.canParse(value)) throw refuse('is not an address')
  if (setting.oneOf && !setting.oneOf.includes(value)) throw refuse(`must be one of ${setting.oneOf.join(', ')}`)
  return value
}

/** Where the private database, the generated secret and the spool live: `.tidemark/` in the project. */
export const stateFolder = (): string => projectPath('.tidemark')

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

/** The private database's address when one has been started (`make db` writes it), else undefined. */
function privateDatabaseUrl(): string | undefined {
  const file = join(stateFolder(), 'database-url')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

export type RunConfig = ReturnType<typeof loadRunConfig>

/** Settings of `run` and `db`, before there is a database. */
export function loadRunConfig(environment: NodeJS.ProcessEnv = process.env) {
  return Object.freeze({
    /** As given; undefined: the private database is to be started. */
    databaseUrl: read(environment, 'DATABASE_URL'),
    /** Environment of the programs of others that are started for it. */
    environment,
    /** Where the service will listen. */
    port: Number(read(environment, 'PORT')),
    host: read(environment, 'HOST') ?? '::',
    site: read(environment, 'SITE') ?? 'example.com',
    /** The first site gets made-up history. */
    demo: /^(1|true)$/i.test(read(environment, 'DEMO') ?? ''),
    privateDatabase: read(environment, 'PRIVATE_DATABASE'),
    aptMirror: read(environment, 'TIDEMARK_APT_MIRROR'),
    cacheHome: read(environment, 'XDG_CACHE_HOME'),
  })
}

/** The sources of geolocation databases. An account has both its number and its key. */
function readGeoSettings(environment: NodeJS.ProcessEnv) {
  const accountId = read(environment, 'MAXMIND_ACCOUNT_ID')
  const licenseKey = read(environment, 'MAXMIND_LICENSE_KEY')
  const edition = read(environment, 'MAXMIND_EDITION') ?? ''
  if ((accountId === undefined) !== (licenseKey === undefined))
    throw new ConfigError('MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY go together; see `tidemark help settings`')
  return {
    geoUpdateUrl: read(environment, 'GEOIP_UPDATE_URL'),
    maxmind: accountId !== undefined && licenseKey !== undefined ? { accountId, licenseKey, edition } : undefined,
  }
}

/** Settings of `data update`: no database. */
export function loadDataConfig(environment: NodeJS.ProcessEnv = process.env) {
  return Object.freeze({
    dataDir: read(environment, 'DATA_DIR') ?? join(stateFolder(), 'data'),
    geoDatabase: read(environment, 'GEOIP_DATABASE'),
    ...readGeoSettings(environment),
    spamUpdateUrl: read(environment, 'SPAM_UPDATE_URL'),
    updateTimeoutMs: Number(read(environment, 'DATA_UPDATE_TIMEOUT_MS')),
  })
}

/** The sign-in service. What is said to it is said in the open over http, which stays on this machine. */
function readOidc(text: (name: SettingName) => string | undefined, isOnly: boolean): OidcConfig | undefined {
  const [issuer, clientId] = [text('OIDC_ISSUER'), text('OIDC_CLIENT_ID')]
  if (issuer === undefined) {
    if (isOnly) throw new ConfigError('OIDC_ONLY needs OIDC_ISSUER; see `tidemark help settings`')
    return undefined
  }
  const { protocol, hostname, host } = new URL(issuer)
  const isHere = protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isHere)
    throw new ConfigError('OIDC_ISSUER must begin with https://; see `tidemark help settings`')
  if (clientId === undefined) throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID; see `tidemark help settings`')
  return { issuer, clientId, clientSecret: text('OIDC_CLIENT_SECRET'), name: text('OIDC_NAME') ?? host, isOnly }
}

/** Validates the environment and returns the frozen configuration. Throws ConfigError naming the variable. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env) {
  const text = (name: SettingName) => read(environment, name)
  const integer = (name: SettingName) => Number(read(environment, name))
  const optionalInteger = (name: SettingName) => (read(environment, name) === undefined ? undefined : integer(name))
  const flag = (name: SettingName) => /^(true|1)$/.test(read(environment, name) ?? 'false')

  const databaseUrl = text('DATABASE_URL') ?? privateDatabaseUrl()
  if (!databaseUrl)
    throw new ConfigError(
      'DATABASE_URL is not set and no private database was started; run `make db`, or see `tidemark help settings`',
    )
  const lanes = integer('INGEST_LANES')
  if (16 % lanes !== 0)
    throw new ConfigError('INGEST_LANES must divide 16: 1, 2, 4, 8 or 16; see `tidemark help settings`')
  const port = integer('PORT')
  const baseUrl = (text('BASE_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '')
  return Object.freeze({
    port,
    host: text('HOST') ?? '::',
    workPort: optionalInteger('WORK_PORT'),
    metricsToken: text('METRICS_TOKEN'),
    securityContact: text('SECURITY_CONTACT'),
    databaseUrl,
    readDatabaseUrl: text('READ_DATABASE_URL'),
    readLagMaxSeconds: integer('READ_MAX_LAG_SECONDS'),
    citusParts: integer('CITUS_PARTS'),
    citusDirect: flag('CITUS_DIRECT'),
    baseUrl,
    secretKey: text('SECRET_KEY') ?? keepSecretKey(),
    trustedProxies: text('TRUSTED_PROXIES') ?? '',
    /** The operator has named the proxies. Otherwise all private networks count as proxies. */
    areProxiesNamed: Boolean(environment.TRUSTED_PROXIES),
    geoDatabase: text('GEOIP_DATABASE'),
    ...readGeoSettings(environment),
    geoUpdateWeekly: flag('GEOIP_UPDATE_WEEKLY'),
    updateTimeoutMs: integer('DATA_UPDATE_TIMEOUT_MS'),
    logLevel: text('LOG_LEVEL') ?? 'info',
    ingestLanes: lanes,
    ingestBatchMax: integer('INGEST_BATCH_MAX'),
    ingestBatchIntervalMs: integer('INGEST_BATCH_INTERVAL_MS'),
    ingestQueueMax: integer('INGEST_QUEUE_MAX'),
    webConcurrency: integer('WEB_CONCURRENCY'),
    databaseConnectionsMax: integer('DATABASE_CONNECTIONS_MAX'),
    spoolDir: text('SPOOL_DIR') ?? join(stateFolder(), 'spool'),
    dataDir: text('DATA_DIR') ?? join(stateFolder(), 'data'),
    spoolBytesMax: integer('SPOOL_BYTES_MAX'),
    uploadBytesMax: integer('UPLOAD_BYTES_MAX'),
    httpConnectionsMax: integer('HTTP_CONNECTIONS_MAX'),
    httpDrainMs: integer('HTTP_DRAIN_MS'),
    httpRequestTimeoutMs: integer('HTTP_REQUEST_TIMEOUT_MS'),
    httpHeaderBytesMax: integer('HTTP_HEADER_BYTES_MAX'),
    statementTimeoutMs: integer('STATEMENT_TIMEOUT_MS'),
    migrateOnStart: flag('MIGRATE_ON_START'),
    runTasks: flag('RUN_TASKS'),
    domainExpiryHours: optionalInteger('DOMAIN_EXPIRY_HOURS'),
    apiBurstLimit: optionalInteger('API_BURST_LIMIT'),
    apiBurstSeconds: integer('API_BURST_SECONDS'),
    spamReferrersFile: text('SPAM_REFERRERS_FILE'),
    currencyRatesFile: text('CURRENCY_RATES_FILE'),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? `Tidemark <tidemark@${new URL(baseUrl).hostname}>`,
    webhooksToPrivate: flag('WEBHOOKS_TO_PRIVATE'),
    oidc: readOidc(text, flag('OIDC_ONLY')),
  })
}
