// Lines of the spool without a known part, or of a part that has moved since: each batch by the parts of its events.
import type { Part } from '../db/parts.ts'
import { deriveId, parseLine, toLines } from './spool-line.ts'

/**
 * The lines by part. A batch of several parts becomes one for each, with ids that are always the same; its outcomes go
 * with the first. A damaged line is of no part.
 */
export function linesByPart(
  lines: readonly string[],
  partOf: (siteId: number, stripe: number) => Part,
): ReadonlyMap<Part, readonly string[]> {
  const found = new Map<Part, string[]>()
  const add = (part: Part, own: readonly string[]) => found.set(part, [...(found.get(part) ?? []), ...own])
  for (const line of lines) {
    const batch = parseLine(line)
    const groups = batch ? [...Map.groupBy(batch.events, (event) => partOf(event.siteId, event.stripe))] : []
    if (!batch || groups.length < 2) {
      add(groups[0]?.[0] ?? partOf(batch?.outcomes[0]?.siteId ?? 0, 0), [line])
      continue
    }
    for (const [index, [part, events]] of groups.entries()) {
      const outcomes = index === 0 ? batch.outcomes : []
      const own = { id: deriveId(batch.id, `part ${part}`), partOf: batch.id, events, outcomes }
      add(
        part,
        toLines(own).map((text) => text.trimEnd()),
      )
    }
  }
  return found
}
