// The visit of a visitor played again from the rows that are left of it, as if the others had never come.
import { idleSeconds } from './lifetimes.ts'
import { begin, extend, type RunningSession, type SessionEvent } from './session.ts'

/** A row of a visit, engagement included. Times are UTC epoch seconds. */
export type ReplayRow = Omit<SessionEvent, 'localDay'>

/** A visit that the rules make of rows. */
export interface Replayed<Row> {
  readonly session: RunningSession
  /** The time of the last event. */
  readonly endedAt: number
  /** Events in their order, and the engagement that belongs to them. */
  readonly events: readonly Row[]
  readonly engagements: readonly Row[]
}

interface Playing<Row> {
  session: RunningSession
  endedAt: number
  seenAt: number
  readonly events: Row[]
  readonly engagements: Row[]
}

const isEngagement = ({ name }: ReplayRow): boolean => name === 'engagement'

/**
 * Plays the rows of one visit in order of time. Rows further apart than a visit may pause make another visit, with an
 * id of its own; the first keeps the id. Engagement without a visit is `dropped`. Events of one second keep their
 * order.
 */
export function replay<Row extends ReplayRow>(
  rows: readonly Row[],
  id: string,
  newId: () => string,
): { readonly visits: readonly Replayed<Row>[]; readonly dropped: readonly Row[] } {
  const ordered = rows.toSorted((a, b) => a.at - b.at || Number(isEngagement(a)) - Number(isEngagement(b)))
  const visits: Playing<Row>[] = []
  const dropped: Row[] = []
  for (const row of ordered) {
    const last = visits.at(-1)
    const running = last && row.at - last.seenAt <= idleSeconds ? last : undefined
    if (isEngagement(row)) {
      if (running) {
        running.engagements.push(row)
        running.seenAt = row.at
      } else dropped.push(row)
      continue
    }
    const event = { ...row, localDay: '' }
    if (running) {
      running.session = extend(running.session, event, running.endedAt)
      running.endedAt = row.at
      running.seenAt = row.at
      running.events.push(row)
    } else {
      const session = begin(event, visits.length === 0 ? id : newId())
      visits.push({ session, endedAt: row.at, seenAt: row.at, events: [row], engagements: [] })
    }
  }
  return { visits, dropped }
}
