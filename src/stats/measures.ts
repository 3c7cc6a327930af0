// The numbers of many rules at once (spec/management 13.2). Rules of equal shape are one statement: its site and its
// values are columns of a list of rules, and the database looks at the rows of each rule through the index. A number is
// planned and compiled as a question of the API is, so that both say the same.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OfSites } from '../db/parts.ts'
import { statement } from '../db/statements.ts'
import { Failure } from '../failure.ts'
import type { SiteView } from '../registry/directory.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import type { GoalRow } from '../rules/goal.ts'
import type { StatsOptions } from './asking.ts'
import { compileScan } from './compile.ts'
import type { Field, Sums } from './fields.ts'
import { parseJsonQuery } from './json-query.ts'
import { toStatsSite } from './load-site.ts'
import { queryNeedsGoals } from './mentions.ts'
import { plan } from './planner.ts'
import type { Query } from './query.ts'

/** A number that is asked for: a metric of a site with filters, as the v2 query takes them. */
export interface Asked {
  readonly id: number
  readonly site: SiteView
  readonly metric: string
  readonly filters: readonly unknown[]
}

/** A stretch of time, in epoch milliseconds, the end not included. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** The numbers by the ids of their questions, one a shift; or the reason why there is no number. */
export type Measured = ReadonlyMap<number, readonly (number | null)[] | string>

export type Measures = ReturnType<typeof createMeasures>

/** Rules of one statement. More make its list longer than it is worth. */
const rulesOfStatement = 500
/** So many rules are compiled before others have their turn: a few milliseconds. */
const compiledAtOnce = 50
/** Stands for the site of a rule while it is compiled. */
const anySite = 900_719_925_474_099

/** One scan of one rule: its statement in terms of `r`, and its values as texts. */
interface Part {
  readonly asked: Asked
  readonly shape: string
  readonly values: readonly (string | null)[]
}

/** A text in an array of PostgreSQL. */
const quoted = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`

/** A bound value as a text that casts back to it. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map(quoted).join(',')}}` : String(value)
}

/** The query of a number in a stretch. Throws the Failure of one that cannot be asked. */
function queryOf(
  { site, metric, filters }: Asked,
  goals: readonly GoalRow[],
  { start, end }: Stretch,
  now: Date,
): Query {
  const homeHostnames = { [anySite]: Object.values(site.homeHostnames)[0] ?? null }
  const of = toStatsSite({ site: { ...site, homeHostnames } as SiteView, siteIds: [anySite] }, goals)
  const dates = [start, end - 1000].map((at) => new Date(at).toISOString())
  return parseJsonQuery(of, { metrics: [metric], filters, date_range: dates }, now, null).query
}

/** The scans of a number. */
function partsOf(asked: Asked, query: Query): readonly Part[] {
  return plan(query).map((scan) => {
    const { text, values } = compileScan(query, scan, { kind: 'raw' })
    const shape = text
      .replaceAll(`site_id = ${anySite}`, 'site_id = r.site_id')
      .replace(/\$(\d+)/g, (_, index: string) => `(r.v${index})`)
    return { asked, shape, values: values.map(asText) }
  })
}

/** Statements hold instants of the stretch that they were compiled for: another stretch is so much earlier. */
const shifted = (shape: string, ms: number): string =>
  ms === 0
    ? shape
    : shape.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => new Date(Date.parse(at) - ms).toISOString())

type Row = Readonly<Record<string, number | string | null>>

