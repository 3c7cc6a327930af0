// Finds the address an event came from, as one text per address: the visitor hash, shields and geolocation all use this
// text.
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { proxyRanges } from './tables/proxies.ts'
import { cleanText } from './text.ts'

const { IPv4, IPv6 } = ipaddr
type IPv4 = ipaddr.IPv4
type IPv6 = ipaddr.IPv6

// 45 characters is the longest IPv6 text; longer text is no address and is not looked at.
const addressLengthMax = 45

/** An address; one of IPv4 inside IPv6 is one of IPv4. */
function parseAddress(text: string): IPv4 | IPv6 | undefined {
  if (isIPv4(text)) return IPv4.parse(text)
  if (text.length > addressLengthMax || text.includes('%') || !isIPv6(text)) return undefined
  const address = IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** Which kind of address a text is; 0 for none (spec/ingestion 6). */
export const isIp = (text: string): 4 | 6 | 0 => (isIPv4(text) ? 4 : parseAddress(text) ? 6 : 0)

/**
 * One spelling per address (spec/ingestion 6): port, brackets and zone removed, `::ffff:1.2.3.4` as `1.2.3.4`, IPv6
 * compressed in lower case. Text that is no address comes back trimmed.
 * @example normaliseIp('[2001:DB8::1]:443') // '2001:db8::1'
 */
export function normaliseIp(text: string): string {
  let bare = text.trim()
  // An IPv4 address has one spelling: its own.
  if (isIPv4(bare)) return bare
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
  return address instanceof IPv6 ? address.toRFC5952String() : address.toString()
}

/**
 * The network within which a client can change its address at will: an IPv4 address itself, the /64 of an IPv6 one.
 * @example networkOf('2001:db8:1:2:3::4') // '2001:db8:1:2::'
 */
export function networkOf(ip: string): string {
  const address = parseAddress(ip)
  return address instanceof IPv6 ? new IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String() : ip
}

type HeaderValue = string | string[] | undefined

const first = (value: string) => (value.includes(',') ? value.slice(0, value.indexOf(',')) : value)
const whole = (value: string): string[] => [value]
const entries = (value: string): string[] => value.split(',')

/** The `for` parameters of `Forwarded`, without quotes, in their order (RFC 7239). */
function forwardedFor(value: string): string[] {
  return Array.from(value.matchAll(/(?:^|[;,])[ \t]*for=([^;,]*)/gi), ([, sent = '']) =>
    sent.trim().replace(/^"|"$/g, ''),
  )
}

interface ClientIpHeader {
  readonly name: string
  readonly read: (value: string) => string[]
  /** A list to which every proxy adds: the left-most entry is the client's word, the right-most the last proxy's. */
  readonly isChain: boolean
}

/** In the order of spec/ingestion 6: the first that names an address wins. */
const clientIpHeaders: readonly ClientIpHeader[] = [
  { name: 'x-service-ip', read: whole, isChain: false },
  { name: 'cf-connecting-ip', read: whole, isChain: false },
  { name: 'b-forwarded-for', read: (value) => [first(value)], isChain: false },
  { name: 'x-forwarded-for', read: entries, isChain: true },
  { name: 'x-real-ip', read: whole, isChain: false },
  { name: 'true-client-ip', read: whole, isChain: false },
  { name: 'fly-client-ip', read: whole, isChain: false },
  { name: 'forwarded', read: forwardedFor, isChain: true },
]

/** Other headers that proxies add. They name no client here, but say that a request did not begin at its peer. */
const passedOnHeaders: readonly string[] = [
  'via',
  'x-forwarded',
  'forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-forwarded-scheme',
  'x-forwarded-by',
  'x-forwarded-ssl',
  'x-forwarded-uri',
  'x-original-forwarded-for',
  'x-original-host',
  'x-scheme',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-proxyuser-ip',
  'x-envoy-external-address',
  'x-service-ip-type',
  'cf-ray',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'cdn-loop',
  'fastly-client-ip',
  'cloudfront-viewer-address',
  'x-amz-cf-id',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-appengine-user-ip',
  'x-nf-client-connection-ip',
  'x-vercel-forwarded-for',
  'x-arr-log-id',
  'wl-proxy-client-ip',
  'proxy-client-ip',
]

/** True for a request with any header that a proxy adds. */
export const isPassedOn = (headers: Readonly<Record<string, HeaderValue>>): boolean =>
  clientIpHeaders.some(({ name }) => headers[name] !== undefined) ||
  passedOnHeaders.some((name) => headers[name] !== undefined)

const textOf = (value: NonNullable<HeaderValue>): string => (typeof value === 'string' ? value : value.join(','))

/** The addresses of a header among its entries, each in its one spelling; text that is no address is passed over. */
const addressesOf = (header: ClientIpHeader, value: HeaderValue): string[] =>
  value === undefined
    ? []
    : header
        .read(textOf(value))
        .map(normaliseIp)
        .filter((ip) => isIp(ip) !== 0)

/** Trusted proxies, as TRUSTED_PROXIES names them. */
export interface Proxies {
  readonly isTrusted: (ip: string) => boolean
  /** The operator has written them down. Otherwise all private networks count as proxies. */
  readonly areWritten: boolean
  /** Networks among them. As soon as there is one, headers of one address count for their own network alone. */
  readonly networks: readonly Network[]
}

interface Network {
  readonly contains: (ip: string) => boolean
  /** The header in which the network names the client. Undefined: it only adds to the chain. */
  readonly header: ClientIpHeader | undefined
}

interface Asked {
  readonly headers: Readonly<Record<string, HeaderValue>>
  readonly peer: string | undefined
  readonly proxies: Proxies
}

interface Found {
  readonly ip: string
  /** The header that named the address, or `socket`. */
  readonly header: string
}

/** The entries of the first chain that was sent, in their order; text that is no address stays in its place. */
function chainOf(headers: Asked['headers']): { name: string; entries: string[] } | undefined {
  for (const { name, read, isChain } of clientIpHeaders) {
    const value = isChain ? headers[name] : undefined
    if (value !== undefined) return { name, entries: read(textOf(value)).map(normaliseIp) }
  }
  return undefined
}

/**
 * The network that a request came through: the only network in the settings, or the peer's network. If the peer is the
 * operator's own proxy, which is no network, the right-most entry of the chain that is no such proxy decides. Without
 * such an entry, the request's header of a network decides, if it has exactly one.
 */
function networkInFront({ headers, proxies }: Asked, peer: string): Network | undefined {
  const { networks, isTrusted } = proxies
  if (networks.length === 1) return networks[0]
  const of = (ip: string) => networks.find(({ contains }) => contains(ip))
  const near = of(peer)
  if (near) return near
  const entry = chainOf(headers)?.entries.findLast((ip) => of(ip) || !isTrusted(ip))
  if (entry !== undefined && of(entry)) return of(entry)
  const sent = networks.filter(({ header }) => header && headers[header.name] !== undefined)
  return sent.length === 1 ? sent[0] : undefined
}

/**
 * The client as the network in front names it. A network passes on the headers of others as a visitor sends them, so
 * the header of a second network counts only if the first one names an address of it.
 */
function findByNetwork(asked: Asked, peer: string): Found | undefined {
  let network = networkInFront(asked, peer)
  for (let passed = 0; network?.header && passed < asked.proxies.networks.length; passed += 1) {
    const { header } = network
    const [ip] = addressesOf(header, asked.headers[header.name])
    if (ip === undefined) return undefined
    const next = asked.proxies.networks.find(({ contains }) => contains(ip))
    if (!next || next === network) return { ip, header: header.name }
    network = next
  }
  return undefined
}

/**
 * The client of a chain behind a network: the right-most public address that is no trusted proxy. Networks add to a
 * chain, so entries further left are a visitor's own word.
 */
function findInChain({ headers, proxies }: Asked): Found | undefined {
  const chain = chainOf(headers)
  const addresses = chain?.entries.filter((ip) => isIp(ip) !== 0) ?? []
  const strangers = addresses.filter((ip) => !proxies.isTrusted(ip))
  const ip = strangers.findLast((address) => !isPrivateIp(address)) ?? strangers.at(-1) ?? addresses[0]
  return chain && ip !== undefined ? { ip, header: chain.name } : undefined
}

/** The client by the first header that names an address; of a chain the left-most public address, else the first. */
function findByHeaders({ headers }: Asked): Found | undefined {
  for (const header of clientIpHeaders) {
    const addresses = addressesOf(header, headers[header.name])
    const isChoice = header.isChain && addresses.length > 1
    const ip = (isChoice && addresses.find((address) => !isPrivateIp(address))) || addresses[0]
    if (ip !== undefined) return { ip, header: header.name }
  }
  return undefined
}

/**
 * The client's address, the header it was found in, and its type. Headers count only from a trusted peer, and only the
 * network's own and the chain as soon as a network is named (spec/ingestion 6).
 */
export function resolveClientIp(asked: Asked): Found & { ipType: string | null } {
  const { headers, proxies } = asked
  const peer = normaliseIp(asked.peer ?? '')
  const socket = { ip: peer, header: 'socket' }
  if (!proxies.isTrusted(peer)) return { ...socket, ipType: null }
  if (proxies.networks.length > 0)
    return { ...(findByNetwork(asked, peer) ?? findInChain(asked) ?? socket), ipType: null }
  const ipType = first(textOf(headers['x-service-ip-type'] ?? '')).trim() || null
  return { ...(findByHeaders(asked) ?? socket), ipType }
}

/**
 * The address that guesses are counted by, which a client cannot choose: the right-most entry of a chain that is no
 * trusted proxy. Text that is no address there gives the peer. Headers of one address count only if the operator has
 * written the proxies down, since a proxy that does not know them passes on what a client sends, and behind a network
 * only the network's own (spec/dashboard 12).
 */
export function resolveGuessIp(asked: Asked): string {
  const { headers, proxies } = asked
  const peer = normaliseIp(asked.peer ?? '')
  if (!proxies.isTrusted(peer)) return peer
  const isNamed = proxies.networks.length > 0
  const named = isNamed ? findByNetwork(asked, peer) : undefined
  if (named) return named.ip
  for (const header of clientIpHeaders) {
    const value = headers[header.name]
    if (value === undefined) continue
    if (header.isChain) {
      const chain = header.read(textOf(value)).map(normaliseIp)
      const last = chain.findLast((entry) => !proxies.isTrusted(entry)) ?? chain.at(-1)
      return last !== undefined && isIp(last) !== 0 ? last : peer
    }
    const [ip] = proxies.areWritten && !isNamed ? addressesOf(header, value) : []
    if (ip !== undefined) return ip
  }
  return peer
}

/** A longer list of proxies than this is a mistake in the settings. */
const cidrsMax = 1_000

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

/** The header in which a network names the client. The others add the client to the chain. */
const networkHeaders: Readonly<Record<string, string>> = {
  cloudflare: 'cf-connecting-ip',
  fly: 'fly-client-ip',
}

/**
 * The trusted proxies of a setting: addresses, ranges and names of networks, which stand for their ranges
 * (tables/proxies). `none` trusts no proxy. `areWritten`: the operator wrote the text.
 * @example parseProxies('cloudflare, 10.0.0.0/8').isTrusted('104.16.1.2') // true
 */
export function parseProxies(text: string, areWritten = true): Proxies {
  if (text.trim() === 'none') return { isTrusted: () => false, areWritten, networks: [] }
  const entries = text.split(/[\s,]+/)
  const names = entries.map((entry) => entry.toLowerCase()).filter((entry) => Object.hasOwn(proxyRanges, entry))
  const rangesOf = (name: string) => proxyRanges[name] ?? []
  const others = entries.filter((entry) => !names.includes(entry.toLowerCase()))
  return {
    isTrusted: rememberLast(parseCidrs([...others, ...names.flatMap(rangesOf)].join(' '))),
    areWritten,
    networks: [...new Set(names)].map((name) => ({
      contains: parseCidrs(rangesOf(name).join(' ')),
      header: clientIpHeaders.find((header) => header.name === networkHeaders[name]),
    })),
  }
}

/** The same function, which answers at once for the text it was asked for last: requests come from few peers. */
function rememberLast(contains: (ip: string) => boolean): (ip: string) => boolean {
  let last: string | undefined
  let answer = false
  return (ip) => {
    if (ip !== last) {
      answer = contains(ip)
      last = ip
    }
    return answer
  }
}

type Range = { address: IPv4 | IPv6; bits: number }

function parseCidr(entry: string): Range {
  const [base = '', prefix, ...more] = entry.split('/')
  const address = parseAddress(base)
  const width = address instanceof IPv4 ? 32 : 128
  // The range of addresses of IPv4 inside IPv6 is counted from the first of 128 bits.
  const skipped = width === 32 && base.includes(':') ? 96 : 0
  const bits = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) - skipped : -1
  if (!address || more.length > 0 || bits < 0 || bits > width)
    throw new RangeError(`"${entry}" is not an IP address or range`)
  return { address, bits }
}

const contains = ({ address: base, bits }: Range, address: IPv4 | IPv6): boolean =>
  base.kind() === address.kind() && address.match(base as IPv4 & IPv6, bits)

/** True for addresses of the machine itself. */
export const isLoopback = parseCidrs('127.0.0.0/8 ::1/128')

/**
 * True for addresses that are no place: of a local network, of the machine itself, behind a carrier's translation
 * (spec/ingestion 10).
 */
export const isPrivateIp = parseCidrs(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ' +
    '::/127 fc00::/7 fe80::/10',
)
