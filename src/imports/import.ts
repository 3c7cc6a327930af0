// History from files, through the same session rules and the same transaction as live traffic.
// The file is read twice: first every line is checked, then batches are applied, over two connections that share the
// stripes, or two for each part of a site that is spread: while the database works for one, the other's batch is
// composed. Memory holds a few batches, whatever the size.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ScriptClient } from '../db/copy.ts'
import { refreshRollups } from '../db/engine.ts'
import { estimateRows, preparePartitions } from '../db/partitions.ts'
import { inParts, ownPartOf, type Part, partsOfStripes } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { allStripes, importLanes } from '../db/stripes.ts'
import { Failure, importFailures } from '../failure.ts'
import type { Event } from '../ingest/event.ts'
import { connectTraffic } from '../ingest/prepared.ts'
import { sortError } from '../ingest/record.ts'
import { applyBatch } from '../ingest/transaction.ts'
import { announce } from '../registry/changes.ts'
import { idleSeconds } from '../rules/session.ts'
import { addDays, createLocalDays, dayMs, monthOf, startOfDay } from '../rules/time.ts'
import { noteLongLived } from '../upkeep/imports.ts'
import { openFile } from './file.ts'
import { type ImportSite, lineCharactersMax, parseImportLine } from './line.ts'
import { learnCodes, type PlaceCode } from './places.ts'
import { readRecords } from './reader.ts'

/** Larger batches are no faster (bench/NOTES.md). */
const batchEvents = 2_000
/**
 * Sessions that are over by the file's own time are moved out this often, so that `visitors` holds few running ones.
 */
const endEveryBatches = 25
/** How often a batch that lost against another transaction (deadlock) is tried again. */
const attemptsMax = 5
/** Bad lines that are named: enough to mend a file by, few enough for the memory. */
const faultsReportedMax = 1_000

const stripesOf = (half: number): number[] => allStripes.filter((stripe) => stripe % importLanes.length === half)

export interface LineFault {
  readonly line: number
  readonly message: string
}

/** The file has bad lines and nothing of it was imported. */
export class ImportFault extends Error {
  readonly faults: readonly LineFault[]
  readonly count: number

  constructor(faults: readonly LineFault[], count: number) {
    super(
      [`${count} bad line${count === 1 ? '' : 's'}; nothing was imported`, ...describeFaults(faults, count)].join('\n'),
    )
    this.faults = faults
    this.count = count
  }
}

/** The bad lines as text, one each; the last says how many more there are. */
export function describeFaults(faults: readonly LineFault[], count: number): string[] {
  const described = faults.map(({ line, message }) => `line ${line}: ${message}`)
  return count > faults.length ? [...described, `… and ${count - faults.length} more`] : described
}

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
  /**
   * Whose flags were computed again: whole local months behind a file that came before what its visitors had already.
   */
  readonly recomputed: { readonly from: string; readonly to: string } | null
  /** True when the same file was in already. */
  readonly already: boolean
  /** The import's, to delete it by; null for a file without events. */
  readonly id: number | null
  /** The first of the bad lines (`faultsReportedMax`). */
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
  /** Ends imported sessions of the site without activity since then, on these stripes (upkeep/sessions). */
  readonly endSessions: (siteId: number, idleSince: Date, stripes: readonly number[]) => Promise<number>
  /** Forgets the visitors remembered for imports of the site (upkeep/imports). */
  readonly forgetVisitors: (siteId: number) => Promise<void>
  /**
   * Recomputes the flags of whole local months, after older history came in before what was there (upkeep/timezone).
   */
  readonly recompute: (siteId: number, from: Date, to: Date) => Promise<void>
  readonly onProgress?: (progress: { phase: 'checking' | 'importing'; bytes: number; events: number }) => void
  readonly source?: string
  /** The file's, for people. */
  readonly name?: string | undefined
  /** Makes a parser for one reading of the file (a CSV's header differs from its lines). */
  readonly createParser?: () => LineParser
  /** A record goes on over the lines while a quote is open (CSV). */
  readonly quoted?: boolean
}

