// Splits any text as a URL by the generic pattern of RFC 3986, appendix B. Total and linear: garbage simply has no
// host. Never the WHATWG class: it throws, re-encodes, resolves dots and turns IDNs to punycode.
import { stripRootDot } from './host.ts'
import { cleanText } from './text.ts'

/** A split page URL; everything in it is ready to be stored except the fragment, which is as sent. */
export type SplitUrl = {
  scheme: string | null
  /** lower case, without `www.`; `(none)` when the URL has no host */
  hostname: string
  /** decoded, `/` for an empty path; with `#…` in hash mode */
  pathname: string
  query: ReadonlyMap<string, string>
  fragment: string | null
}

/** The hostname of a URL without a host (spec/ingestion 5). */
export const noHostname = '(none)'

export type UrlParts = {
  scheme: string | null
  authority: string | null
  path: string
  query: string | null
  fragment: string | null
}

/** `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?` by hand, in one pass. */
export function splitParts(text: string): UrlParts {
  let rest = text
  let fragment: string | null = null
  let query: string | null = null
  let scheme: string | null = null
  let authority: string | null = null
  const hash = rest.indexOf('#')
  if (hash >= 0) {
    fragment = rest.slice(hash + 1)
    rest = rest.slice(0, hash)
  }
  const mark = rest.indexOf('?')
  if (mark >= 0) {
    query = rest.slice(mark + 1)
    rest = rest.slice(0, mark)
  }
  const colon = rest.indexOf(':')
  if (colon > 0) {
    const slash = rest.indexOf('/')
    if (slash < 0 || slash > colon) {
      scheme = rest.slice(0, colon).toLowerCase()
      rest = rest.slice(colon + 1)
    }
  }
  if (rest.startsWith('//')) {
    const end = rest.indexOf('/', 2)
    authority = end < 0 ? rest.slice(2) : rest.slice(2, end)
    rest = end < 0 ? '' : rest.slice(end)
  }
  return { scheme, authority, path: rest, query, fragment }
}

// DNS ends at 253; longer text is no host, and would outgrow an index entry.
const hostLengthMax = 255

/**
 * Lower-case host of an authority, without user-info, port and IPv6 brackets; `''` without an authority (spec/ingestion
 * 5).
 * @example hostOf('user@Shop.Example.com:8443') // 'shop.example.com'
 */
export function hostOf(authority: string | null): string {
  const host = authority === null ? '' : bareHost(authority)
  return host.length > hostLengthMax ? '' : host
}

function bareHost(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const closing = host.startsWith('[') ? host.indexOf(']') : -1
  if (closing > 0) return host.slice(1, closing).trim().toLowerCase()
  const colon = host.indexOf(':')
  return (colon < 0 ? host : host.slice(0, colon)).trim().toLowerCase()
}

/**
 * One leading `www.` and the dot of the root removed from a lower-case host (spec/ingestion 5, 7, 12).
 * @example stripWww('www.example.com.') // 'example.com'
 */
export function stripWww(host: string): string {
  return stripRootDot(host.startsWith('www.') ? host.slice(4) : host)
}

/** The query of an address that has none. */
export const noQuery: ReadonlyMap<string, string> = new Map()

/**
 * Splits a page URL (spec/ingestion 5). Never throws.
 * @example splitUrl('http://www.example.com:8080/x?y#z')
 * // hostname 'example.com', pathname '/x', query {y: ''}, fragment 'z'
 */
export function splitUrl(text: string): SplitUrl {
  const parts = splitParts(text)
  return {
    scheme: parts.scheme,
    hostname: stripWww(cleanText(hostOf(parts.authority))) || noHostname,
    pathname: cleanText(decodePercent(parts.path)).trimEnd() || '/',
    query: parts.query ? parseQuery(parts.query) : noQuery,
    fragment: parts.fragment,
  }
}

/** The pathname in hash mode: followed by `#` and the decoded fragment, if there is one (spec/ingestion 5). */
export function pathnameWithHash(split: SplitUrl): string {
  return split.fragment === null ? split.pathname : `${split.pathname}#${cleanText(decodePercent(split.fragment))}`
}

/** Decodes a query as a web form; the last one of equal keys wins (spec/ingestion 5). */
export function parseQuery(text: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>()
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand < 0 ? text.length : ampersand
    const equals = text.indexOf('=', start)
    if (equals < 0 || equals >= end) {
      if (end > start) query.set(decodeForm(text.slice(start, end)), '')
    } else {
      query.set(decodeForm(text.slice(start, equals)), decodeForm(text.slice(equals + 1, end)))
    }
    start = end + 1
  }
  return query
}

function decodeForm(text: string): string {
  return cleanText(decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text))
}

/**
 * Percent-decodes UTF-8; malformed sequences stay as they are, invalid UTF-8 becomes U+FFFD (spec/ingestion 5).
 * @example decodePercent('/caf%C3%A9/100%') // '/café/100%'
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return decodeBytes(text)
  }
}

function decodeBytes(text: string): string {
  const bytes = Buffer.from(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    const high = byte === 0x25 ? hexDigit(bytes[at + 1]) : -1
    const low = high < 0 ? -1 : hexDigit(bytes[at + 2])
    if (low < 0) {
      bytes[length] = byte
    } else {
      bytes[length] = high * 16 + low
      at += 2
    }
    length += 1
  }
  return bytes.toString('utf8', 0, length)
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
