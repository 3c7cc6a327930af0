// History from files, through the same session rules and the same transaction as live traffic (storage.md section 7).
// The file is read twice: first every line is checked, then batches are applied; memory holds two batches, whatever the size.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refreshRollups } from '../db/engine.ts'
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { lockStripe, stripeCount } from '../db/stripes.ts'
import { Failure } from '../failure.ts'
import { announce } from '../registry/changes.ts'
import { createLocalDays } from '../rules/local-day.ts'
import { idleSeconds } from '../rules/session.ts'
import type { Event } from './event.ts'
import { type ImportSite, parseImportLine } from './import-line.ts'
import { readLines } from './import-reader.ts'
import { applyBatch, connectTraffic, type TrafficClient } from './transaction.ts'

/** Larger batches are no faster (storage.md section 2). */
const batchEvents = 2_000
/** Sessions that are over by the file's own time are moved out this often, so that `visitors` holds few running ones. */
const endEveryBatches = 50
/** Import sums go straight to the folded lane: no other writer keeps a hot row there. */
const importLane = 0
const faultsReportedMax = 20

export interface LineFault {
  readonly line: number
  readonly message: string
}

/** The file has bad lines and nothing of it was imported. */
export class ImportFault extends Error {
  readonly faults: readonly LineFault[]
  readonly count: number

  constructor(faults: readonly LineFault[], count: number) {
    const more = count > faults.length ? `\n… and ${count - faults.length} more` : ''
    super(`${count} bad line${count === 1 ? '' : 's'}; nothing was imported\n${faults.map(describe).join('\n')}${more}`)
    this.faults = faults
    this.count = count
  }
}

export const describe = ({ line, message }: LineFault): string => `line ${line}: ${message}`

export interface ImportResult {
  /** Lines of the file, blank ones left out. */
  readonly lines: number
  /** Events this run added. */
  readonly imported: number
  /** Bad lines left out (`--skip-invalid`). */
  readonly skipped: number
  /** Engagement events without a live session, dropped as in live traffic. */
  readonly dropped: number
  /** Sessions this run began. */
  readonly sessions: number
  readonly first: string | null
  readonly last: string | null
  /** True when the same file was in already. */
  readonly already: boolean
  readonly faults: readonly LineFault[]
}

/** A line's text to an event or its fault; other formats bring their own. */
export type LineParser = (text: string, site: ImportSite, nowSeconds: number) => Event | string | null

export interface ImportOptions {
  readonly db: Database
  readonly databaseUrl: string
  readonly site: ImportSite
  /** A path, or the stream to read (kept in a temporary file, since it is read twice). */
  readonly input: string | NodeJS.ReadableStream
  readonly skipInvalid: boolean
  readonly again: boolean
  readonly now: () => Date
  /** Ends imported sessions of the site without activity since then (upkeep/sessions). */
  readonly endSessions: (siteId: number, idleSince: Date) => Promise<number>
  /** Recomputes flags of a range after older history came in before what was there (upkeep/timezone). */
  readonly recompute: (siteId: number, from: Date, to: Date) => Promise<void>
  readonly onProgress?: (progress: { phase: 'checking' | 'importing'; bytes: number; events: number }) => void
  readonly source?: string
  /** Makes a parser for one reading of the file (a CSV's header differs from its lines). */
  readonly createParser?: () => LineParser
}

