// Sums of days from other products, into imported_days. No events: they answer questions of one dimension by day and
// longer.
import { tryLock } from '../db/locks.ts'
import { inParts, ownPartOf } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { importFailures } from '../failure.ts'
import type { ImportSourceName } from '../rules/import-sources.ts'
import { createLocalDays } from '../rules/time.ts'
import { digestOf, type ExportSource } from './export-files.ts'
import type { ImportSite } from './line.ts'
import { learnCodes, type PlaceCode } from './places.ts'
import { sums } from './plausible-layouts.ts'
import type { SumRow } from './plausible-sums.ts'

export interface SumsResult {
  /** The import's, to delete it by; null when nothing was left to import. */
  readonly id: number | null
  readonly rows: number
  readonly days: number
  readonly first: string | null
  readonly last: string | null
  /** Files of the archive that hold no sums of this kind. */
  readonly ignored: readonly string[]
  /** Parts of the files that are left out or counted otherwise: a sentence each, with file and columns. */
  readonly lost: readonly string[]
  /** Days left out because the site has events or another import's sums on them: they would count twice. */
  readonly overlapping: readonly string[]
}

/** The sums that files hold, and the parts of the files that are not imported. */
export interface FoundSums {
  readonly rows: readonly SumRow[]
  readonly ignored: readonly string[]
  readonly lost: readonly string[]
}

/** Reads files into sums. `today` is the last local day that may have any. Throws a 400 Failure for a mistake. */
export type SumsReader = (files: readonly ExportSource[], today: string) => Promise<FoundSums>

/**
 * Imports the sums of files, which are taken together; the same again leaves the same sums. A mistake anywhere in them,
 * and nothing is imported.
 */
export async function importSums(
  db: Database,
  site: ImportSite,
  { source, read }: { readonly source: ImportSourceName; readonly read: SumsReader },
  { files, name, now }: { readonly files: readonly ExportSource[]; readonly name: string | undefined; now: Date },
): Promise<SumsResult> {
  const { rows, ignored, lost } = await read(files, createLocalDays()(site.timezone, now.getTime() / 1000))
  const fingerprint = await digestOf(files)
  const stored = await db.transaction((tx) => store(tx, site, rows, { source, fingerprint, name }))
  return { ...stored, ignored, lost }
}

interface SumsFile {
  readonly source: ImportSourceName
  readonly fingerprint: string
  readonly name: string | undefined
}

/**
 * Stores the days that nothing else counts. Sums of an earlier run of the same file are overwritten, never added to.
 */
async function store(
  tx: Queryable,
  site: ImportSite,
  all: readonly SumRow[],
  file: SumsFile,
): Promise<Omit<SumsResult, 'ignored' | 'lost'>> {
  if (!(await tryLock(tx, 'import', site.id))) throw importFailures.busy()
  const [known] = await tx.query<{ id: number; state: string }>(
    `select id, state from imports where site_id = $1 and fingerprint = $2 order by id desc limit 1`,
    [site.id, file.fingerprint],
  )
  if (known?.state === 'deleting') throw importFailures.goingAway()
  const counted = await inParts(tx, site.id, (at) =>
    at.query<{ local_day: string }>(
      `select local_day from daily_breakdowns where site_id = $1 and dimension = 'all' and events > 0
       union
       select local_day from event_hours where site_id = $1
       union
       select local_day from imported_days where site_id = $1 and import_id is distinct from $2::integer`,
      [site.id, known?.id ?? 0],
    ),
  )
  const countedDays = new Set(counted.flat().map((row) => row.local_day))
  const overlapping = [...new Set(all.filter((row) => countedDays.has(row.day)).map((row) => row.day))].sort()
  const rows = all.filter((row) => !countedDays.has(row.day))
  const days = [...new Set(rows.map((row) => row.day))].sort()
  const [first = null, last = null] = [days[0], days.at(-1)]
  if (first === null) return { id: known?.id ?? null, rows: 0, days: 0, first, last, overlapping }
  const id = known?.id ?? (await insertImport(tx, site, file))
  for (let start = 0; start < rows.length; start += 5_000)
    await insertRows(tx, site, id, rows.slice(start, start + 5_000))
  const { db } = await ownPartOf(tx, site.id)
  await learnCodes(tx, await db.query<PlaceCode>(statement('places.of-imported-days'), [site.id]))
  const [brought] = await db.query<{ first: string; last: string; count: number }>(
    `select min(local_day) as first, max(local_day) as last, count(*) as count
     from imported_days where site_id = $1 and import_id = $2`,
    [site.id, id],
  )
  await tx.query('update imports set first_day = $2, last_day = $3, sums_added = $4 where id = $1', [
    id,
    brought?.first,
    brought?.last,
    brought?.count,
  ])
  return { id, rows: rows.length, days: days.length, first, last, overlapping }
}

async function insertImport(tx: Queryable, site: ImportSite, file: SumsFile): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into imports (site_id, fingerprint, source, name, state, finished_at, is_marked)
     values ($1, $2, $4, $3, 'done', now(), true)
     returning id`,
    [site.id, file.fingerprint, file.name ?? null, file.source],
  )
  return row!.id
}

async function insertRows(tx: Queryable, site: ImportSite, id: number, rows: readonly SumRow[]): Promise<void> {
  const { db } = await ownPartOf(tx, site.id)
  await db.query(
    `insert into imported_days ({{part,}}site_id, import_id, local_day, dimension, value, ${sums.join(', ')})
     select {{=part,}}$1, $2, * from unnest($3::date[], $4::text[], $5::text[],
       ${sums.map((_, index) => `$${index + 6}::bigint[]`).join(', ')})
     on conflict ({{part,}}site_id, dimension, local_day, value) do update set
       ${sums.map((sum) => `${sum} = excluded.${sum}`).join(', ')}`,
    [
      site.id,
      id,
      rows.map((row) => row.day),
      rows.map((row) => row.dimension),
      rows.map((row) => row.value),
      ...sums.map((sum) => rows.map((row) => row.sums[sum])),
    ],
  )
}
