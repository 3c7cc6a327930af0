// GoatCounter's CSV of an export, version 2: one pageview or event a row. Its session is the visitor.
import { fileFailures } from '../failure.ts'
import { parseDevice } from '../rules/device.ts'
import { nameOfSource } from '../rules/source.ts'
import type { LineParser } from './check.ts'
import { createCsvReader } from './csv.ts'
import { browserOf, systemOf } from './device-names.ts'
import { parseImportObject } from './line.ts'
import { placeFields } from './place-codes.ts'

type Row = Readonly<Record<string, string>>

/** The number before the first name of the header. */
const version = /^(?:"?)(\d+),?"?path/i

/** The other export of GoatCounter since 2.7, a zip of JSON, begins so. */
const otherExport = /^(?:PK\x03\x04|\s*[{[])/

function headerOf(text: string): string {
  if (otherExport.test(text)) throw fileFailures.unusable([noCsv])
  const found = version.exec(text)?.[1]
  if (found === undefined) throw fileFailures.noHeader('an export of GoatCounter begins with 2Path')
  if (found !== '2') throw fileFailures.version(found, '2')
  return text.replace(/\d+,?/, '')
}

const noCsv =
  'this is the JSON export of GoatCounter: it has the visits of each page by hour, which do not say how many ' +
  'visitors a day had; choose the CSV export, which has rows if "Individual pageviews" was on in the settings of the ' +
  'site'

/** A name and the version behind it, as "Chrome 120" or "Windows 10" have them. */
function named(text: string | undefined): readonly [name?: string, version?: string] {
  if (text === undefined || text === '(unknown)') return []
  const blank = text.lastIndexOf(' ')
  const number = text.slice(blank + 1)
  return blank >= 0 && /^[\d._]+$/.test(number) ? [text.slice(0, blank), number] : [text]
}

/** The name of an app of Android. */
const appName = /^[a-z]\w*(?:\.\w+)+$/i
const hasScheme = /^[a-z][a-z0-9+.-]*:/i

/** Campaigns and generated names are no addresses: they are the source itself. */
function arrivalOf({ referrer, 'referrer scheme': scheme }: Row): Record<string, string | undefined> {
  if (referrer === undefined) return {}
  if (scheme === 'c') return { utm_source: referrer }
  if (scheme === 'g') return { source: nameOfSource(referrer) }
  if (hasScheme.test(referrer)) return { referrer }
  if (scheme === 'o') return { referrer: appName.test(referrer) ? `android-app://${referrer}` : referrer }
  return { referrer: `https://${referrer}` }
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true'].map((text) => [text, true] as const),
  ...['', '0', 'f', 'false'].map((text) => [text, false] as const),
])

const flagOf = (text = ''): boolean | undefined => flags.get(text.toLowerCase())

/** The class of a device, from the width of its screen. */
function classOf(size: string | undefined, os: string | undefined): string | undefined {
  const width = Number(size?.split(',')[0]?.split('x')[0])
  if (!(width > 0)) return undefined
  if (width < 600) return 'Mobile'
  return os !== undefined && /^(?:Android|iOS|iPadOS)$/.test(os) ? 'Tablet' : 'Desktop'
}

function lineOf(row: Row, domain: string): Record<string, unknown> {
  const { path = '', location = '', useragent } = row
  const isEvent = flagOf(row['event']) === true
  const device = useragent === undefined ? undefined : parseDevice(useragent)
  const [browser, browserVersion] = named(row['browser'])
  const [system, systemVersion] = named(row['system'])
  const [os] = system === undefined ? [] : systemOf(system)
  const dash = location.indexOf('-')
  return {
    timestamp: row['date'],
    name: isEvent ? path : 'pageview',
    visitor: row['session'],
    url: `https://${domain}${isEvent ? '/' : path.startsWith('/') ? path : `/${path}`}`,
    ...arrivalOf(row),
    ...placeFields(dash < 0 ? location : location.slice(0, dash), dash < 0 ? undefined : location.slice(dash + 1)),
    device: device?.device ?? classOf(row['screen size'], os),
    browser: browser === undefined ? device?.browser : browserOf(browser),
    browser_version: browser === undefined ? device?.browserVersion : browserVersion,
    os: os ?? device?.os,
    os_version: os === undefined ? device?.osVersion : systemVersion,
  }
}

/** A parser for one reading of the file. */
export function createGoatCounterParser(): LineParser {
  const read = createCsvReader({ needs: ['path', 'event', 'session', 'bot', 'date'] })
  let isFirst = true
  return (text, site, nowSeconds) => {
    const row = read(isFirst ? headerOf(text) : text)
    isFirst = false
    if (row === null || typeof row === 'string') return row
    if (flagOf(row['event']) === undefined) return 'event must be true or false'
    if (!/^\d{0,9}$/.test(row['bot'] ?? '')) return 'bot must be a whole number'
    if (Number(row['bot'] ?? 0) !== 0) return { leftOut: 'pageviews of bots' }
    if (row['session'] === undefined) return { leftOut: 'pageviews without a session' }
    return parseImportObject(lineOf(row, site.domain), site, nowSeconds)
  }
}
