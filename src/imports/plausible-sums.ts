// Files of a plausible export -> sums of days, each under the dimensions that the file counts by, and what of it is
// lost. No database.

import { fileFailures } from '../failure.ts'
import { blankValues } from '../rules/blank-values.ts'
import { isDay } from '../rules/days.ts'
import { groupSeparator } from '../rules/imported-groups.ts'
import { outgrowsIndex } from '../rules/text.ts'
import { columnsIn, countOf, createCsvReader } from './csv.ts'
import { createKeep, type Keep, ownText } from './keeping.ts'
import {
  type Columns,
  type Count,
  columnOf,
  columnsLacking,
  columnsLost,
  counts,
  type Engagement,
  engagements,
  factors,
  type Layout,
  layouts,
  type Sum,
  sums,
} from './plausible-layouts.ts'
import { readRecords } from './reader.ts'
import type { ZipFile } from './zip.ts'

type Sums = Record<Count, number> & Record<Engagement, number | null>

/** The sums of one value of a dimension on a day. */
export interface SumRow {
  readonly day: string
  readonly dimension: string
  readonly value: string
  readonly sums: Sums
}

/** Sums of the files read so far. */
export interface Brought {
  readonly rows: Map<string, SumRow>
  /** Counts the rows. */
  readonly keep: Keep
  /** Files that hold no sums of this kind. */
  readonly ignored: string[]
  /** Other parts of the files that are not imported, a sentence each. */
  readonly lost: string[]
  /** Which file brought a day of a table. */
  readonly days: Map<string, string>
}

export const createBrought = (): Brought => ({
  ...{ rows: new Map(), keep: createKeep(), ignored: [], lost: [], days: new Map() },
})

const isLong = (sum: Sum): boolean => sum === 'duration' || sum === 'engaged_ms' || sum === 'scroll'

/** The largest value of a column of imported_days: an integer, or a bigint that a number still holds exactly. */
const sumMax = (sum: Sum): number => (isLong(sum) ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1)

const noEngagement = { engaged_ms: null, engaged_visits: null, scroll: null, scroll_visits: null }
export const noSums: Sums = {
  visitors: 0,
  visits: 0,
  pageviews: 0,
  events: 0,
  bounces: 0,
  duration: 0,
  ...noEngagement,
}
const keyOf = (day: string, dimension: string, value: string): string => `${day}\u0000${dimension}\u0000${value}`

/**
 * The table that a file holds, by its name: folders, the dates of the export and the number of a second download say
 * nothing, and the first word may be missing.
 */
export function tableOf(name: string): string | undefined {
  const base = (name.split(/[/\\]/).at(-1) ?? '').toLowerCase()
  const bare = /^(.*?)(?:_\d{8}){0,2}(?: ?\(\d+\))?\.csv$/.exec(base)?.[1] ?? ''
  return [bare, `imported_${bare}`].find((table) => Object.hasOwn(layouts, table))
}

/** Files that systems put beside those that they pack or show. */
export const isOfSystem = (name: string): boolean =>
  /(?:^|[/\\])(?:__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$)/i.test(name)

function addSums(to: Sums, more: Sums): void {
  for (const sum of counts) to[sum] += more[sum]
  for (const sum of engagements) if (more[sum] !== null) to[sum] = (to[sum] ?? 0) + more[sum]
}

/** Adds sums to those of the same value and day. Throws a 400 Failure for more values than the memory has room for. */
export function addSumRow({ rows, keep }: Pick<Brought, 'rows' | 'keep'>, row: SumRow): void {
  const key = keyOf(row.day, row.dimension, row.value)
  const known = rows.get(key)
  if (known) {
    addSums(known.sums, row.sums)
    return
  }
  keep(key.length + row.value.length)
  rows.set(key, { ...row, day: ownText(row.day), value: ownText(row.value), sums: { ...row.sums } })
}

