// A plausible export: a zip of CSV files with daily sums, into imported_days. No events: they answer questions of one dimension by day and
// longer.
import { readFile } from 'node:fs/promises'
import type { Database } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import { createCsvReader } from './csv.ts'
import type { ImportSite } from './import-line.ts'
import { readRecordsOf } from './import-reader.ts'
import { readZip } from './zip.ts'

/** File name without dates -> which column of it is which dimension; the empty dimension holds a day's totals. */
const dimensionsOfFile: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  imported_visitors: { '': '' },
  imported_sources: {
    source: 'visit:source',
    referrer: 'visit:referrer',
    utm_source: 'visit:utm_source',
    utm_medium: 'visit:utm_medium',
    utm_campaign: 'visit:utm_campaign',
    utm_content: 'visit:utm_content',
    utm_term: 'visit:utm_term',
  },
  imported_pages: { page: 'event:page', hostname: 'event:hostname' },
  imported_entry_pages: { entry_page: 'visit:entry_page' },
  imported_exit_pages: { exit_page: 'visit:exit_page' },
  imported_locations: { country: 'visit:country', region: 'visit:region', city: 'visit:city' },
  imported_devices: { device: 'visit:device' },
  imported_browsers: { browser: 'visit:browser' },
  imported_operating_systems: { operating_system: 'visit:os' },
  imported_custom_events: { name: 'event:name' },
}

const sums = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const
type Sums = Record<(typeof sums)[number], number>

/** How those files call the sums, other names first tried as they are. */
const otherNames: Readonly<Partial<Record<keyof Sums, readonly string[]>>> = {
  visits: ['entrances', 'exits'],
  duration: ['visit_duration'],
}

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

/** Imports the sums of a zip file; the same file twice leaves the same sums. */
export async function importPlausible(db: Database, site: ImportSite, path: string): Promise<PlausibleResult> {
  const totals = new Map<string, Row>()
  const ignored: string[] = []
  for (const file of readZip(await readFile(path))) {
    if (file.name.endsWith('/')) continue
    const base = (file.name.split('/').at(-1) ?? '').replace(/(?:_\d{8}){0,2}\.csv$/, '')
    const dimensions = dimensionsOfFile[base]
    if (dimensions) addFile(totals, file.name, file.read().toString('utf8'), dimensions)
    else ignored.push(file.name)
  }
  addCustomEvents(totals)
  if (totals.size === 0) throw new Failure(400, 'the archive holds none of the imported_*.csv files of an export')
  const own = await db.write.query<{ local_day: string }>('select distinct local_day from event_hours where site_id = $1', [site.id])
  const ownDays = new Set(own.map((row) => row.local_day))
  const all = [...totals.values()]
  const overlapping = [...new Set(all.filter((row) => ownDays.has(row.day)).map((row) => row.day))].sort()
  const rows = all.filter((row) => !ownDays.has(row.day))
  const days = [...new Set(rows.map((row) => row.day))].sort()
  if (rows.length === 0) return { rows: 0, days: 0, first: null, last: null, ignored, overlapping }
  await db.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += 5_000) {
      const slice = rows.slice(start, start + 5_000)
      await tx.query(
        `insert into imported_days (site_id, local_day, dimension, value, ${sums.join(', ')})
         select $1, * from unnest($2::date[], $3::text[], $4::text[], ${sums.map((_, index) => `$${index + 5}::bigint[]`).join(', ')})
         on conflict (site_id, dimension, local_day, value) do update set ${sums.map((sum) => `${sum} = excluded.${sum}`).join(', ')}`,
        [
          site.id,
          slice.map((row) => row.day),
          slice.map((row) => row.dimension),
          slice.map((row) => row.value),
          ...sums.map((sum) => slice.map((row) => row.sums[sum])),
        ],
      )
    }
    await tx.query(`insert into imports (site_id, fingerprint, source, state, finished_at) values ($1, $2, 'plausible', 'done', now())`, [
      site.id,
      `${days[0]}..${days.at(-1)}`,
    ])
  })
  return { rows: rows.length, days: days.length, first: days[0] ?? null, last: days.at(-1) ?? null, ignored, overlapping }
}

/** The file of totals counts pageviews only. */
function addCustomEvents(totals: ReadonlyMap<string, Row>): void {
  for (const { day, dimension, sums } of totals.values()) {
    const total = dimension === 'event:name' ? totals.get(`${day}\u0000\u0000`) : undefined
    if (total) total.sums.events += sums.events
  }
}

function addFile(totals: Map<string, Row>, name: string, text: string, dimensions: Readonly<Record<string, string>>): void {
  const read = createCsvReader()
  for (const { text: record, number } of readRecordsOf(text, { quoted: true })) {
    const row = read(record)
    if (row === null) continue
    if (typeof row === 'string') throw new Failure(400, `${name} line ${number}: ${row}`)
    const day = row.date ?? ''
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Failure(400, `${name} line ${number}: date is no day`)
    const found = sumsOf(row)
    for (const [column, dimension] of Object.entries(dimensions)) {
      const value = dimension === '' ? '' : (row[column] ?? '')
      const key = `${day}\u0000${dimension}\u0000${value}`
      const known = totals.get(key)
      if (known) for (const sum of sums) known.sums[sum] += found[sum]
      else totals.set(key, { day, dimension, value, sums: { ...found } })
    }
  }
}

function sumsOf(row: Readonly<Record<string, string>>): Sums {
  const number = (sum: keyof Sums): number => {
    const name = [sum, ...(otherNames[sum] ?? [])].find((candidate) => row[candidate] !== undefined)
    const value = name === undefined ? 0 : Number(row[name])
    return Number.isFinite(value) && value > 0 ? Math.round(value) : 0
  }
  const found = Object.fromEntries(sums.map((sum) => [sum, number(sum)])) as Sums
  // Their files have no column for all events except where events are custom ones.
  return found.events === 0 ? { ...found, events: found.pageviews } : found
}
