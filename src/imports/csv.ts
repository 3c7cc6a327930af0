// Records of comma-separated values, as RFC 4180 has them, one at a time: an import names the line of each mistake. The
// header says whether commas, semicolons or tabs stand between the fields: spreadsheets write what their language uses.
import { fileFailures } from '../failure.ts'

/** Columns of a file. Exports have up to 60. */
const columnsMax = 1_000
/** Characters of a header. */
const headerCharactersMax = 100_000

/** The character between the fields of a record. */
type Delimiter = ',' | ';' | '\t'

/** Words that clients of databases write for no value (MySQL, PostgreSQL, ClickHouse, DBeaver, Navicat, DataGrip). */
const databaseNulls = ['\\N', 'NULL', '[NULL]', '(NULL)', '<null>'] as const

/** The delimiter of a header: a comma unless it has none. Names of columns have none of the others. */
function delimiterOf(header: string): Delimiter {
  const start = header.slice(0, headerCharactersMax)
  if (start.includes(',')) return ','
  return start.includes(';') ? ';' : start.includes('\t') ? '\t' : ','
}

/**
 * A count as a whole number without signs or separators; undefined for any other text. A separator of thousands in one
 * language is that of decimals in another, so `1.234` and `1,234` are no counts.
 */
export const countOf = (text: string): number | undefined => (/^\d{1,20}$/.test(text) ? Number(text) : undefined)

/** The text of a quoted field that begins behind `from`, and where it ends; undefined when its quote is left open. */
function readQuoted(record: string, from: number): { text: string; end: number } | undefined {
  let text = ''
  for (let begin = from; ; ) {
    const quote = record.indexOf('"', begin)
    if (quote < 0) return undefined
    text += record.slice(begin, quote)
    if (record[quote + 1] !== '"') return { text, end: quote + 1 }
    text += '"'
    begin = quote + 2
  }
}

/**
 * The fields of a record, at most one more than a file may have; undefined when its quotes are wrong.
 * @example splitRecord('a,"b ""c"""') // ['a', 'b "c"']
 */
export function splitRecord(record: string, delimiter: Delimiter = ','): string[] | undefined {
  if (!record.includes('"')) return record.split(delimiter, columnsMax + 1)
  const fields: string[] = []
  for (let at = 0; fields.length <= columnsMax; ) {
    if (record[at] === '"') {
      const quoted = readQuoted(record, at + 1)
      if (!quoted) return undefined
      fields.push(quoted.text)
      at = quoted.end
      if (at < record.length && record[at] !== delimiter) return undefined
    } else {
      const end = record.indexOf(delimiter, at)
      const field = record.slice(at, end < 0 ? record.length : end)
      if (field.includes('"')) return undefined
      fields.push(field)
      at += field.length
    }
    if (at === record.length) return fields
    at++
  }
  return fields
}

export interface CsvOptions {
  /** Keeps empty fields as empty text. */
  readonly keepEmpty?: boolean
  /** Fields that are empty beside those without text; others are as they are written. */
  readonly nulls?: readonly string[]
  /** Columns without which the file is not of this format. */
  readonly needs?: readonly string[]
  /** Ends the reading of a file with a header that lacks one of them. */
  readonly refuse?: (fault: string) => never
}

/** The names of a header's columns, as they are compared; empty where its quotes are wrong. */
export const columnsIn = (header: string): string[] =>
  (splitRecord(header, delimiterOf(header)) ?? []).map((field) => field.trim().toLowerCase())

const openQuote = 'a quote is left open'

function refuseFile(fault: string): never {
  throw fileFailures.noHeader(fault)
}

/**
 * Reads records into objects by the names of the first one, for which it answers null. Empty fields are left out unless
 * they are to be kept. Throws a 400 Failure, or what `refuse` throws, for a header without a column that is needed.
 */
export function createCsvReader({
  keepEmpty = false,
  nulls = databaseNulls,
  needs = [],
  refuse = refuseFile,
}: CsvOptions = {}): (line: string) => Record<string, string> | string | null {
  let header: readonly string[] | undefined
  let delimiter: Delimiter | undefined
  return (line) => {
    delimiter ??= delimiterOf(line)
    const fields = splitRecord(line, delimiter)
    // Such a header would have every later line read as a part of it.
    if (!fields) return header ? openQuote : refuse(openQuote)
    if (!header) {
      if (line.length > headerCharactersMax || fields.length > columnsMax)
        return refuse(`more than ${columnsMax} columns, or ${headerCharactersMax} characters`)
      const names = columnsIn(line)
      // Two tables that a query joined have several columns of one name: which one is meant is unknown.
      const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
      if (twice !== undefined) refuse(`there are two columns ${twice}`)
      const missing = needs.find((column) => !names.includes(column))
      if (missing !== undefined) refuse(`there is no column ${missing}`)
      header = names
      return null
    }
    if (fields.length > columnsMax) return `more than ${columnsMax} fields`
    if (fields.length !== header.length) return `${fields.length} fields where the header has ${header.length}`
    const row: Record<string, string> = {}
    for (const [index, name] of header.entries()) {
      const value = fields[index]
      const isEmpty = value === undefined || value === '' || nulls.includes(value)
      if (!isEmpty) row[name] = value
      else if (keepEmpty) row[name] = ''
    }
    return row
  }
}
