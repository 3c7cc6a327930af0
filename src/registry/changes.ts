// Tells all processes about one registry write: one NOTIFY payload on one channel.
import type { Queryable } from '../db/pool.ts'

/** The channel every process listens on (spec/management 10: changes reach the others within a second). */
export const changeChannel = 'tidemark'

/** Something of the registry changed: one site, all sites of a team, API keys or memberships, or anything. */
export type Change = { site: number } | { team: number } | { keys: true } | { all: true }

/** Sends the change with the transaction: listeners hear of it when, and only if, it commits. */
export async function announce(tx: Queryable, change: Change): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify(change)])
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

/**
 * Reads a payload; anything unknown means "look at everything". Every role of the database may notify. So a number that
 * the database would refuse as an id is unknown too: its refusal would stand in the way of all later changes.
 */
export function parseChange(payload: string): Change {
  try {
    const value: unknown = JSON.parse(payload)
    if (typeof value === 'object' && value !== null) {
      if ('site' in value && isId(value.site)) return { site: value.site }
      if ('team' in value && isId(value.team)) return { team: value.team }
      if ('keys' in value) return { keys: true }
    }
  } catch {
    // Falls through: an unreadable payload still says that something changed.
  }
  return { all: true }
}