/** Imports a file; a second run of the same file adds nothing, an interrupted one goes on where it was (storage.md section 7). */
export async function importFile(options: ImportOptions): Promise<ImportResult> {
  if (typeof options.input === 'string') return await importPath(options, options.input)
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'))
  try {
    const path = join(folder, 'input')
    await pipeline(options.input, createWriteStream(path))
    return await importPath(options, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Checked {
  readonly fingerprint: string
  readonly lines: number
  readonly faults: readonly LineFault[]
  readonly faultCount: number
  /** Epoch seconds; undefined for a file without events. */
  readonly first: number | undefined
  readonly last: number | undefined
}

async function check(options: ImportOptions, path: string): Promise<Checked> {
  const digest = createHash('sha256')
  const nowSeconds = Math.floor(options.now().getTime() / 1000)
  const parse = (options.createParser ?? (() => parseImportLine))()
  const faults: LineFault[] = []
  let faultCount = 0
  let lines = 0
  let first: number | undefined
  let last: number | undefined
  for await (const chunk of readLines(createReadStream(path), digest)) {
    for (const { text, number } of chunk.lines) {
      const event = parse(text, options.site, nowSeconds)
      if (event === null) continue
      lines++
      if (typeof event === 'string') {
        faultCount++
        if (faults.length < faultsReportedMax) faults.push({ line: number, message: event })
      } else {
        if (first === undefined || event.at < first) first = event.at
        if (last === undefined || event.at > last) last = event.at
      }
    }
    options.onProgress?.({ phase: 'checking', bytes: chunk.bytes, events: lines })
  }
  return { fingerprint: digest.digest('hex'), lines, faults, faultCount, first, last }
}

interface ImportRow {
  id: number
  lines_done: number
  state: 'running' | 'done'
}

async function importPath(options: ImportOptions, path: string): Promise<ImportResult> {
  const { db, site } = options
  const checked = await check(options, path)
  if (checked.faultCount > 0 && !options.skipInvalid) throw new ImportFault(checked.faults, checked.faultCount)
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at * 1000).toISOString())
  const result = {
    lines: checked.lines,
    imported: 0,
    skipped: checked.faultCount,
    dropped: 0,
    sessions: 0,
    first: iso(checked.first),
    last: iso(checked.last),
    already: false,
    faults: checked.faults,
  }
  if (checked.first === undefined || checked.last === undefined) return result
  const client = await connectTraffic(options.databaseUrl, 'tidemark import')
  try {
    const [lock] = await client.scripts.run(`select pg_try_advisory_lock(hashtext('tidemark.import'), ${site.id}::integer)`)
    if (lock?.[0]?.[0] !== 't') throw new Failure(409, 'another import of this site is running')
    const [known] = await db.write.query<ImportRow>(
      'select id, lines_done, state from imports where site_id = $1 and fingerprint = $2 order by id desc limit 1',
      [site.id, checked.fingerprint],
    )
    if (known?.state === 'done' && !options.again) return { ...result, already: true }
    const resumed = known?.state === 'running' ? known : undefined
    const range = { first: checked.first, last: checked.last }
    const isOlder = await prepare(options, range, resumed !== undefined)
    const row = resumed ?? (await insertImport(options, checked.fingerprint))
    const applied = await applyFile(options, client, path, row)
    await finish(options, range, isOlder)
    await db.write.query(`update imports set state = 'done', finished_at = now() where id = $1`, [row.id])
    return { ...result, imported: applied.imported, dropped: applied.dropped, sessions: applied.sessions }
  } finally {
    await client.scripts.stop().catch(() => {})
  }
}

async function insertImport({ db, site, source }: ImportOptions, fingerprint: string): Promise<ImportRow> {
  const [row] = await db.write.query<ImportRow>(
    'insert into imports (site_id, fingerprint, source) values ($1, $2, $3) returning id, lines_done, state',
    [site.id, fingerprint, source ?? 'ndjson'],
  )
  return row as ImportRow
}

interface Range {
  /** Epoch seconds. */
  readonly first: number
  readonly last: number
}

/** Sums over runs of days read raw rows from the first batch on; visitors of earlier imports are remembered again. */
async function prepare(options: ImportOptions, range: Range, isResumed: boolean): Promise<boolean> {
  const { db, site } = options
  const values = [site.id, new Date(range.first * 1000), new Date(range.last * 1000)]
  await db.transaction(async (tx) => {
    await tx.query(statement('import.widen-long-lived'), values)
    await announce(tx, { site: site.id })
  })
  const [earlier] = await db.write.query<{ imported: boolean; first: Date | null; last: Date | null }>(
    `select exists (select from imports where site_id = $1 and events_added > 0) as imported,
            (select min(started_at) from sessions where site_id = $1) as first,
            (select max(ended_at) from sessions where site_id = $1) as last`,
    [site.id],
  )
  if (!earlier?.imported || !earlier.first) return false
  if (isResumed) return true
  // Wholly before what is there: nothing can extend a session. Rows among or before others change the flags of those behind them.
  const isBefore = range.last + idleSeconds < earlier.first.getTime() / 1000
  if (!isBefore) await db.write.query(statement('import.load-visitors'), [site.id])
  return earlier.last !== null && range.first <= earlier.last.getTime() / 1000
}

async function applyFile(
  options: ImportOptions,
  client: TrafficClient,
  path: string,
  row: ImportRow,
): Promise<{ imported: number; dropped: number; sessions: number }> {
  const { site } = options
  const now = options.now()
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const parse = (options.createParser ?? (() => parseImportLine))()
  let imported = 0
  let dropped = 0
  let sessions = 0
  let batches = 0
  let events: Event[] = []
  let bytes = 0
  let pending: Promise<void> | undefined

  const apply = async (batch: readonly Event[], lineNumber: number) => {
    const alongside = `update imports set lines_done = ${lineNumber}, events_added = events_added + ${batch.length} where id = ${row.id};\n`
    const applied = await applyBatch(client, [{ id: randomUUID(), events: batch, outcomes: [] }], { lane: importLane, now, alongside })
    imported += applied.added
    dropped += applied.dropped.length
    sessions += applied.begun
    batches++
    options.onProgress?.({ phase: 'importing', bytes, events: imported })
    if (batches % endEveryBatches !== 0) return
    const oldest = batch.reduce((least, event) => Math.min(least, event.at), Number.POSITIVE_INFINITY)
    await options.endSessions(site.id, new Date((Math.min(oldest, nowSeconds) - idleSeconds) * 1000))
  }
  const flush = async (lineNumber: number) => {
    const batch = events
    events = []
    // The next lines are parsed while the database works on this batch.
    await pending
    pending = apply(batch, lineNumber)
    pending.catch(() => {})
  }
  for await (const chunk of readLines(createReadStream(path))) {
    bytes = chunk.bytes
    for (const { text, number } of chunk.lines) {
      const event = parse(text, site, nowSeconds)
      if (number <= row.lines_done || event === null || typeof event === 'string') continue
      events.push(event)
      if (events.length >= batchEvents) await flush(number)
    }
    if (chunk.isLast && events.length > 0) await flush(chunk.lastNumber)
  }
  await pending
  return { imported, dropped, sessions }
}

/** All that is over is ended, what was remembered for the import is forgotten, and the rollups see everything. */
async function finish(options: ImportOptions, range: Range, isOlder: boolean): Promise<void> {
  const { db, site } = options
  const now = options.now()
  await options.endSessions(site.id, new Date(now.getTime() - idleSeconds * 1000))
  for (let stripe = 0; stripe < stripeCount; stripe++) {
    await db.transaction(async (tx) => {
      await lockStripe(tx, stripe)
      await tx.query('delete from visitors where stripe = $1 and site_id = $2 and imported and session_id is null', [stripe, site.id])
      await tx.query('update visitors set imported = false where stripe = $1 and site_id = $2 and imported', [stripe, site.id])
    })
  }
  const [from, to] = [new Date(range.first * 1000), new Date(range.last * 1000)]
  if (isOlder) await options.recompute(site.id, new Date(from.getTime()), new Date(to.getTime() + 33 * 86_400_000))
  // A late row can move a session that was there, and tell the following day that its visitor was here the day before.
  const aroundMs = 2 * 86_400_000
  await refreshRollups(db.write, new Date(from.getTime() - aroundMs), new Date(to.getTime() + aroundMs), { now })
  for (const table of ['events', 'engagements', 'sessions']) await db.write.query(`analyze ${table}`)
  const localDays = createLocalDays()
  await db.transaction(async (tx) => {
    await tx.query(statement('import.find-long-lived'), [site.id, site.timezone])
    await tx.query(statement('import.mark-dirty'), [site.id, localDays(site.timezone, range.first), localDays(site.timezone, range.last)])
    await announce(tx, { site: site.id })
  })
}
