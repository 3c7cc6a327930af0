// Segments in the filters of a query: `["is", "segment", [id]]` stands for the filters of that segment of the site
// (spec/stats 22.3).
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { statsFailures } from '../failure.ts'

/** Segments that one query may name. */
const segmentsMax = 10

type FiltersById = ReadonlyMap<number, readonly unknown[]>

const isSegment = (node: unknown): node is [string, 'segment', ...unknown[]] =>
  Array.isArray(node) && typeof node[0] === 'string' && node[1] === 'segment'

/** The ids that a clause names. Throws a 400 for another operator, and for a value that is no id. */
function idsOf(node: readonly unknown[]): number[] {
  const [operator, , ids] = node
  const isId = (id: unknown) => Number.isSafeInteger(id) && (id as number) > 0
  if (operator !== 'is' || node.length !== 3 || !Array.isArray(ids) || ids.length === 0 || !ids.every(isId))
    throw statsFailures.filterInvalid(JSON.stringify(node).slice(0, 200))
  return ids as number[]
}

/** The filters below `and`, `or` and `not`; what a visit has done is asked of events, which no segment is. */
export function childrenOf(node: unknown): unknown[] {
  if (!Array.isArray(node)) return []
  if (node[0] === 'not') return [node[1]]
  return (node[0] === 'and' || node[0] === 'or') && Array.isArray(node[1]) ? node[1] : []
}

/** How deep a tree is looked into. Deeper ones are refused when they are parsed. */
export const deepest = 20

function* clausesOf(nodes: readonly unknown[], depth = 0): Generator<readonly unknown[]> {
  if (depth > deepest) return
  for (const node of nodes) {
    if (isSegment(node)) yield node
    else yield* clausesOf(childrenOf(node), depth + 1)
  }
}

function expand(node: unknown, known: FiltersById): unknown {
  if (isSegment(node)) {
    const each = idsOf(node).map((id) => ['and', known.get(id)!])
    return each.length === 1 ? each[0] : ['or', each]
  }
  const children = childrenOf(node)
  if (children.length === 0) return node
  const [operator] = node as [string]
  const inner = children.map((child) => expand(child, known))
  return operator === 'not' ? ['not', inner[0]] : [operator, inner]
}

/** One segment at the top is its filters, at the top too: goals and hostnames are asked nowhere else. */
const expandTop = (node: unknown, known: FiltersById): readonly unknown[] => {
  const ids = isSegment(node) ? idsOf(node) : []
  return ids.length === 1 ? known.get(ids[0]!)! : [expand(node, known)]
}

/**
 * Puts the filters of segments in their place. A person can use segments of the site and their own. Throws a 400 for
 * any other segment.
 */
export async function withSegments(
  db: Queryable,
  filters: readonly unknown[],
  { siteId, userId }: { readonly siteId: number; readonly userId: number | undefined },
): Promise<readonly unknown[]> {
  const ids = [...clausesOf(filters)].flatMap(idsOf)
  if (ids.length === 0) return filters
  if (ids.length > segmentsMax) throw statsFailures.filterInvalid(`at most ${segmentsMax} segments are allowed`)
  const rows = await db.query<{ id: number; filters: readonly unknown[] }>(statement('stats.segments'), [
    siteId,
    userId ?? null,
    ids,
  ])
  const known = new Map(rows.map((row) => [Number(row.id), row.filters]))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw statsFailures.filterInvalid(`there is no segment ${missing}`)
  return filters.flatMap((node) => expandTop(node, known))
}
