// The tables an answer was read from, as the service says it and the pages show it (spec/dashboard 6.4).

/** Sums of whole days, sums of hours, stored events and visits, days brought from another product. */
export type SourceName = 'days' | 'hours' | 'events' | 'imported'

export interface Source {
  readonly relations: readonly SourceName[]
  readonly milliseconds: number
  /** False where retention has deleted what only raw rows knew. */
  readonly exact: boolean
}
