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
      const siteId = batch?.outcomes[0]?.siteId ?? batch?.pageRequests?.[0]?.siteId ?? 0
      add(groups[0]?.[0] ?? partOf(siteId, 0), [line])
      continue
    }
    for (const [index, [part, events]] of groups.entries()) {
      const outcomes = index === 0 ? batch.outcomes : []
      // A site whose events are all of other parts has its page requests with the first.
      const mine = (siteId: number) => groups.findIndex(([, own]) => own.some((event) => event.siteId === siteId))
      const pageRequests = batch.pageRequests?.filter(({ siteId }) => Math.max(0, mine(siteId)) === index) ?? []
      const own = { id: deriveId(batch.id, `part ${part}`), partOf: batch.id, events, outcomes, pageRequests }
      add(
        part,
        toLines(own).map((text) => text.trimEnd()),
      )
    }
  }
  return found
}
