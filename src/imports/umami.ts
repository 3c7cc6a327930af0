// umami's table website_event as CSV: its columns to the fields of an import line. Which columns exist depends on
// umami's version.
import { clickIds } from '../rules/source.ts'
import { noQuery, parseQuery, splitUrl } from '../rules/url.ts'
import type { LineParser } from './check.ts'
import { createCsvReader } from './csv.ts'
import { browserOf, deviceOf, systemOf } from './device-names.ts'
import { type ImportSite, parseImportObject } from './line.ts'
import { createOneSite } from './one-site.ts'
import { placeFields } from './place-codes.ts'

const pageview = '1'
const customEvent = '2'

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

type Row = Readonly<Record<string, string>>

/** The fields of a row as those of an import line, without the query of its address. */
export function umamiLine(row: Row, site: ImportSite): Record<string, unknown> {
  const [os, version] = row.os === undefined ? [] : systemOf(row.os)
  return {
    timestamp: row.created_at,
    name: row.event_type === customEvent || row.event_name ? (row.event_name ?? 'event') : 'pageview',
    visitor: row.session_id,
    hostname: splitUrl(`https://${row.hostname ?? site.domain}`).hostname,
    pathname: pathOf(row.url_path),
    referrer: row.referrer_domain ? `https://${row.referrer_domain}${row.referrer_path ?? ''}` : undefined,
    ...placeFields(row.country, row.subdivision1 ?? row.region),
    device: row.device && deviceOf(row.device),
    browser: row.browser && browserOf(row.browser),
    os,
    os_version: version,
    utm_source: row.utm_source,
    utm_medium: row.utm_medium,
    utm_campaign: row.utm_campaign,
    utm_content: row.utm_content,
    utm_term: row.utm_term,
    click_id: clickIds.find((name) => row[name] !== undefined),
  }
}

/** The query of a row's page. */
export const umamiQuery = (row: Row): ReadonlyMap<string, string> =>
  row.url_query ? parseQuery(row.url_query.replace(/^\?/, '')) : noQuery

/** The kind of rows that this one is left out with. */
export function umamiLeftOut({ event_type: type }: Row): string | undefined {
  if (type === undefined || type === pageview || type === customEvent) return undefined
  return otherRows[type] ?? 'rows of a type that is not known'
}

/** Counts the rows of each website of the files. */
export const createWebsites = () =>
  createOneSite('website_id', "export one of them, with `where website_id = '…'` as in docs/migrate-from-umami.md")

/** A reader of the table's rows. */
export const createUmamiReader = () => createCsvReader({ needs: ['created_at', 'session_id', 'url_path'] })

/** A parser for one reading of the file. umami's session is one visitor of a month: it is the visitor here. */
export function createUmamiParser(): LineParser {
  const read = createUmamiReader()
  const websites = createWebsites()
  const parse: LineParser = (text, site, nowSeconds) => {
    const row = read(text)
    if (row === null || typeof row === 'string') return row
    websites.count(row['website_id'])
    const leftOut = umamiLeftOut(row)
    if (leftOut !== undefined) return { leftOut }
    return parseImportObject(umamiLine(row, site), site, nowSeconds, { query: umamiQuery(row) })
  }
  return Object.assign(parse, { end: websites.refuseSeveral })
}