/**
 * Imports a file; a second run of the same file adds nothing, an interrupted one goes on where it was.
 */
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

/**
 * A parser for one reading of the file that takes no line too long: what the reader kept of it may look like a whole
 * one.
 */
function createLineParser({ createParser }: ImportOptions): LineParser {
  const parse = createParser?.() ?? parseImportLine
  return (text, site, nowSeconds) => {
    const event = parse(text, site, nowSeconds)
    return text.length > lineCharactersMax && typeof event !== 'string'
      ? `longer than ${lineCharactersMax} characters`
      : event
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
  const parse = createLineParser(options)
  const faults: LineFault[] = []
  let faultCount = 0
  let lines = 0
  let first: number | undefined
  let last: number | undefined
  const file = await openFile(path)
  // Of what is unpacked: packed once more it is the same history.
  for await (const records of readRecords(file.pieces, { digest, quoted: options.quoted ?? false })) {
    for (const { text, number } of records) {
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
    options.onProgress?.({ phase: 'checking', bytes: file.position(), events: lines })
  }
  return { fingerprint: digest.digest('hex'), lines, faults, faultCount, first, last }
}

interface ImportRow {
  id: number
  /** Of each stripe; of each half of them as long as none is in. */
  lines_done: number[]
  state: 'running' | 'abandoned' | 'done' | 'deleting'
}

/** The last line of a stripe that is in. */
const doneOf = ({ lines_done: done }: ImportRow, stripe: number): number => done[stripe % done.length]!

/** Stripes whose events come in one after the other, beside those of the other lanes. */
interface ImportLane {
  readonly stripes: readonly number[]
  readonly part: Part
}

/** A lane for each half of the stripes, in each part of the site. */
async function lanesOf({ db, site }: ImportOptions): Promise<ImportLane[]> {
  const partOf = await partsOfStripes(db.write, site.id)
  const groups = Map.groupBy(allStripes, (stripe) => `${partOf(stripe)} ${stripe % importLanes.length}`)
  return Array.from(groups.values(), (stripes) => ({ stripes, part: partOf(stripes[0]!) }))
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
    recomputed: null,
    already: false,
    id: null,
    faults: checked.faults,
  }
  if (checked.first === undefined || checked.last === undefined) return result
  await refuseDropped(options, checked.first)
  const clients: ScriptClient[] = []
  try {
    const { part } = await ownPartOf(db.write, site.id)
    const connect = async () => clients.push(await connectTraffic(options.databaseUrl, 'tidemark import', part))
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
    const range = { first: checked.first, last: checked.last }
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
  if (before !== null && createLocalDays()(site.timezone, first) < before)
    throw new Failure(409, `the file has events before ${before}, where the retention of this site begins`)
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

interface Range {
  /** Epoch seconds. */
  readonly first: number
  readonly last: number
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
    // Together: what is remembered belongs to a running import, or nobody would ever forget it.
    if (remembers) await inParts(tx, site.id, (at) => at.query(statement('import.load-visitors'), [site.id]))
    await tx.query(`update imports set state = 'running', progressed_at = now(), lines_done = $2 where id = $1`, [
      row.id,
      allStripes.map((stripe) => doneOf(row, stripe)),
    ])
  })
}

/**
 * Whether events of the file can go on with sessions of earlier imports, or fall among them. Nothing of the file is in
 * yet.
 */
async function meetsEarlier({ db, site }: ImportOptions, range: Range): Promise<boolean> {
  const earlier = await db.write.query('select from imports where site_id = $1 and events_added > 0', [site.id])
  if (earlier.length === 0) return false
  const begins = await inParts(db.write, site.id, (at) =>
    at.query<{ at: Date | null }>('select min(started_at) as at from sessions where {{at}}site_id = $1', [site.id]),
  )
  // Wholly before what is there: nothing can extend a session, and what changes is behind the file (recomputeBehind).
  return begins.flat().some(({ at }) => at !== null && range.last + idleSeconds >= at.getTime() / 1000)
}

interface Applied {
  imported: number
  dropped: number
  sessions: number
}

/** The lines of a batch. */
interface Numbers {
  readonly first: number
  readonly last: number
}

/** Applies the events of a lane, a batch at a time and in order; the next batch gathers meanwhile. */
function createApplier(
  options: ImportOptions,
  { client, part, stripes }: ImportLane & { readonly client: ScriptClient },
  row: ImportRow,
  report: (applied: Applied) => void,
) {
  const { site } = options
  const now = options.now()
  const lane = importLanes[stripes[0]! % importLanes.length]!
  let events: Event[] = []
  let firstNumber = 0
  let lastNumber = 0
  let batches = 0
  let pending: Promise<void> | undefined

  const applyOnce = async (batch: readonly Event[], numbers: Numbers, alongside: (added: number) => string) => {
    const enriched = [{ id: randomUUID(), events: batch, outcomes: [] }]
    for (let attempt = 1; ; attempt++) {
      try {
        return await applyBatch(client, enriched, { lane, part, now, alongside })
      } catch (error) {
        const trouble = sortError(error)
        if (trouble === 'data')
          throw new Failure(
            400,
            `lines ${numbers.first} to ${numbers.last} cannot be stored: ${(error as Error).message}`,
          )
        if (trouble !== 'again' || attempt === attemptsMax) throw error
      }
    }
  }
  const apply = async (batch: readonly Event[], numbers: Numbers) => {
    const alongside = (added: number) =>
      `update imports set ${stripes.map((stripe) => `lines_done[${stripe + 1}] = ${numbers.last}`).join(', ')}, ` +
      `events_added = events_added + ${added}, progressed_at = now() where id = ${row.id};\n`
    const applied = await applyOnce(batch, numbers, alongside)
    report({ imported: applied.added, dropped: applied.dropped.length, sessions: applied.begun })
    if (++batches % endEveryBatches !== 0) return
    const oldest = batch.reduce((least, event) => Math.min(least, event.at), now.getTime() / 1000)
    await options.endSessions(site.id, new Date((oldest - idleSeconds) * 1000), stripes)
  }
  const flush = async () => {
    const batch = events
    const numbers = { first: firstNumber, last: lastNumber }
    events = []
    await pending
    pending = apply(batch, numbers)
    pending.catch(() => {})
  }
  return {
    /** Waits while a batch is full and the one before it is still under way. */
    add(event: Event, number: number): Promise<void> | undefined {
      if (events.length === 0) firstNumber = number
      events.push(event)
      lastNumber = number
      return events.length >= batchEvents ? flush() : undefined
    },
    async end(): Promise<void> {
      if (events.length > 0) await flush()
      await pending
    },
    /** Nothing is under way any more, whatever became of it. */
    settled: () => pending?.catch(() => {}),
  }
}

async function applyFile(
  options: ImportOptions,
  lanes: readonly (ImportLane & { readonly client: ScriptClient })[],
  path: string,
  row: ImportRow,
): Promise<Applied> {
  const site = { ...options.site, importId: row.id }
  const nowSeconds = Math.floor(options.now().getTime() / 1000)
  const parse = createLineParser(options)
  const total: Applied = { imported: 0, dropped: 0, sessions: 0 }
  const file = await openFile(path)
  // Lines that are in are not parsed again, except the first, which may name the columns.
  const linesIn = Math.min(...row.lines_done)
  let isFirst = true
  const report = ({ imported, dropped, sessions }: Applied) => {
    total.imported += imported
    total.dropped += dropped
    total.sessions += sessions
    options.onProgress?.({ phase: 'importing', bytes: file.position(), events: total.imported })
  }
  const appliers = lanes.map((lane) => createApplier(options, lane, row, report))
  const applierOf = new Map(lanes.flatMap(({ stripes }, index) => stripes.map((stripe) => [stripe, appliers[index]!])))
  try {
    for await (const records of readRecords(file.pieces, { quoted: options.quoted ?? false })) {
      for (const { text, number } of records) {
        const isIn = number <= linesIn && !isFirst
        isFirst = false
        if (isIn) continue
        const event = parse(text, site, nowSeconds)
        if (event === null || typeof event === 'string') continue
        if (number <= doneOf(row, event.stripe)) continue
        const waiting = applierOf.get(event.stripe)!.add(event, number)
        if (waiting) await waiting
      }
    }
    await Promise.all(appliers.map((applier) => applier.end()))
  } finally {
    await Promise.all(appliers.map((applier) => applier.settled()))
  }
  return total
}

/** All that is over is ended, what was remembered for the import is forgotten, and the rollups see everything. */
async function finish(options: ImportOptions, range: Range, row: ImportRow): Promise<ImportResult['recomputed']> {
  const { db, site } = options
  const now = options.now()
  const idleSince = new Date(now.getTime() - idleSeconds * 1000)
  await Promise.all(importLanes.map((_, half) => options.endSessions(site.id, idleSince, stripesOf(half))))
  const recomputed = await recomputeBehind(options, range)
  const [from, to] = [new Date(range.first * 1000), new Date(range.last * 1000)]
  const codes = await inParts(db.write, site.id, (at) =>
    at.query<PlaceCode>(statement('places.of-sessions'), [site.id, from, to]),
  )
  await learnCodes(db.write, codes.flat())
  // A late row can move a session that was there, and tell the following day that its visitor was here the day before.
  const aroundMs = 2 * dayMs
  const vacuum = async () => {
    // All chunks, 24 s where 18 million events are: only for a tenth of the rows. The task `analyze_chunks` sees to the
    // chunks that changed. Vacuumed, because scans of an index alone look at every row of a page that nobody has marked
    // as visible to all.
    const [added] = await db.write.query<{ events: number }>(
      'select events_added as events from imports where id = $1',
      [row.id],
    )
    if ((added?.events ?? 0) * 10 < (await estimateRows(db.write))) return
    for (const table of ['events', 'engagements', 'sessions']) await db.write.query(`vacuum (analyze) ${table}`)
  }
  // Each for minutes on years of history: a fourth would wait too long for one of the few connections of a command.
  await Promise.all([
    options.forgetVisitors(site.id),
    refreshRollups(db.write, new Date(from.getTime() - aroundMs), new Date(to.getTime() + aroundMs), { now }),
    vacuum(),
  ])
  const localDays = createLocalDays()
  await db.transaction(async (tx) => {
    await noteLongLived(tx, site)
    const days = [range.first, range.last].map((at) => localDays(site.timezone, at))
    await inParts(tx, site.id, (at) => at.query(statement('import.mark-dirty'), [site.id, ...days]))
    await announce(tx, { site: site.id })
  })
  return recomputed
}

/**
 * Recomputes the flags behind the file where they can be wrong. Every batch commits its flags with its progress, and
 * late events place theirs among what is known of the visitor, so that a resumed import owes no more than any other.
 * Only a file wholly before what its visitors had already was played without a look at the rows behind it: those of the
 * same local month and of the day after may now count a visitor that the file has counted. Whole months, because a late
 * event leaves the flag of its day and month where it was.
 */
async function recomputeBehind(
  { db, site, recompute }: ImportOptions,
  range: Range,
): Promise<ImportResult['recomputed']> {
  const localDays = createLocalDays()
  const lastDay = localDays(site.timezone, range.last)
  const startOf = (month: string) => new Date(startOfDay(site.timezone, `${month}-01`))
  const nextMonth = monthOf(addDays(`${monthOf(addDays(lastDay, 1))}-01`, 31))
  const [from, to] = [startOf(monthOf(lastDay)), startOf(nextMonth)]
  const behind = await inParts(db.write, site.id, (at) =>
    at.query<{ found: boolean }>(statement('import.find-behind'), [site.id, new Date(range.last * 1000), to]),
  )
  if (!behind.flat().some(({ found }) => found)) return null
  await recompute(site.id, from, to)
  return { from: from.toISOString(), to: to.toISOString() }
}
