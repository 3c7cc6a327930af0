// CSV files of Google Analytics 4: free-form explorations with the dimension Date, and reports over one day -> sums of
// days. Other reports have no days, and are named as lost.
import { fileFailures } from '../failure.ts'
import { channelRules } from '../rules/channel.ts'
import { countries } from '../rules/tables/countries.ts'
import { outgrowsIndex } from '../rules/text.ts'
import { dayMs, isDay } from '../rules/time.ts'
import { columnsIn, createCsvReader } from './csv.ts'
import { browserOf, deviceOf, systemOf } from './device-names.ts'
import type { ExportSource } from './export-files.ts'
import { createKeep, type Keep } from './keeping.ts'
import { addSumRow, noSums, type SumRow, storableRows } from './plausible-sums.ts'
import { readRecords } from './reader.ts'
import type { FoundSums } from './sums.ts'
import { openTexts, type TextFile } from './texts.ts'

/** Tables of all files of an import. */
const tablesMax = 1_000

/** A column that rows are grouped by: the dimension, and a value as it is stored; null for one that is left out. */
interface Grouping {
  readonly dimension: string
  readonly value: (text: string) => string | null
}

const isUnset = (text: string): boolean => text === '(not set)' || text === '(data not available)' || text === ''
const plain = (text: string): string => (isUnset(text) || text === '(none)' ? '' : text)
const page = (text: string): string | null => (isUnset(text) ? null : (text.split('?')[0] ?? text) || '/')
const source = (text: string): string => (text === '(direct)' ? '' : plain(text))
const channelNames = new Map(channelRules.map(({ channel }) => [channel.toLowerCase(), channel]))

const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const countryNames = new Map([...countries].map((code) => [(regionNames.of(code) ?? code).toLowerCase(), code]))
const otherNames: Readonly<Record<string, string>> = { turkey: 'TR', 'hong kong': 'HK', macao: 'MO', macau: 'MO' }

function country(text: string): string | null {
  if (isUnset(text)) return null
  if (/^[A-Z]{2}$/.test(text)) return text
  const name = text.toLowerCase()
  return countryNames.get(name) ?? otherNames[name] ?? countryNames.get(name.replaceAll(' and ', ' & ')) ?? null
}

const group = (dimension: string, value: Grouping['value']): Grouping => ({ dimension, value })

/** Columns in lower case. */
const groupings: Readonly<Record<string, Grouping>> = {
  'page path and screen class': group('event:page', page),
  'page path': group('event:page', page),
  'page path + query string': group('event:page', page),
  'landing page': group('visit:entry_page', page),
  'landing page + query string': group('visit:entry_page', page),
  hostname: group('event:hostname', (text) => (isUnset(text) ? null : text.replace(/^www\./, ''))),
  'session source': group('visit:source', source),
  'session source / medium': group('visit:source', (text) => source(text.split(' / ')[0] ?? text)),
  'session medium': group('visit:utm_medium', plain),
  'session campaign': group('visit:utm_campaign', (text) => (text === '(direct)' ? '' : plain(text))),
  'session default channel group': group(
    'visit:channel',
    (text) => channelNames.get(text.toLowerCase()) ?? plain(text),
  ),
  'session primary channel group (default channel group)': group(
    'visit:channel',
    (text) => channelNames.get(text.toLowerCase()) ?? plain(text),
  ),
  'country id': group('visit:country', country),
  country: group('visit:country', country),
  'device category': group('visit:device', (text) => (isUnset(text) ? '' : deviceOf(text))),
  browser: group('visit:browser', (text) => (isUnset(text) ? '' : browserOf(text))),
  'operating system': group('visit:os', (text) => (isUnset(text) ? '' : systemOf(text)[0])),
  'event name': group('event:name', (text) => (isUnset(text) ? null : text === 'page_view' ? 'pageview' : text)),
}

/** Events of Google Analytics that are no events of the site. */
const ownEvents = new Set(['session_start', 'first_visit', 'user_engagement', 'scroll'])

/** Columns of counts, in lower case; other columns that hold numbers are left out. */
const counted = {
  visitors: ['active users', 'total users', 'users'],
  visits: ['sessions'],
  pageviews: ['views'],
  events: ['event count'],
  engaged: ['engaged sessions'],
  bounceRate: ['bounce rate'],
  duration: ['average session duration'],
} as const
const countedColumns: ReadonlySet<string> = new Set(Object.values(counted).flat())