/** Asks a shape for some rules, at one part. Rows have `n`, the index of the rule, and a column a field. */
function askPart(of: OfSites, shape: string, parts: readonly Part[]): Promise<Row[]> {
  const sites = new Set(of.siteIds)
  const here = [...parts.entries()].filter(([, { asked }]) => sites.has(asked.site.id))
  if (here.length === 0) return Promise.resolve([])
  const width = parts[0]?.values.length ?? 0
  const names = Array.from({ length: width }, (_, index) => `v${index + 1}`)
  const lists = ['$1::integer[]', '$2::bigint[]', ...names.map((_, index) => `$${index + 3}::text[]`)]
  const text = `select r.n, sums.* from unnest(${lists.join(', ')}) as r (${['n', 'site_id', ...names].join(', ')})
cross join lateral (
${shape}
) sums`
  const values = [
    here.map(([index]) => index),
    here.map(([, { asked }]) => asked.site.id),
    ...names.map((_, column) => here.map(([, { values: own }]) => own[column] ?? null)),
  ]
  return of.db.query<Row>(text, values)
}

/** The sums of each rule of a shape, over all parts; of a rule that the database refuses, the reason. */
async function askShape(
  options: StatsOptions,
  shape: string,
  parts: readonly Part[],
): Promise<readonly (Sums | string)[]> {
  const siteIds = [...new Set(parts.map(({ asked }) => asked.site.id))]
  try {
    const answers = await options.db.readParts(siteIds, (of) => askPart(of, shape, parts), options.statementTimeoutMs)
    const sums: Record<string, number>[] = parts.map(() => ({}))
    for (const { n, ...row } of answers.flat())
      for (const [field, value] of Object.entries(row))
        if (value !== null) {
          const of = sums[Number(n)] as Record<string, number>
          of[field] = (of[field] ?? 0) + Number(value)
        }
    return sums
  } catch (error) {
    const [one] = parts
    if (one && parts.length === 1) return [error instanceof Failure ? error.message : 'the number could not be read']
    // One of them is at fault, such as an expression that PostgreSQL does not know: the others are asked without it.
    const half = Math.ceil(parts.length / 2)
    const asked = [parts.slice(0, half), parts.slice(half)].map((some) => askShape(options, shape, some))
    return (await Promise.all(asked)).flat()
  }
}

/** Parts by their shape, not too many at once. */
function groupsOf(parts: readonly Part[]): readonly (readonly [shape: string, parts: readonly Part[]])[] {
  const byShape = new Map<string, Part[]>()
  for (const part of parts) {
    const known = byShape.get(part.shape)
    if (known) known.push(part)
    else byShape.set(part.shape, [part])
  }
  return [...byShape].flatMap(([shape, all]) =>
    Array.from(
      { length: Math.ceil(all.length / rulesOfStatement) },
      (_, index) => [shape, all.slice(index * rulesOfStatement, (index + 1) * rulesOfStatement)] as const,
    ),
  )
}

/** Goals of sites, by site. */
async function goalsOf({ db }: StatsOptions, siteIds: readonly number[]): Promise<ReadonlyMap<number, GoalRow[]>> {
  const rows =
    siteIds.length === 0
      ? []
      : await db.read.query<GoalRow & { site_id: number }>(statement('notices.goals'), [siteIds])
  const found = new Map<number, GoalRow[]>()
  for (const row of rows) found.set(row.site_id, [...(found.get(row.site_id) ?? []), row])
  return found
}

/** Compiles questions. One that cannot be asked is noted with its reason. */
async function compile(
  options: StatsOptions,
  asked: readonly Asked[],
  stretch: Stretch,
  problems: Map<number, string>,
): Promise<{ readonly queries: ReadonlyMap<number, Query>; readonly parts: readonly Part[] }> {
  const needing = asked.filter(({ metric, filters }) => queryNeedsGoals({ metrics: [metric], filters }))
  const goals = await goalsOf(options, [...new Set(needing.map(({ site }) => site.id))])
  const queries = new Map<number, Query>()
  const parts: Part[] = []
  for (const [index, one] of asked.entries()) {
    // Events are answered on this thread too.
    if (index % compiledAtOnce === compiledAtOnce - 1) await nextTurn()
    try {
      const query = queryOf(one, goals.get(one.site.id) ?? [], stretch, options.clock.now())
      queries.set(one.id, query)
      parts.push(...partsOf(one, query))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      problems.set(one.id, error.message)
    }
  }
  return { queries, parts }
}

