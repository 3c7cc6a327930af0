// CSV files of Google Analytics 4: free-form explorations with the dimension Date, and reports over one day -> sums of
// days. Other reports have no days, and are named as lost.
import { fileFailures } from '../failure.ts'
import { channelRules } from '../rules/channel.ts'
import { countryFrom } from '../rules/country-names.ts'
import { isDay } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import { nameOfSource } from '../rules/source.ts'
import { outgrowsIndex } from '../rules/text.ts'
import { columnsIn, countOf, createCsvReader } from './csv.ts'
import { browserOf, deviceOf, systemOf } from './device-names.ts'
import type { ExportSource } from './export-files.ts'
import { createKeep, type Keep } from './keeping.ts'
import { addSumRow, noSums, type SumRow, storableRows } from './plausible-sums.ts'
import { readRecords } from './reader.ts'
import type { FoundSums } from './sums.ts'
import { openTexts, type TextFile } from './texts.ts'

/** Tables of all files of an import. */
const tablesMax = 1_000

/** A row that is left out, and why: words behind a number of rows. */
class LeftOut {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const noValue = new LeftOut('no value')
/** Google adds up the values of a day beyond a number of them. */
const otherValues = new LeftOut('(other), the sum of values that the report does not name')
const tooLong = new LeftOut('a value that is too long')
const ownEvent = new LeftOut('an event of Google Analytics, not of the site')

/** A column that rows are grouped by: the dimension, and a value as it is stored, or why a row is left out. */
interface Grouping {
  readonly dimension: string
  readonly value: (text: string) => string | LeftOut
}

const unset: ReadonlySet<string> = new Set(['', '(not set)', '(data not available)', '(not provided)'])
const isUnset = (text: string): boolean => unset.has(text)
/** A text that is a value of a list, in which no value is a row as well. */
const orNone = (text: string, stored: (text: string) => string = (value) => value): string =>
  isUnset(text) ? '' : stored(text)
/** A text without which a row says nothing. */
const orLeftOut = (text: string, stored: (text: string) => string = (value) => value): string | LeftOut =>
  isUnset(text) ? noValue : stored(text)
const page = (text: string) => orLeftOut(text, (path) => (path.split('?')[0] ?? path) || '/')
// An unknown source is not "Direct / None".
const source = (text: string) => (text === '(direct)' ? '' : orLeftOut(text, nameOfSource))
const channelNames = new Map(channelRules.map(({ channel }) => [channel.toLowerCase(), channel]))
const channel = (text: string) => orLeftOut(text, (name) => channelNames.get(name.toLowerCase()) ?? name)
/** Campaigns that Google names itself. */
const noCampaigns: ReadonlySet<string> = new Set(['(direct)', '(organic)', '(referral)', '(none)'])

function country(text: string): string | LeftOut {
  const code = countryFrom(text)
  return code === undefined ? new LeftOut(`no country that is known, such as ${text.slice(0, 60)}`) : (code ?? noValue)
}

const group = (dimension: string, value: Grouping['value']): Grouping => ({ dimension, value })

/** Columns in lower case. */
const groupings: Readonly<Record<string, Grouping>> = {
  'page path and screen class': group('event:page', page),
  'page path': group('event:page', page),
  'page path + query string': group('event:page', page),
  'landing page': group('visit:entry_page', page),
  'landing page + query string': group('visit:entry_page', page),
  hostname: group('event:hostname', (text) => orLeftOut(text, (host) => host.toLowerCase().replace(/^www\./, ''))),
  'session source': group('visit:source', source),
  'session source / medium': group('visit:source', (text) => source(text.split(' / ')[0] ?? text)),
  'session medium': group('visit:utm_medium', (text) => (text === '(none)' ? '' : orNone(text))),
  'session campaign': group('visit:utm_campaign', (text) => (noCampaigns.has(text) ? '' : orNone(text))),
  'session default channel group': group('visit:channel', channel),
  'session primary channel group (default channel group)': group('visit:channel', channel),
  'country id': group('visit:country', country),
  country: group('visit:country', country),
  'device category': group('visit:device', (text) => orNone(text, deviceOf)),
  browser: group('visit:browser', (text) => orNone(text, browserOf)),
  'operating system': group('visit:os', (text) => orNone(text, (name) => systemOf(name)[0])),
  'event name': group('event:name', (text) =>
    ownEvents.has(text) ? ownEvent : orLeftOut(text, (name) => (name === 'page_view' ? 'pageview' : name)),
  ),
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
const isCounted = (column: string): boolean => countedColumns.has(column)
const isVisitors = (column: string): boolean => (counted.visitors as readonly string[]).includes(column)

/** Other counts that may stand first. */
const otherCounts = /\b(?:users|sessions|views|count|events|rate|revenue|duration)$/

type Row = Readonly<Record<string, string>>

type Refuse = (fault: string) => never

/** The first of these columns that a record has, and its text. */
const fieldOf = (row: Row, columns: readonly string[]): readonly [column?: string, text?: string] => {
  const column = columns.find((name) => row[name] !== undefined)
  return column === undefined ? [] : [column, row[column]!.trim()]
}

/** The count in the first of these columns that a record has; undefined for a record without any. */
function countIn(row: Row, columns: readonly string[], refuse: Refuse): number | undefined {
  const [column, text] = fieldOf(row, columns)
  if (column === undefined || text === undefined) return undefined
  return countOf(text) ?? refuse(`${column} must be a whole number without separators`)
}

const rateText = /^(\d{1,20}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?)(%?)$/i

/** A rate or a mean, which may have a point. A record without visits may have none. */
function rateIn(
  row: Row,
  columns: readonly string[],
  { visits, max }: { visits: number; max: number },
  refuse: Refuse,
) {
  const [column, text] = fieldOf(row, columns)
  if (column === undefined || (text === '' && visits === 0)) return undefined
  const [, digits, percent] = rateText.exec(text ?? '') ?? []
  // A separator of thousands in one language is that of decimals in another.
  if (digits === undefined) return refuse(`${column} must be a number without separators`)
  const rate = Number(digits) / (percent ? 100 : 1)
  return rate <= max ? rate : refuse(`${column} must be at most ${max}`)
}

/** The sums of a record. Sessions that are not known count as their visitors. */
function sumsOf(row: Row, refuse: Refuse): SumRow['sums'] {
  const count = (columns: readonly string[]) => countIn(row, columns, refuse)
  const visitors = count(counted.visitors) ?? 0
  const visits = count(counted.visits) ?? visitors
  const pageviews = count(counted.pageviews) ?? 0
  const engaged = count(counted.engaged)
  const rate = rateIn(row, counted.bounceRate, { visits, max: 1 }, refuse)
  const duration = rateIn(row, counted.duration, { visits, max: durationMax }, refuse)
  const bounces = engaged === undefined ? (rate ?? 0) * visits : visits - engaged
  return {
    ...noSums,
    visitors,
    visits,
    pageviews,
    events: Math.max(pageviews, count(counted.events) ?? 0),
    bounces: Math.max(0, Math.round(bounces)),
    duration: Math.round((duration ?? 0) * visits),
  }
}

/** Seconds of a session that lasts a week. */
const durationMax = 604_800

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
  /** Which table brought a day of a dimension. */
  readonly days: Map<string, TableAbout>
}

interface TableAbout {
  readonly title: string
  readonly file: string
  /** The names of its columns. */
  readonly columns: readonly string[]
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
  // Dimensions stand before the counts.
  const isCount = (column: string) => isCounted(column) || otherCounts.test(column)
  const end = columns.findIndex(isCount)
  const named = columns.filter(
    (column, at) => groupings[column] !== undefined || (column !== '' && !isDate(column) && (end < 0 || at < end)),
  )
  const unknown = named.find((column) => groupings[column] === undefined)
  if (named.length > 1) return 'has several dimensions beside Date, so that its visitors do not add up'
  if (unknown !== undefined) return `counts by ${unknown}, which is not imported`
  if (!columns.some(isCounted)) return 'has no count that is imported'
  if (named.length > 0) return groupings[named[0]!]!
  // Overviews have a table of days for each metric. The visitors of a day come from one of them.
  return columns.some(isVisitors) ? group('', () => '') : 'has no users, so no visitors of its days'
}

/**
 * True for a table whose counts another one has too, beside others: reports repeat a table with fewer columns. Tables
 * of the same columns are of segments or comparisons.
 */
const isRepeated = ({ columns }: TableAbout, { columns: others }: TableAbout): boolean =>
  columns.join() !== others.join() && columns.filter(isCounted).every((column) => others.includes(column))

/** A table of a file that is read record by record. */
interface Table {
  add(record: string, number: number): void
  end(): void
}

/** Adds a record. Answers why it is left out, if it is. */
function addRow({ rows, keep, days }: Brought, row: Row, about: TableAbout, refuse: Refuse): LeftOut | undefined {
  const { grouping, by, today } = about
  const { dimension } = grouping
  // The first record of a table may hold its totals, without a day.
  const date = row['date'] ?? row['nth day']
  if (date === '' || (date !== undefined && totalsText.test(date))) return undefined
  const start = about.range?.[0] ?? ''
  const day = row['date'] !== undefined ? toDay(row['date']) : date === undefined ? start : dayAfter(start, date)
  if (!isDay(day)) refuse('Date is no day')
  if (day > today) refuse('Date is in the future')
  const other = days.get(`${dimension} ${day}`)
  // Reports repeat their tables for each segment or comparison.
  if (other !== undefined && other !== about)
    return isRepeated(about, other)
      ? new LeftOut(`${other.title} has their days too`)
      : refuse(`${other.title} has sums of ${day} too`)
  days.set(`${dimension} ${day}`, about)
  const sums = sumsOf(row, refuse)
  const text = by === undefined ? '' : row[by]!.trim()
  const value = text.toLowerCase() === '(other)' ? otherValues : grouping.value(text)
  if (value instanceof LeftOut) return value
  if (outgrowsIndex(dimension + value)) return tooLong
  addSumRow({ rows, keep }, { day, dimension, value, sums })
  return undefined
}

/** Explorations begin with a record of their totals, which has no day. Its label may have a field of its own. */
const isGrandTotal = (record: string): boolean => /^[,;\t]/.test(record) && record.toLowerCase().includes('grand total')

/** Spreadsheets write a word where a record of totals has no day. */
const totalsText = /^(?:grand )?totals?$/i

/** Reasons that a table names. */
const reasonsMax = 20

/** A table that is left out. */
const noTable: Table = { add() {}, end() {} }

/** Begins a table with its header. */
function openTable(brought: Brought, header: string, asked: Pick<TableAbout, 'file' | 'range' | 'today'>): Table {
  const { file } = asked
  if (++brought.tables > tablesMax) throw fileFailures.unusable([`${file}: more than ${tablesMax} tables`])
  const read = createCsvReader({ keepEmpty: true, nulls: [] })
  read(header)
  const columns = columnsIn(header)
  const grouping = groupingOf(columns, asked.range)
  const title = `${file}: the table of ${columns.find((name) => !isDate(name)) ?? 'nothing'}`
  if (typeof grouping === 'string') {
    brought.lost.push(`${title} ${grouping}`)
    return noTable
  }
  const by = columns.find((column) => groupings[column] === grouping)
  const left = new Map<string, number>()
  const about: TableAbout = { ...asked, title, columns, grouping, by }
  return {
    add(record, number) {
      const refuse: Refuse = (fault) => {
        throw fileFailures.line(file, number, fault)
      }
      if (isGrandTotal(record)) return
      const row = read(record)
      if (row === null || typeof row === 'string') return refuse(row ?? 'there is no header line')
      const found = addRow(brought, row, about, refuse)?.reason
      if (found === undefined) return
      const reason = left.has(found) || left.size < reasonsMax ? found : 'other values that are not known'
      left.set(reason, (left.get(reason) ?? 0) + 1)
    },
    end() {
      for (const [reason, count] of left) brought.lost.push(`${title}: ${count} rows are left out: ${reason}`)
      const unread = columns.filter((name) => name !== '' && !isDate(name) && name !== by && !isCounted(name))
      if (unread.length > 0) brought.lost.push(`${title}: columns ${unread.join(', ')} are not imported`)
    },
  }
}

/** Comments that stand between two tables without a blank line. */
const isReportComment = (text: string): boolean => /^#(?:| ?-{3,}| (?:Start|End) date: *\d{8})\s*$/.test(text)

/** Reads the tables of a file, which blank lines and comments divide. */
async function readFile(brought: Brought, { name: file, pieces }: TextFile, today: string): Promise<void> {
  const range = createRange()
  let table: Table | undefined
  let isFound = false
  let last = 0
  for await (const records of readRecords(pieces, { strict: true }))
    for (const { text, number } of records) {
      // Blank lines are counted, but not among the records.
      const isApart = number !== last + 1
      // A value may begin with the sign of comments.
      const isComment = text.startsWith('#') && (table === undefined || isApart || isReportComment(text))
      if (isComment || isApart) {
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
