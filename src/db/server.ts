// The server behind an address: which of its hosts answers as it is wanted, encrypted or not (libpq's sslmode,
// target_session_attrs and load_balance_hosts).
import { existsSync, readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { minuteMs } from '../rules/durations.ts'
import { type Address, type Host, isLocal, placesOf, readAddress, type SslMode } from '../rules/postgres-address.ts'
import { findPassword } from './pass-file.ts'

/** A way to reach the server: one host, with TLS or without. */
export interface Way {
  readonly host: Host
  readonly isEncrypted: boolean
}

/** A server that answers, but is not of the kind that the address asks for. */
export class OtherKind extends Error {
  readonly code = '08004'
}

/** The state of a session that `target_session_attrs` is about. */
export interface SessionState {
  readonly standby: boolean
  readonly read_only: boolean
}

/** The server of an address, as this process knows it. */
export interface Server {
  readonly address: Address
  /** All ways, the first wanted first; those that failed a moment ago are the last. */
  ways(): readonly Way[]
  /** Remembers how a way went. */
  note(way: Way, hasFailed: boolean): void
  /** True if the first way is not good enough while others were not looked at: a standby is preferred. */
  needsLook(): boolean
  /** True once a connection went through a pooler, false once one did not. */
  isPooled: boolean | undefined
  /** True if a backend serves several sessions by turns: a pooler in transaction mode. Undefined: not known yet. */
  sharesBackends: Promise<boolean> | undefined
}

/** A way that failed is tried after the others for this long. */
const avoidedMs = minuteMs

/** The folders in which Debian and the sources of PostgreSQL make the socket. */
const socketFolders = ['/var/run/postgresql', '/run/postgresql', '/tmp']

/** A host as it is connected to: an address without one means the socket of this machine if there is one. */
function placeOf({ host, hostaddr, port }: Host): string {
  if (host !== '') return hostaddr ?? host
  if (hostaddr !== undefined) return hostaddr
  const folder = socketFolders.find((path) => existsSync(join(path, `.s.PGSQL.${port}`)))
  return folder ?? 'localhost'
}

/** The mode of TLS: without a word libpq's `prefer`, but no TLS first on this machine, where nobody is on the way. */
const modeOf = ({ parameters }: Address, host: string): SslMode =>
  (parameters.get('sslmode') as SslMode | undefined) ?? (isLocal(host) ? 'allow' : 'prefer')

const triesOf: Readonly<Record<SslMode, readonly boolean[]>> = {
  disable: [false],
  allow: [false, true],
  prefer: [true, false],
  require: [true],
  'verify-ca': [true],
  'verify-full': [true],
}

function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items]
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!]
  }
  return mixed
}

function waysTo(address: Address): Way[] {
  const { hosts, parameters } = address
  const order = parameters.get('load_balance_hosts') === 'random' ? shuffled(hosts) : hosts
  // Both hold with TLS alone.
  const isPlainRefused =
    parameters.get('channel_binding') === 'require' || parameters.get('sslnegotiation') === 'direct'
  return order.flatMap((host) => {
    const isSocket = placeOf(host).startsWith('/')
    const tries = isSocket ? [false] : isPlainRefused ? [true] : triesOf[modeOf(address, host.host)]
    return tries.map((isEncrypted) => ({ host, isEncrypted }))
  })
}

const servers = new Map<string, Server>()

/** The server of an address; the same one for the same text, so that the next connection knows how this one went. */
export function serverOf(databaseUrl: string): Server {
  const known = servers.get(databaseUrl)
  if (known) return known
  const address = readAddress(databaseUrl)
  const failed = new Map<string, number>()
  let notedAt = Number.NEGATIVE_INFINITY
  const isRecent = (at: number) => performance.now() - at < avoidedMs
  const keyOf = ({ host, isEncrypted }: Way) => `${address.hosts.indexOf(host)} ${isEncrypted}`
  const isAvoided = (way: Way) => isRecent(failed.get(keyOf(way)) ?? Number.NEGATIVE_INFINITY)
  const prefersStandby = address.parameters.get('target_session_attrs') === 'prefer-standby'
  const server: Server = {
    address,
    ways() {
      const ways = waysTo(address)
      return [...ways.filter((way) => !isAvoided(way)), ...ways.filter(isAvoided)]
    },
    note(way, hasFailed) {
      notedAt = performance.now()
      if (hasFailed) failed.set(keyOf(way), notedAt)
      else failed.delete(keyOf(way))
    },
    needsLook: () => prefersStandby && !isRecent(notedAt),
    isPooled: undefined,
    sharesBackends: undefined,
  }
  servers.set(databaseUrl, server)
  return server
}

