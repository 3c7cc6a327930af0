// Recognises a request that a proxy, a CDN or a server passed on, by its headers: whose it is, and which other client
// it names. Headers of the table were looked up in the networks' own documentation (docs/spec/ingestion 27).
import { isIp, isPrivateIp, normaliseIp } from './client-ip.ts'
import type { KitName } from './kits.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

interface Carrier {
  /** As its users call it. */
  readonly name: string
  /** The kit for sites that are served by it. */
  readonly kit?: KitName
  /** Headers that it alone adds to requests. */
  readonly headers: readonly string[]
  /** A part of `Via`, `CDN-Loop` or `User-Agent` by which it names itself, in lower case. */
  readonly via?: string
}

/** In the order in which they are asked: platforms before the networks that they stand on. */
const carriers: readonly Carrier[] = [
  { name: 'Vercel', kit: 'vercel', headers: ['x-vercel-id', 'x-vercel-forwarded-for'], via: 'vercel' },
  { name: 'Netlify', kit: 'netlify', headers: ['x-nf-request-id', 'x-nf-client-connection-ip'], via: 'netlify' },
  { name: 'Cloudflare Workers', kit: 'workers', headers: ['cf-worker', 'cf-ew-via'] },
  { name: 'Cloudflare', kit: 'workers', headers: ['cf-ray', 'cf-connecting-ip', 'cf-visitor'], via: 'cloudflare' },
  { name: 'Deno Deploy', kit: 'deno', headers: ['x-deno-ray'], via: 'deno' },
  { name: 'Fly.io', headers: ['fly-request-id', 'fly-client-ip', 'fly-forwarded-port'], via: 'fly.io' },
  { name: 'Railway', headers: ['x-railway-request-id', 'x-railway-edge'] },
  { name: 'Render', headers: ['rndr-id'] },
  { name: 'Amazon CloudFront', headers: ['x-amz-cf-id', 'cloudfront-viewer-address'], via: 'cloudfront' },
  { name: 'AWS', headers: ['x-amzn-trace-id', 'x-amz-apigw-id'] },
  { name: 'Fastly', headers: ['fastly-client-ip', 'fastly-ff'], via: 'fastly' },
  { name: 'Akamai', headers: ['akamai-origin-hop', 'x-akamai-edgescape', 'x-akamai-config-log-detail'], via: 'akamai' },
  { name: 'Azure', headers: ['x-azure-ref', 'x-azure-clientip', 'x-azure-socketip', 'x-arr-log-id'] },
  { name: 'Google Cloud', headers: ['x-cloud-trace-context', 'x-appengine-user-ip'], via: '1.1 google' },
  { name: 'Heroku', headers: [], via: 'vegur' },
  { name: 'bunny.net', headers: ['cdn-requestid'], via: 'bunnycdn' },
  { name: 'DigitalOcean', headers: ['do-connecting-ip'] },
  { name: 'Next.js', kit: 'next', headers: ['x-middleware-subrequest', 'x-middleware-invoke', 'x-invoke-path'] },
  { name: 'Envoy', headers: ['x-envoy-external-address', 'x-envoy-expected-rq-timeout-ms', 'x-envoy-internal'] },
  { name: 'Caddy', kit: 'caddy', headers: [], via: 'caddy' },
  { name: 'Varnish', headers: ['x-varnish'], via: 'varnish' },
  { name: 'Traefik', kit: 'traefik', headers: ['x-forwarded-server'] },
]

/** Carriers by their names, for readers of stored signs. */
export const kitOfCarrier = (name: string): KitName | undefined => carriers.find((one) => one.name === name)?.kit

/** Headers that any proxy may add. Alone they say only that there is one. */
const plainHeaders: readonly string[] = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
]

/** Headers that name the client of whoever passed the request on, the most reliable ones first. */
const clientHeaders: readonly string[] = [
  'x-vercel-forwarded-for',
  'x-nf-client-connection-ip',
  'cf-connecting-ip',
  'fly-client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'cloudfront-viewer-address',
  'x-azure-clientip',
  'x-appengine-user-ip',
  'do-connecting-ip',
  'x-envoy-external-address',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded-for',
  'x-original-forwarded-for',
  'forwarded',
]

const textOf = (value: string | string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(',')

/** More of a header is not looked at: no chain of proxies is longer. */
const headerCharactersMax = 1_000

/** Addresses of a header, in their order. */
function addressesIn(name: string, text: string): string[] {
  const cut = text.slice(0, headerCharactersMax)
  if (name === 'forwarded') {
    const sent = cut.matchAll(/for=([^;,]*)/gi)
    return Array.from(sent, ([, one = '']) => normaliseIp(one.trim().replace(/^"|"$/g, '')))
  }
  // CloudFront writes the port behind an address, with a colon also behind one of IPv6.
  if (name === 'cloudfront-viewer-address') return [normaliseIp(cut.replace(/:\d+$/, ''))]
  return cut.split(',').map(normaliseIp)
}

/**
 * The other client that a request names: a public address that is not the counted one. If the counted address is
 * private, a private one will do. Undefined for a request that names no other.
 * @example otherClient({ 'x-forwarded-for': '203.0.113.7' }, '198.51.100.1') // '203.0.113.7'
 */
export function otherClient(headers: Headers, counted: string): string | undefined {
  const isInside = isPrivateIp(counted)
  for (const name of clientHeaders) {
    const value = headers[name]
    if (value === undefined) continue
    const addresses = addressesIn(name, textOf(value)).filter((ip) => isIp(ip) !== 0)
    if (addresses.includes(counted)) continue
    const found = addresses.find((ip) => !isPrivateIp(ip)) ?? (isInside ? addresses[0] : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The carrier that passed a request on: a name of the table, the empty text for a proxy that does not say who it is,
 * undefined for a request that shows no proxy.
 * @example carrierOf({ 'cf-ray': '9465-FRA' }) // 'Cloudflare'
 */
export function carrierOf(headers: Headers): string | undefined {
  const via = `${textOf(headers['via'])} ${textOf(headers['cdn-loop'])}`.slice(0, headerCharactersMax).toLowerCase()
  const named = carriers.find(
    (carrier) =>
      carrier.headers.some((name) => headers[name] !== undefined) ||
      (carrier.via !== undefined && via.length > 1 && via.includes(carrier.via)),
  )
  if (named) return named.name
  return plainHeaders.some((name) => headers[name] !== undefined) ? '' : undefined
}

/**
 * True for a request that came from one customer of a CDN to another, or through it twice: no browser's first request
 * does, also if the service itself stands behind that CDN.
 */
export const isCarriedTwice = (headers: Headers): boolean =>
  headers['cf-worker'] !== undefined ||
  /\bloops=([2-9]|\d\d)/.test(textOf(headers['cdn-loop']).slice(0, headerCharactersMax))

/**
 * True for a request that no browser makes though its agent is a browser's: a browser names the page's origin with each
 * event that it posts.
 */
export const isFromServer = (headers: Headers): boolean =>
  headers['origin'] === undefined && headers['sec-fetch-site'] === undefined
