// A query's statements, run: what of the rollups can be trusted, a scan each, and their rows added up
// (docs/architecture.md, "One question").
import { engineOf } from '../db/engine/find.ts'
import { type OfSites, partsOf } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Reader } from '../db/turns.ts'
import { addDays } from '../rules/days.ts'
import type { Source } from '../rules/view-source.ts'
import type { Telemetry } from '../telemetry.ts'
import { type AnswerRow, joinScans, ofAllBuckets, type ScanRow } from './answer.ts'
import { compileScan } from './compile.ts'
import type { RollupState } from './coverage.ts'
import { type Imported, importedSums, noImports } from './imported.ts'
import { canBeOfKnownRows, keepKnownRows } from './known-rows.ts'
import type { Passes } from './passes/passes.ts'
import { type Scan, scansOf } from './planner.ts'
import type { Query } from './query.ts'
import { read } from './read.ts'
import { type Relation, readsDropped, relationOf, wantsRollups } from './relations.ts'
import { namesOf } from './source.ts'
import type { Statement } from './sql.ts'

export interface RunOptions {
  readonly db: Database
  readonly telemetry?: Telemetry
  readonly statementTimeoutMs: number
}

export const droppedWarning = 'Data older than the retention time of this site is not included in the results.'

interface StateRow {
  first_day: string | null
  runs: [first: string, last: string, state: string][]
}

/** From the least to the most that a day's sums can be trusted; a day of several parts is worth the least of them. */
const trust = ['dirty', 'skipped', 'coarse', 'done']

/** The site's rollups that can be trusted for a query. Undefined when its scans could not use any. */
async function rollupState(
  tx: Queryable,
  parts: readonly OfSites[],
  query: Query,
  scans: readonly Scan[],
): Promise<RollupState | undefined> {
  const wanted = wantsRollups(query, scans)
  if (wanted === undefined || query.site.ids.length !== 1) return undefined
  const { firstDay, lastDay } = query.range
  const { droppedBefore } = query.site
  const isDropped = droppedBefore !== null && firstDay < droppedBefore
  const values = [query.site.ids[0], firstDay, lastDay, wanted.goalIds, wanted.properties, isDropped, wanted.source]
  const engine = await engineOf(tx)
  const [changing, ...rows] = await Promise.all([
    tx.query('select from timezone_changes where site_id = $1', [query.site.ids[0]]),
    ...parts.map(({ db }) => db.query<StateRow>(statement('stats.rollup-state'), values)),
  ])
  const [days, ...others] = rows.map(([row]) => {
    const known = new Map<string, string>()
    // Before the first day with data there is nothing to know, and nothing was deleted.
    for (let day = firstDay; row?.first_day && day < row.first_day && day <= lastDay; day = addDays(day, 1))
      known.set(day, 'done')
    for (const [first, last, state] of row?.runs ?? [])
      for (let day = first; day <= last; day = addDays(day, 1)) known.set(day, state)
    return known
  })
  const worst = (day: string) => trust[Math.min(...[days!, ...others].map((of) => trust.indexOf(of.get(day) ?? '')))]
  if (others.length > 0)
    for (const day of days!.keys()) {
      const state = worst(day)
      if (state === undefined) days!.delete(day)
      else days!.set(day, state)
    }
  return { isChanging: changing!.length > 0, hasHours: engine.rollups.isBounded, days: days! }
}

type Row = Record<string, number | string | null>

/** Merges the rows of several parts: rows of the same keys become one row with the total of their sums. */
function addUp(answers: readonly ScanRow[][], keys: readonly string[], sums: readonly string[]): ScanRow[] {
  if (answers.length === 1) return answers[0]!
  const rows = new Map<string, Row>()
  for (const row of answers.flat()) {
    const key = JSON.stringify(keys.map((name) => row[name]))
    const known = rows.get(key)
    if (!known) rows.set(key, { ...row })
    else for (const name of sums) if (row[name] !== null) known[name] = Number(known[name]) + Number(row[name])
  }
  return [...rows.values()]
}

