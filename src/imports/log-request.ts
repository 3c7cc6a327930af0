// Parts that the readers of access logs share: a request, its time, its escapes and the address of its visitor.
import { isIp, isPrivateIp, normaliseIp, parseCidrs, resolveClientIp } from '../rules/client-ip.ts'
import { isDay } from '../rules/days.ts'
import { proxyRanges } from '../rules/tables/proxies.ts'
import type { LeftOut } from './check.ts'

/** A request of a log. Texts that a log does not have are empty. */
export interface LoggedRequest {
  /** Epoch seconds. */
  readonly at: number
  /** The visitor's address in its one spelling; empty if the log names none. */
  readonly ip: string
  readonly host: string
  readonly method: string
  /** Path and query, or an address. */
  readonly target: string
  readonly status: number
  readonly referrer: string
  readonly userAgent: string
  /** The media type of the answer. */
  readonly type: string
  /** `Sec-Purpose` and its older names; absent where a log has no headers. */
  readonly purpose?: string
  /** `Sec-Fetch-Dest`; absent where a log has no headers. */
  readonly goal?: string
}

/** A line's request, why it is left out, its fault as text, or null for a line that is a header or a comment. */
export type ReadLine = LoggedRequest | LeftOut | string | null

/** True for a request. */
export const isRequest = (read: ReadLine): read is LoggedRequest =>
  typeof read === 'object' && read !== null && !('leftOut' in read)

/** Kinds of lines that are left out whatever they ask for, in the plural, for people. */
export const lineKinds = {
  other: 'lines of the log that are no requests',
  tooLong: 'lines of the log above 64 kB (line too long)',
  named: "requests with a host name in place of the visitor's address",
  noAddress: "requests without the visitor's address",
  unnamed: 'lines below a line of fields that cannot be read',
} as const

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** The time of the common log format. */
const commonTime = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d)(?:\.\d{1,9})? ([+-]\d\d:?\d\d|Z)$/
/** ISO 8601, and the forms of it that loggers of Go and Python write. */
const isoTime = /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d{1,9})? ?([+-]\d\d:?\d\d|Z)?$/
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/

function secondsOf(day: string, time: string, zone: string): number | undefined {
  if (!isDay(day) || !clock.test(time)) return undefined
  const minutes = zone === 'Z' ? 0 : Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  const [hour, minute, second] = time.split(':').map(Number) as [number, number, number]
  const at = Date.parse(`${day}T00:00:00Z`) / 1000 + hour * 3600 + minute * 60 + second
  return zone.startsWith('-') ? at + minutes * 60 : at - minutes * 60
}

/** Epoch seconds of a number of seconds, milliseconds or nanoseconds. */
function secondsOfNumber(value: number): number | undefined {
  if (value >= 1e8 && value < 1e11) return Math.floor(value)
  if (value >= 1e11 && value < 1e14) return Math.floor(value / 1e3)
  if (value >= 1e17 && value < 1e20) return Math.floor(value / 1e9)
  return undefined
}

/**
 * Epoch seconds of a time as servers write it; undefined for any other text. A time without a zone is UTC: the file
 * must mean the same on every machine.
 * @example readTime('05/Jan/2024:11:00:00 +0100') // 1704448800
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return secondsOfNumber(value)
  if (typeof value !== 'string' || value.length > 40) return undefined
  const common = commonTime.exec(value)
  if (common) {
    const [, day, month, year, time, zone] = common
    const number = String(months.indexOf(month!) + 1).padStart(2, '0')
    return secondsOf(`${year}-${number}-${day}`, time!, zone!)
  }
  const iso = isoTime.exec(value)
  if (iso) return secondsOf(`${iso[1]}-${iso[2]}-${iso[3]}`, iso[4]!, iso[5] ?? 'Z')
  return /^\d{9,19}(?:\.\d{1,9})?$/.test(value) ? secondsOfNumber(Number(value)) : undefined
}

const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f', b: '\b' }
const escapes = /((?:\\x[0-9A-Fa-f]{2})+)|\\u([0-9A-Fa-f]{4})|\\(.)/gs

/** The text of bytes that are written as `\xHH` one after the other: a letter outside ASCII is several of them. */
export const textOfBytes = (run: string): string => Buffer.from(run.replaceAll('\\x', ''), 'hex').toString('utf8')

