// Reads the address of a PostgreSQL server as PostgreSQL's own programs do (libpq, "Connection URIs"): several hosts,
// sockets, parameters, and the variables of the environment for parts that the address leaves out.

/** Why a text is no address that can be used; its message goes behind the name of a setting: "must begin with …". */
export class AddressError extends Error {}

/** A place that is tried: the name or number of a machine, or the folder of a socket. Empty: this machine. */
export interface Host {
  readonly host: string
  /** A number to connect to in place of looking the name up. */
  readonly hostaddr?: string
  readonly port: number
}

/** An address that was read, with the environment for the rest. */
export interface Address {
  readonly hosts: readonly Host[]
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  /** All others, checked, under libpq's names. */
  readonly parameters: ReadonlyMap<string, string>
}

const defaultPort = 5432

/** Answers why a value cannot be used; undefined: it can be. */
type Check = (value: string) => string | undefined

const anything: Check = () => undefined
const refused = (why: string) => () => why
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value) ? undefined : `it is one of ${values.join(', ')}`
const anyBut =
  (bad: string, why: string): Check =>
  (value) =>
    value === bad ? why : undefined
const number: Check = (value) => (/^-?\d{1,9}$/.test(value) ? undefined : 'it is a whole number')
const tlsVersion = oneOf('TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3')
const schema: Check = (value) => (value === 'public' ? undefined : 'Tidemark keeps its tables in the schema public')
const utf8: Check = (value) =>
  /^(utf-?8|unicode|auto)$/i.test(value) ? undefined : 'Tidemark speaks UTF8 with its database'

/** Modes of TLS; the last one is of this language's driver, and PostgreSQL's `require` without an authority. */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const
export type SslMode = Exclude<(typeof sslModes)[number], 'no-verify'>

const noGss = 'GSSAPI is not built in'

/** The parameters of libpq: how a value is checked, and the variable that stands for it. */
const known: Readonly<Record<string, readonly [check: Check, variable?: string]>> = {
  host: [anything, 'PGHOST'],
  hostaddr: [anything, 'PGHOSTADDR'],
  port: [anything, 'PGPORT'],
  dbname: [anything, 'PGDATABASE'],
  user: [anything, 'PGUSER'],
  password: [anything, 'PGPASSWORD'],
  passfile: [anything, 'PGPASSFILE'],
  sslmode: [oneOf(...sslModes), 'PGSSLMODE'],
  sslrootcert: [anything, 'PGSSLROOTCERT'],
  sslcert: [anything, 'PGSSLCERT'],
  sslkey: [anything, 'PGSSLKEY'],
  sslpassword: [anything],
  sslcrl: [anything, 'PGSSLCRL'],
  sslcrldir: [refused('name one file with sslcrl'), 'PGSSLCRLDIR'],
  sslnegotiation: [oneOf('postgres', 'direct'), 'PGSSLNEGOTIATION'],
  sslcertmode: [anyBut('require', 'the driver cannot tell if the server asked for a certificate'), 'PGSSLCERTMODE'],
  sslsni: [oneOf('1'), 'PGSSLSNI'],
  ssl_min_protocol_version: [tlsVersion, 'PGSSLMINPROTOCOLVERSION'],
  ssl_max_protocol_version: [tlsVersion, 'PGSSLMAXPROTOCOLVERSION'],
  channel_binding: [oneOf('disable', 'prefer', 'require'), 'PGCHANNELBINDING'],
  connect_timeout: [number, 'PGCONNECT_TIMEOUT'],
  options: [anything, 'PGOPTIONS'],
  application_name: [anything],
  target_session_attrs: [
    oneOf('any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'),
    'PGTARGETSESSIONATTRS',
  ],
  load_balance_hosts: [oneOf('disable', 'random'), 'PGLOADBALANCEHOSTS'],
  keepalives: [oneOf('0', '1')],
  keepalives_idle: [number],
  // The driver leaves these to the system.
  keepalives_interval: [number],
  keepalives_count: [number],
  tcp_user_timeout: [number],
  // Without effect on reads and writes.
  fallback_application_name: [anything],
  client_encoding: [utf8],
  sslcompression: [oneOf('0', '1')],
  sslkeylogfile: [refused('it would write the keys of connections to a file')],
  min_protocol_version: [oneOf('3.0', '3.2', 'latest')],
  max_protocol_version: [oneOf('3.0', '3.2', 'latest')],
  gssencmode: [anyBut('require', noGss), 'PGGSSENCMODE'],
  krbsrvname: [anything],
  gsslib: [anything],
  gssdelegation: [oneOf('0')],
  replication: [oneOf('false', 'off', 'no', '0')],
  service: [refused('write host, user and database into the address'), 'PGSERVICE'],
  servicefile: [refused('write host, user and database into the address')],
  requirepeer: [refused('the driver cannot ask who runs a server'), 'PGREQUIREPEER'],
  require_auth: [refused('use channel_binding=require or sslmode=verify-full'), 'PGREQUIREAUTH'],
  scram_client_key: [refused('give the password')],
  scram_server_key: [refused('give the password')],
  oauth_issuer: [refused('OAuth is not built in')],
}

