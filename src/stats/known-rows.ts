// Limits a statement to rows that are known beforehand: rows of the given values, and no others.
import type { AnswerRow } from './answer.ts'
import type { Scan } from './planner.ts'
import type { Query } from './query.ts'
import type { Statement } from './sql.ts'

/** True where a scan has all dimensions of its query. Scans of fewer only complete rows, and stay as they are. */
export const canBeOfKnownRows = (query: Query, scan: Scan): boolean =>
  scan.dimensions.length > 0 && scan.dimensions.length === query.dimensions.length

/** Keeps the rows with the values of `rows` alone. The statement is one without a bound (`isOfKnownRows`). */
export function keepKnownRows(statement: Statement, scan: Scan, rows: readonly AnswerRow[]): Statement {
  const values = [...statement.values]
  const tests = scan.dimensions.map((_, index) => {
    values.push([...new Set(rows.map((row) => String(row.values[index])))])
    return `coalesce(d${index}::text, '') = any ($${values.length}::text[])`
  })
  return { ...statement, text: `select * from (\n${statement.text}\n) found\nwhere ${tests.join(' and ')}`, values }
}
