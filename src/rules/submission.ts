// Turns one untrusted POST /api/event into a Submission, or into all its field errors at once. Nothing sent can make it
// throw.

import type { FieldErrors } from '../failure.ts'
import { type Engagement, isUsable, noEngagement, parseEngagement } from './engagement.ts'
import { fieldsOf, mayBeRounded, parseExactly } from './exact-json.ts'
import { domainKey } from './host.ts'
import { eventNameCharactersMax } from './maxima.ts'
import { type Props, parseProps } from './props.ts'
import { parseRevenue, type Revenue } from './revenue.ts'
import { type Referrer, readReferrer } from './source.ts'
import { alwaysInteractive, engagementName } from './tables/event-names.ts'
import { cleanText, cutBytes, exceedsBytes, exceedsGraphemes, isBlank, outgrowsIndex, parseInteger } from './text.ts'
import { noHostname, pathnameWithHash, type SplitUrl, splitUrl, stripWww } from './url.ts'

/**
 * A kit's report (field `k`): a page, which counts as an event and as a page request, or a page request alone
 * (spec/ingestion 24).
 */
export type KitReport = 'page' | 'request'

/** One validated `POST /api/event`, maybe for several sites; the last type to hold an IP or a user agent. */
export type Submission = {
  name: string
  /** pathname final: with the fragment in hash mode */
  url: SplitUrl
  /** by their keys, without `www.`; a repeated or empty entry stays (spec/ingestion 7) */
  domains: string[]
  /** null when it does not count (spec/ingestion 12.1) */
  referrer: Referrer | null
  /** host of whatever was sent as referrer, for the spam list; `''` when it has none */
  referrerHost: string
  props: Props
  interactive: boolean
  trackerVersion: number
  scrollDepth: number | null
  engagementTimeMs: number
  revenue: Revenue | null
  /** whole seconds */
  receivedAtMs: number
  userAgent: string
  ip: string
  ipType: string | null
  /** True if it came by the picture without JavaScript. */
  isPixel: boolean
  /** The kind that its field `k` claims; null without it. */
  claim: KitReport | null
  /** The same, once the signature of a kit was found right; null before, and without one. */
  report: KitReport | null
  /**
   * True if it may have come from a browser: no kit signed it, or a script made it (spec/ingestion 26.2). The caller
   * says so.
   */
  isFromBrowser: boolean
  /** True if the visitor agreed to campaign data (spec/ingestion 26.3). */
  hasConsent: boolean
}

/** The request apart from its body, as the edge knows it. */
export type SubmissionContext = {
  userAgent: string
  ip: string
  ipType: string | null
  receivedAtMs: number
  isPixel?: boolean
  /** The consent that the request's address says. */
  hasConsent?: boolean
  /** The event's sites, where the body does not say them. */
  domains?: readonly string[]
}

export const bodyBytesMax = 1_000_000
export const urlBytesMax = 2_000
export const referrerBytesMax = 2_000
/** Every entry of `d` is an event of its own; this bounds how much work one request can make. */
export const domainsMax = 1_000
// Candidates in order (spec/ingestion 3).
const nameKeys = ['n', 'name'] as const
const propsKeys = ['m', 'meta', 'p', 'props'] as const
const revenueKeys = ['revenue', '$'] as const
const trackerVersionMax = 2 ** 31 - 1

const notJson: { ok: false; errors: FieldErrors } = {
  ok: false,
  errors: { request: ['Unable to parse request body as json'] },
}

type Body = Readonly<Record<string, unknown>>

/**
 * Validates a request body (spec/ingestion 2 to 5, 15 to 17). Content types are not looked at: the body is JSON text.
 * @example parseSubmission('{"n":"pageview","u":"https://example.com/","d":"example.com"}', context).ok // true
 */
export function parseSubmission(
  bodyText: Buffer | string,
  context: SubmissionContext,
): { ok: true; submission: Submission } | { ok: false; errors: FieldErrors } {
  const body = parseBody(bodyText)
  if (!body) return notJson

  const reread = (...keys: string[]) =>
    pick(
      Object.fromEntries(fieldsOf(parseExactly(typeof bodyText === 'string' ? bodyText : bodyText.toString('utf8')))),
      ...keys,
    )
  const errors: FieldErrors = {}
  const name = readName(body, errors, reread)
  const url = readUrl(body, errors)
  const domains = context.domains ? [...context.domains] : readDomains(body, url, errors)
  const sentEngagement = name === engagementName
  const engagement: Engagement = sentEngagement ? parseEngagement(body.sd, body.e) : noEngagement
  if (sentEngagement && !isUsable(engagement)) {
    errors.event_name = [`engagement event requires a valid integer value for at least one of 'sd' or 'e' fields`]
  }
  const pathname = readPathname(body, url, errors)
  const props = parseProps(pick(body, ...propsKeys), name ?? '', pathname, () => reread(...propsKeys))
  if (!props.ok) errors.props = [props.message]
  if (name === undefined || url === undefined || domains === undefined || !props.ok || hasEntries(errors))
    return { ok: false, errors }

  const sentReferrer = pick(body, 'r', 'referrer')
  const { host: referrerHost, referrer } = readReferrer(
    typeof sentReferrer === 'string' ? cutBytes(sentReferrer, referrerBytesMax) : '',
    url.hostname,
  )
  return {
    ok: true,
    submission: {
      name,
      url: pathname === url.pathname ? url : { ...url, pathname },
      domains,
      referrer,
      referrerHost,
      props: props.props,
      interactive: alwaysInteractive.has(name) || readInteractive(body),
      trackerVersion: readVersion(body.v),
      scrollDepth: engagement.scrollDepth,
      engagementTimeMs: engagement.engagementTimeMs,
      revenue: parseRevenue(pick(body, ...revenueKeys), () => reread(...revenueKeys)),
      receivedAtMs: Math.floor(context.receivedAtMs / 1000) * 1000,
      userAgent: context.userAgent,
      ip: context.ip,
      ipType: context.ipType,
      isPixel: context.isPixel === true,
      claim: name === 'pageview' && (body.k === 'page' || body.k === 'request') ? body.k : null,
      report: null,
      isFromBrowser: false,
      hasConsent: context.hasConsent === true || readConsent(body),
    },
  }
}

