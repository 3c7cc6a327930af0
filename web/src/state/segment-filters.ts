// The filters of a segment in the form of the address, which decides the numbers that are asked for. Fetched with the
// segments.
import { isDoneOperator, type ViewOperator } from '../../../src/rules/filter-operators.ts'
import type { ViewFilter } from '../../../src/rules/view-state.ts'

export interface SegmentFilters {
  readonly filters: readonly unknown[]
  /** Its conditions, nested ones too. */
  readonly leaves: readonly ViewFilter[]
  /** Metrics that need conditions of these kinds on top level. */
  readonly forbids: readonly string[]
}

type Node = readonly [operator: string, second: unknown, values?: readonly unknown[]]

function leavesOf([operator, second, values = []]: Node): ViewFilter[] {
  if (operator === 'and' || operator === 'or') return (second as Node[]).flatMap(leavesOf)
  if (operator === 'not') return leavesOf(second as Node)
  if (isDoneOperator(operator)) return leavesOf(second as Node).map((leaf) => ({ ...leaf, operator: 'has_done' }))
  const dimension = String(second).replace(/^\w+:/, '')
  return [{ operator: operator as ViewOperator, dimension, values: values.map(String) }]
}

export function readSegment(filters: readonly unknown[]): SegmentFilters {
  const nodes = filters as readonly Node[]
  const nested = nodes.filter(([operator]) => ['and', 'or', 'not'].includes(operator)).flatMap(leavesOf)
  const isNested = (test: (dimension: string) => boolean) => nested.some(({ dimension }) => test(dimension))
  return {
    filters,
    leaves: nodes.flatMap(leavesOf),
    forbids: [
      ...(isNested((dimension) => dimension === 'page') ? ['scroll_depth', 'time_on_page'] : []),
      ...(isNested((dimension) => dimension.startsWith('props:')) ? ['conversion_rate'] : []),
    ],
  }
}
