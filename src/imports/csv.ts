// Records of comma-separated values, as RFC 4180 has them, one at a time: an import names the line of each mistake.
import { parse } from 'csv-parse/sync'

/** The fields of a record; undefined when its quotes are wrong. */
function parseRecord(record: string): string[] | undefined {
  if (!record.includes('"')) return record.split(',')
  try {
    return parse(record, { relax_column_count: true })[0]
  } catch {
    return undefined
  }
}

/** Reads records into objects by the names of the first one. Empty fields are left out unless they are to be kept. */
export function createCsvReader({ keepEmpty = false } = {}): (line: string) => Record<string, string> | string | null {
  let header: readonly string[] | undefined
  return (line) => {
    const fields = parseRecord(line)
    if (!fields) return 'a quote is left open'
    if (!header) {
      header = fields.map((field) => field.trim().toLowerCase())
      return null
    }
    if (fields.length !== header.length) return `${fields.length} fields where the header has ${header.length}`
    const row: Record<string, string> = {}
    for (const [index, name] of header.entries()) {
      const value = fields[index]
      const isEmpty = value === undefined || value === '' || value === '\\N'
      if (!isEmpty) row[name] = value
      else if (keepEmpty) row[name] = ''
    }
    return row
  }
}
