// umami's table website_event as CSV: its columns to the fields of an import line. Which columns exist depends on
// umami's version.
import { clickIds } from '../rules/source.ts'
import { noQuery, parseQuery, splitUrl } from '../rules/url.ts'
import type { LineParser } from './check.ts'
import { createCsvReader } from './csv.ts'
import { parseImportObject } from './line.ts'

const customEvent = '2'

/** umami's name -> what live traffic stores (spec/ingestion 11). Names that are not here stay as they are. */
const browsers: ReadonlyMap<string, string> = new Map([
  ['android', 'Android Browser'],
  ['bb10', 'Safari'],
  ['chrome', 'Chrome'],
  ['chromium-webview', 'Mobile App'],
  ['crios', 'Chrome'],
  ['edge', 'Microsoft Edge'],
  ['edge-chromium', 'Microsoft Edge'],
  ['edge-ios', 'Microsoft Edge'],
  ['facebook', 'Mobile App'],
  ['firefox', 'Firefox'],
  ['fxios', 'Firefox'],
  ['ie', 'Internet Explorer'],
  ['instagram', 'Mobile App'],
  ['ios', 'Safari'],
  ['ios-webview', 'Mobile App'],
  ['kakaotalk', 'Mobile App'],
  ['miui', 'MIUI Browser'],
  ['netfront', 'NetFront'],
  ['opera', 'Opera'],
  ['opera-mini', 'Opera'],
  ['safari', 'Safari'],
  ['samsung', 'Samsung Browser'],
  ['silk', 'Mobile Silk'],
  ['yandexbrowser', 'Yandex Browser'],
])

const systems: ReadonlyMap<string, readonly [os: string, version?: string]> = new Map([
  ['Amazon OS', ['Android']],
  ['Android OS', ['Android']],
  ['BlackBerry OS', ['BlackBerry']],
  ['Linux', ['GNU/Linux']],
  ['Mac OS', ['Mac']],
  ['Open BSD', ['OpenBSD']],
  ['Sun OS', ['Solaris']],
  ['Windows Mobile', ['Windows Phone']],
  ['Windows Server 2003', ['Windows', 'XP']],
])

/** The other versions of Windows are spelled alike. */
const windows = /^Windows (\d+(?:\.\d+)?|CE|ME|Vista|XP)$/

function systemOf(name: string): readonly [os: string, version?: string] {
  const version = windows.exec(name)?.[1]
  return version === undefined ? (systems.get(name) ?? [name]) : ['Windows', version]
}

/** Classes of devices beyond those that every import knows. */
const devices: ReadonlyMap<string, string> = new Map([
  ['console', 'Desktop'],
  ['smarttv', 'Desktop'],
  ['wearable', 'Mobile'],
])

/** Rows that Umami keeps in the same table and that are no events of the site's pages, by `event_type`. */
const otherRows: Readonly<Record<string, string>> = {
  '3': 'clicks on short links',
  '4': 'views of pixels',
  '5': 'measurements of performance',
}

/**
 * The path and the hash of a page, which Umami keeps in one field and has decoded once: taken as they are, so that what
 * is still encoded stays so. Blanks at the end go, as in live traffic (spec/ingestion 5).
 */
function pathOf(text: string | undefined): string {
  const path = (text ?? '').trimEnd()
  return path.startsWith('/') ? path : `/${path}`
}

/** A parser for one reading of the file. umami's session is one visitor of a month: it is the visitor here. */
export function createUmamiParser(): LineParser {
  const read = createCsvReader({ needs: ['created_at', 'session_id', 'url_path'] })
  return (text, site, nowSeconds) => {
    const row = read(text)
    if (row === null || typeof row === 'string') return row
    const leftOut = otherRows[row.event_type ?? '']
    if (leftOut !== undefined) return { leftOut }
    const referrer = row.referrer_domain ? `https://${row.referrer_domain}${row.referrer_path ?? ''}` : undefined
    const [os, version] = row.os === undefined ? [] : systemOf(row.os)
    return parseImportObject(
      {
        timestamp: row.created_at,
        name: row.event_type === customEvent || row.event_name ? (row.event_name ?? 'event') : 'pageview',
        visitor: row.session_id,
        hostname: splitUrl(`https://${row.hostname ?? site.domain}`).hostname,
        pathname: pathOf(row.url_path),
        referrer,
        country: row.country,
        region: row.subdivision1 ?? row.region,
        device: row.device && (devices.get(row.device) ?? row.device),
        browser: row.browser && (browsers.get(row.browser) ?? row.browser),
        os,
        os_version: version,
        utm_source: row.utm_source,
        utm_medium: row.utm_medium,
        utm_campaign: row.utm_campaign,
        utm_content: row.utm_content,
        utm_term: row.utm_term,
        click_id: clickIds.find((name) => row[name] !== undefined),
      },
      site,
      nowSeconds,
      { query: row.url_query ? parseQuery(row.url_query.replace(/^\?/, '')) : noQuery },
    )
  }
}
