// A plausible export: a zip of CSV files with daily sums, into imported_days. No events: they answer questions of one
// dimension by day and longer.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { tryLock } from '../db/locks.ts'
import { inParts, ownPartOf } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { Failure, importFailures } from '../failure.ts'
import { groupSeparator, type ImportedGroup } from '../rules/imported-groups.ts'
import { createLocalDays, isDay } from '../rules/time.ts'
import { createCsvReader } from './csv.ts'
import type { ImportSite } from './line.ts'
import { learnCodes, type PlaceCode } from './places.ts'
import { readRecordsOf } from './reader.ts'
import { readZip } from './zip.ts'

const counts = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const
type Count = (typeof counts)[number]
/** Sums of engagement, which only pages of newer exports have: null where the file has no such column. */
const engagements = ['engaged_ms', 'engaged_visits', 'scroll', 'scroll_visits'] as const
type Engagement = (typeof engagements)[number]
const sums = [...counts, ...engagements] as const
type Sum = (typeof sums)[number]
type Sums = Record<Count, number> & Record<Engagement, number | null>

interface Layout {
  /** Which column is which dimension; the empty dimension holds a day's totals. */
  readonly dimensions: Readonly<Record<string, string>>
  /** Columns whose values are also kept together, as the dimension of that name. */
  readonly group?: { readonly name: ImportedGroup; readonly columns: readonly string[] }
  /** Columns beside the date that every version of the export has. */
  readonly needs: readonly string[]
}

const visitColumns = ['visitors', 'visits', 'bounces', 'visit_duration']

/** By the file's name without dates. */
const layouts: Readonly<Record<string, Layout>> = {
  imported_visitors: { dimensions: { '': '' }, needs: [...visitColumns, 'pageviews'] },
  imported_sources: {
    dimensions: {
      source: 'visit:source',
      referrer: 'visit:referrer',
      utm_source: 'visit:utm_source',
      utm_medium: 'visit:utm_medium',
      utm_campaign: 'visit:utm_campaign',
      utm_content: 'visit:utm_content',
      utm_term: 'visit:utm_term',
    },
    needs: ['source', ...visitColumns],
  },
  imported_pages: {
    dimensions: { page: 'event:page', hostname: 'event:hostname' },
    group: { name: 'event:page+event:hostname', columns: ['page', 'hostname'] },
    needs: ['page', 'visitors', 'pageviews'],
  },
  imported_entry_pages: {
    dimensions: { entry_page: 'visit:entry_page' },
    needs: ['entry_page', 'visitors', 'entrances', 'bounces', 'visit_duration'],
  },
  imported_exit_pages: { dimensions: { exit_page: 'visit:exit_page' }, needs: ['exit_page', 'visitors', 'exits'] },
  imported_locations: {
    dimensions: { country: 'visit:country', region: 'visit:region', city: 'visit:city' },
    group: { name: 'visit:country+visit:region+visit:city', columns: ['country', 'region', 'city'] },
    needs: ['country', ...visitColumns],
  },
  imported_devices: { dimensions: { device: 'visit:device' }, needs: ['device', ...visitColumns] },
  imported_browsers: { dimensions: { browser: 'visit:browser' }, needs: ['browser', ...visitColumns] },
  imported_operating_systems: {
    dimensions: { operating_system: 'visit:os' },
    group: { name: 'visit:os+visit:os_version', columns: ['operating_system', 'operating_system_version'] },
    needs: ['operating_system', ...visitColumns],
  },
  imported_custom_events: { dimensions: { name: 'event:name' }, needs: ['name', 'visitors', 'events'] },
}

/** How those files call the sums, other names first tried as they are. */
const otherNames: Readonly<Partial<Record<Count, readonly string[]>>> = {
  visits: ['entrances', 'exits'],
  duration: ['visit_duration'],
}

/** Columns of engagement, and how many of our units one of theirs has. */
const engagementColumns: Readonly<Record<Engagement, readonly [column: string, factor: number]>> = {
  engaged_ms: ['total_time_on_page', 1_000],
  engaged_visits: ['total_time_on_page_visits', 1],
  scroll: ['total_scroll_depth', 1],
  scroll_visits: ['total_scroll_depth_visits', 1],
}
const isLong = (sum: Sum): boolean => sum === 'duration' || sum === 'engaged_ms' || sum === 'scroll'

