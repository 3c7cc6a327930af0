// Records of comma-separated values, as RFC 4180 has them, one at a time: an import names the line of each mistake.
import { fileFailures } from '../failure.ts'

/** Columns of a file. Exports have up to 60. */
const columnsMax = 1_000
/** Characters of a header. */
const headerCharactersMax = 100_000

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
export function splitRecord(record: string): string[] | undefined {
  if (!record.includes('"')) return record.split(',', columnsMax + 1)
  const fields: string[] = []
  for (let at = 0; fields.length <= columnsMax; ) {
    if (record[at] === '"') {
      const quoted = readQuoted(record, at + 1)
      if (!quoted) return undefined
      fields.push(quoted.text)
      at = quoted.end
      if (at < record.length && record[at] !== ',') return undefined
    } else {
      const comma = record.indexOf(',', at)
      const field = record.slice(at, comma < 0 ? record.length : comma)
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
  (splitRecord(header) ?? []).map((field) => field.trim().toLowerCase())

function refuseFile(fault: string): never {
  throw fileFailures.noHeader(fault)
}

/**
 * Reads records into objects by the names of the first one, for which it answers null. Empty fields are left out unless
 * they are to be kept. Throws a 400 Failure, or what `refuse` throws, for a header without a column that is needed.
 */
export function createCsvReader({
  keepEmpty = false,
  nulls = ['\\N'],
  needs = [],
  refuse = refuseFile,
}: CsvOptions = {}): (line: string) => Record<string, string> | string | null {
  let header: readonly string[] | undefined
  return (line) => {
    const fields = splitRecord(line)
    if (!fields) return 'a quote is left open'
    if (!header) {
      if (line.length > headerCharactersMax || fields.length > columnsMax)
        return refuse(`more than ${columnsMax} columns, or ${headerCharactersMax} characters`)
      const names = columnsIn(line)
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
