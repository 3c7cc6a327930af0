// Where a visit came from: the usable referrer, the source's name and the campaign tags of the page's address.
import { asciiHost } from './host.ts'
import { appSources } from './tables/apps.ts'
import { domainSources, exportedSources, hostSources, nameSources, suffixSources } from './tables/sources.ts'
import { cleanText, isUnseen } from './text.ts'
import { hostOf, splitParts, stripWww } from './url.ts'
import { trimWhiteSpace } from './white-space.ts'

/** A referrer that counts (spec/ingestion 12.1). */
export type Referrer = {
  /** as stored: host and path, the scheme only for apps (spec/ingestion 12.2) */
  text: string
  /** without `www.`; with `android-app://` or `ios-app://` for apps */
  host: string
  path: string
}

export type Source = {
  referrer: string | null
  source: string | null
  utmSource: string | null
  /** after inference (spec/ingestion 13) */
  utmMedium: string | null
  utmCampaign: string | null
  utmContent: string | null
  utmTerm: string | null
  /** the name of the click id parameter, never its value */
  clickId: string | null
}

/** Schemes of apps, which a stored referrer keeps (spec/ingestion 12.2). */
const appSchemes: ReadonlySet<string> = new Set(['android-app', 'ios-app'])
const usableSchemes: ReadonlySet<string> = new Set(['http', 'https', ...appSchemes])

/**
 * Reads a referrer once for both of its uses: `host` is the host of any text, for the spam list, or `''` if the text
 * has no host (spec/ingestion 8); `referrer` is null unless it counts: no other schemes, no localhost, not the page's
 * own host (spec/ingestion 12.1).
 */
export function readReferrer(text: string, hostname: string): { host: string; referrer: Referrer | null } {
  if (text === '') return noReferrer
  const { scheme, authority, path } = splitParts(text)
  const host = stripWww(cleanText(hostOf(authority)))
  const isOwn = asciiHost(host) === asciiHost(hostname)
  if (scheme === null || !usableSchemes.has(scheme) || host === '' || host === 'localhost' || isOwn)
    return { host, referrer: null }
  const named = appSchemes.has(scheme) ? `${scheme}://${host}` : host
  const trimmed = trimSlashes(cleanText(path))
  return { host, referrer: { text: named + trimmed, host: named, path: trimmed } }
}

const noReferrer = { host: '', referrer: null }

/** The referrer's parts when it counts, else null (spec/ingestion 12.1). */
export function parseReferrer(text: string, hostname: string): Referrer | null {
  return readReferrer(text, hostname).referrer
}

function trimSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path.charCodeAt(end - 1) === 47) end -= 1
  return path.slice(0, end)
}

const sourceTags = ['utm_source', 'source', 'ref'] as const
/** Parameters that ad networks put on a link, in order of rank (spec/ingestion 13). */
export const clickIds = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid', 'twclid'] as const

/** Referrer, source and campaign tags of an event as stored (spec/ingestion 12, 13). */
export function findSource(from: {
  hostname: string
  referrer: string | Referrer | null
  query: ReadonlyMap<string, string>
}): Source {
  const referrer = typeof from.referrer === 'string' ? parseReferrer(from.referrer, from.hostname) : from.referrer
  const { query } = from
  if (query.size === 0)
    return { ...untagged, referrer: referrer?.text ?? null, source: referrer && nameOfReferrer(referrer) }
  const utmSource = sourceTagOf(query)
  const source = utmSource === undefined ? referrer && nameOfReferrer(referrer) : nameOfTag(utmSource)
  const clickId = firstPresent(query, clickIds) ?? null
  return {
    referrer: referrer?.text ?? null,
    source,
    utmSource: utmSource ?? null,
    utmMedium: query.has('utm_medium') ? tagOf(query, 'utm_medium') : inferMedium(source, clickId),
    utmCampaign: tagOf(query, 'utm_campaign'),
    utmContent: tagOf(query, 'utm_content'),
    utmTerm: tagOf(query, 'utm_term'),
    clickId,
  }
}

const untagged: Source = {
  referrer: null,
  source: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
  utmTerm: null,
  clickId: null,
}

/** A campaign tag as sent; null when it is missing or cannot be seen (spec/ingestion 13.1). */
function tagOf(query: ReadonlyMap<string, string>, name: string): string | null {
  const tag = query.get(name)
  return tag === undefined || isUnseen(tag) ? null : tag
}

/** The first source tag that says something, without surrounding white space (spec/ingestion 12.3). */
function sourceTagOf(query: ReadonlyMap<string, string>): string | undefined {
  for (const name of sourceTags) {
    const tag = tagOf(query, name)
    if (tag !== null) return trimWhiteSpace(tag)
  }
  return undefined
}

function firstPresent<Key extends string>(query: ReadonlyMap<string, string>, keys: readonly Key[]): Key | undefined {
  for (const key of keys) {
    if (query.has(key)) return key
  }
  return undefined
}

function inferMedium(source: string | null | undefined, clickId: string | null): string | null {
  if (source === 'Google' && clickId === 'gclid') return '(gclid)'
  if (source === 'Bing' && clickId === 'msclkid') return '(msclkid)'
  return null
}

/** The canonical name of a tag, or the tag itself with its case kept (spec/ingestion 12.3). */
function nameOfTag(tag: string): string {
  const key = tag.toLowerCase()
  return nameSources.get(key) ?? hostSources.get(key) ?? appSources.get(key) ?? nameOfSuffix(key) ?? tag
}

const hostShape = /^[^\s/:@.]+(?:\.[^\s/:@.]+)+$/

/**
 * The name in live traffic of a source that another product wrote as a name, a tag or a host. Texts without another
 * name stay as they are, hosts in lower case and without `www.`.
 * @example nameOfSource('m.facebook.com') // 'Facebook'
 */
export function nameOfSource(text: string): string {
  if (text.length > sourceLengthMax) return text
  const source = trimWhiteSpace(text)
  const host = stripWww(source.toLowerCase())
  const named = exportedSources.get(host) ?? appSources.get(`android-app://${host}`) ?? nameOfTag(source)
  if (named !== source || !hostShape.test(host)) return named
  // Product names such as "Booking.com" have capitals. A host has none.
  const found = nameOfReferrer({ text: host, host, path: '' })
  return found === host && host !== stripWww(source) ? source : found
}

/** Longest name of a host. Names of products are shorter. */
const sourceLengthMax = 253

/**
 * The name of the site or app that sent the visitor: the whole host first, then its domains from the most specific up
 * (spec/ingestion 12.3).
 */
function nameOfReferrer({ host, path }: Referrer): string {
  const whole = hostSources.get(host) ?? appSources.get(host) ?? nameOfSuffix(host)
  if (whole !== undefined) return whole
  for (let domain: string = host, levels = 0; levels < domainLevelsMax; levels += 1) {
    const candidates = domainSources.get(domain)
    if (candidates !== undefined) {
      if (typeof candidates === 'string') return candidates
      for (const [prefix, name] of candidates) if (path.startsWith(prefix)) return name
    }
    const dot = domain.indexOf('.')
    if (dot < 0) break
    domain = domain.slice(dot + 1)
  }
  return host
}

// Real hosts have a handful of labels; a referrer of 1,000 dots gets no more look-ups than that.
const domainLevelsMax = 10

function nameOfSuffix(host: string): string | undefined {
  for (const [suffix, name] of suffixSources) if (host.endsWith(suffix)) return name
  return undefined
}