/**
 * The rows of a statement over all parts that may hold rows of these sites, its sums added by its keys. Each part may
 * have a statement of its own.
 */
export const readSums = async <Result>(
  { db, statementTimeoutMs }: RunOptions,
  siteIds: readonly number[],
  statementOf: (part: OfSites) => Statement | Promise<Statement>,
  [keys, sums]: readonly [keys: readonly string[], sums: readonly string[]],
  reader: Reader,
): Promise<Result[]> => {
  const ask = async (of: OfSites) => read(of.db, await statementOf(of))
  const answers = await db.readParts(siteIds, ask, statementTimeoutMs, reader)
  return addUp(answers, keys, sums) as unknown as Result[]
}

/** A scan as it is asked: its relation, its statement, and whether retention deleted rows that it would read. */
interface Asked {
  readonly scan: Scan
  readonly relation: Relation
  readonly statement: Statement
  readonly lacksRows: boolean
}

/** Parts of a question that decide how its scans are asked. */
interface Asking {
  readonly query: Query
  readonly state: RollupState | undefined
  /** The database orders the rows and cuts the page. */
  readonly isPaged: boolean
  /** The only rows whose values are wanted. */
  readonly only: readonly AnswerRow[] | undefined
}

/** Chooses the relation of a scan and writes its statement. */
function askedOf(planned: Scan, { query, state, isPaged, only }: Asking): Asked {
  const isOfKnownRows = only !== undefined && canBeOfKnownRows(query, planned)
  const scan = { ...planned, page: isPaged ? planned.page : null, isOfKnownRows }
  const relation = relationOf(query, scan, state)
  const compiled = compileScan(query, scan, relation)
  const statement = isOfKnownRows ? keepKnownRows(compiled, scan, only) : compiled
  return { scan, relation, statement, lacksRows: readsDropped(query.site, scan, relation) }
}

/** The rows of each scan over several parts, which are asked side by side, each on a connection of its own. */
async function readParts(
  { db, statementTimeoutMs }: RunOptions,
  siteIds: readonly number[],
  asked: readonly Asked[],
  reader: Reader | undefined,
): Promise<ScanRow[][]> {
  const askAll = (tx: Queryable) => Promise.all(asked.map(({ statement }) => read(tx, statement)))
  const answers = await db.readParts(siteIds, (of) => askAll(of.db), statementTimeoutMs, reader)
  return asked.map(({ scan }, index) => {
    const keys = [...(scan.buckets === null ? [] : ['b']), ...scan.dimensions.map((_, at) => `d${at}`)]
    const own = answers.map((ofPart) => ofPart[index]!)
    return addUp(own, keys, scan.fields)
  })
}

export interface Ran {
  readonly rows: AnswerRow[]
  /** The rows are the page that was asked for, in its order. */
  readonly isPaged: boolean
  readonly imported: Imported
  readonly source: Source
}

/** The scans of a query with their rows, beside the sums of its imports. */
interface Answered {
  readonly asked: readonly Asked[]
  readonly answers: readonly (readonly ScanRow[])[]
  readonly imported: Imported
  readonly isPaged: boolean
}

/** Asks the scans of a query, but for those that a pass has, in one read-only transaction with a time limit. */
async function askAlone(
  options: RunOptions,
  query: Query,
  scans: readonly Scan[],
  { reader, only }: RunChoices,
  isHeld: (index: number) => boolean = () => false,
): Promise<Answered> {
  const siteIds = query.site.ids
  const readOwn = (tx: Queryable, asked: readonly Asked[]) =>
    Promise.all(asked.map(({ statement }, index) => (isHeld(index) ? [] : read(tx, statement))))
  const found = await options.db.readOnly(
    async (tx) => {
      const imported = await importedSums(tx, query, scans)
      const parts = await partsOf(tx, siteIds)
      // Rows that are added later decide the order too.
      const isPaged = scans.length === 1 && scans[0]?.page !== null && imported.parts.length === 0 && parts.length === 1
      if (siteIds.length === 0) return { imported, isPaged, asked: [], answers: [] }
      const state = await rollupState(tx, parts, query, scans)
      const asked = scans.map((scan) => askedOf(scan, { query, state, isPaged, only }))
      const [one, ...others] = parts
      const answers = others.length === 0 ? await readOwn(one!.db, asked) : null
      return { imported, isPaged, asked, answers }
    },
    options.statementTimeoutMs,
    reader,
  )
  return { ...found, answers: found.answers ?? (await readParts(options, siteIds, found.asked, reader)) }
}

