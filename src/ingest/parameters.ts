// Lists of columns as parameters of a prepared statement: an array for each column, and the places in its text that
// name them.

/** A row of a statement's answer, as text. */
export type Row = readonly (string | null)[]

export type Value = string | number | boolean | null | undefined

/** A column that a statement gets as an array, one value a row. */
export interface ArrayColumn<Item> {
  readonly name: string
  /** Of one value, in SQL. */
  readonly type: string
  readonly value: (item: Item) => Value
  /** The new value of the column in an update, from `n`; unset for a key. */
  readonly set?: string
}

type Shape = Pick<ArrayColumn<never>, 'name' | 'type' | 'set'>

/**
 * Fills in the places of a text: `{{names}}`, `{{arrays}}` ($1::bigint[], …), `{{unnested}}` (unnest($1::bigint[]) as
 * site_id, …), `{{each site_id}}` (unnest($1::bigint[])) and `{{sets}}` (pageviews = n.pageviews, …).
 */
export function fillColumns(text: string, columns: readonly Shape[]): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const places = new Map([
    ['names', columns.map(({ name }) => name).join(', ')],
    ['arrays', arrays.join(', ')],
    ['unnested', columns.map(({ name }, index) => `unnest(${arrays[index]}) as ${name}`).join(', ')],
    ['sets', columns.flatMap(({ name, set }) => (set ? [`${name} = ${set}`] : [])).join(',\n    ')],
    ...columns.map(({ name }, index) => [`each ${name}`, `unnest(${arrays[index]})`] as const),
  ])
  return text.replace(
    /\{\{(names|arrays|unnested|sets|each \w+)\}\}/g,
    (place, key: string) => places.get(key) ?? place,
  )
}

/** The parameter types of a list, for `prepare`. */
export const typesOf = (columns: readonly Shape[]): string => columns.map(({ type }) => `${type}[]`).join(', ')

/** The place of each column in a row. */
export const positionsOf = <Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> =>
  Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>
