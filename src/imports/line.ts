// One line of an import: newline-delimited JSON, raw and already enriched, to the same Event live traffic becomes.
// The limits are those of POST /api/event; what is wrong is said in a sentence, the caller adds
// the line's number.

import { hash } from 'node:crypto'
import type { Dimensions, Event, EventRevenue } from '../ingest/event.ts'
import { findChannel } from '../rules/channel.ts'
import { isDay } from '../rules/days.ts'
import { isUsable, noEngagement, parseEngagement } from '../rules/engagement.ts'
import { fieldsOf, mayBeRounded, parseExactly } from '../rules/exact-json.ts'
import { eventNameCharactersMax } from '../rules/maxima.ts'
import { countryOf } from '../rules/place.ts'
import { parseProps } from '../rules/props.ts'
import { parseAmount, parseRevenue } from '../rules/revenue.ts'
import { dimensionColumns } from '../rules/session.ts'
import { clickIds, findSource, parseReferrer } from '../rules/source.ts'
import { lowestStripe } from '../rules/stripe.ts'
import { referrerBytesMax, toName, urlBytesMax } from '../rules/submission.ts'
import { alwaysInteractive } from '../rules/tables/event-names.ts'
import { cleanText, cutBytes, exceedsBytes, exceedsGraphemes, isBlank, isUnseen, outgrowsIndex } from '../rules/text.ts'
import { noHostname, noQuery, splitUrl, stripWww } from '../rules/url.ts'

export interface ImportSite {
  readonly id: number
  readonly domain: string
  readonly timezone: string
  /** The hostname that rows leave out. */
  readonly home_hostname?: string | null
  /** The import that its rows will name. A file that is only checked has none. */
  readonly importId?: number
}

/** Longest line: the body limit of POST /api/event. */
export const lineCharactersMax = 1_000_000
/** Longest text of an index entry, with room for the other columns of its key. */
const textBytesMax = 2_000
/** Clocks of other machines may be a little ahead; more is a mistake in the file. */
const aheadSecondsMax = 3_600

type Line = Readonly<Record<string, unknown>>

const timestampText = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i

/** A line's fault, as text; thrown inside this file only. */
class Fault extends Error {}

function fault(message: string): never {
  throw new Fault(message)
}

/**
 * Parses a line into an Event, or into what is wrong with it.
 * @example parseImportLine('{"timestamp":"2024-01-01","name":"pageview","visitor":1,"url":"https://x"}', site, now)
 */
export function parseImportLine(text: string, site: ImportSite, nowSeconds: number): Event | string {
  if (text.length > lineCharactersMax) return `longer than ${lineCharactersMax} characters`
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'not a JSON object'
  return parseImportObject(line as Line, site, nowSeconds, { reread: () => parseExactly(text) })
}

const unread = (): unknown => ({})

/**
 * The same for fields as text that another format named. `reread` parses JSON exactly. `query` is the query of the
 * page's address, where the line has hostname and pathname.
 */