/** Reads a file of certificates. Throws with the parameter's name: a missing file is no missing server. */
function readCertificate(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${name}=${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** A file that PostgreSQL's programs look for without being told. */
function usual(name: string): string | undefined {
  const path = join(homedir(), '.postgresql', name)
  return existsSync(path) ? path : undefined
}

/** Settings of the driver's encryption and its checks, by libpq's meaning of `sslmode`. */
function tlsOf(address: Address, host: Host): ConnectionOptions {
  const said = (name: string) => address.parameters.get(name)
  const isSystem = said('sslrootcert') === 'system'
  const mode = isSystem ? 'verify-full' : modeOf(address, host.host)
  const root = isSystem ? undefined : (said('sslrootcert') ?? usual('root.crt'))
  if (mode === 'verify-ca' && root === undefined) throw new Error('sslmode=verify-ca needs sslrootcert=FILE')
  const [certificate, key] = [said('sslcert') ?? usual('postgresql.crt'), said('sslkey') ?? usual('postgresql.key')]
  const isChecked = mode === 'verify-ca' || mode === 'verify-full' || (mode === 'require' && root !== undefined)
  const versions = { minVersion: said('ssl_min_protocol_version'), maxVersion: said('ssl_max_protocol_version') }
  return {
    rejectUnauthorized: isChecked,
    ...(isChecked && root !== undefined ? { ca: readCertificate('sslrootcert', root) } : {}),
    ...(certificate !== undefined ? { cert: readCertificate('sslcert', certificate) } : {}),
    ...(key !== undefined ? { key: readCertificate('sslkey', key) } : {}),
    ...(said('sslpassword') !== undefined ? { passphrase: said('sslpassword') } : {}),
    ...(said('sslcrl') !== undefined ? { crl: readCertificate('sslcrl', said('sslcrl')!) } : {}),
    ...(isChecked && mode !== 'verify-full' ? { checkServerIdentity: () => undefined } : {}),
    ...(Object.fromEntries(Object.entries(versions).filter(([, value]) => value)) as ConnectionOptions),
    // The name to check when its number is connected to.
    ...(host.hostaddr !== undefined && host.host !== '' ? { servername: host.host } : {}),
  }
}

/** The part of a connection's safety that nothing checks, in words; undefined if all is checked. */
export function uncheckedOf(databaseUrl: string): string | undefined {
  const { address } = serverOf(databaseUrl)
  const [host] = address.hosts
  const mode = address.parameters.get('sslrootcert') === 'system' ? 'verify-full' : modeOf(address, host?.host ?? '')
  const hasRoot = (address.parameters.get('sslrootcert') ?? usual('root.crt')) !== undefined
  if (mode === 'verify-full') return undefined
  if (mode === 'verify-ca' || (mode === 'require' && hasRoot))
    return `the name in the server's certificate is not checked (sslmode=${mode}; verify-full checks it)`
  return `the server's certificate is not checked (sslmode=${mode}; verify-full with sslrootcert checks it)`
}

/** The account of this process; a number without an entry in /etc/passwd has no name. */
const defaultUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'postgres'
  }
}

/** Seconds of connect_timeout as milliseconds; 0 and less: no limit. libpq has no limit of one second. */
function timeoutOf({ parameters }: Address): number | undefined {
  const said = parameters.get('connect_timeout')
  if (said === undefined) return undefined
  const seconds = Number(said)
  return seconds <= 0 ? 0 : Math.max(2, seconds) * 1000
}

/** The settings of the driver for one way. */
export function driverOptions({ address }: Server, way: Way): pg.ClientConfig {
  const { parameters } = address
  const user = address.user ?? defaultUser()
  const database = address.database ?? user
  const host = placeOf(way.host)
  const login = { host: way.host.host, port: way.host.port, database, user }
  const timeout = timeoutOf(address)
  return {
    host,
    port: way.host.port,
    user,
    database,
    password: address.password ?? (() => passwordOf(parameters.get('passfile'), login)),
    ssl: way.isEncrypted ? tlsOf(address, way.host) : false,
    sslnegotiation: way.isEncrypted && parameters.get('sslnegotiation') === 'direct' ? 'direct' : 'postgres',
    enableChannelBinding: parameters.get('channel_binding') === 'require',
    keepAlive: parameters.get('keepalives') !== '0',
    keepAliveInitialDelayMillis: Math.max(0, Number(parameters.get('keepalives_idle') ?? 0)) * 1000,
    ...(parameters.has('options') ? { options: parameters.get('options')! } : {}),
    ...(parameters.has('application_name') ? { application_name: parameters.get('application_name')! } : {}),
    ...(timeout === undefined ? {} : { connectionTimeoutMillis: timeout }),
  }
}

