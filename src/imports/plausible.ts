// A plausible export: a zip of CSV files with daily sums, into imported_days. No events: they answer questions of one
// dimension by day and longer.
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { Failure } from '../failure.ts'
import { groupSeparator, type ImportedGroup } from '../rules/imported-groups.ts'
import { createLocalDays, isDay } from '../rules/time.ts'
import { createCsvReader } from './csv.ts'
import type { ImportSite } from './line.ts'
import { readRecordsOf } from './reader.ts'
import { readZip } from './zip.ts'

const sums = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const
type Sum = (typeof sums)[number]
type Sums = Record<Sum, number>

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
const otherNames: Readonly<Partial<Record<Sum, readonly string[]>>> = {
  visits: ['entrances', 'exits'],
  duration: ['visit_duration'],
}

/** What the columns of imported_days hold: integers, and a bigint that a number can still be exact about. */
const sumMax = (sum: Sum): number => (sum === 'duration' ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1)

export interface PlausibleResult {
  readonly rows: number
  readonly days: number
  readonly first: string | null
  readonly last: string | null
  /** Files of the archive that hold no sums of this kind. */
  readonly ignored: readonly string[]
  /** Days left out because the site has events of its own on them: they would count twice. */
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
  const own = await db.write.query<{ local_day: string }>(
    `select local_day from daily_breakdowns where site_id = $1 and dimension = 'all' and events > 0
     union
     select local_day from event_hours where site_id = $1`,
    [site.id],
  )
  const ownDays = new Set(own.map((row) => row.local_day))
  const all = [...totals.values()]
  const large = all.find((row) => sums.some((sum) => row.sums[sum] > sumMax(sum)))
  if (large) throw new Failure(400, `the sums of ${large.day} are too large; nothing was imported`)
  const overlapping = [...new Set(all.filter((row) => ownDays.has(row.day)).map((row) => row.day))].sort()
  const rows = all.filter((row) => !ownDays.has(row.day))
  const days = [...new Set(rows.map((row) => row.day))].sort()
  if (rows.length === 0) return { rows: 0, days: 0, first: null, last: null, ignored, overlapping }
  await db.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += 5_000) {
      const slice = rows.slice(start, start + 5_000)
      await tx.query(
        `insert into imported_days (site_id, local_day, dimension, value, ${sums.join(', ')})
         select $1, * from unnest($2::date[], $3::text[], $4::text[],
           ${sums.map((_, index) => `$${index + 5}::bigint[]`).join(', ')})
         on conflict (site_id, dimension, local_day, value) do update set
           ${sums.map((sum) => `${sum} = excluded.${sum}`).join(', ')}`,
        [
          site.id,
          slice.map((row) => row.day),
          slice.map((row) => row.dimension),
          slice.map((row) => row.value),
          ...sums.map((sum) => slice.map((row) => row.sums[sum])),
        ],
      )
    }
    await tx.query(statement('places.of-imported-days'), [site.id])
    await tx.query(
      `insert into imports (site_id, fingerprint, source, state, finished_at)
       values ($1, $2, 'plausible', 'done', now())`,
      [site.id, `${days[0]}..${days.at(-1)}`],
    )
  })
  return {
    rows: rows.length,
    days: days.length,
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
    ignored,
    overlapping,
  }
}

const noSums: Sums = { visitors: 0, visits: 0, pageviews: 0, events: 0, bounces: 0, duration: 0 }
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
  const read = createCsvReader({ keepEmpty: true })
  let header: number | undefined
  for (const { text: record, number } of readRecordsOf(text, { quoted: true })) {
    const refuse: (fault: string, line?: number) => never = (fault, line = number) => {
      throw new Failure(400, `${name} line ${line}: ${fault}; nothing was imported`)
    }
    const row = read(record)
    if (row === null) {
      header = number
      continue
    }
    if (typeof row === 'string') refuse(row)
    const missing = ['date', ...needs].find((column) => row[column] === undefined)
    if (missing !== undefined) refuse(`there is no column ${missing}`, header)
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
      if (known) for (const sum of sums) known.sums[sum] += found[sum]
      else totals.set(key, { day, dimension, value, sums: { ...found } })
    }
  }
}

function sumsOf(row: Readonly<Record<string, string>>, refuse: (fault: string) => never): Sums {
  const number = (sum: Sum): number => {
    const column = [sum, ...(otherNames[sum] ?? [])].find((candidate) => row[candidate] !== undefined)
    const value = column === undefined ? '0' : (row[column] as string)
    const isCount = /^\d+$/.test(value) && Number(value) <= sumMax(sum)
    return isCount ? Number(value) : refuse(`${column} must be a whole number from 0 to ${sumMax(sum)}`)
  }
  const found = Object.fromEntries(sums.map((sum) => [sum, number(sum)])) as Sums
  // Their files have no column for all events except where events are custom ones.
  return found.events === 0 ? { ...found, events: found.pageviews } : found
}