function parseBody(bodyText: Buffer | string): Body | undefined {
  if (typeof bodyText === 'string' ? exceedsBytes(bodyText, bodyBytesMax) : bodyText.length > bodyBytesMax)
    return undefined
  try {
    const body: unknown = JSON.parse(typeof bodyText === 'string' ? bodyText : bodyText.toString('utf8'))
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : undefined
  } catch {
    return undefined
  }
}

/**
 * The first candidate that says something: not absent, `null` or `false` (spec/ingestion 3). Empty text and 0 do say
 * something.
 */
function pick(body: Body, ...candidates: string[]): unknown {
  for (const key of candidates) {
    const value = body[key]
    if (value !== undefined && value !== null && value !== false) return value
  }
  return undefined
}

function hasEntries(errors: FieldErrors): boolean {
  for (const _ in errors) return true
  return false
}

function readName(body: Body, errors: FieldErrors, reread: (...keys: string[]) => unknown): string | undefined {
  const sent = pick(body, ...nameKeys)
  const name = toName(sent, () => reread(...nameKeys))
  if (sent === undefined || (name !== undefined && isBlank(name))) errors.event_name = [`can't be blank`]
  else if (name === undefined) errors.event_name = ['is invalid']
  else if (exceedsGraphemes(name, eventNameCharactersMax))
    errors.event_name = [`should be at most ${eventNameCharactersMax} character(s)`]
  else if (outgrowsIndex(name)) errors.event_name = ['is invalid']
  else return name
  return undefined
}

/**
 * Text, or an integer as its decimal text; undefined for everything else (spec/ingestion 3). `reread` answers the same
 * value as `parseExactly` does.
 */
export function toName(sent: unknown, reread: () => unknown): string | undefined {
  if (typeof sent === 'string') return cleanText(sent)
  if (typeof sent !== 'number' || !Number.isInteger(sent)) return undefined
  if (!mayBeRounded(sent)) return String(sent)
  const digits = reread()
  if (typeof digits !== 'string') return BigInt(sent).toString()
  return /^-?\d+$/.test(digits) ? digits : undefined
}

function readUrl(body: Body, errors: FieldErrors): SplitUrl | undefined {
  const sent = pick(body, 'u', 'url')
  if (sent === undefined) {
    errors.url = ['is required']
  } else if (typeof sent !== 'string') {
    errors.url = ['must be a valid url']
  } else if (/^data:/i.test(sent)) {
    errors.url = ['scheme is not allowed']
  } else if (exceedsBytes(sent, urlBytesMax)) {
    errors.url = ['must be a valid url']
  } else {
    return splitUrl(sent)
  }
  return undefined
}

function readDomains(body: Body, url: SplitUrl | undefined, errors: FieldErrors): string[] | undefined {
  const sent = pick(body, 'd', 'domain')
  if (typeof sent !== 'string') {
    if (url && url.hostname !== noHostname) return [domainKey(url.hostname)]
  } else {
    const list = cleanText(sent).trim()
    if (list !== '') {
      const entries = list.split(',', domainsMax + 1)
      if (entries.length <= domainsMax) return entries.map((entry) => domainKey(stripWww(entry.trim().toLowerCase())))
      errors.domain = [`should have at most ${domainsMax} item(s)`]
      return undefined
    }
  }
  errors.domain = [`can't be blank`]
  return undefined
}

function readPathname(body: Body, url: SplitUrl | undefined, errors: FieldErrors): string {
  const sent = pick(body, 'h', 'hashMode')
  const mode = sent === undefined ? 0 : parseInteger(sent)
  if (mode === undefined) errors.hash_mode = ['is invalid']
  if (!url) return '/'
  return mode === 1 ? pathnameWithHash(url) : url.pathname
}

function readInteractive(body: Body): boolean {
  const sent = body.i ?? body.interactive
  return typeof sent === 'boolean' ? sent : true
}

/** Yes is `true` or 1, or its text. Any other value says nothing. */
const readConsent = (body: Body): boolean => saysYes(pick(body, 'c', 'consent'))

const saysYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/**
 * True if the address of a request says that the visitor agreed: a page's script cannot add fields to its events.
 * @example hasConsentIn('/api/event?c=1') // true
 */
export function hasConsentIn(address: string): boolean {
  const mark = address.indexOf('?')
  return mark >= 0 && /[?&](?:c|consent)=(?:1|true)(?:&|$)/.test(address.slice(mark))
}

function readVersion(sent: unknown): number {
  return typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent <= trackerVersionMax ? sent : 0
}
