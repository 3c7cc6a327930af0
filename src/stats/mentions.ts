// The names in a question before it is parsed. Parsing needs the segments and goals of a question, which are read from
// the database first, and only if the question names them.
import { isMoney } from '../rules/catalogue.ts'
import { isDoneOperator } from '../rules/filter-operators.ts'
import type { FiltersV1 } from './filters.ts'
import { namesOfV1 } from './filters.ts'
import { childrenOf, deepest } from './segments.ts'

type Body = Readonly<Record<string, unknown>>

const goal = 'event:goal'

/** The names that the clauses of a tree filter by, in `has_done` too. */
function* namesIn(nodes: unknown, depth = 0): Generator<unknown> {
  if (!Array.isArray(nodes) || depth > deepest) return
  for (const node of nodes) {
    if (!Array.isArray(node)) continue
    const inner = isDoneOperator(node[0]) ? [node[1]] : childrenOf(node)
    if (inner.length > 0) yield* namesIn(inner, depth + 1)
    else yield node[1]
  }
}

function filtersBy(filters: unknown, name: string): boolean {
  for (const one of namesIn(filters)) if (one === name) return true
  return false
}

/** True if a tree of filters names segments. */
export const namesSegments = (filters: unknown): boolean => filtersBy(filters, 'segment')

const isRevenue = (metric: unknown): boolean => typeof metric === 'string' && isMoney(metric)
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** True if a v2 query needs the goals of the site: it filters or groups by goal, or asks for revenue. */
export const queryNeedsGoals = ({ filters, dimensions, metrics }: Body): boolean =>
  filtersBy(filters, goal) || listed(dimensions).includes(goal) || listed(metrics).some(isRevenue)

/** The same for parameters of v1. */
export const paramsNeedGoals = (filters: FiltersV1, property: string | undefined): boolean =>
  property === goal || (typeof filters === 'string' ? namesOfV1(filters).includes(goal) : filtersBy(filters, goal))

/** The same for a question about journeys: its filters, or a step that is a goal. */
export const journeyNeedsGoals = ({ filters, steps }: Body): boolean =>
  filtersBy(filters, goal) ||
  listed(steps).some((step) => typeof step === 'object' && step !== null && Object.hasOwn(step, 'goal'))
