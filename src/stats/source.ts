// What an answer was read from, for whoever wants to check it (spec/dashboard 6.4).
import type { Relation } from './relations.ts'

/** Sums of whole days, sums of hours, stored events and visits, days brought from another product. */
export type SourceName = 'days' | 'hours' | 'events' | 'imported'

export interface Source {
  readonly relations: readonly SourceName[]
  readonly milliseconds: number
  /** False where retention has deleted what only raw rows knew. */
  readonly exact: boolean
}

export function namesOf(relation: Relation): SourceName[] {
  if (relation.kind !== 'breakdowns') return [relation.kind === 'hours' ? 'hours' : 'events']
  return ['days', ...(relation.stretches.length > 0 ? ['events' as const] : [])]
}

const order: readonly SourceName[] = ['days', 'hours', 'events', 'imported']

/** That of all that was read for one answer. */
export const sourceOf = (parts: readonly Source[]): Source => ({
  relations: order.filter((name) => parts.some((part) => part.relations.includes(name))),
  milliseconds: Math.round(parts.reduce((sum, part) => sum + part.milliseconds, 0)),
  exact: parts.every((part) => part.exact),
})