/** How a file's records are turned into sums. */
function createSumReader(layout: Layout, header: readonly string[], refuse: (fault: string) => never) {
  const columns = Object.fromEntries(sums.map((sum) => [sum, columnOf(layout, sum, header)]))
  const numberIn = (column: string, value: string, max: number): number => {
    const count = countOf(value)
    return count !== undefined && count <= max ? count : refuse(`${column} must be a whole number from 0 to ${max}`)
  }
  const read = (row: Columns, sum: Sum, isOptional: boolean): number | null => {
    const column = columns[sum]
    const value = column === undefined ? undefined : row[column]
    if (column === undefined || value === undefined || (isOptional && value === '')) return isOptional ? null : 0
    const factor = factors[sum] ?? 1
    return factor * numberIn(column, value, Math.floor(sumMax(sum) / factor))
  }
  return (row: Columns): Sums => {
    const found = {
      ...Object.fromEntries(counts.map((sum) => [sum, read(row, sum, false)])),
      ...Object.fromEntries(engagements.map((sum) => [sum, read(row, sum, true)])),
    } as Sums
    // Their files have no column for all events except where events are custom ones.
    return found.events === 0 ? { ...found, events: found.pageviews } : found
  }
}

/** A value as it is stored: no city is 0 there, and two control characters mean something here. */
function textOf(row: Columns, column: string): string {
  const value = (row[column] ?? '').replaceAll('\u0000', '').replaceAll(groupSeparator, '')
  return column === 'city' && value === '0' ? '' : value
}

/** The dimensions and values that a record counts for. */
function valuesOf(row: Columns, layout: Layout, header: readonly string[]): [dimension: string, value: string][] {
  const { dimensions, groups = [], property } = layout
  const values = Object.entries(dimensions).map(([column, dimension]): [string, string] => [
    dimension,
    textOf(row, column),
  ])
  for (const { name, columns, isWhole } of groups)
    if (!isWhole || columns.every((column) => header.includes(column)))
      values.push([name, columns.map((column) => textOf(row, column)).join(groupSeparator)])
  if (property) {
    const [name, value] = property.map((column) => textOf(row, column)) as [string, string]
    if (name !== '' && value !== '' && value !== blankValues.none) values.push([`event:props:${name}`, value])
  }
  return values
}

/** Days are those of the site, up to today. */
function dayOf(row: Columns, today: string, refuse: (fault: string) => never): string {
  const day = row['date'] ?? ''
  if (!isDay(day)) refuse('date is no day')
  if (day < '1970') refuse('date is before 1970')
  if (day > today) refuse('date is in the future')
  return day
}

/** A file that holds a table. */
interface TableFile extends ZipFile {
  readonly table: string
}

type Refuse = (fault: string) => never

/** The header of a table: how its records are added. */
interface Table {
  readonly header: readonly string[]
  /** Adds a record. Answers how many of its values are too long. */
  add(row: Columns): number
}

function createTable(
  brought: Brought,
  file: TableFile,
  header: readonly string[],
  today: string,
  refuse: Refuse,
): Table {
  const { name, table } = file
  const { days } = brought
  const layout = layouts[table]!
  const sumsOf = createSumReader(layout, header, refuse)
  return {
    header,
    add(found) {
      const row = layout.derive?.(found, refuse) ?? found
      const day = dayOf(row, today, refuse)
      const other = days.get(`${table} ${day}`)
      if (other !== undefined && other !== name) refuse(`${other} has sums of ${day} too`)
      days.set(`${table} ${day}`, name)
      const own = sumsOf(row)
      // Newer exports list engagement among the custom events, and it is not a custom event.
      if (table === 'imported_custom_events' && row['name'] === 'engagement') return 0
      let tooLong = 0
      for (const [dimension, value] of valuesOf(row, layout, header))
        if (outgrowsIndex(dimension + value)) tooLong += 1
        else addSumRow(brought, { day, dimension, value, sums: own })
      return tooLong
    },
  }
}

/**
 * Adds the records of a table; throws a 400 Failure that names file and line. Answers its header, and how many values
 * were too long; undefined for the table of another version.
 */
