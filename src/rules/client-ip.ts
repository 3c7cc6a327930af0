// Finds the address an event came from, as one text per address: the visitor hash, shields and geolocation all use this
// text.
import { cleanText } from './text.ts'

/** An IPv4 address as its 4 bytes, an IPv6 address as its 8 groups. */
type Address = { family: 4; groups: number[] } | { family: 6; groups: number[] }

// 45 characters is the longest IPv6 text; longer text is no address and is not looked at.
const addressLengthMax = 45

const dot = '.'.charCodeAt(0) - 48

/**
 * Four decimal numbers up to 255 without leading zeros. Read character by character: every request asks, and this takes
 * a fifth of a split.
 */
function parseIpv4(text: string): number[] | undefined {
  if (text.length > 15) return undefined
  const bytes: number[] = []
  let byte = 0
  let digits = 0
  for (let index = 0; index <= text.length; index += 1) {
    const digit = text.charCodeAt(index) - 48
    if (digit >= 0 && digit <= 9) {
      if (digits > 0 && byte === 0) return undefined
      byte = byte * 10 + digit
      digits += 1
    } else {
      const isEnd = index === text.length
      if (digits === 0 || byte > 255 || (!isEnd && digit !== dot)) return undefined
      bytes.push(byte)
      byte = 0
      digits = 0
    }
  }
  return bytes.length === 4 ? bytes : undefined
}

function parseGroups(text: string, isTail: boolean): number[] | undefined {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    if (isTail && index === parts.length - 1 && part.includes('.')) {
      const bytes = parseIpv4(part)
      if (!bytes) return undefined
      groups.push((bytes[0] as number) * 256 + (bytes[1] as number), (bytes[2] as number) * 256 + (bytes[3] as number))
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16))
    } else {
      return undefined
    }
  }
  return groups
}

function parseIpv6(text: string): number[] | undefined {
  const gap = text.indexOf('::')
  if (gap < 0) {
    const groups = parseGroups(text, true)
    return groups?.length === 8 ? groups : undefined
  }
  const head = parseGroups(text.slice(0, gap), false)
  const tail = parseGroups(text.slice(gap + 2), true)
  if (!head || !tail || head.length + tail.length > 7) return undefined
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function parseAddress(text: string): Address | undefined {
  if (text.length > addressLengthMax) return undefined
  if (!text.includes(':')) {
    const bytes = parseIpv4(text)
    return bytes && { family: 4, groups: bytes }
  }
  const groups = parseIpv6(text)
  if (!groups) return undefined
  const isMapped = groups[5] === 0xffff && groups.every((group, index) => index > 4 || group === 0)
  if (!isMapped) return { family: 6, groups }
  const [high, low] = [groups[6] as number, groups[7] as number]
  return { family: 4, groups: [high >> 8, high & 255, low >> 8, low & 255] }
}

/** RFC 5952: lower case, no leading zeros, the longest run of two or more zero groups (the first of equals) as `::`. */
function formatIpv6(groups: readonly number[]): string {
  let bestStart = -1
  let bestLength = 1
  for (let start = 0; start < 8; start += 1) {
    let end = start
    while (end < 8 && groups[end] === 0) end += 1
    if (end - start > bestLength) {
      bestStart = start
      bestLength = end - start
    }
    start = Math.max(start, end)
  }
  const texts = groups.map((group) => group.toString(16))
  if (bestStart < 0) return texts.join(':')
  return `${texts.slice(0, bestStart).join(':')}::${texts.slice(bestStart + bestLength).join(':')}`
}

/** Which kind of address a text is; 0 for none (spec/ingestion 6). */
export function isIp(text: string): 4 | 6 | 0 {
  if (text.includes(':')) return text.length <= addressLengthMax && parseIpv6(text) ? 6 : 0
  return parseIpv4(text) ? 4 : 0
}

/**
 * One spelling per address (spec/ingestion 6): port, brackets and zone removed, `::ffff:1.2.3.4` as `1.2.3.4`, IPv6
 * compressed in lower case. Text that is no address comes back trimmed: it is still usable for the visitor hash.
 */
export function normaliseIp(text: string): string {
  let bare = text.trim()
  // An IPv4 address has one spelling: its own.
  if (parseIpv4(bare)) return bare
  if (bare.startsWith('[')) {
    const closing = bare.indexOf(']')
    bare = closing < 0 ? bare.slice(1) : bare.slice(1, closing)
  } else {
    const withPort = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}):\d*$/.exec(bare)
    if (withPort) bare = withPort[1] as string
  }
  const zone = bare.indexOf('%')
  const address = parseAddress(zone > 0 ? bare.slice(0, zone) : bare)
  if (!address) return cleanText(bare)
  return address.family === 4 ? address.groups.join('.') : formatIpv6(address.groups)
}

