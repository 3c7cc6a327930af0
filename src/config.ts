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

export const settings = {
  PORT: { kind: 'integer', fallback: '8000', min: 0, max: 65535, help: 'Port of the HTTP server; 0 picks a free one.' },
  HOST: { kind: 'text', fallback: '::', help: 'Address the HTTP server listens on.' },
  WORK_PORT: {
    kind: 'integer',
    min: 0,
    max: 65535,
    help: 'Port on which `work` answers health and metrics. Unset: none.',
  },
  DATABASE_URL: {
    kind: 'url',
    help: 'PostgreSQL 17 with TimescaleDB, or Citus. Unset: the private database of `make db`.',
  },
  READ_DATABASE_URL: { kind: 'url', help: 'A replica that answers all statistics queries. Unset: DATABASE_URL.' },
  READ_MAX_LAG_SECONDS: {
    kind: 'integer',
    fallback: '30',
    min: 1,
    max: 86_400,
    help: 'A replica that is further behind is not asked; DATABASE_URL answers instead.',
  },
  CITUS_PARTS: {
    kind: 'integer',
    fallback: '32',
    min: 1,
    max: 1024,
    help: 'On Citus: into how many parts traffic is divided. Read by the first migration; for good.',
  },
  CITUS_DIRECT: {
    kind: 'flag',
    fallback: 'true',
    help: 'On Citus: whether events go straight to the node that has them, or through the coordinator.',
  },
  BASE_URL: {
    kind: 'url',
    help: 'Public address of the service, without a trailing slash. Unset: http://localhost:PORT.',
  },
  SECRET_KEY: {
    kind: 'text',
    help: 'Secret mixed into stored API key hashes. Unset: generated once and kept in .tidemark/secret-key.',
  },
  TRUSTED_PROXIES: {
    kind: 'list',
    fallback: loopbackAndPrivate,
    help: 'CIDR list of proxies whose address headers are believed; "none" trusts nobody.',
  },
  GEOIP_DATABASE: {
    kind: 'text',
    help:
      'Path of an .mmdb file (MaxMind or flat layout). ' +
      'Unset: that of the last `tidemark data update`, else the packaged one.',
  },
  GEOIP_UPDATE_URL: {
    kind: 'url',
    help: 'Where `tidemark data update` finds a newer .mmdb file (http, https, file; may be .gz).',
  },
  OIDC_ISSUER: { kind: 'url', help: 'A service that speaks OpenID Connect, to sign in with. Unset: none.' },
  OIDC_CLIENT_ID: { kind: 'text', help: 'What that service calls Tidemark. Needed with OIDC_ISSUER.' },
  OIDC_CLIENT_SECRET: { kind: 'text', help: 'The secret for that. Unset: a public client, with PKCE alone.' },
  OIDC_NAME: { kind: 'text', help: 'What the button says after `Sign in with`. Unset: the host of OIDC_ISSUER.' },
  OIDC_ONLY: {
    kind: 'flag',
    fallback: 'false',
    help: 'Whether that service is the only way in. Links of `tidemark user link` work nevertheless.',
  },
  LOG_LEVEL: {
    kind: 'text',
    fallback: 'info',
    oneOf: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    help: 'Least level that is logged.',
  },
  INGEST_LANES: {
    kind: 'integer',
    fallback: '1',
    min: 1,
    max: 16,
    help: 'Ordered ways into the database, one thread each: 1, 2, 4, 8 or 16.',
  },
  INGEST_BATCH_MAX: { kind: 'integer', fallback: '2000', min: 1, max: 10_000, help: 'Most submissions of one batch.' },
  INGEST_BATCH_INTERVAL_MS: {
    kind: 'integer',
    fallback: '5',
    min: 0,
    max: 1000,
    help:
      'Least time from the start of one batch of a lane to the start of the next: ' +
      'longer spares CPU, shorter answers sooner.',
  },
  INGEST_QUEUE_MAX: {
    kind: 'integer',
    fallback: '20000',
    min: 1,
    max: 1_000_000,
    help: 'Most submissions waiting in one lane; above it the answer is 503.',
  },
  WEB_CONCURRENCY: { kind: 'integer', fallback: '1', min: 1, max: 64, help: 'HTTP processes of one `serve`.' },
  DATABASE_CONNECTIONS_MAX: {
    kind: 'integer',
    fallback: '10',
    // Two tasks at once, each with a transaction that guards it and one that works; and statistics meanwhile.
    min: 5,
    max: 200,
    help:
      'Connections of one process for statistics, management and tasks; ' +
      'lanes, spool (1), changes (1) and task queue (5), an import from a page (6) have their own.',
  },
  SPOOL_DIR: { kind: 'text', help: 'Folder for events while the database is away. Unset: .tidemark/spool.' },
  SPOOL_BYTES_MAX: {
    kind: 'integer',
    fallback: '1073741824',
    min: 0,
    max: 2 ** 50,
    help: 'Size limit of the spool of one process; above it the answer is 503.',
  },
  HTTP_CONNECTIONS_MAX: {
    kind: 'integer',
    fallback: '10000',
    min: 1,
    max: 1_000_000,
    help: 'Most open client connections of one process.',
  },
  HTTP_REQUEST_TIMEOUT_MS: {
    kind: 'integer',
    fallback: '15000',
    min: 100,
    max: 600_000,
    help: 'Longest time a client may take to send a request.',
  },
  HTTP_HEADER_BYTES_MAX: {
    kind: 'integer',
    fallback: '16384',
    min: 4096,
    max: 1_048_576,
    help: 'Largest request header block.',
  },
  STATEMENT_TIMEOUT_MS: {
    kind: 'integer',
    fallback: '20000',
    min: 100,
    max: 600_000,
    help: 'Longest time a statistics statement may run.',
  },
  MIGRATE_ON_START: {
    kind: 'flag',
    fallback: 'true',
    help: 'Whether `serve` and `work` migrate the database when they start.',
  },
  RUN_TASKS: { kind: 'flag', fallback: 'true', help: 'Whether `serve` also runs the background tasks.' },
  DOMAIN_EXPIRY_HOURS: {
    kind: 'integer',
    min: 1,
    max: 100_000,
    help: 'Hours after which a previous domain stops working. Unset: never.',
  },
  API_BURST_LIMIT: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    help: 'Most requests of one API key in API_BURST_SECONDS. Unset: no burst limit.',
  },
  API_BURST_SECONDS: { kind: 'integer', fallback: '10', min: 1, max: 3600, help: 'Window of API_BURST_LIMIT.' },
  SPAM_REFERRERS_FILE: { kind: 'text', help: 'More referrer spam hosts, one a line. Reloaded when it changes.' },
  SPAM_UPDATE_URL: { kind: 'url', help: 'Where `tidemark data update` finds more referrer spam hosts, one a line.' },
  DATA_DIR: {
    kind: 'text',
    help: 'Folder of what `tidemark data update` downloads, and of files sent for an import. Unset: .tidemark/data.',
  },
  UPLOAD_BYTES_MAX: {
    kind: 'integer',
    fallback: '5368709120',
    min: 1,
    max: 2 ** 50,
    help: 'Largest file that can be sent for an import.',
  },
  DATA_UPDATE_TIMEOUT_MS: {
    kind: 'integer',
    fallback: '300000',
    min: 100,
    max: 3_600_000,
    help: 'Longest time one download may take.',
  },
  CURRENCY_RATES_FILE: {
    kind: 'text',
    help: 'JSON {"base":"EUR","rates":{"USD":"1.1"}} for revenue conversion. Reloaded when it changes.',
  },
  SMTP_URL: {
    kind: 'url',
    help: 'Server that takes mail, smtp:// or smtps:// with user and password. Unset: no mail goes out.',
  },
  MAIL_FROM: { kind: 'text', help: 'Sender of mail. Unset: Tidemark <tidemark@ the host of BASE_URL>.' },
  WEBHOOKS_TO_PRIVATE: {
    kind: 'flag',
    fallback: 'false',
    help: 'Whether webhooks of notices may be in private networks and on this machine.',
  },
  SITE: { kind: 'text', fallback: 'example.com', help: 'Site that `run` makes in an empty database.' },
  DEMO: { kind: 'text', help: '`1`: `run` fills its first site with a year of made-up history.' },
  TIDEMARK_APT_MIRROR: {
    kind: 'url',
    help: "Debian mirror of the private database. Unset: that of the system's apt sources.",
  },
  XDG_CACHE_HOME: {
    kind: 'text',
    help: 'Where the programs of the private database are kept for all clones. Unset: ~/.cache.',
  },
} as const satisfies Record<string, Setting>

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

