// GoatCounter's CSV of an export, version 2: one pageview or event a row. Its session is the visitor.
import { fileFailures } from '../failure.ts'
import { parseDevice } from '../rules/device.ts'
import type { LineParser } from './check.ts'
import { createCsvReader } from './csv.ts'
import { browserOf, systemOf } from './device-names.ts'
import { parseImportObject } from './line.ts'

type Row = Readonly<Record<string, string>>

/** The number before the first name of the header. */
const version = /^(?:"?)(\d+),?"?path/i

function headerOf(text: string): string {
  const found = version.exec(text)?.[1]
  if (found === undefined) throw fileFailures.noHeader('an export of GoatCounter begins with 2Path')
  if (found !== '2') throw fileFailures.version(found, '2')
  return text.replace(/\d+,?/, '')
}

/** A name and the version behind it, as "Chrome 120" or "Windows 10" have them. */
function named(text: string | undefined): readonly [name?: string, version?: string] {
  if (text === undefined || text === '(unknown)') return []
  const [, name, number] = /^(.*?)(?: ([\d._]+))?$/.exec(text) ?? []
  return [name ?? text, number]
}

/** Campaigns and generated names are no addresses: they are the source itself. */
function arrivalOf({ referrer, 'referrer scheme': scheme }: Row): Record<string, string | undefined> {
  if (referrer === undefined) return {}
  if (scheme === 'c') return { utm_source: referrer }
  if (scheme === 'g') return { source: referrer }
  return {
    referrer: scheme === 'o' ? referrer : /^[a-z][a-z0-9+.-]*:/i.test(referrer) ? referrer : `https://${referrer}`,
  }
}

const isTrue = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true'

/** The class of a device, from the width of its screen. */
function classOf(size: string | undefined, os: string | undefined): string | undefined {
  const width = Number(size?.split(',')[0]?.split('x')[0])
  if (!(width > 0)) return undefined
  if (width < 600) return 'Mobile'
  return os !== undefined && /^(?:Android|iOS|iPadOS)$/.test(os) ? 'Tablet' : 'Desktop'
}

function lineOf(row: Row, domain: string): Record<string, unknown> {
  const { path = '', location = '', useragent } = row
  const isEvent = isTrue(row['event'])
  const device = useragent === undefined ? undefined : parseDevice(useragent)
  const [browser, browserVersion] = named(row['browser'])
  const [system, systemVersion] = named(row['system'])
  const [os] = system === undefined ? [] : systemOf(system)
  const country = /^[A-Z]{2}(?=-|$)/.exec(location)?.[0]
  return {
    timestamp: row['date'],
    name: isEvent ? path : 'pageview',
    visitor: row['session'],
    url: `https://${domain}${isEvent ? '/' : path.startsWith('/') ? path : `/${path}`}`,
    ...arrivalOf(row),
    country,
    region: country && location.includes('-') ? location : undefined,
    device: device?.device ?? classOf(row['screen size'], os),
    browser: browser === undefined ? device?.browser : browserOf(browser),
    browser_version: browser === undefined ? device?.browserVersion : browserVersion,
    os: os ?? device?.os,
    os_version: os === undefined ? device?.osVersion : systemVersion,
  }
}

/** A parser for one reading of the file. */
export function createGoatCounterParser(): LineParser {
  const read = createCsvReader({ nulls: [], needs: ['path', 'event', 'session', 'bot', 'date'] })
  let isFirst = true
  return (text, site, nowSeconds) => {
    const row = read(isFirst ? headerOf(text) : text)
    isFirst = false
    if (row === null || typeof row === 'string') return row
    if ((row['bot'] ?? '0') !== '0') return { leftOut: 'pageviews of bots' }
    if (row['session'] === undefined) return { leftOut: 'pageviews without a session' }
    return parseImportObject(lineOf(row, site.domain), site, nowSeconds)
  }
}