/**
 * Undoes the escapes of nginx, Apache and Go in one pass. Others stay.
 * @example undoEscapes('/caf\\xc3\\xa9') // '/café'
 */
export function undoEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(escapes, (whole, bytes?: string, code?: string, letter?: string) => {
    if (bytes !== undefined) return textOfBytes(bytes)
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return letter === '"' || letter === '\\' || letter === "'" ? letter : (letters[letter!] ?? whole)
  })
}

const protocol = /^HTTP\/\d(?:\.\d)?$/

/** Method and target of a request's first line; undefined for any other line. A target may hold blanks. */
export function splitRequest(line: string): { method: string; target: string } | undefined {
  const first = line.indexOf(' ')
  if (first < 1 || first > 32) return undefined
  const last = line.lastIndexOf(' ')
  const end = last > first && protocol.test(line.slice(last + 1)) ? last : line.length
  const method = line.slice(0, first)
  return /^[A-Z]+$/i.test(method) ? { method, target: line.slice(first + 1, end).trim() } : undefined
}

const isInRanges = parseCidrs(Object.values(proxyRanges).flat().join(' '))

/** An address of a network of proxies. One of the ranges is private: there the peer may as well be one's own. */
const isOfNetwork = (ip: string): boolean => !isPrivateIp(ip) && isInRanges(ip)

/** An address that is a proxy's and no visitor's: of a private network, or of a network that passes requests on. */
const isProxy = (ip: string): boolean => isIp(ip) === 0 || isPrivateIp(ip) || isOfNetwork(ip)

/** Headers in which proxies name a client and that logs may have, in lower case. */
export const forwardedNames: readonly string[] = [
  ...['cf-connecting-ip', 'x-forwarded-for', 'x-real-ip', 'true-client-ip', 'fly-client-ip', 'forwarded'],
]

/** Their values. */
export type ForwardedHeaders = Readonly<Record<string, string | undefined>>

const nobody: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** The headers that count behind a network: it adds to the chain that a visitor sends, and passes other headers on. */
function headersBehind(peer: string, headers: ForwardedHeaders): ForwardedHeaders {
  const chain = headers['x-forwarded-for']
  if (!isOfNetwork(peer) || chain === undefined) return headers
  const own = chain.split(',').map(normaliseIp)
  return { 'x-forwarded-for': own.findLast((ip) => !isProxy(ip)) ?? chain }
}

/**
 * The visitor's address: headers count if the peer can only be a proxy, by the rules of live traffic (spec/ingestion
 * 6). A peer that is no address is a socket of the machine. Empty if there is no address.
 */
export function visitorOf(sent: string, headers: ForwardedHeaders): string {
  const peer = normaliseIp(sent)
  const { ip } = resolveClientIp({
    peer,
    headers: headersBehind(peer, headers),
    proxies: { isTrusted: isProxy, areWritten: false, networks: [] },
  })
  return isIp(ip) === 0 || nobody.has(ip) ? '' : ip
}

/** True for an address, with a port or without. */
export const isAddress = (text: string): boolean => isIp(normaliseIp(text)) !== 0

/** A list of addresses and nothing else; a proxy may have written `unknown`. Undefined for any other text. */
export function readChain(text: string): readonly string[] | undefined {
  if (text.length > 1_000) return undefined
  const entries = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const isChain = entries.some(isAddress) && entries.every((one) => isAddress(one) || /^(?:unknown|-)$/i.test(one))
  return isChain ? entries : undefined
}
