// Cookies of a browser: for a session, and for a shared link's password. Also decides if a request comes from a page of
// this service (spec/dashboard 12 and 13).

import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sessionFailures } from '../failure.ts'
import { isSameDigest } from '../registry/secrets.ts'
import { sessionSecondsMax } from '../registry/sessions.ts'
import type { SharedLinkGrant } from '../registry/shared-links.ts'
import { daySeconds } from '../rules/durations.ts'
import { basePathOf } from './base-path.ts'
import { createOwnPages } from './own-pages.ts'

/** How long a shared link's password need not be typed again. */
const sharedSecondsMax = daySeconds

/** How long a browser counts as one that an account knows: as long as the longest session. */
const knownSecondsMax = sessionSecondsMax

/** The value of a cookie; of several of the same name the first, which browsers mean more. */
function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/**
 * True when a request names a body that forms and scripts of other pages cannot send unasked. Only JSON and chunks of
 * an upload may come with a cookie.
 */
const hasOtherBody = (headers: IncomingHttpHeaders): boolean =>
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) &&
  !/^application\/(json|octet-stream)\s*(;|$)/i.test(headers['content-type'] ?? '')

export type BrowserSessions = ReturnType<typeof createBrowserSessions>

/** How cookies are set and read at this address. */
export function createCookies(baseUrl: string) {
  const isSecure = new URL(baseUrl).protocol === 'https:'
  const basePath = basePathOf(baseUrl)
  // A browser takes `__Host-` for the path `/` alone; below a path others of the host need not see the cookies.
  const prefix = basePath === '' ? '__Host-' : '__Secure-'
  const nameOf = (name: string): string => (isSecure ? prefix + name : name)
  const attributes = `HttpOnly; SameSite=Lax; Path=${basePath || '/'}${isSecure ? '; Secure' : ''}`
  return {
    nameOf,
    read: (headers: IncomingHttpHeaders, name: string) => readCookie(headers, nameOf(name)),
    set: (name: string, value: string, seconds: number): string =>
      `${nameOf(name)}=${value}; Max-Age=${seconds}; ${attributes}`,
  }
}

/** Cookies of the service at this address. */
export function createBrowserSessions(options: { baseUrl: string; secretKey: string; now: () => Date }) {
  const ownPages = createOwnPages(options.baseUrl)
  const cookies = createCookies(options.baseUrl)
  const name = 'tidemark'
  const sharedName = ({ id }: SharedLinkGrant): string => `tidemark-share-${id}`
  // Signed with the link's hash: a new password makes another one.
  const sign = (link: SharedLinkGrant, until: string): string =>
    createHmac('sha256', options.secretKey)
      .update(JSON.stringify(['share', link.id, link.passwordHash, until]))
      .digest('base64url')

  const hmac = (...parts: string[]) => createHmac('sha256', options.secretKey).update(JSON.stringify(parts))
  const signKnown = (email: string, until: string): string =>
    hmac('known', email.trim().toLowerCase(), until).digest('base64url')
  // Of several accounts in one browser each has its own; the name says nothing of the address.
  const knownName = (email: string): string =>
    `tidemark-known-${hmac('known', email.trim().toLowerCase()).digest('hex').slice(0, 12)}`

  return {
    /** The session of a request. An Authorization header hides it. */
    read: (headers: IncomingHttpHeaders) =>
      headers.authorization === undefined ? cookies.read(headers, name) : undefined,
    /** The header that gives a browser its session. */
    give: (token: string) => cookies.set(name, token, sessionSecondsMax),
    /** The account of an address has signed in from this browser before. Limits of guesses ask this. */
    knows(headers: IncomingHttpHeaders, email: string) {
      const [until = '', signature = ''] = (cookies.read(headers, knownName(email)) ?? '').split('.')
      if (!(Number(until) * 1000 > options.now().getTime())) return false
      return isSameDigest(Buffer.from(signKnown(email, until)), Buffer.from(signature))
    },
    /** The header that makes the browser a known one of the account. */
    remember(email: string) {
      const until = String(Math.floor(options.now().getTime() / 1000) + knownSecondsMax)
      return cookies.set(knownName(email), `${until}.${signKnown(email, until)}`, knownSecondsMax)
    },
    /** The header that takes it away. */
    take: () => cookies.set(name, '', 0),
    /** Throws the 403 unless the request comes from a page of this service, with JSON, a chunk or nothing. */
    requireOwnPage(headers: IncomingHttpHeaders) {
      const site = headers['sec-fetch-site']
      // Browsers leave Sec-Fetch-Site out over plain http, but on localhost.
      if (site === undefined ? headers.origin === undefined : site !== 'same-origin') throw sessionFailures.forged()
      if (headers.origin !== undefined && !ownPages.isOwn(headers)) throw ownPages.refusal(headers)
      if (hasOtherBody(headers)) throw sessionFailures.forged()
    },
    /** True when the browser has given the link's password in the last 24 hours. */
    hasOpened(headers: IncomingHttpHeaders, link: SharedLinkGrant) {
      const [until = '', signature = ''] = (cookies.read(headers, sharedName(link)) ?? '').split('.')
      if (!(Number(until) * 1000 > options.now().getTime())) return false
      return isSameDigest(Buffer.from(sign(link, until)), Buffer.from(signature))
    },
    /** The header that says so. */
    open(link: SharedLinkGrant) {
      const until = String(Math.floor(options.now().getTime() / 1000) + sharedSecondsMax)
      return cookies.set(sharedName(link), `${until}.${sign(link, until)}`, sharedSecondsMax)
    },
  }
}
