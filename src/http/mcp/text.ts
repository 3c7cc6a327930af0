// Writes answers for assistants: long values cut, and rows as a short table in text. Values stand as JSON strings, so
// that a path or a property cannot pass for a line or an instruction of the service (spec/assistants 3).
import { escaped, invisible, withoutTags } from '../../rules/invisible.ts'

const charactersMax = 300
/** Rows of a table in text. The structured answer has all of them. */
const tableRowsMax = 50

/** A text of at most 300 code points, without tag characters: a longer one is its first 299 and `…`. */
function cut(given: string): string {
  const text = withoutTags(given)
  // A code point is at most two units, so short texts need no count.
  if (text.length <= charactersMax) return text
  const points = [...text]
  return points.length <= charactersMax ? text : `${points.slice(0, charactersMax - 1).join('')}…`
}

/** The same value with each text in it cut, names of members too. */
export function cutAll(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.map(cutAll)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cut(name), cutAll(member)]))
}

/** A value in JSON, on one line that no value can leave. */
const written = (value: unknown): string =>
  (JSON.stringify(cutAll(value ?? null)) ?? 'null').replace(invisible, escaped)

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** A table in text, its first rows; says how many are left out. */
export function tableText({ columns, rows }: Table): string {
  if (rows.length === 0) return 'No rows.'
  const lines = rows.slice(0, tableRowsMax).map((row) => row.map(written).join(' | '))
  const left = rows.length - lines.length
  return [
    columns.join(' | '),
    ...lines,
    ...(left > 0 ? [`${left} more rows are in the structured content.`] : []),
  ].join('\n')
}

/** Objects as rows of these members. */
export const rowsOf = (list: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): Table => ({
  columns,
  rows: list.map((item) => columns.map((name) => item[name])),
})

/** `name: value` lines. */
export const linesText = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${written(value)}`)
    .join('\n')
