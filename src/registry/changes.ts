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

/** Reads a payload; anything unknown means "look at everything". */
export function parseChange(payload: string): Change {
  try {
    const value: unknown = JSON.parse(payload)
    if (typeof value === 'object' && value !== null) {
      if ('site' in value && typeof value.site === 'number') return { site: value.site }
      if ('team' in value && typeof value.team === 'number') return { team: value.team }
      if ('keys' in value) return { keys: true }
    }
  } catch {
    // Falls through: an unreadable payload still says that something changed.
  }
  return { all: true }
}
