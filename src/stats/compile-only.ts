// A statement of some of its rows: those of the values that are asked for, and no others.
import type { AnswerRow } from './answer.ts'
import type { Scan } from './planner.ts'
import type { Query } from './query.ts'
import { rowsMax, type Statement } from './sql.ts'

/**
 * The bound of a statement with rows that are not known beforehand. Here the rows are known, and a bound would come
 * before them.
 */
const bound = `\nlimit ${rowsMax + 1}`

/** Leaves out what is of none of the values of `rows`. Scans of fewer dimensions than the query stay as they are. */
export function onlyOf(statement: Statement, query: Query, scan: Scan, rows: readonly AnswerRow[]): Statement {
  const count = scan.dimensions.length
  if (count === 0 || count !== query.dimensions.length) return statement
  const inner = statement.text.endsWith(bound) ? statement.text.slice(0, -bound.length) : statement.text
  const values = [...statement.values]
  const tests = scan.dimensions.map((_, index) => {
    values.push([...new Set(rows.map((row) => String(row.values[index])))])
    return `coalesce(d${index}::text, '') = any ($${values.length}::text[])`
  })
  return { ...statement, text: `select * from (\n${inner}\n) found\nwhere ${tests.join(' and ')}`, values }
}