/** The sums of everything asked, by id, in a stretch that is so much earlier. */
async function sumsOf(
  options: StatsOptions,
  parts: readonly Part[],
  shiftMs: number,
  problems: Map<number, string>,
): Promise<ReadonlyMap<number, Sums>> {
  const sums = new Map<number, Sums>()
  for (const [shape, of] of groupsOf(parts)) {
    const found = await askShape(options, shifted(shape, shiftMs), of)
    for (const [index, part] of of.entries()) {
      const one = found[index]
      if (typeof one === 'string') problems.set(part.asked.id, one)
      else sums.set(part.asked.id, { ...sums.get(part.asked.id), ...(one as Partial<Record<Field, number>>) })
    }
  }
  return sums
}

/** Shares of dropped events, in percent, of whole hours that reach into a stretch; null: none came. */
async function droppedOf(
  { db, statementTimeoutMs }: StatsOptions,
  siteIds: readonly number[],
  { start, end }: Stretch,
): Promise<(siteId: number, reason: string | null) => number | null> {
  const from = new Date(Math.floor(start / hourMs) * hourMs)
  const counts = new Map<string, number>()
  const rows = await db.readParts(
    siteIds,
    (of) =>
      of.db.query<{ site_id: number; reason: string; count: number }>(statement('notices.dropped'), [
        of.siteIds,
        from,
        new Date(end),
      ]),
    statementTimeoutMs,
  )
  for (const { site_id, reason, count } of rows.flat())
    for (const key of [`${site_id} ${reason}`, `${site_id}`]) counts.set(key, (counts.get(key) ?? 0) + count)
  return (siteId, reason) => {
    const all = counts.get(`${siteId}`) ?? 0
    const dropped = reason === null ? all - (counts.get(`${siteId} accepted`) ?? 0) : counts.get(`${siteId} ${reason}`)
    return all === 0 ? null : (100 * (dropped ?? 0)) / all
  }
}

/** Numbers over one database. */
export function createMeasures(options: StatsOptions) {
  /** First events, which change with imports and retention only. */
  const firsts = new Map<number, { at: number; readAt: number }>()
  return {
    /** The numbers of questions in a stretch, and in as many stretches as there are shifts, so much earlier. */
    async measure(asked: readonly Asked[], stretch: Stretch, shifts: readonly number[]): Promise<Measured> {
      const problems = new Map<number, string>()
      const { queries, parts } = await compile(options, asked, stretch, problems)
      const all: ReadonlyMap<number, Sums>[] = []
      for (const shift of shifts) all.push(await sumsOf(options, parts, shift, problems))
      const numbers = new Map<number, readonly (number | null)[] | string>(problems)
      for (const [id, query] of queries)
        if (!problems.has(id))
          numbers.set(
            id,
            all.map((sums) => query.metrics[0]?.value(sums.get(id) ?? {}) ?? null),
          )
      return numbers
    },
    dropped: (siteIds: readonly number[], stretch: Stretch) => droppedOf(options, siteIds, stretch),
    /** When the first event of each of these sites came, in epoch milliseconds. */
    async firstEvents(siteIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
      const now = options.clock.now().getTime()
      const old = siteIds.filter((id) => now - (firsts.get(id)?.readAt ?? Number.NEGATIVE_INFINITY) > dayMs)
      if (old.length > 0) {
        const rows = await options.db.readParts(
          old,
          (of) => of.db.query<{ site_id: number; at: Date }>(statement('notices.first-event'), [of.siteIds]),
          options.statementTimeoutMs,
        )
        for (const id of old) firsts.delete(id)
        for (const { site_id, at } of rows.flat())
          firsts.set(site_id, { at: Math.min(at.getTime(), firsts.get(site_id)?.at ?? at.getTime()), readAt: now })
      }
      return new Map(
        siteIds.flatMap((id) => (firsts.has(id) ? [[id, (firsts.get(id) as { at: number }).at] as const] : [])),
      )
    },
  }
}
