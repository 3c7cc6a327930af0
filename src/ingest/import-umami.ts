// umami's table website_event as CSV: its columns to the fields of an import line. Which columns exist depends on umami's version.
import { createCsvReader } from './csv.ts'
import type { LineParser } from './import.ts'
import { parseImportObject } from './import-line.ts'

const customEvent = '2'

/** A parser for one reading of the file. umami's session is one visitor of a month: it is the visitor here. */
export function createUmamiParser(): LineParser {
  const read = createCsvReader()
  return (text, site, nowSeconds) => {
    const row = read(text)
    if (row === null || typeof row === 'string') return row
    const query = row.url_query ? `?${row.url_query}` : ''
    const referrer = row.referrer_domain ? `https://${row.referrer_domain}${row.referrer_path ?? ''}` : undefined
    const path = row.url_path ?? '/'
    return parseImportObject(
      {
        timestamp: row.created_at,
        name: row.event_type === customEvent || row.event_name ? (row.event_name ?? 'event') : 'pageview',
        visitor: row.session_id,
        url: `https://${row.hostname ?? site.domain}${path.startsWith('/') ? path : `/${path}`}${query}`,
        referrer,
        country: row.country,
        region: row.subdivision1 ?? row.region,
        device: row.device,
        browser: row.browser,
        os: row.os,
        utm_source: row.utm_source,
        utm_medium: row.utm_medium,
        utm_campaign: row.utm_campaign,
        utm_content: row.utm_content,
        utm_term: row.utm_term,
      },
      site,
      nowSeconds,
    )
  }
}