/** A query that asks the database nothing by itself: passes have all of its scans. */
function ofPasses(query: Query, scans: readonly Scan[]): Answered {
  const isPaged = scans.length === 1 && scans[0]?.page !== null
  const asked = scans.map((scan) => askedOf(scan, { query, state: undefined, isPaged, only: undefined }))
  return { asked, answers: asked.map(() => []), imported: noImports, isPaged }
}

/**
 * Asks the scans of a query: the passes of its batch for those that they have, and the database for the others.
 * Nothing waits for a pass within a transaction, for the pass needs a turn as well. If a pass brings no rows, all is
 * asked alone.
 */
async function askScans(
  options: RunOptions,
  query: Query,
  scans: readonly Scan[],
  choices: RunChoices,
): Promise<Answered> {
  const { passes, reader } = choices
  const held = scans.map((scan) => passes?.find(query, scan))
  const isHeld = (index: number) => held[index] !== undefined
  const askOwn = (isLeftOut?: (index: number) => boolean) => askAlone(options, query, scans, choices, isLeftOut)
  if (!passes || !scans.some((_, index) => isHeld(index))) return await askOwn()
  const isAllHeld = scans.every((_, index) => isHeld(index)) && !query.withImported
  const [own, ...found] = await Promise.all([
    isAllHeld ? ofPasses(query, scans) : passes.alone(() => askOwn(isHeld)),
    ...held.map((readHeld) => readHeld?.(reader?.signal)),
  ])
  if (scans.some((_, index) => isHeld(index) && !found[index])) return await passes.alone(() => askOwn())
  return { ...own, answers: own.answers.map((rows, index) => found[index] ?? rows) }
}

interface RunChoices {
  readonly reader?: Reader
  /** The only rows whose values are wanted. */
  readonly only?: readonly AnswerRow[] | undefined
  /** Passes that the question shares with others of its batch. */
  readonly passes?: Passes | undefined
}

/** Runs a query: its rows, and what they were read from. The time it took is measured by endpoint and relations. */
export async function runQuery(
  options: RunOptions,
  endpoint: string,
  query: Query,
  choices: RunChoices = {},
): Promise<Ran> {
  const { query: ofLasting, scans } = scansOf(query)
  const begin = performance.now()
  const { asked, answers, imported, isPaged } = await askScans(options, ofLasting, scans, choices)
  const joined = joinScans(
    ofLasting,
    asked.map(({ scan }, index) => ({ scan, rows: answers[index]! })),
    imported.parts,
  )
  const rows = ofLasting === query ? joined : ofAllBuckets(joined, ofLasting.buckets!, query.buckets!)
  const milliseconds = performance.now() - begin
  const kinds = [...new Set(asked.map(({ relation }) => relation.kind))].sort().join('+')
  options.telemetry?.querySeconds.observe({ class: `${endpoint} ${kinds}` }, milliseconds / 1000)
  const lacksRows = asked.some((scan) => scan.lacksRows)
  const relations = [
    ...asked.flatMap(({ relation }) => namesOf(relation)),
    ...(imported.isIncluded ? (['imported'] as const) : []),
  ]
  return {
    rows,
    isPaged,
    imported: lacksRows ? { warning: droppedWarning, ...imported } : imported,
    source: { relations, milliseconds, exact: !lacksRows },
  }
}