/** Whoever has an address may change it at will within this: an IPv4 address itself, the /64 of an IPv6 one. */
export function networkOf(ip: string): string {
  const address = parseAddress(ip)
  return address?.family === 6 ? formatIpv6([...address.groups.slice(0, 4), 0, 0, 0, 0]) : ip
}

type HeaderValue = string | string[] | undefined

const first = (value: string) => (value.includes(',') ? value.slice(0, value.indexOf(',')) : value)
const whole = (value: string) => value

function forwardedFor(value: string): string {
  const found = /(?:^|[;,])[ \t]*for=([^;,]*)/i.exec(value)
  return found ? (found[1] as string).trim().replace(/^"|"$/g, '') : ''
}

/** In the order of spec/ingestion 6: the first that yields something wins. */
const clientIpHeaders: readonly { name: string; read: (value: string) => string }[] = [
  { name: 'x-service-ip', read: whole },
  { name: 'cf-connecting-ip', read: whole },
  { name: 'b-forwarded-for', read: first },
  { name: 'x-forwarded-for', read: first },
  { name: 'forwarded', read: forwardedFor },
]

/** The client's address and where it was found; headers count only from a trusted peer (spec/ingestion 6). */
export function resolveClientIp(from: {
  headers: Readonly<Record<string, HeaderValue>>
  peer: string | undefined
  isTrustedProxy: (ip: string) => boolean
}): { ip: string; header: string } {
  const peer = normaliseIp(from.peer ?? '')
  if (from.isTrustedProxy(peer)) {
    for (const { name, read } of clientIpHeaders) {
      const value = from.headers[name]
      if (value === undefined) continue
      const ip = normaliseIp(read(typeof value === 'string' ? value : value.join(',')))
      if (ip !== '') return { ip, header: name }
    }
  }
  return { ip: peer, header: 'socket' }
}

/** A longer list of proxies than this is a mistake in the settings. */
export const cidrsMax = 1_000

/**
 * Addresses and ranges, separated by commas or blanks, as a question. An entry that is neither is an error that names
 * it.
 * @example parseCidrs('10.0.0.0/8, ::1')('10.1.2.3') // true
 */
export function parseCidrs(text: string): (ip: string) => boolean {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  if (entries.length > cidrsMax) throw new RangeError(`more than ${cidrsMax} address ranges`)
  const ranges = entries.map(parseCidr)
  return (ip) => {
    const address = ranges.length === 0 ? undefined : parseAddress(ip)
    return address !== undefined && ranges.some((range) => contains(range, address))
  }
}

type Range = { address: Address; bits: number }

function parseCidr(entry: string): Range {
  const slash = entry.indexOf('/')
  const base = slash < 0 ? entry : entry.slice(0, slash)
  const address = parseAddress(base)
  const width = address?.family === 4 ? 32 : 128
  const isMapped = address?.family === 4 && base.includes(':')
  const prefix = slash < 0 ? '' : entry.slice(slash + 1)
  const bits = (slash < 0 ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1) - (isMapped && slash >= 0 ? 96 : 0)
  if (!address || bits < 0 || bits > width) throw new RangeError(`"${entry}" is not an IP address or range`)
  return { address, bits }
}

function contains({ address: base, bits }: Range, address: Address): boolean {
  if (base.family !== address.family) return false
  const groupBits = base.family === 4 ? 8 : 16
  for (let index = 0, left = bits; left > 0; index += 1, left -= groupBits) {
    const shift = Math.max(0, groupBits - left)
    if ((base.groups[index] as number) >> shift !== (address.groups[index] as number) >> shift) return false
  }
  return true
}

/**
 * True for addresses that are no place: of a local network, of the machine itself, behind a carrier's translation
 * (spec/ingestion 10).
 */
export const isPrivateIp = parseCidrs(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/127 fc00::/7 fe80::/10',
)