/** What the columns of imported_days hold: integers, and a bigint that a number can still be exact about. */
const sumMax = (sum: Sum): number => (isLong(sum) ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1)

export interface PlausibleResult {
  /** The import's, to delete it by; null when nothing was left to import. */
  readonly id: number | null
  readonly rows: number
  readonly days: number
  readonly first: string | null
  readonly last: string | null
  /** Files of the archive that hold no sums of this kind. */
  readonly ignored: readonly string[]
  /** Days left out because the site has events or another import's sums on them: they would count twice. */
  readonly overlapping: readonly string[]
}

interface Row {
  readonly day: string
  readonly dimension: string
  readonly value: string
  readonly sums: Sums
}

/**
 * Imports the sums of a zip file; the same file twice leaves the same sums. A mistake anywhere in it, and nothing is
 * imported.
 */
export async function importPlausible(
  db: Database,
  site: ImportSite,
  path: string,
  now: Date,
  name?: string,
): Promise<PlausibleResult> {
  const today = createLocalDays()(site.timezone, now.getTime() / 1000)
  const totals = new Map<string, Row>()
  const ignored: string[] = []
  for await (const file of readZip(path)) {
    const base = (file.name.split('/').at(-1) ?? '').replace(/(?:_\d{8}){0,2}\.csv$/, '')
    const layout = layouts[base]
    if (layout) addFile(totals, file.name, await file.read(), layout, today)
    else ignored.push(file.name)
  }
  addOtherEvents(totals)
  if (totals.size === 0) throw new Failure(400, 'the archive holds none of the imported_*.csv files of an export')
  const rows = [...totals.values()]
  const large = rows.find((row) => sums.some((sum) => (row.sums[sum] ?? 0) > sumMax(sum)))
  if (large) throw new Failure(400, `the sums of ${large.day} are too large; nothing was imported`)
  const fingerprint = await digestOf(path)
  const stored = await db.transaction((tx) => store(tx, site, rows, { fingerprint, name }))
  return { ...stored, ignored }
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}

