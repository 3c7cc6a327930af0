// Visit tokens for the visitors behind requests (spec/ingestion 23.2). Pages and kits ask for them at /api/visit; the
// script asks where it sends events, so that whatever carries events carries them too.
import type { Directory } from '../registry/directory.ts'
import type { Salts } from '../registry/salts.ts'
import { findDrop } from '../rules/drops.ts'
import { dayMs } from '../rules/durations.ts'
import { domainKey, hostOfDomain } from '../rules/host.ts'
import { stripeOf } from '../rules/stripe.ts'
import { noHostname, splitUrl, stripWww } from '../rules/url.ts'
import { sealVisit, worthlessToken } from '../rules/visit-token.ts'
import { visitorId } from '../rules/visitor.ts'

/** The client of a request: as it came, or as a kit signed it. */
export interface VisitClient {
  readonly ip: string
  readonly ipType: string | null
  readonly userAgent: string
}

/** A request for a visit token. */
export interface VisitAsked extends VisitClient {
  /** The site, as the request names it. */
  readonly domain: string
  /** The host of the visitor's page; undefined: the site's. */
  readonly hostname: string | undefined
  readonly kitClient?: string | undefined
  readonly receivedAtMs: number
}

/** The name of the event in whose place the script asks for a token. */
const visitName = 'visit'

/** The fields of a body, or undefined for anything but a JSON object. */
export function readFields(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

/** The host of an address; undefined for a text that names none. */
export function hostOf(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  const { hostname } = splitUrl(url)
  return hostname === noHostname ? undefined : hostname
}

/** The question of a body that is no event: `"n": ["visit"]`. Undefined for any other body. */
export function readVisitAsked(
  envelope: VisitClient & Pick<VisitAsked, 'kitClient' | 'receivedAtMs'> & { readonly body: Buffer },
): VisitAsked | undefined {
  const { body, ip, ipType, userAgent, kitClient, receivedAtMs } = envelope
  const fields = readFields(body)
  const name = fields?.['n']
  if (!fields || !Array.isArray(name) || name.length !== 1 || name[0] !== visitName) return undefined
  const domain = fields['d']
  const hostname = hostOf(fields['u'])
  const asked = typeof domain === 'string' ? domain : (hostname ?? '')
  return { domain: asked, hostname, ip, ipType, userAgent, kitClient, receivedAtMs }
}

/** The key of the site that a request names. */
export const domainOf = (domain: string): string => domainKey(stripWww(domain.trim().toLowerCase()))

/**
 * The token of a visitor; one that opens nothing for an unknown site, and for a visitor whose events a shield or the
 * site's preset drops. `client` is the visitor as a kit of the site signed it, else `asked` itself.
 */
export function visitOf(
  { directory, salts }: { readonly directory: Pick<Directory, 'find'>; readonly salts: Pick<Salts, 'known'> },
  asked: VisitAsked,
  client: VisitClient,
): string {
  const key = domainOf(asked.domain)
  const site = directory.find(key)
  const day = Math.floor(asked.receivedAtMs / dayMs)
  const saltOf = (wanted: number) => salts.known().find(([known]) => known === wanted)?.[1]
  const salt = saltOf(day)
  if (site === undefined || site.isConsolidated || salt === undefined) return worthlessToken()
  const { ip, ipType, userAgent } = client
  const { receivedAtMs } = asked
  const hostname = asked.hostname ?? hostOfDomain(key)
  const isFromBrowser = client === asked
  const page = { name: 'pageview', url: { hostname, pathname: '' }, referrerHost: '' }
  if (findDrop('site', { submission: { ...page, userAgent, ip, ipType, receivedAtMs, isFromBrowser }, site }))
    return worthlessToken()
  const idUnder = (hex: string) => visitorId(Buffer.from(hex, 'hex'), userAgent, ip, key, hostname).toString()
  const before = saltOf(day - 1)
  const previousId = before === undefined ? null : idUnder(before)
  return sealVisit(salt, { siteId: site.id, id: idUnder(salt), previousId, stripe: stripeOf(ip) })
}
