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
import { queryNeedsGoals } from './mentions.ts'
import { partialLabels } from './partial.ts'
import { placeNames } from './place-names.ts'
import type { Query } from './query.ts'
import { revenueOf } from './revenue.ts'
import { type Ran, runQuery } from './run.ts'
import { sourceOf } from './source.ts'

const labelsOf = ({ buckets }: Query): string[] => (buckets ?? []).map((bucket) => bucket.label)

/** Rows of the answer: dimensions and metrics, beside the metrics of the other range if there is a comparison. */
function showRows(
  { columns }: JsonQuery,
  query: Query,
  page: readonly ShapedRow[],
  compare: ReturnType<typeof compareRows> | null,
) {
  const revenue = revenueOf(query)
  return page.map((row) => {
    const shownBy = (label: string | null) => columns.map((column) => (column === 'time' ? label : row.shown[column]))
    const metrics = query.metrics.map((metric, index) => revenue.show(metric, row, row.metrics[index] ?? null))
    const dimensions = shownBy(query.buckets?.[row.bucket ?? 0]?.label ?? null)
    if (!compare) return { dimensions, metrics }
    const { label, ...compared } = compare(row)
    return { dimensions, metrics, comparison: { dimensions: shownBy(label), ...compared } }
  })
}

/** Everything about an answer beside its rows, as far as it was asked for. */
function metaOf(
  { include }: JsonQuery,
  query: Query,
  otherQuery: Query | null,
  { answer, otherAnswer, rows, now }: { answer: Ran; otherAnswer: Ran | null; rows: number; now: Date },
): Numbers {
  const { imported } = answer
  const warnings = { ...metricWarnings(imported), ...revenueOf(query).warnings }
  const { site, range, interval, buckets } = query
  return {
    ...(include.time_labels ? { time_labels: labelsOf(query) } : {}),
    ...(include.partial_time_labels
      ? { partial_time_labels: partialLabels(site.timezone, range, interval!, buckets!, now) }
      : {}),
    ...(otherQuery ? { comparison_date_range: datesOf(otherQuery) } : {}),
    ...(otherQuery?.buckets ? { comparison_time_labels: labelsOf(otherQuery) } : {}),
    ...(include.total_rows ? { total_rows: rows } : {}),
    ...(Object.keys(warnings).length > 0 ? { metric_warnings: warnings } : {}),
    ...(include.imports ? importsMeta(imported, imported.isIncluded) : {}),
    ...(include.source ? { source: sourceOf([answer.source, ...(otherAnswer ? [otherAnswer.source] : [])]) } : {}),
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
  const site = await loadSite(db, access, queryNeedsGoals(body))
  const now = clock.now()
  const parsed = parseJsonQuery(site, body, now, await firstDayFor(options, site, body))
  const isForPages = audience === 'pages'
  const query = { ...parsed.query, isForPages }
  const otherQuery = parsed.other && { ...parsed.other, isForPages }
  const runOther = async (only?: readonly ShapedRow[]) =>
    otherQuery && runQuery(options, 'query', otherQuery, { reader, only })
  const answer = await runQuery(options, 'query', query, { reader })
  // Without dimensions all rows of both ranges stand beside each other. Otherwise only rows of the page need a
  // comparison.
  const otherWhole = query.dimensions.length === 0 ? await runOther() : null
  const ofBoth = otherWhole ? withOtherBuckets(query, answer.rows, otherWhole.rows) : answer.rows
  const rows = parsed.include.partial_time_labels ? withRepeated(query, ofBoth) : ofBoth
  const shaped = shape(query, rows, await placeNames(db.read, query, rows))
  const page = answer.isPaged
    ? shaped
    : sortRows(shaped, orderTerms(query)).slice(query.offset, query.offset + query.limit)
  const otherAnswer = otherWhole ?? (await runOther(page))
  const compare = otherQuery && otherAnswer && compareRows(query, otherQuery, otherAnswer.rows, revenueOf(query))
  const { site_id, metrics, ...rest } = parsed.echo
  const echo = { ...rest, filters: asking['filters'] ?? [] }
  return {
    results: showRows(parsed, query, page, compare),
    meta: metaOf(parsed, query, otherQuery, { answer, otherAnswer, rows: rows.length, now }),
    query: { site_id, metrics, date_range: datesOf(query), ...echo },
  }
}