/** Stores the days that nobody else counts; what the same file brought before is overwritten, never added to. */
async function store(
  tx: Queryable,
  site: ImportSite,
  all: readonly Row[],
  file: { fingerprint: string; name: string | undefined },
): Promise<Omit<PlausibleResult, 'ignored'>> {
  if (!(await tryLock(tx, 'import', site.id))) throw importFailures.busy()
  const [known] = await tx.query<{ id: number; state: string }>(
    `select id, state from imports where site_id = $1 and fingerprint = $2 order by id desc limit 1`,
    [site.id, file.fingerprint],
  )
  if (known?.state === 'deleting') throw importFailures.goingAway()
  const counted = await inParts(tx, site.id, (at) =>
    at.query<{ local_day: string }>(
      `select local_day from daily_breakdowns where {{at}}site_id = $1 and dimension = 'all' and events > 0
       union
       select local_day from event_hours where {{at}}site_id = $1
       union
       select local_day from imported_days where {{at}}site_id = $1 and import_id is distinct from $2::integer`,
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
     from imported_days where {{at}}site_id = $1 and import_id = $2`,
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

async function insertImport(
  tx: Queryable,
  site: ImportSite,
  file: { fingerprint: string; name: string | undefined },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into imports (site_id, fingerprint, source, name, state, finished_at, is_marked)
     values ($1, $2, 'plausible', $3, 'done', now(), true)
     returning id`,
    [site.id, file.fingerprint, file.name ?? null],
  )
  return row!.id
}

async function insertRows(tx: Queryable, site: ImportSite, id: number, rows: readonly Row[]): Promise<void> {
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

const noEngagement = { engaged_ms: null, engaged_visits: null, scroll: null, scroll_visits: null }
const noSums: Sums = { visitors: 0, visits: 0, pageviews: 0, events: 0, bounces: 0, duration: 0, ...noEngagement }
const keyOf = (day: string, dimension: string, value: string): string => `${day}\u0000${dimension}\u0000${value}`

/** The file of totals counts pageviews only, that of names custom events only: each learns what the other one knows. */
function addOtherEvents(totals: Map<string, Row>): void {
  for (const { day, dimension, sums } of [...totals.values()]) {
    const total = dimension === 'event:name' ? totals.get(keyOf(day, '', '')) : undefined
    if (total) total.sums.events += sums.events
  }
  for (const { day, dimension, sums } of [...totals.values()]) {
    const key = keyOf(day, 'event:name', 'pageview')
    if (dimension !== '' || sums.pageviews === 0 || totals.has(key)) continue
    totals.set(key, {
      day,
      dimension: 'event:name',
      value: 'pageview',
      sums: { ...noSums, visitors: sums.visitors, pageviews: sums.pageviews, events: sums.pageviews },
    })
  }
}

/** No city is 0 there. */
const textOf = (row: Readonly<Record<string, string>>, column: string): string => {
  const value = row[column] ?? ''
  return column === 'city' && value === '0' ? '' : value
}

function addFile(
  totals: Map<string, Row>,
  name: string,
  text: string,
  { dimensions, group, needs }: Layout,
  today: string,
): void {
  const records = readRecordsOf(text, { quoted: true })
  let line = records[0]?.number ?? 1
  const refuse: (fault: string) => never = (fault) => {
    throw new Failure(400, `${name} line ${line}: ${fault}; nothing was imported`)
  }
  if (records.length === 0) refuse('there is no header line')
  const read = createCsvReader({ keepEmpty: true, needs: ['date', ...needs], refuse })
  for (const { text: record, number } of records) {
    line = number
    const row = read(record)
    if (row === null) continue
    if (typeof row === 'string') refuse(row)
    const day = row.date ?? ''
    if (!isDay(day)) refuse('date is no day')
    if (day < '1970') refuse('date is before 1970')
    if (day > today) refuse('date is in the future')
    const found = sumsOf(row, refuse)
    // Newer exports list engagement among the custom events; it is none.
    if (row.name === 'engagement' && dimensions.name === 'event:name') continue
    const values = Object.entries(dimensions).map(([column, dimension]) => [dimension, textOf(row, column)] as const)
    if (group) values.push([group.name, group.columns.map((column) => textOf(row, column)).join(groupSeparator)])
    for (const [dimension, value] of values) {
      const key = keyOf(day, dimension, value)
      const known = totals.get(key)
      if (known) addSums(known.sums, found)
      else totals.set(key, { day, dimension, value, sums: { ...found } })
    }
  }
}

function addSums(to: Sums, more: Sums): void {
  for (const sum of counts) to[sum] += more[sum]
  for (const sum of engagements) if (more[sum] !== null) to[sum] = (to[sum] ?? 0) + more[sum]
}

function sumsOf(row: Readonly<Record<string, string>>, refuse: (fault: string) => never): Sums {
  const numberIn = (column: string, value: string, max: number): number => {
    const isCount = /^\d+$/.test(value) && Number(value) <= max
    return isCount ? Number(value) : refuse(`${column} must be a whole number from 0 to ${max}`)
  }
  const number = (sum: Count): number => {
    const column = [sum, ...(otherNames[sum] ?? [])].find((candidate) => row[candidate] !== undefined)
    return column === undefined ? 0 : numberIn(column, row[column]!, sumMax(sum))
  }
  const engaged = (sum: Engagement): number | null => {
    const [column, factor] = engagementColumns[sum]
    const value = row[column]
    return value === undefined || value === '' || value === '\\N'
      ? null
      : factor * numberIn(column, value, Math.floor(sumMax(sum) / factor))
  }
  const found = {
    ...Object.fromEntries(counts.map((sum) => [sum, number(sum)])),
    ...Object.fromEntries(engagements.map((sum) => [sum, engaged(sum)])),
  } as Sums
  // Their files have no column for all events except where events are custom ones.
  return found.events === 0 ? { ...found, events: found.pageviews } : found
}
