// The filters of a segment in the form of the address, which decides the numbers that are asked for. Fetched with the
// segments.
import { graphMetrics, metricEntry } from '../../../src/rules/catalogue.ts'
import { isDoneOperator, type ViewOperator } from '../../../src/rules/filter-operators.ts'
import type { ViewFilter } from '../../../src/rules/view-state.ts'

export interface SegmentFilters {
  readonly filters: readonly unknown[]
  /** One of its conditions is on events. */
  readonly isOfEvents: boolean
  /** Its conditions, nested ones too. */
  readonly leaves: readonly ViewFilter[]
  /** Metrics that need conditions of these kinds on top level. */
  readonly forbids: readonly string[]
}

type Node = readonly [operator: string, second: unknown, values?: readonly unknown[]]

interface Leaf extends ViewFilter {
  readonly isOfEvent: boolean
}

function leavesOf([operator, second, values = []]: Node): Leaf[] {
  if (operator === 'and' || operator === 'or') return (second as Node[]).flatMap(leavesOf)
  if (operator === 'not') return leavesOf(second as Node)
  if (isDoneOperator(operator)) return leavesOf(second as Node).map((leaf) => ({ ...leaf, operator: 'has_done' }))
  const name = String(second)
  return [
    {
      operator: operator as ViewOperator,
      dimension: name.slice(name.indexOf(':') + 1),
      values: values.map(String),
      isOfEvent: name.startsWith('event:'),
    },
  ]
}

export function readSegment(filters: readonly unknown[]): SegmentFilters {
  const nodes = filters as readonly Node[]
  const nested = nodes.filter(([operator]) => ['and', 'or', 'not'].includes(operator)).flatMap(leavesOf)
  const isNested = (name: string) =>
    nested.some(({ dimension }) => dimension === name || dimension.startsWith(`${name}:`))
  const leaves = nodes.flatMap(leavesOf)
  return {
    filters,
    isOfEvents: leaves.some(({ isOfEvent }) => isOfEvent),
    leaves,
    forbids: graphMetrics.filter((metric) => {
      const { onTop } = metricEntry(metric)
      return onTop !== undefined && isNested(onTop)
    }),
  }
}