/** Other counts that may stand first. */
const otherCounts = /\b(?:users|sessions|views|count|events|rate|revenue|duration)$/

type Row = Readonly<Record<string, string>>

type Refuse = (fault: string) => never

const numberText = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(%?)$/i

/** The number in the first of these columns that a record has; undefined where it has none, or nothing in it. */
function numberOf(row: Row, columns: readonly string[], refuse: Refuse): number | undefined {
  const column = columns.find((name) => row[name] !== undefined)
  if (column === undefined || row[column] === '') return undefined
  const [, digits, percent] = numberText.exec(row[column]!) ?? []
  // A separator of thousands in one language is that of decimals in another.
  if (digits === undefined) return refuse(`${column} must be a number without separators`)
  return Number(digits) / (percent ? 100 : 1)
}

/** The sums of a record. Sessions that are not known count as their visitors. */
function sumsOf(row: Row, refuse: Refuse): SumRow['sums'] {
  const number = (columns: readonly string[]) => numberOf(row, columns, refuse)
  const visitors = Math.round(number(counted.visitors) ?? 0)
  const visits = Math.round(number(counted.visits) ?? visitors)
  const pageviews = Math.round(number(counted.pageviews) ?? 0)
  const engaged = number(counted.engaged)
  const rate = number(counted.bounceRate)
  const bounces = engaged === undefined ? (rate ?? 0) * visits : visits - engaged
  return {
    ...noSums,
    visitors,
    visits,
    pageviews,
    events: Math.max(pageviews, Math.round(number(counted.events) ?? 0)),
    bounces: Math.max(0, Math.round(bounces)),
    duration: Math.round((number(counted.duration) ?? 0) * visits),
  }
}

const compact = /^(\d{4})-?(\d\d)-?(\d\d)$/
const toDay = (text: string): string => text.replace(compact, '$1-$2-$3')

/** The day of a number of days after another. */
function dayAfter(start: string, count: string): string {
  const at = Date.parse(start) + Number(count) * dayMs
  return /^\d{1,5}$/.test(count) && Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : ''
}

type Days = readonly [first: string, last: string]

/** Collects the range that the comments of a file name. */
function createRange() {
  let range: Days | undefined
  let start: string | undefined
  return {
    of: () => range,
    read(comment: string): void {
      const both = /^# *(\d{8})-(\d{8})\s*$/.exec(comment)
      start ??= /^# Start date: *(\d{8})/.exec(comment)?.[1]
      const end = both?.[2] ?? /^# End date: *(\d{8})/.exec(comment)?.[1]
      const begin = both?.[1] ?? start
      if (begin !== undefined && end !== undefined) range ??= [toDay(begin), toDay(end)]
    },
  }
}

interface Brought {
  readonly rows: Map<string, SumRow>
  readonly keep: Keep
  /** Tables of the files so far. */
  tables: number
  readonly ignored: string[]
  readonly lost: string[]
  /** Which file brought a day of a dimension. */
  readonly days: Map<string, string>
}

interface TableAbout {
  readonly title: string
  readonly file: string
  readonly grouping: Grouping
  /** The column of the grouping; undefined for totals. */
  readonly by: string | undefined
  /** The days that the report is of, from its comments. */
  readonly range: Days | undefined
  readonly today: string
}

const isDate = (column: string): boolean => column === 'date' || column === 'nth day'

/** The grouping of a table, or the reason why it is left out. */
function groupingOf(columns: readonly string[], range: TableAbout['range']): Grouping | string {
  const hasDays = columns.includes('date') || (range !== undefined && columns.includes('nth day'))
  if (!hasDays && (range === undefined || range[0] !== range[1]))
    return 'has no dimension Date, and is not of a single day'
  const named = columns.filter((column) => groupings[column] !== undefined)
  if (named.length > 1) return 'has several dimensions beside Date, so that its visitors do not add up'
  // Dimensions stand before the counts.
  const first = columns.find((column) => !isDate(column)) ?? ''
  const isKnown = groupings[first] !== undefined || countedColumns.has(first) || otherCounts.test(first)
  if (!isKnown) return `counts by ${first}, which is not imported`
  return named.length === 0 ? group('', () => '') : groupings[named[0]!]!
}

/** A table of a file that is read record by record. */
interface Table {
  add(record: string, number: number): void
  end(): void
}

