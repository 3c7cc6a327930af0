// The query endpoint of v2, from its body to the answer (spec/stats 22).
import { orderTerms, type ShapedRow, shape, sortRows, withRepeated } from './answer.ts'
import {
  type Asked,
  type Audience,
  datesOf,
  firstDayFor,
  importsMeta,
  type JsonAnswer,
  type Numbers,
  type SiteAccess,
  type StatsOptions,
  withFilters,
} from './asking.ts'
import { compareRows, withOtherBuckets } from './comparison.ts'
import { askedFunnel } from './funnels/funnel.ts'
import { answerFunnel } from './funnels/funnel-answer.ts'
import { metricWarnings } from './imported.ts'
import { type JsonQuery, parseJsonQuery } from './json-query.ts'
import { loadSite } from './load-site.ts'
import { partialLabels } from './partial.ts'
import { placeNames } from './place-names.ts'
import type { Query } from './query.ts'
import { revenueOf } from './revenue.ts'
import { runQuery } from './run.ts'
import { sourceOf } from './source.ts'

type Found = Awaited<ReturnType<typeof runQuery>>

const labelsOf = ({ buckets }: Query): string[] => (buckets ?? []).map((bucket) => bucket.label)

/** Rows of the answer: dimensions and metrics, beside the metrics of the other range if there is a comparison. */
function showRows(
  { columns }: JsonQuery,
  asked: Query,
  page: readonly ShapedRow[],
  compare: ReturnType<typeof compareRows> | null,
) {
  const revenue = revenueOf(asked)
  return page.map((row) => {
    const shownBy = (label: string | null) => columns.map((column) => (column === 'time' ? label : row.shown[column]))
    const metrics = asked.metrics.map((metric, index) => revenue.show(metric, row, row.metrics[index] ?? null))
    const dimensions = shownBy(asked.buckets?.[row.bucket ?? 0]?.label ?? null)
    if (!compare) return { dimensions, metrics }
    const { label, ...compared } = compare(row)
    return { dimensions, metrics, comparison: { dimensions: shownBy(label), ...compared } }
  })
}

/** Everything about an answer beside its rows, as far as it was asked for. */
function metaOf(
  { include }: JsonQuery,
  asked: Query,
  other: Query | null,
  { found, beside, rows, now }: { found: Found; beside: Found | null; rows: number; now: Date },
): Numbers {
  const { imported } = found
  const warnings = { ...metricWarnings(imported), ...revenueOf(asked).warnings }
  const { site, range, interval, buckets } = asked
  return {
    ...(include.time_labels ? { time_labels: labelsOf(asked) } : {}),
    ...(include.partial_time_labels
      ? { partial_time_labels: partialLabels(site.timezone, range, interval!, buckets!, now) }
      : {}),
    ...(other ? { comparison_date_range: datesOf(other) } : {}),
    ...(other?.buckets ? { comparison_time_labels: labelsOf(other) } : {}),
    ...(include.total_rows ? { total_rows: rows } : {}),
    ...(Object.keys(warnings).length > 0 ? { metric_warnings: warnings } : {}),
    ...(include.imports ? importsMeta(imported, imported.isIncluded) : {}),
    ...(include.source ? { source: sourceOf([found.source, ...(beside ? [beside.source] : [])]) } : {}),
  }
}

/** spec/stats 22. */
export async function answerQuery(
  options: StatsOptions,
  access: SiteAccess,
  asking: Asked,
  signal: AbortSignal,
  audience: Audience,
): Promise<JsonAnswer> {
  const { db, clock } = options
  const reader = { asker: access.asker, signal }
  const body = await withFilters(options, access, asking)
  const funnelId = askedFunnel(body)
  if (funnelId !== undefined) return answerFunnel(options, access, funnelId, body, reader)
  const text = JSON.stringify([body['filters'], body['dimensions'], body['metrics']]) ?? ''
  const site = await loadSite(db, access, /event:goal|revenue/.test(text))
  const now = clock.now()
  const parsed = parseJsonQuery(site, body, now, await firstDayFor(options, site, body))
  const isForPages = audience === 'pages'
  const asked = { ...parsed.query, isForPages }
  const other = parsed.other && { ...parsed.other, isForPages }
  const found = await runQuery(options, 'query', asked, { reader })
  // Without dimensions all rows of both ranges stand beside each other. Otherwise only rows of the page need a
  // comparison.
  const before = other && asked.dimensions.length === 0 ? await runQuery(options, 'query', other, { reader }) : null
  const compared = before ? withOtherBuckets(asked, found.rows, before.rows) : found.rows
  const rows = parsed.include.partial_time_labels ? withRepeated(asked, compared) : compared
  const shaped = shape(asked, rows, await placeNames(db.read, asked, rows))
  const page = found.isPaged
    ? shaped
    : sortRows(shaped, orderTerms(asked)).slice(asked.offset, asked.offset + asked.limit)
  const beside = other && (before ?? (await runQuery(options, 'query', other, { reader, only: page })))
  const compare = beside && compareRows(asked, other, beside.rows, revenueOf(asked))
  const { site_id, metrics, ...rest } = parsed.echo
  const echo = { ...rest, filters: asking['filters'] ?? [] }
  return {
    results: showRows(parsed, asked, page, compare),
    meta: metaOf(parsed, asked, other, { found, beside, rows: rows.length, now }),
    query: { site_id, metrics, date_range: datesOf(asked), ...echo },
  }
}
