// The tables an answer was read from, for users who want to check it (spec/dashboard 6.4).
import type { Source, SourceName } from '../rules/view-source.ts'
import type { Relation } from './relations.ts'

export function namesOf(relation: Relation): SourceName[] {
  if (relation.kind !== 'breakdowns') return [relation.kind === 'hours' ? 'hours' : 'events']
  return ['days', ...(relation.stretches.length > 0 ? ['events' as const] : [])]
}

const order: readonly SourceName[] = ['days', 'hours', 'events', 'imported']

/** The source of an answer from the sources of its parts. */
export const sourceOf = (parts: readonly Source[]): Source => ({
  relations: order.filter((name) => parts.some((part) => part.relations.includes(name))),
  milliseconds: Math.round(parts.reduce((sum, part) => sum + part.milliseconds, 0)),
  exact: parts.every((part) => part.exact),
})
