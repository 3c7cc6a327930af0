// An import from beginning to end: history from a file, which is read twice. First every line is checked (check.ts),
// then its events are applied (apply.ts), and then all that rests on them is set right (finish.ts).
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ScriptClient } from '../db/copy.ts'
import { inTurn } from '../db/engine/in-turn.ts'
import { preparePartitions } from '../db/partitions.ts'
import { inParts, ownPartOf } from '../db/parts.ts'
import { statement } from '../db/statements.ts'
import { allStripes } from '../db/stripes.ts'
import { fileFailures, importFailures } from '../failure.ts'
import { connectTraffic } from '../ingest/prepared.ts'
import { announce } from '../registry/changes.ts'
import { idleSeconds } from '../rules/lifetimes.ts'
import { createLocalDays } from '../rules/time.ts'
import { applyFile, doneOf, type ImportRow, lanesOf } from './apply.ts'
import { checkFile, ImportFault, type LineFault, type Range } from './check.ts'
import { type Finishing, finish, type Recomputed } from './finish.ts'
import { createOwnCsvParser, isOwnCsv } from './own-csv.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export interface ImportResult {
  /** Lines of the file, blank ones left out. */
  readonly lines: number
  /** Events this run added. */
  readonly imported: number
  /** Bad lines left out (`--skip-invalid`). */
  readonly skipped: number
  /** Rows that are no events of the site, by kind. */
  readonly leftOut: Readonly<Record<string, number>>
  /** Engagement events without a live session, dropped as in live traffic. */
  readonly dropped: number
  /** Sessions this run began. */
  readonly sessions: number
  readonly first: string | null
  readonly last: string | null
  readonly recomputed: Recomputed
  /** True when the same file was in already. */
  readonly already: boolean
  /** The import's, to delete it by; null for a file without events. */
  readonly id: number | null
  /** The first of the bad lines (`faultsReportedMax`). */
  readonly faults: readonly LineFault[]
}

export interface ImportOptions extends Finishing {
  readonly databaseUrl: string
  /** A path, or the stream to read (kept in a temporary file, since it is read twice). */
  readonly input: string | NodeJS.ReadableStream
  readonly skipInvalid: boolean
  readonly again: boolean
  readonly source?: string
  /** The file's, for people. */
  readonly name?: string | undefined
  /** Identifies a file that was made of others; otherwise the digest of its bytes does. */
  readonly fingerprint?: string
}

/**
 * Imports a file; a second run of the same file adds nothing, an interrupted one goes on where it was.
 */
