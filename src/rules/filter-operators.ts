// Operators of filters: their names in the API and in addresses, the dimensions that offer them in the dashboard, and
// the goals that a filter means.
// The SQL of each stands in stats/operators.ts, its words in words/.

/** Kinds of dimensions by the filters that the dashboard offers. `code`: values that people choose, never type. */
export type FilterKind = 'text' | 'page' | 'code' | 'goal'

interface OperatorEntry {
  /** Its name, and the name of its negation. Goals take no negation. */
  readonly names: readonly [string, string]
  /** Dimensions of the dashboard that offer it, in the order of this table. */
  readonly offered: readonly FilterKind[]
  /** Filters of the dashboard ignore case, as people do who search. */
  readonly isSearch?: boolean
  /** The test of names that the database does not have, such as names of goals. Case is folded before. */
  readonly passes?: (name: string, item: string) => boolean
}

export const filterOperators = {
  is: {
    names: ['is', 'is_not'],
    offered: ['text', 'page', 'code', 'goal'],
    passes: (name, item) => name === item,
  },
  contains: {
    names: ['contains', 'contains_not'],
    offered: ['text', 'page', 'goal'],
    isSearch: true,
    passes: (name, item) => name.includes(item),
  },
  matches: { names: ['matches', 'matches_not'], offered: ['text', 'page'] },
  wildcard: { names: ['matches_wildcard', 'matches_wildcard_not'], offered: [] },
} as const satisfies Readonly<Record<string, OperatorEntry>>

export type FilterOperator = keyof typeof filterOperators

/** Operators over another filter: another event of the same visit passes it, or none does. */
export const doneOperators = ['has_done', 'has_not_done'] as const
const doneKinds: readonly FilterKind[] = ['page', 'goal']

type Table = typeof filterOperators
/** The operators of the dashboard, by their names. */
export type ViewOperator =
  | {
      [Key in FilterOperator]: Table[Key]['offered'] extends readonly [] ? never : Table[Key]['names'][number]
    }[FilterOperator]
  | (typeof doneOperators)[number]

const entries: readonly OperatorEntry[] = Object.values(filterOperators)

/** The names of all operators, in the order of the table. */
export const operatorNames = (): readonly string[] => [...entries.flatMap(({ names }) => names), ...doneOperators]

/** The operators that a kind of dimension takes in the dashboard, in the order they are offered. */
export const operatorsOfKind = (kind: FilterKind): readonly ViewOperator[] =>
  [
    ...entries
      .filter(({ offered }) => offered.includes(kind))
      .flatMap(({ names }) => (kind === 'goal' ? names.slice(0, 1) : names)),
    ...(doneKinds.includes(kind) ? doneOperators : []),
  ] as ViewOperator[]

export const isDoneOperator = (name: string): boolean => doneOperators.some((known) => known === name)

const entryOf = (operator: string) => entries.find(({ names }) => names.includes(operator))

/** True if the dashboard's filters by an operator ignore case. */
export const isSearchOperator = (operator: string): boolean => Boolean(entryOf(operator)?.isSearch)

/** True if a filter of the dashboard means the goal with this name. */
export function meansGoal(operator: string, values: readonly string[], goal: string): boolean {
  const fold = (text: string) => (isSearchOperator(operator) ? text.toLowerCase() : text)
  return values.some((value) => entryOf(operator)?.passes?.(fold(goal), fold(value)))
}