/** Parameters that other drivers read from addresses as providers hand them out. They change nothing here. */
const foreign: Readonly<Record<string, Check>> = {
  // node-postgres, of which some say what Tidemark sets by itself.
  uselibpqcompat: anything,
  statement_timeout: anything,
  lock_timeout: anything,
  idle_in_transaction_session_timeout: anything,
  query_timeout: anything,
  encoding: utf8,
  // Prisma, and the addresses that Supabase and Vercel write for it.
  pgbouncer: anything,
  connection_limit: anything,
  pool_timeout: anything,
  socket_timeout: anything,
  statement_cache_size: anything,
  supa: anything,
  workaround: anything,
  schema,
  sslaccept: anyBut('strict', 'use sslmode=verify-full'),
  // JDBC.
  currentSchema: schema,
  search_path: schema,
  ApplicationName: anything,
  prepareThreshold: anything,
  reWriteBatchedInserts: anything,
  // Ruby on Rails, Ecto, SQLAlchemy, Doctrine.
  pool: anything,
  pool_size: anything,
  prepared_statements: anything,
  reconnect: anything,
  serverVersion: anything,
  charset: utf8,
}

/** Decodes `%41`; a percent sign without two digits behind it is itself. Throws for a NUL character. */
function decode(text: string, part: string): string {
  if (!text.includes('%')) return text
  const bytes = Buffer.from(
    text.replace(/[^%]+|%([0-9a-fA-F]{2})?/g, (piece, hex: string | undefined) =>
      hex === undefined ? Buffer.from(piece, 'utf8').toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  )
  if (bytes.includes(0)) throw new AddressError(`cannot be used: ${part} has a NUL character (%00)`)
  return bytes.toString('utf8')
}

/** Parts of an address before they are checked; undefined: not said. */
interface Parts {
  user?: string
  password?: string
  hosts: string
  ports: string
  database?: string
  query: string
}

/** Cuts the text at its marks. The last `@` before the path ends the password, so that it may hold others. */
function cut(rest: string): Parts {
  const slash = rest.indexOf('/')
  const head = slash < 0 ? rest : rest.slice(0, slash)
  const at = head.lastIndexOf('@')
  const question = rest.indexOf('?', at + 1)
  const body = question < 0 ? rest : rest.slice(0, question)
  const path = body.indexOf('/', at + 1)
  const parts: Parts = { hosts: '', ports: '', query: question < 0 ? '' : rest.slice(question + 1) }
  if (at >= 0) {
    const colon = head.indexOf(':')
    const isSplit = colon >= 0 && colon < at
    parts.user = decode(head.slice(0, isSplit ? colon : at), 'the user')
    if (isSplit) parts.password = decode(head.slice(colon + 1, at), 'the password')
  }
  const hosts = body.slice(at + 1, path < 0 ? undefined : path).split(',')
  const split = hosts.map((text) => {
    const match = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text)
    const [host = '', port = ''] = match ? [match[1], match[2]] : [text]
    return [decode(host.replace(/^\[(.*)\]$/, '$1'), 'the host'), decode(port, 'the port')] as const
  })
  parts.hosts = split.map(([host]) => host).join(',')
  parts.ports = split.map(([, port]) => port).join(',')
  if (path >= 0) parts.database = decode(body.slice(path + 1), 'the database')
  return parts
}

const escapes = 'in a user or password, / is written as %2F, : as %3A, @ as %40, ? as %3F, % as %25'

function readPort(text: string): number {
  if (text === '') return defaultPort
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65_535)
    throw new AddressError(`cannot be used: a port is a number from 1 to 65535 (${escapes})`)
  return Number(text)
}

/** Pairs up the lists of hosts, numbers and ports; one port is for all hosts. */
function readHosts(host: string, hostaddr: string | undefined, port: string): Host[] {
  const [hosts, ports] = [host.split(','), port.split(',')]
  const numbers = hostaddr === undefined ? undefined : hostaddr.split(',')
  const count = host === '' && numbers ? numbers.length : hosts.length
  if (numbers && numbers.length !== count)
    throw new AddressError(`cannot be used: it has ${count} hosts and ${numbers.length} in hostaddr`)
  if (ports.length !== 1 && ports.length !== count)
    throw new AddressError(`cannot be used: it has ${count} hosts and ${ports.length} ports`)
  return Array.from({ length: count }, (_, index) => {
    const name = (hosts.length === count ? hosts[index] : '') ?? ''
    const address = numbers?.[index]
    if (/[\s@]/.test(name)) throw new AddressError(`cannot be used: the host is no name (${escapes})`)
    return {
      host: name,
      ...(address ? { hostaddr: address } : {}),
      port: readPort((ports.length === 1 ? ports[0] : ports[index]) ?? ''),
    }
  })
}

/** Values of `ssl`, which other drivers have, in libpq's words; it knows `ssl=true` itself. */
const sslWords: Readonly<Record<string, string>> = {
  true: 'require',
  '1': 'require',
  require: 'require',
  'no-verify': 'require',
  false: 'disable',
  '0': 'disable',
}