export async function importFile(options: ImportOptions): Promise<ImportResult> {
  if (typeof options.input === 'string')
    return await importPath(await withFormat(options, options.input), options.input)
  const folder = await makeTemporaryFolder()
  try {
    const path = join(folder, 'input')
    await pipeline(options.input, createWriteStream(path))
    return await importPath(await withFormat(options, path), path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Events are lines of JSON, or what an export as CSV says at its beginning. */
async function withFormat(options: ImportOptions, path: string): Promise<ImportOptions> {
  if (options.createParser || !(await isOwnCsv(path))) return options
  return { ...options, createParser: createOwnCsvParser, quoted: true }
}

async function importPath(options: ImportOptions, path: string): Promise<ImportResult> {
  const { db, site } = options
  const read = await checkFile(options, path)
  const checked = { ...read, fingerprint: options.fingerprint ?? read.fingerprint }
  if (checked.faultCount > 0 && !options.skipInvalid) throw new ImportFault(checked.faults, checked.faultCount)
  const { range } = checked
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at * 1000).toISOString())
  const result = {
    lines: checked.lines,
    imported: 0,
    skipped: checked.faultCount,
    leftOut: checked.leftOut,
    dropped: 0,
    sessions: 0,
    first: iso(range?.first),
    last: iso(range?.last),
    recomputed: null,
    already: false,
    id: null,
    faults: checked.faults,
  }
  if (!range) return result
  await refuseDropped(options, range.first)
  const clients: ScriptClient[] = []
  try {
    const { part } = await ownPartOf(db.write, site.id)
    // A connection looks at all tables of traffic when it begins, and can meet another process that locks several of
    // them.
    const connect = () =>
      inTurn(async () => clients.push(await connectTraffic(options.databaseUrl, 'tidemark import', part)))
    await connect()
    const [lock] = await clients[0]!.run(
      `select pg_try_advisory_lock(hashtext('tidemark.import'), ${site.id}::integer)`,
    )
    if (lock?.[0]?.[0] !== 't') throw importFailures.busy()
    const [known] = await db.write.query<ImportRow>(
      `select id, lines_done::integer[], state from imports
       where site_id = $1 and fingerprint = $2 order by id desc limit 1`,
      [site.id, checked.fingerprint],
    )
    if (known?.state === 'deleting') throw importFailures.goingAway()
    if (known?.state === 'done' && !options.again) return { ...result, already: true, id: known.id }
    const resumed = known && known.state !== 'done' ? known : undefined
    const row = resumed ?? (await insertImport(options, checked.fingerprint, range))
    await prepare(options, range, row)
    const lanes = await lanesOf(options)
    while (clients.length < lanes.length) await connect()
    const applied = await applyFile(
      options,
      lanes.map((lane, index) => ({ ...lane, client: clients[index]! })),
      path,
      row,
    )
    const recomputed = await finish(options, range, row)
    await db.write.query(`update imports set state = 'done', finished_at = now() where id = $1`, [row.id])
    return { ...result, ...applied, recomputed, id: row.id }
  } finally {
    for (const client of clients) await client.stop().catch(() => {})
  }
}

/**
 * Rows before what retention dropped would go with its next run, on one edition with their sums, on the other without.
 */
async function refuseDropped({ db, site }: ImportOptions, first: number): Promise<void> {
  const [row] = await db.write.query<{ before: string | null }>(
    'select dropped_before as before from sites where id = $1',
    [site.id],
  )
  const before = row?.before ?? null
  if (before !== null && createLocalDays()(site.timezone, first) < before) throw fileFailures.beforeRetention(before)
}

async function insertImport(
  { db, site, source, name }: ImportOptions,
  fingerprint: string,
  range: Range,
): Promise<ImportRow> {
  const localDays = createLocalDays()
  const [row] = await db.write.query<ImportRow>(
    `insert into imports (site_id, fingerprint, source, name, first_day, last_day, is_marked)
     values ($1, $2, $3, $4, $5, $6, true)
     returning id, lines_done::integer[], state`,
    [
      site.id,
      fingerprint,
      source ?? 'ndjson',
      name ?? null,
      localDays(site.timezone, range.first),
      localDays(site.timezone, range.last),
    ],
  )
  return row as ImportRow
}

/** Sums over runs of days read raw rows from the first batch on; visitors of earlier imports are remembered again. */
async function prepare(options: ImportOptions, range: Range, row: ImportRow): Promise<void> {
  const { db, site } = options
  const [first, last] = [new Date(range.first * 1000), new Date(range.last * 1000)] as const
  const values = [site.id, first, last]
  await preparePartitions(db.write, first, last)
  await db.transaction(async (tx) => {
    await tx.query(statement('import.widen-long-lived'), values)
    await announce(tx, { site: site.id })
  })
  const isBegun = row.lines_done.some((line) => line > 0)
  const remembers = isBegun ? row.state === 'abandoned' : await meetsEarlier(options, range)
  await db.transaction(async (tx) => {
    // Together: remembered visitors belong to a running import. Without one they would never be forgotten.
    if (remembers) await inParts(tx, site.id, (at) => at.query(statement('import.load-visitors'), [site.id]))
    await tx.query(`update imports set state = 'running', progressed_at = now(), lines_done = $2 where id = $1`, [
      row.id,
      allStripes.map((stripe) => doneOf(row, stripe)),
    ])
  })
}

/**
 * True when events of the file can go on with sessions of earlier imports, or fall among them. Nothing of the file is
 * in yet.
 */
async function meetsEarlier({ db, site }: ImportOptions, range: Range): Promise<boolean> {
  const earlier = await db.write.query('select from imports where site_id = $1 and events_added > 0', [site.id])
  if (earlier.length === 0) return false
  const begins = await inParts(db.write, site.id, (at) =>
    at.query<{ at: Date | null }>('select min(started_at) as at from sessions where site_id = $1', [site.id]),
  )
  // Wholly before what is there: nothing can extend a session, and what changes is behind the file (recomputeBehind).
  return begins.flat().some(({ at }) => at !== null && range.last + idleSeconds >= at.getTime() / 1000)
}
