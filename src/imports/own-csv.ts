// Reads the CSV that `tidemark export --what events --format csv` writes: the fields of a line, without the marks that
// keep spreadsheets from formulas (spec/dashboard 16).
import { fromCellText } from '../rules/csv.ts'
import type { LineParser } from './check.ts'
import { createCsvReader } from './csv.ts'
import { openFile } from './file.ts'
import { parseImportObject } from './line.ts'

/** The columns that an export begins with: no line of JSON does. */
const begins = 'timestamp,name,visitor_id,session_id,'

/** Columns that hold other things than texts. */
const numbers = ['scroll_depth', 'engagement_time', 'revenue_amount'] as const

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** Tells an export of events as CSV, packed or not, by its header. */
export async function isOwnCsv(path: string): Promise<boolean> {
  const { pieces } = await openFile(path)
  for await (const piece of pieces)
    return piece
      .toString('utf8', 0, 100)
      .replace(/^\uFEFF/, '')
      .startsWith(begins)
  return false
}

function readProps(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A parser for one reading of the file. */
export function createOwnCsvParser(): LineParser {
  const read = createCsvReader({ keepEmpty: true, nulls: [], needs: ['timestamp', 'name', 'hostname', 'pathname'] })
  return (record, site, nowSeconds) => {
    const row = read(record)
    if (row === null || typeof row === 'string') return row
    const line: Record<string, unknown> = Object.fromEntries(
      Object.entries(row).map(([column, cell]) => [column, fromCellText(cell)]),
    )
    for (const column of numbers) line[column] = row[column] === '' ? undefined : row[column]
    line['props'] = readProps(row['props'])
    line['interactive'] = flags.get(row['interactive'] ?? '') ?? row['interactive']
    if (line['interactive'] === '') line['interactive'] = undefined
    return parseImportObject(line, site, nowSeconds)
  }
}