export function parseImportObject(
  line: Line,
  site: ImportSite,
  nowSeconds: number,
  { reread = unread, query = noQuery }: { reread?: () => unknown; query?: ReadonlyMap<string, string> } = {},
): Event | string {
  try {
    return toEvent(line, site, nowSeconds, query, (key) => fieldsOf(reread()).get(key))
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}

type Reread = (key: string) => unknown

function toEvent(
  line: Line,
  site: ImportSite,
  nowSeconds: number,
  query: ReadonlyMap<string, string>,
  reread: Reread,
): Event {
  const at = readTimestamp(line.timestamp, nowSeconds)
  const name = readName(line.name, reread)
  const visitor = isAlone(line) ? null : readVisitor(line, reread)
  const page = readPage(line, query)
  const isEngagement = name === 'engagement'
  const engagement = isEngagement ? parseEngagement(line.scroll_depth, line.engagement_time) : noEngagement
  if (isEngagement && !isUsable(engagement)) fault('engagement needs scroll_depth or engagement_time')
  const props = parseProps(line.props, name, page.pathname, () => reread('props'))
  if (!props.ok) fault(`props: ${props.message}`)
  let hasProps = false
  for (const _ in props.props) hasProps = true
  if (line.interactive !== undefined && line.interactive !== null && typeof line.interactive !== 'boolean')
    fault('interactive is no boolean')
  checkDimensions(line)
  return {
    siteId: site.id,
    timezone: site.timezone,
    ...(visitor === null ? alone : visitorOf(site.id, visitor)),
    at,
    previousVisitorId: null,
    importId: site.importId ?? 0,
    name,
    hostname: page.hostname,
    homeHostname: site.home_hostname ?? null,
    pathname: page.pathname,
    interactive: alwaysInteractive.has(name) || line.interactive !== false,
    props: hasProps ? JSON.stringify(props.props) : null,
    scrollDepth: engagement.scrollDepth,
    engagementTimeMs: engagement.engagementTimeMs,
    revenue: readRevenue(line, reread),
    dimensions: () => dimensionsOf(line, page),
  }
}

/** An event without a visitor is of the first stripe. */
const alone = { visitorId: null, stripe: 0 } as const

/** True for an event that an export has without a visitor: it names the visit too, and both are empty. */
const isAlone = ({ visitor, visitor_id: id, session_id: visit }: Line): boolean =>
  visitor === undefined && (id === null || id === '') && (visit === null || visit === '')

/**
 * The id of an imported visitor: the same one for the same visitor of the same site, always; its stripe are the lowest
 * four bits.
 */
export function visitorOf(siteId: number, visitor: string): { visitorId: string; stripe: number } {
  const digest = hash('sha256', `tidemark import ${siteId} ${visitor}`, 'buffer')
  return { visitorId: digest.readBigInt64BE(0).toString(), stripe: lowestStripe(digest[7] as number) }
}

function readTimestamp(value: unknown, nowSeconds: number): number {
  if (value === undefined || value === null) fault('timestamp is missing')
  const parts = typeof value === 'string' ? timestampText.exec(value) : null
  if (!parts) return fault('timestamp is not ISO 8601')
  const text = value as string
  if (!isDay(text.slice(0, 10))) fault('timestamp is not ISO 8601')
  // Without a zone it is UTC: the file must mean the same on every machine.
  const ms = Date.parse(normalizeTime(text, parts[1]))
  if (Number.isNaN(ms)) fault('timestamp is not ISO 8601')
  const at = Math.floor(ms / 1000)
  if (at > nowSeconds + aheadSecondsMax) fault('timestamp is in the future')
  if (at < 0) fault('timestamp is before 1970')
  return at
}

/** Databases write `2024-01-01 10:00:00+00`; Date wants `2024-01-01T10:00:00+00:00`. */
function normalizeTime(text: string, zone: string | undefined): string {
  if (text.length === 10) return text
  if (zone === undefined) return `${text.replace(' ', 'T')}Z`
  if (zone === 'Z' && text[10] === 'T') return text
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const local = text.slice(0, -zone.length).trimEnd().replace(' ', 'T')
  return zone.length === 1 ? `${local}Z` : `${local}${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

function readName(value: unknown, reread: Reread): string {
  if (value === undefined || value === null) return fault('name is missing')
  const name = toName(value, () => reread('name'))
  if (name === undefined) return fault('name must be a string or an integer')
  if (isBlank(name)) return fault('name is missing')
  if (exceedsGraphemes(name, eventNameCharactersMax)) fault(`name has more than ${eventNameCharactersMax} characters`)
  if (outgrowsIndex(name)) fault('name is longer than an index can hold')
  return name
}

function readVisitor(line: Line, reread: Reread): string {
  const key = (line.visitor ?? null) === null ? 'visitor_id' : 'visitor'
  const value = line[key]
  if (value === undefined || value === null || value === '') return fault('visitor is missing')
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isInteger(value))
    return toName(value, () => reread(key)) ?? fault('visitor must be a string or an integer')
  return fault('visitor must be a string or an integer')
}

interface Page {
  readonly hostname: string
  readonly pathname: string
  readonly query: ReadonlyMap<string, string>
}

function readPage(line: Line, query: ReadonlyMap<string, string>): Page {
  if (line.url !== undefined && line.url !== null) {
    if (typeof line.url !== 'string' || exceedsBytes(line.url, urlBytesMax))
      return fault(`url is not a text of at most ${urlBytesMax} bytes`)
    const split = splitUrl(line.url)
    if (split.scheme === 'data') fault('url must not have the scheme data')
    return split
  }
  const { hostname, pathname } = line
  if (typeof hostname !== 'string' || typeof pathname !== 'string')
    return fault('url, or hostname and pathname, are missing')
  if (exceedsBytes(hostname, urlBytesMax) || exceedsBytes(pathname, urlBytesMax))
    fault(`hostname or pathname has more than ${urlBytesMax} bytes`)
  const host = cleanText(hostname).toLowerCase()
  return {
    hostname: (isExported(line) ? host : stripWww(host)) || noHostname,
    pathname: cleanText(pathname) || '/',
    query,
  }
}

/**
 * An amount without a known currency is left out, the event stays (spec/ingestion 17). An amount that is no number is
 * a mistake in the file.
 */
function readRevenue(line: Line, reread: Reread): EventRevenue | null {
  if (line.revenue_amount === undefined || line.revenue_amount === null) return null
  const amount = mayBeRounded(line.revenue_amount) ? reread('revenue_amount') : line.revenue_amount
  if (parseAmount(amount) === null) fault('revenue_amount is no number')
  const revenue = parseRevenue({ amount: String(amount), currency: line.revenue_currency }, unread)
  return revenue && { sourceAmount: revenue.amount, sourceCurrency: revenue.currency, ...revenue }
}

const texts = dimensionColumns.filter((column) => column !== 'city')

function checkDimensions(line: Line): void {
  for (const key of texts) {
    const value = line[key]
    if (value === undefined || value === null || value === '') continue
    if (typeof value !== 'string') fault(`${key} is no text`)
    if (key !== 'referrer' && exceedsBytes(value as string, textBytesMax))
      fault(`${key} has more than ${textBytesMax} bytes`)
  }
  const country = text(line, 'country')
  if (country !== null && countryOf(country) === undefined) fault('country must be an ISO 3166-1 alpha-2 code')
  const { city } = line
  if (city !== undefined && city !== null && city !== '' && cityOf(city) === null) fault('city is no GeoNames id')
}

function cityOf(value: unknown): number | null {
  const city = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof city === 'number' && Number.isInteger(city) && city > 0 && city < 2 ** 31 ? city : null
}

const text = (line: Line, key: string): string | null => {
  const value = line[key]
  return typeof value === 'string' && value !== '' ? cleanText(value) || null : null
}

/** A text that makes a row of a list by itself. A text without visible characters counts as missing. */
const shown = (line: Line, key: string): string | null => {
  const value = text(line, key)
  return value === null || isUnseen(value) ? null : value
}

const tags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const

/** Place of a line; where its code is no country nothing else is known either, as for live traffic. */
function placeOf(line: Line): readonly [country: string | null, region: string | null, city: number | null] {
  const sent = text(line, 'country')
  const country = sent === null ? null : (countryOf(sent) ?? null)
  return sent !== null && country === null ? [null, null, null] : [country, shown(line, 'region'), cityOf(line.city)]
}

const devices: ReadonlyMap<string, string> = new Map([
  ['desktop', 'Desktop'],
  ['laptop', 'Desktop'],
  ['mobile', 'Mobile'],
  ['tablet', 'Tablet'],
])

function deviceOf(line: Line): string | null {
  const device = shown(line, 'device')
  return device && (devices.get(device.toLowerCase()) ?? device)
}

/** The address's query with what the line's fields say in its place: a tag means the same in either. */
function tagsOf(line: Line, query: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const named = tags.filter((tag) => text(line, tag) !== null)
  const clickId = text(line, 'click_id')
  if (named.length === 0 && clickId === null) return query
  const merged = new Map(query)
  for (const tag of named) merged.set(tag, text(line, tag) as string)
  if (clickId !== null) for (const name of clickIds) name === clickId ? merged.set(name, '') : merged.delete(name)
  return merged
}

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/** A line of `tidemark export`, which says all there is to know of the visit. */
function isExported(line: Line): boolean {
  return typeof line.session_id === 'string' && dimensionColumns.every((column) => line[column] !== undefined)
}

/** The dimensions of the line. Where it has none, they are found from referrer and address, as in live traffic. */
function dimensionsOf(line: Line, page: Page): Dimensions {
  const sent = text(line, 'referrer')
  const sentReferrer = sent === null ? null : cutBytes(sent, referrerBytesMax)
  if (isExported(line))
    return [
      sentReferrer,
      ...dimensionColumns.slice(1).map((column) => (column === 'city' ? cityOf(line.city) : text(line, column))),
    ]
  // A stored referrer has no scheme any more.
  const referrer =
    sentReferrer === null
      ? null
      : parseReferrer(hasScheme.test(sentReferrer) ? sentReferrer : `https://${sentReferrer}`, page.hostname)
  const found = findSource({ hostname: page.hostname, referrer, query: tagsOf(line, page.query) })
  const source = shown(line, 'source') ?? found.source
  // An export of another program may name a click id that is none of ours.
  const clickId = text(line, 'click_id') ?? found.clickId
  return [
    found.referrer,
    source,
    shown(line, 'channel') ?? findChannel({ ...found, source, clickId }),
    found.utmSource,
    found.utmMedium,
    found.utmCampaign,
    found.utmContent,
    found.utmTerm,
    clickId,
    ...placeOf(line),
    deviceOf(line),
    shown(line, 'browser'),
    shown(line, 'browser_version'),
    shown(line, 'os'),
    shown(line, 'os_version'),
  ]
}