/** Adds a record. True for one that is left out. */
function addRow({ rows, keep, days }: Brought, row: Row, about: TableAbout, refuse: Refuse): boolean {
  const { title, grouping, by, today } = about
  const { dimension } = grouping
  // The first record of a table may hold its totals, without a value.
  const date = row['date'] ?? row['nth day']
  if (date === '' || (by !== undefined && row[by] === '')) return false
  const start = about.range?.[0] ?? ''
  const day = row['date'] !== undefined ? toDay(row['date']) : date === undefined ? start : dayAfter(start, date)
  if (!isDay(day)) refuse('Date is no day')
  if (day > today) refuse('Date is in the future')
  const other = days.get(`${dimension} ${day}`)
  if (other !== undefined && other !== title) refuse(`${other} has sums of ${day} too`)
  days.set(`${dimension} ${day}`, title)
  const value = grouping.value(by === undefined ? '' : row[by]!)
  const isEvent = dimension !== 'event:name' || value === null || !ownEvents.has(value)
  if (value === null || !isEvent || outgrowsIndex(dimension + value)) return true
  addSumRow({ rows, keep }, { day, dimension, value, sums: sumsOf(row, refuse) })
  return false
}

/** A table that is left out. */
const noTable: Table = { add() {}, end() {} }

/** Begins a table with its header. */
function openTable(brought: Brought, header: string, about: Pick<TableAbout, 'file' | 'range' | 'today'>): Table {
  const { file } = about
  if (++brought.tables > tablesMax) throw fileFailures.unusable([`${file}: more than ${tablesMax} tables`])
  const read = createCsvReader({ keepEmpty: true, nulls: [] })
  read(header)
  const columns = columnsIn(header)
  const grouping = groupingOf(columns, about.range)
  const title = `${file}: the table of ${columns.find((name) => !isDate(name)) ?? 'nothing'}`
  if (typeof grouping === 'string') {
    brought.lost.push(`${title} ${grouping}`)
    return noTable
  }
  const by = columns.find((column) => groupings[column] === grouping)
  let left = 0
  return {
    add(record, number) {
      const refuse: Refuse = (fault) => {
        throw fileFailures.line(file, number, fault)
      }
      if (/,Grand total,?\s*$/i.test(record)) return
      const row = read(record)
      if (row === null || typeof row === 'string') return refuse(row ?? 'there is no header line')
      if (addRow(brought, row, { ...about, title, grouping, by }, refuse)) left++
    },
    end() {
      if (left > 0)
        brought.lost.push(`${title}: ${left} rows are left out: no value, too long, or no events of the site`)
      const unread = columns.filter((name) => name !== '' && !isDate(name) && name !== by && !countedColumns.has(name))
      if (unread.length > 0) brought.lost.push(`${title}: columns ${unread.join(', ')} are not imported`)
    },
  }
}

/** Reads the tables of a file, which blank lines and comments divide. */
async function readFile(brought: Brought, { name: file, pieces }: TextFile, today: string): Promise<void> {
  const range = createRange()
  let table: Table | undefined
  let isFound = false
  let last = 0
  for await (const records of readRecords(pieces))
    for (const { text, number } of records) {
      const isComment = text.startsWith('#')
      // Blank lines are counted, but not among the records.
      if (isComment || number !== last + 1) {
        table?.end()
        table = undefined
      }
      last = number
      if (isComment) range.read(text)
      else if (table) table.add(text, number)
      else {
        table = openTable(brought, text, { file, range: range.of(), today })
        isFound = true
      }
    }
  table?.end()
  if (!isFound) brought.ignored.push(file)
}

/** Reads reports. Throws a 400 Failure for a mistake, and where no file has the totals of days. */
export async function readGoogleAnalytics(files: readonly ExportSource[], today: string): Promise<FoundSums> {
  const brought: Brought = { rows: new Map(), keep: createKeep(), tables: 0, ignored: [], lost: [], days: new Map() }
  for await (const file of openTexts(files)) await readFile(brought, file, today)
  const rows = storableRows(brought.rows)
  const totals = new Set(rows.filter(({ dimension }) => dimension === '').map(({ day }) => day))
  const missing = rows.find(({ day }) => !totals.has(day))
  if (totals.size === 0 || missing) throw fileFailures.unusable([missingTotals(missing?.day), ...brought.lost])
  return { rows, ignored: brought.ignored, lost: brought.lost }
}

const missingTotals = (day: string | undefined): string =>
  `no file has totals of ${day ?? 'days'}; add an exploration with the dimension Date alone ` +
  'and the metrics Active users, Sessions and Views'