/** What `run` and `db` need before there is a database. */
export function loadRunConfig(environment: NodeJS.ProcessEnv = process.env) {
  return Object.freeze({
    /** As given; undefined: the private database is to be started. */
    databaseUrl: read(environment, 'DATABASE_URL'),
    site: read(environment, 'SITE') ?? 'example.com',
    /** Whether the first site gets made-up history. */
    demo: /^(1|true)$/i.test(read(environment, 'DEMO') ?? ''),
    aptMirror: read(environment, 'TIDEMARK_APT_MIRROR'),
    cacheHome: read(environment, 'XDG_CACHE_HOME'),
  })
}

/** What `data update` needs: no database. */
export function loadDataConfig(environment: NodeJS.ProcessEnv = process.env) {
  return Object.freeze({
    dataDir: read(environment, 'DATA_DIR') ?? join(stateFolder(), 'data'),
    geoDatabase: read(environment, 'GEOIP_DATABASE'),
    geoUpdateUrl: read(environment, 'GEOIP_UPDATE_URL'),
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
    databaseUrl,
    readDatabaseUrl: text('READ_DATABASE_URL'),
    readLagMaxSeconds: integer('READ_MAX_LAG_SECONDS'),
    citusParts: integer('CITUS_PARTS'),
    citusDirect: flag('CITUS_DIRECT'),
    baseUrl,
    secretKey: text('SECRET_KEY') ?? keepSecretKey(),
    trustedProxies: text('TRUSTED_PROXIES') ?? '',
    geoDatabase: text('GEOIP_DATABASE'),
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
