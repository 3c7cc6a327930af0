// SQL of texts and of their empty values, for filters and columns.
import type { Dimension } from './dimensions.ts'

export type Bind = (value: unknown) => string

export const label = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export function anyOf(column: string, comparison: string, values: readonly string[], bind: Bind): string {
  if (values.length === 1) return `${column} ${comparison} ${bind(values[0])}::text`
  return `${column} ${comparison} any (${bind(values)}::text[])`
}

/**
 * Lower case as the database has it for every script (migration 0035), whatever collation the text brings: "C" would
 * fold A to Z only.
 */
const fold = (text: string): string => `lower(${text} collate fold)`

/** The same without regard to case; both sides are folded by the same rules. */
export function anyFolded(column: string, comparison: string, values: readonly string[], bind: Bind): string {
  if (values.length === 1) return `${fold(column)} ${comparison} ${fold(`${bind(values[0])}::text`)}`
  return `${fold(column)} ${comparison} any (array(select ${fold('value')} from unnest(${bind(values)}::text[]) value))`
}

/** SQL: a text contains another one, letters of any case. */
export const containsText = (column: string, part: string, bind: Bind): string =>
  anyFolded(column, 'like', [`%${escapeLike(part)}%`], bind)

/**
 * Stored texts that are the empty value by another name: rows, filters and their negations read them alike (spec/stats
 * 11). Paths never are such a text, and the conditions of pages keep their indexes without it.
 */
const blankTexts = ({ grain, kind, blankNames }: Dimension): readonly string[] =>
  grain === 'entry' || kind === 'integer' ? [] : blankNames
const textList = (texts: readonly string[]): string => texts.map(label).join(', ')

/** SQL: a column holds the empty value. */
export function emptyText(dimension: Dimension, column: string): string {
  const names = blankTexts(dimension)
  return names.length === 0 ? `${column} is null` : `(${column} is null or ${column} in (${textList(names)}))`
}

/** SQL: a column holds a value. */
export function presentText(dimension: Dimension, column: string): string {
  const names = blankTexts(dimension)
  return names.length === 0 ? `${column} is not null` : `${column} not in (${textList(names)})`
}

/** A column with its empty values written as `blank`, or as null. */
export function valueText(dimension: Dimension, column: string, blank: string | null): string {
  const others = blankTexts(dimension).filter((name) => name !== blank)
  const value = others.reduce((text, name) => `nullif(${text}, ${label(name)})`, column)
  if (blank === null) return value
  return `coalesce(${value}, ${dimension.kind === 'integer' ? '0' : label(blank)})`
}
