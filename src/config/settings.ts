// All settings, one declaration each. Help texts and documentation are printed from them (`tidemark help settings`).
import { extensionsInWords, postgresVersions } from '../rules/servers.ts'
import {
  addresses,
  baseAddress,
  choice,
  declare,
  flag,
  headerName,
  integer,
  loose,
  postgresAddress,
  readRoleRules,
  type Setting,
  text,
  url,
} from './declare.ts'
import { mailServer } from './mail.ts'
import { operatorRecipients } from './operator.ts'

const loopbackAndPrivate =
  '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,169.254.0.0/16,fe80::/10'

/** Settings of the service and its tools. */
export const serviceTable = {
  port: integer('PORT', 'Port of the HTTP server; 0 picks a free one.', [0, 65_535], 8000),
  host: text('HOST', 'Address the HTTP server listens on.', '::'),
  metricsToken: text(
    'METRICS_TOKEN',
    'Bearer token for /metrics, on PORT and WORK_PORT. Unset: /metrics is open only to programs on this machine.',
  ),
  securityContact: text(
    'SECURITY_CONTACT',
    'E-mail address or URL for reports of weaknesses, in /.well-known/security.txt. Unset: the security page.',
  ),
  workPort: integer('WORK_PORT', 'Port on which `work` answers health and metrics. Unset: none.', [0, 65_535]),
  databaseUrl: postgresAddress(
    'DATABASE_URL',
    `PostgreSQL ${postgresVersions.least} to ${postgresVersions.most}, by itself or with ` +
      `${extensionsInWords}. Unset: the private database of \`tidemark db\`.`,
  ),
  readDatabaseUrl: postgresAddress(
    'READ_DATABASE_URL',
    'A replica that answers all statistics queries. Unset: DATABASE_URL.',
  ),
  readLagMaxSeconds: integer(
    'READ_MAX_LAG_SECONDS',
    'Largest lag of the replica. Above it, DATABASE_URL answers instead.',
    [1, 86_400],
    30,
  ),
  citusParts: integer(
    'CITUS_PARTS',
    'On Citus: number of parts that traffic is divided into. Set by the first migration, and fixed from then on.',
    [1, 1024],
    32,
  ),
  citusDirect: flag(
    'CITUS_DIRECT',
    'On Citus: whether events go directly to the node that stores them, instead of through the coordinator.',
    true,
  ),
  baseUrl: baseAddress('BASE_URL', 'Public address of the service. Unset: http://localhost:PORT.'),
  secretKey: text(
    'SECRET_KEY',
    'Secret mixed into stored API key hashes. Unset: generated once and kept in the state folder.',
  ),
  trustedProxies: text(
    'TRUSTED_PROXIES',
    'Proxies that are trusted to name the address of a client: ranges (CIDR), or the networks cloudflare, ' +
      'cloudfront, fastly, akamai and fly. "none" trusts no header. If it is set, headers with one address ' +
      '(CF-Connecting-IP, X-Real-IP) also count for the limits of sign-in. If a network is named, only its own ' +
      'header and X-Forwarded-For or Forwarded count.',
    loopbackAndPrivate,
  ),
  geoDatabase: text(
    'GEOIP_DATABASE',
    'Path of an .mmdb file (MaxMind or flat layout). ' +
      'Unset: the file of the last `tidemark data update` or `data countries`, else the packaged one.',
  ),
  asnDatabase: text(
    'ASN_DATABASE',
    'Path of an .mmdb file of networks (MaxMind ASN or flat layout), for shields about networks and data centres. ' +
      'It is read again when it changes.',
  ),
  geoUpdateUrl: url(
    'GEOIP_UPDATE_URL',
    'Address of a newer .mmdb file for `tidemark data update` (http, https, file; may be .gz or .tar.gz). ' +
      '{month} stands for the month, for example 2026-11.',
  ),
  geoUpdateWeekly: flag('GEOIP_UPDATE_WEEKLY', 'Whether the service downloads a newer database once a week.', false),
  maxmindAccountId: text(
    'MAXMIND_ACCOUNT_ID',
    'Account number at MaxMind, for `tidemark data update`. Needs MAXMIND_LICENSE_KEY.',
  ),
  maxmindLicenseKey: text(
    'MAXMIND_LICENSE_KEY',
    'Licence key of that account. It is sent only to MaxMind and never logged.',
  ),
  maxmindEdition: text('MAXMIND_EDITION', 'MaxMind database to download.', 'GeoLite2-City'),
  oidcIssuer: url('OIDC_ISSUER', 'Issuer address of an OpenID Connect provider to sign in with. Unset: none.'),
  oidcClientId: text('OIDC_CLIENT_ID', 'Client id of Tidemark at that provider. Needed with OIDC_ISSUER.'),
  oidcClientSecret: text(
    'OIDC_CLIENT_SECRET',
    'Client secret at that provider. Unset: a public client that uses only PKCE.',
  ),
  oidcName: text('OIDC_NAME', 'Name of the provider on the button `Sign in with`. Unset: the host of OIDC_ISSUER.'),
  oidcOnly: flag(
    'OIDC_ONLY',
    'Whether that provider is the only way to sign in. Links of `tidemark user link` still work.',
    false,
  ),
  oidcScopes: text(
    'OIDC_SCOPES',
    'Scopes that the provider is asked for. Okta, Authentik and others send groups only with the scope groups.',
    'openid email profile',
  ),
  oidcGroupsClaim: text(
    'OIDC_GROUPS_CLAIM',
    'Claim that names the groups of a person: its name, or a path such as realm_access.roles.',
    'groups',
  ),
  oidcSecondFactor: text(
    'OIDC_SECOND_FACTOR',
    'Values of amr or acr, joined by commas, that stand for a second factor at the provider.',
    'mfa,otp,hwk,ngcmfa,phr,phrh,https://refeds.org/profile/mfa,' +
      'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  ),
  proxyAuthFrom: addresses(
    'PROXY_AUTH_FROM',
    'Addresses and ranges of a proxy that signs people in and names them in a header, such as Authelia or ' +
      'oauth2-proxy. TRUSTED_PROXIES does not count here. Unset: no proxy signs people in.',
  ),
  proxyAuthEmailHeader: headerName(
    'PROXY_AUTH_EMAIL_HEADER',
    'Header in which that proxy names the e-mail address, such as Remote-Email. The proxy must set or remove it in ' +
      'every request. Needed with PROXY_AUTH_FROM.',
  ),
  proxyAuthNameHeader: headerName(
    'PROXY_AUTH_NAME_HEADER',
    'Header in which that proxy names the person. Unset: none.',
  ),
  proxyAuthGroupsHeader: headerName(
    'PROXY_AUTH_GROUPS_HEADER',
    'Header in which that proxy names the groups, separated by commas or |, for SIGN_IN_ROLES. Unset: none.',
  ),
  proxyAuthSecondFactor: flag(
    'PROXY_AUTH_SECOND_FACTOR',
    'Whether that proxy asks everybody for a second factor, so that teams which need one ask for no other.',
    false,
  ),
  signInRoles: declare(
    'SIGN_IN_ROLES',
    'Roles that people get when they sign in by the provider or the proxy, one rule a line or separated by ";": ' +
      'domain:example.com=viewer@TEAM or group:NAME=admin@TEAM, with the identifier of the team. Unset: none.',
    readRoleRules,
  ),
  logLevel: choice(
    'LOG_LEVEL',
    'Lowest level that is logged.',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'info',
  ),
  ingestLanes: integer(
    'INGEST_LANES',
    'Number of lanes that write events in order, one thread each: 1, 2, 4, 8 or 16.',
    [1, 16],
    1,
  ),
  ingestBatchMax: integer('INGEST_BATCH_MAX', 'Largest number of submissions in one batch.', [1, 10_000], 2000),
  ingestBatchIntervalMs: integer(
    'INGEST_BATCH_INTERVAL_MS',
    'Shortest time between the starts of two batches of a lane. ' +
      'A longer time uses less CPU, a shorter one answers sooner.',
    [0, 1000],
    5,
  ),
  ingestQueueMax: integer(
    'INGEST_QUEUE_MAX',
    'Largest number of submissions waiting in one lane. Above it, the answer is 503.',
    [1, 1_000_000],
    20_000,
  ),
  trackQueueMax: integer(
    'TRACK_QUEUE_MAX',
    'Largest number of events of tidemark.track that wait. Above it, further events are counted and dropped.',
    [1, 100_000_000],
    1_000_000,
  ),
  webConcurrency: integer('WEB_CONCURRENCY', 'Number of HTTP processes of one `serve`.', [1, 64], 1),
  // Two tasks at once, each with a transaction that guards it and one that works; and statistics meanwhile.
  databaseConnectionsMax: integer(
    'DATABASE_CONNECTIONS_MAX',
    'Connections of one process, half for statistics, the rest for pages and management. Lanes, spool (1), ' +
      'changes (1), tasks (6), their queue (5), an import from a page (6) have their own. ' +
      'Unset: 10, or 6 with less than 900 MB of memory.',
    [5, 200],
  ),
  spoolDir: text('SPOOL_DIR', 'Folder for events while the database is unreachable. Unset: spool in the state folder.'),
  spoolBytesMax: integer(
    'SPOOL_BYTES_MAX',
    'Size limit of the spool of one process. Above it, the answer is 503.',
    [0, 2 ** 50],
    1_073_741_824,
  ),
  httpConnectionsMax: integer(
    'HTTP_CONNECTIONS_MAX',
    'Largest number of open client connections of one process.',
    [1, 1_000_000],
    10_000,
  ),
  httpDrainMs: integer(
    'HTTP_DRAIN_MS',
    'How long a stopping process keeps serving while readiness answers 503, and then waits for open requests.',
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
  auditLogDays: integer(
    'AUDIT_LOG_DAYS',
    'Days that the audit log keeps a record of who changed what.',
    [1, 36_500],
    365,
  ),
  apiBurstLimit: integer(
    'API_BURST_LIMIT',
    'Largest number of requests of one API key in API_BURST_SECONDS. Unset: no burst limit.',
    [1, 1_000_000],
  ),
  apiBurstSeconds: integer('API_BURST_SECONDS', 'Window of API_BURST_LIMIT.', [1, 3600], 10),
  spamReferrersFile: text(
    'SPAM_REFERRERS_FILE',
    'File of more referrer spam hosts, one on each line. Reloaded when it changes.',
  ),
  spamUpdateUrl: url(
    'SPAM_UPDATE_URL',
    'Address of more referrer spam hosts for `tidemark data update`, one on each line.',
  ),
  dataDir: text(
    'DATA_DIR',
    'Folder for downloads of `tidemark data …` and uploads for imports. Unset: data in the state folder.',
  ),
  uploadBytesMax: integer(
    'UPLOAD_BYTES_MAX',
    'Largest file that can be uploaded for an import.',
    [1, 2 ** 50],
    5_368_709_120,
  ),
  importMemoryBytesMax: integer(
    'IMPORT_MEMORY_BYTES_MAX',
    'Memory for the values of an uploaded file. Two files are imported at once, each in a process of its own. ' +
      'Unset: 1 GiB, but at most a quarter of the memory of the machine or container, ' +
      'or an eighth of less than 900 MB.',
    [2 ** 24, 2 ** 40],
  ),
  updateTimeoutMs: integer('DATA_UPDATE_TIMEOUT_MS', 'Longest time one download may take.', [100, 3_600_000], 300_000),
  currencyRatesFile: text(
    'CURRENCY_RATES_FILE',
    'JSON {"base":"EUR","rates":{"USD":"1.1"}} for revenue conversion. Reloaded when it changes.',
  ),
  mailServer: mailServer(
    'SMTP_URL',
    'Mail server, as smtp:// or smtps:// with user and password. A password is sent over TLS only, unless ' +
      '?requireTLS=false or ?ignoreTLS=true allows otherwise. Unset, and no SMTP_HOST: no e-mail is sent.',
  ),
  smtpHost: text('SMTP_HOST', 'Mail server, in place of SMTP_URL. Its user and password are written as they are.'),
  smtpPort: integer(
    'SMTP_PORT',
    'Port of SMTP_HOST: 587 (STARTTLS) if unset, 465 for TLS from the first byte.',
    [1, 65_535],
  ),
  smtpUser: text('SMTP_USER', 'User at SMTP_HOST. Unset: mail is sent without signing in.'),
  smtpPassword: text('SMTP_PASSWORD', 'Password of SMTP_USER, with any characters. It is sent over TLS only.'),
  mailFrom: text('MAIL_FROM', 'Sender of e-mails. Unset: Tidemark <tidemark@ the host of BASE_URL>.'),
  smtpFrom: text('SMTP_FROM', 'Another name for MAIL_FROM.'),
  operatorNotices: operatorRecipients(
    'OPERATOR_NOTICES_TO',
    'Who is told of troubles of the service: e-mail addresses and channels, with commas between them. A channel is ' +
      'an address of Slack, Discord, Teams, ntfy.sh or api.telegram.org, or service:address, for example ' +
      'ntfy:https://push.example.com/topic. Unset: nobody.',
  ),
  pageChecks: flag(
    'PAGE_CHECKS',
    'Whether the service fetches the first page of a site that waits for its first event, to say what keeps events ' +
      'away.',
    true,
  ),
  webhooksToPrivate: flag(
    'WEBHOOKS_TO_PRIVATE',
    'Whether webhooks may point to private networks and to this machine.',
    false,
  ),
} as const satisfies Record<string, Setting<unknown>>

/** Where state is kept, and how the operator calls the tool. */
export const placeTable = {
  command: text(
    'TIDEMARK_COMMAND',
    'How to call `tidemark` from outside the container. Messages show commands in this form.',
  ),
  dataHome: text(
    'XDG_DATA_HOME',
    'Where the package keeps its state folder, tidemark. Unset: ~/.local/share; on macOS ~/Library/Application ' +
      'Support; on Windows LOCALAPPDATA. A clone has its state folder in .tidemark.',
  ),
  localData: text('LOCALAPPDATA', 'On Windows: where the package keeps its state folder.'),
} as const satisfies Record<string, Setting<unknown>>

/** Settings of `run`, `db` and the private database. */
export const runTable = {
  port: serviceTable.port,
  host: serviceTable.host,
  site: text('SITE', 'Site that `run` creates in an empty database.', 'example.com'),
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

/** The setting of the bridge for assistants, which needs no other. */
export const bridgeTable = {
  key: text('TIDEMARK_KEY', 'API key of `tidemark mcp`. --key of the command goes before it.'),
} as const satisfies Record<string, Setting<unknown>>

/** All settings by their variable, in the order of the help. */
export const settings: Readonly<Record<string, Setting<unknown>>> = Object.fromEntries(
  [serviceTable, runTable, placeTable, bridgeTable]
    .flatMap((table): Setting<unknown>[] => Object.values(table))
    .map((setting) => [setting.name, setting]),
)