function passwordOf(file: string | undefined, login: Parameters<typeof findPassword>[1]): string {
  const found = findPassword(file, login)
  if (found === undefined)
    throw new Error('the server asks for a password, and neither the address, PGPASSWORD nor a password file has one')
  return found
}

/** True for an error that a server sent. */
const isOfServer = (error: unknown): boolean => (error as { severity?: unknown }).severity !== undefined

/** Codes of errors of the network, and sentences of the driver about a connection that is not there. */
const networkCodes = new RegExp(
  `^(${[
    'ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EADDRNOTAVAIL',
    'EAI_\\w+|EHOST\\w+|ENET\\w+|ERR_STREAM_(DESTROYED|WRITE_AFTER_END)',
  ].join('|')})$`,
)
const networkWords = new RegExp(
  [
    'Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect',
    'Client has encountered a connection error|Client was closed',
  ].join('|'),
)

/** True for an error of the network between here and a server, which no server sent. */
export function isOfNetwork(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return !isOfServer(error) && (networkCodes.test(String(code)) || networkWords.test(String(message)))
}

/** The reach of an error: the `server` answered for good, the `host` is gone, or this `way` does not do. */
function verdictOf(error: unknown): 'server' | 'host' | 'way' {
  if (error instanceof OtherKind) return 'host'
  const { code, message } = error as { code?: unknown; message?: unknown }
  // Not yet, or not any more; and what pg_hba.conf lets in, perhaps, with TLS or without.
  if (code === '57P03') return 'host'
  if (code === '28000') return 'way'
  if (isOfServer(error)) return 'server'
  if (typeof code === 'string' && /^(ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT|EACCES)/.test(code))
    return 'host'
  if (/timeout expired|connection timeout/.test(String(message))) return 'host'
  return 'way'
}

/** True if another way of the server may succeed after this error. */
export function mayTryOthers(server: Server, error: unknown): boolean {
  const verdict = verdictOf(error)
  if (verdict === 'server') return false
  return verdict === 'host' ? server.address.hosts.length > 1 : server.ways().length > 1
}

/**
 * The error that tells most: the first that a server itself gave, or else the network. "No TLS here" is the answer of a
 * server that was back a moment after the connection without TLS had failed.
 */
const bestOf = (errors: readonly unknown[]): unknown =>
  errors.find(isOfServer) ?? errors.find(isOfNetwork) ?? errors.at(-1)

/** Throws OtherKind for a session that is not of the kind the address asks for. */
export function requireKind({ address }: Server, { standby, read_only }: SessionState, isLastResort: boolean): void {
  const wanted = address.parameters.get('target_session_attrs') ?? 'any'
  const kinds: Readonly<Record<string, boolean>> = {
    any: true,
    'read-write': !standby && !read_only,
    'read-only': standby || read_only,
    primary: !standby,
    standby,
    'prefer-standby': standby || isLastResort,
  }
  if (!kinds[wanted]) throw new OtherKind(`no server of ${placesOf(address)} is ${wanted} (target_session_attrs)`)
}

/**
 * Tries the ways of a server one after the other until the work succeeds on one. Throws the error that tells most if
 * none is left, or what a server said for good.
 */
export async function onFirstWay<Result>(
  server: Server,
  work: (way: Way, isLastResort: boolean) => Promise<Result>,
): Promise<Result> {
  const errors: unknown[] = []
  const isPreference = server.address.parameters.get('target_session_attrs') === 'prefer-standby'
  for (const isLastResort of isPreference ? [false, true] : [false]) {
    const gone = new Set<Host>()
    for (const way of server.ways()) {
      if (gone.has(way.host)) continue
      try {
        const result = await work(way, isLastResort)
        server.note(way, false)
        return result
      } catch (error) {
        const verdict = verdictOf(error)
        if (verdict === 'server') throw error
        if (verdict === 'host') gone.add(way.host)
        for (const other of server.ways())
          if (other.host === way.host && (verdict === 'host' || other.isEncrypted === way.isEncrypted))
            server.note(other, true)
        errors.push(error)
      }
    }
  }
  throw bestOf(errors)
}