/** Reads the parameters behind `?`. The last one of a name counts. */
function readQuery(query: string): Map<string, string> {
  const read = new Map<string, string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), 'a parameter')
    if (equals < 0) throw new AddressError(`cannot use ${name}: a parameter has a value, ${name}=…`)
    const value = decode(pair.slice(equals + 1), name)
    if (name === 'ssl') {
      const mode = sslWords[value]
      if (mode === undefined) throw new AddressError(`cannot use ssl=${value}: say sslmode=require`)
      read.set('sslmode', mode)
      continue
    }
    const check = Object.hasOwn(known, name) ? known[name]![0] : Object.hasOwn(foreign, name) && foreign[name]
    if (!check) throw new AddressError(`cannot use ${name}: PostgreSQL has no such parameter in addresses`)
    const why = check(value)
    if (why !== undefined) throw new AddressError(`cannot use ${name}${shown(name, value)}: ${why}`)
    if (Object.hasOwn(known, name)) read.set(name, value)
  }
  return read
}

/** A value in a message, unless it may be secret. */
const shown = (name: string, value: string): string => (/key|pass/.test(name) ? '' : `=${value}`)

/**
 * Reads an address. Missing parts come from the variables of libpq (PGHOST, PGUSER, …). Throws AddressError, which
 * quotes no part that may be secret.
 *
 * @example readAddress('postgres://app@a,b:5433').hosts → [{ host: 'a', port: 5432 }, { host: 'b', port: 5433 }]
 */
export function readAddress(text: string, environment: Readonly<Record<string, string | undefined>> = {}): Address {
  const scheme = /^(postgres|postgresql):\/\//.exec(text)?.[0]
  if (!/^[a-z][a-z\d+.-]*:/i.test(text))
    throw new AddressError('is not an address, which begins with postgres:// or postgresql://')
  if (scheme === undefined) throw new AddressError('must begin with postgres:// or postgresql://')
  if (text.includes('\0')) throw new AddressError('cannot be used: it has a NUL character')
  const parts = cut(text.slice(scheme.length))
  const said = readQuery(parts.query)
  const parameters = new Map<string, string>()
  for (const [name, [check, variable]] of Object.entries(known)) {
    const value = said.get(name)
    if (value !== undefined) parameters.set(name, value)
    else if (variable !== undefined && environment[variable]) {
      const why = check(environment[variable])
      if (why !== undefined) throw new AddressError(`cannot use ${variable}: ${why}`)
      parameters.set(name, environment[variable])
    }
  }
  const taken = (name: string, own: string | undefined): string | undefined => {
    const value = said.get(name) ?? (own || parameters.get(name))
    parameters.delete(name)
    return value
  }
  const hosts = taken('host', parts.hosts) ?? ''
  const ports = taken('port', /[^,]/.test(parts.ports) ? parts.ports : undefined) ?? ''
  const hostaddr = taken('hostaddr', undefined)
  const mode = parameters.get('sslmode')
  if (mode === 'no-verify') parameters.set('sslmode', 'require').delete('sslrootcert')
  return {
    hosts: readHosts(hosts, hostaddr, ports),
    user: taken('user', parts.user),
    password: taken('password', parts.password),
    database: taken('dbname', parts.database),
    parameters,
  }
}

const encode = (text: string) => encodeURIComponent(text)
const encodeHost = (host: string) => (host.includes(':') && !host.startsWith('/') ? `[${host}]` : encode(host))

/** Writes an address as PostgreSQL's programs read it. The inverse of `readAddress`. */
export function writeAddress({ hosts, user, password, database, parameters }: Address): string {
  const login = user === undefined && password === undefined ? '' : encode(user ?? '')
  const secret = password === undefined ? '' : `:${encode(password)}`
  const credentials = user === undefined && password === undefined ? '' : `${login}${secret}@`
  const places = hosts.map(({ host, port }) => `${encodeHost(host)}:${port}`).join(',')
  const numbers = hosts.some(({ hostaddr }) => hostaddr) ? hosts.map(({ hostaddr }) => hostaddr ?? '').join(',') : ''
  const query = [...parameters, ...(numbers ? [['hostaddr', numbers] as const] : [])]
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&')
  const path = database === undefined ? '' : `/${encode(database)}`
  return `postgresql://${credentials}${places}${path}${query && `?${query}`}`
}

/** Adds the parts that the environment has to an address; returns the given text if the environment adds nothing. */
export function completeAddress(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  const [own, complete] = [writeAddress(readAddress(text)), writeAddress(readAddress(text, environment))]
  return own === complete ? text : complete
}

/** The places of an address in words, without anything secret: `a:5432, b:5433`. */
export const placesOf = ({ hosts }: Address): string =>
  hosts
    .map(({ host, port }) =>
      host.startsWith('/') || host === '' ? host || 'this machine' : `${encodeHost(host)}:${port}`,
    )
    .join(', ')

/** True for a host on this machine: nobody listens on the way. */
export const isLocal = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|::1)$/.test(host)