async function addRecords(brought: Brought, file: TableFile, today: string) {
  const layout = layouts[file.table]!
  let line = 1
  const refuse: Refuse = (fault) => {
    throw fileFailures.line(file.name, line, fault)
  }
  const read = createCsvReader({ keepEmpty: true, needs: ['date', ...layout.needs], refuse })
  let table: Table | undefined
  let tooLong = 0
  for await (const records of readRecords(file.pieces, { quoted: true, strict: true }))
    for (const { text, number } of records) {
      line = number
      if (!table) {
        const header = columnsIn(text)
        if (layout.isYoung && !layout.needs.every((column) => header.includes(column))) return undefined
        table = createTable(brought, file, header, today, refuse)
      }
      const found = read(text)
      if (found === null) continue
      if (typeof found === 'string') refuse(found)
      tooLong += table.add(found as Columns)
    }
  return table ? { header: table.header, tooLong } : refuse('there is no header line')
}

/** Adds what a file that holds a table says; throws a 400 Failure for a mistake in it. */
export async function addFile(brought: Brought, file: TableFile, today: string): Promise<void> {
  const { ignored, lost } = brought
  const { name, table } = file
  const layout = layouts[table]!
  const added = await addRecords(brought, file, today)
  if (!added) {
    ignored.push(name)
    return
  }
  const { header, tooLong } = added
  const columns = columnsLost(layout, header)
  if (columns.length === 1) lost.push(`${name}: column ${columns[0]} is not imported`)
  if (columns.length > 1) lost.push(`${name}: columns ${columns.join(', ')} are not imported`)
  for (const lacking of columnsLacking(layout, header)) lost.push(`${name}: ${lacking}`)
  if (tooLong > 0) lost.push(`${name}: ${tooLong} values are too long and left out`)
}

/** The file of totals counts pageviews only, that of names custom events only: each learns what the other one knows. */
function addOtherEvents(brought: Brought): void {
  const { rows } = brought
  for (const { day, dimension, sums } of [...rows.values()]) {
    const total = dimension === 'event:name' ? rows.get(keyOf(day, '', '')) : undefined
    if (total) total.sums.events += sums.events
  }
  for (const { day, dimension, sums } of [...rows.values()]) {
    if (dimension !== '' || sums.pageviews === 0 || rows.has(keyOf(day, 'event:name', 'pageview'))) continue
    const { visitors, pageviews } = sums
    addSumRow(brought, {
      day,
      dimension: 'event:name',
      value: 'pageview',
      sums: { ...noSums, visitors, pageviews, events: pageviews },
    })
  }
}

/** Addresses and paths of all names together, on days that the file of properties does not tell them. */
function addProperties(brought: Brought): void {
  const { rows } = brought
  const told = new Set(
    [...rows.values()]
      .filter(({ dimension }) => dimension.startsWith('event:props:'))
      .map(({ day, dimension }) => `${day} ${dimension}`),
  )
  for (const { day, dimension: group, value: values, sums } of [...rows.values()]) {
    const dimension = group.startsWith('event:name+') ? group.slice('event:name+'.length) : ''
    const value = values.slice(values.indexOf(groupSeparator) + 1)
    if (dimension !== '' && value !== '' && !told.has(`${day} ${dimension}`))
      addSumRow(brought, { day, dimension, value, sums })
  }
}

/** All rows, once every file is in. Throws a 400 Failure for sums beyond what is stored. */
export function storableRows(rows: ReadonlyMap<string, SumRow>): SumRow[] {
  const all = [...rows.values()]
  const large = all.find((row) => sums.some((sum) => (row.sums[sum] ?? 0) > sumMax(sum)))
  if (large) throw fileFailures.sumsTooLarge(large.day)
  return all
}

/** The same, with what files say of each other. */
export function finishRows(brought: Brought): SumRow[] {
  addOtherEvents(brought)
  addProperties(brought)
  return storableRows(brought.rows)
}
