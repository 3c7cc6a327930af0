// Records of comma-separated values, as RFC 4180 has them, one at a time: an import names the line of each mistake.
import { parse } from 'csv-parse/sync'
import { fileFailures } from '../failure.ts'

/** Columns of a file. Exports have up to 60. */
const columnsMax = 1_000
/** Characters of a header. */
const headerCharactersMax = 100_000

/** The fields of a record, at most one more than a file may have; undefined when its quotes are wrong. */
function parseRecord(record: string): string[] | undefined {
  if (!record.includes('"')) return record.split(',', columnsMax + 1)
  try {
    return parse(record, { relax_column_count: true })[0]
  } catch {
    return undefined
  }
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
  (parseRecord(header) ?? []).map((field) => field.trim().toLowerCase())

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
    const fields = parseRecord(line)
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
