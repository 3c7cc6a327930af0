// The query endpoint of v2, from its body to the answer (spec/stats 22).
import { partsOf } from '../db/parts.ts'
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
import { createPasses, type Passes } from './passes/passes.ts'
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

/** A question that is read: its query, and the query of its comparison. */
interface Read {
  readonly parsed: JsonQuery
  readonly query: Query
  readonly otherQuery: Query | null
  readonly now: Date
}

/** Reads a question, with the filters of its segments in their place. */
async function readQuestion(options: StatsOptions, access: SiteAccess, body: Asked, audience: Audience): Promise<Read> {
  const site = await loadSite(options.db, access, queryNeedsGoals(body))
  const now = options.clock.now()
  const parsed = parseJsonQuery(site, body, now, await firstDayFor(options, site, body))
  const isForPages = audience === 'pages'
  return {
    parsed,
    query: { ...parsed.query, isForPages },
    otherQuery: parsed.other && { ...parsed.other, isForPages },
    now,
  }
}

/** Questions of one request that may share passes over the rows that their filters choose. */
export interface Together {
  readonly passes: Passes
  /** The question as it was read; undefined if it is not among those that may share. */
  questionOf(asking: Asked): Read | undefined
  /** True for a question that waits for a pass. */
  shares(asking: Asked): boolean
}

const hasFilters = ({ filters }: Asked): boolean => Array.isArray(filters) && filters.length > 0

/**
 * Reads the questions of one request that have filters, for the passes that they can share; undefined without
 * any. A question that is refused is left out here, and refused when it is asked.
 */
export async function readTogether(
  options: StatsOptions,
  access: SiteAccess,
  questions: readonly Asked[],
  audience: Audience,
): Promise<Together | undefined> {
  const filtered = questions.filter(hasFilters)
  if (filtered.length < 2) return undefined
  const parts = await partsOf(options.db.read, access.siteIds)
  if (parts.length !== 1) return undefined
  const read = async (asking: Asked) => {
    const body = await withFilters(options, access, asking)
    return await readQuestion(options, access, body, audience)
  }
  const found = await Promise.all(filtered.map((asking) => read(asking).catch(() => undefined)))
  const queries = found.map((one) => (one ? [one.query, ...(one.otherQuery ? [one.otherQuery] : [])] : []))
  const passes = createPasses({ ...options, asker: access.asker }, queries)
  return (
    passes && {
      passes,
      questionOf: (asking) => found[filtered.indexOf(asking)],
      shares: (asking) => passes.questions.has(filtered.indexOf(asking)),
    }
  )
}

/** spec/stats 22. */
export async function answerQuery(
  options: StatsOptions,
  access: SiteAccess,
  asking: Asked,
  signal: AbortSignal,
  audience: Audience,
  together?: Together,
): Promise<JsonAnswer> {
  const { db } = options
  const reader = { asker: access.asker, signal }
  let read = together?.questionOf(asking)
  if (!read) {
    const body = await withFilters(options, access, asking)
    const funnelId = askedFunnel(body)
    if (funnelId !== undefined) return answerFunnel(options, access, funnelId, body, reader)
    read = await readQuestion(options, access, body, audience)
  }
  const { parsed, query, otherQuery, now } = read
  const choices = { reader, passes: together?.passes }
  const runOther = async (only?: readonly ShapedRow[]) =>
    otherQuery && runQuery(options, 'query', otherQuery, { ...choices, only })
  const answer = await runQuery(options, 'query', query, choices)
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
