// How many things people may make: of a site, of a person. One table, kept by a lock on the owner's row, so that two
// who add one at once keep the limit (spec/management 11).

import type { Queryable } from '../db/pool.ts'
import { roomFailures, sessionFailures, siteFailures } from '../failure.ts'
import { channelsMax } from '../rules/channel-services.ts'
import { openInvitationsMax } from '../rules/maxima.ts'
import { rulesMax } from '../rules/notice-rule.ts'

interface Room {
  readonly table: string
  readonly of: 'site' | 'user'
  readonly most: number
  /** In the plural, for people. */
  readonly noun: string
}

/**
 * Kinds of things with a limit. The limits of goals and properties are in rules/maxima, the limits of shield rules are
 * in rules/shield-types.
 */
const rooms = {
  sharedLinks: { table: 'shared_links', of: 'site', most: 1_000, noun: 'shared links' },
  segments: { table: 'segments', of: 'site', most: 1_000, noun: 'segments' },
  funnels: { table: 'funnels', of: 'site', most: 1_000, noun: 'funnels' },
  notes: { table: 'notes', of: 'site', most: 10_000, noun: 'notes' },
  tokens: { table: 'plugin_tokens', of: 'site', most: 100, noun: 'tokens' },
  keys: { table: 'api_keys', of: 'user', most: 100, noun: 'keys' },
  channels: { table: 'channels', of: 'site', most: channelsMax, noun: 'channels' },
  rules: { table: 'notice_rules', of: 'site', most: rulesMax, noun: 'notices' },
  guests: { table: 'site_guests', of: 'site', most: 1_000, noun: 'guests' },
} as const satisfies Record<string, Room>

/** How many there may be, by kind. */
export const maxima = Object.fromEntries(Object.entries(rooms).map(([kind, { most }]) => [kind, most])) as Readonly<
  Record<keyof typeof rooms, number>
>

/** Locks the owner in the caller's transaction. Throws the 400 that names the limit where it may have no more. */
export async function requireRoom(tx: Queryable, kind: keyof typeof rooms, ownerId: number): Promise<void> {
  const { table, of, most, noun }: Room = rooms[kind]
  const owner = await tx.query(`select 1 from ${of}s where id = $1 for no key update`, [ownerId])
  if (owner.length === 0) throw of === 'site' ? siteFailures.notFound() : sessionFailures.signedOut()
  const [row] = await tx.query<{ count: number }>(`select count(*) as count from ${table} where ${of}_id = $1`, [
    ownerId,
  ])
  if ((row?.count ?? 0) >= most) throw roomFailures.full(noun)
}

/**
 * The same for the invitations to a team and to its sites that wait, beside the one that the caller's transaction is
 * about to add. Throws the 400.
 */
export async function requireInvitationRoom(
  tx: Queryable,
  now: Date,
  { teamId, siteId }: { readonly teamId: number | null; readonly siteId: number | null },
): Promise<void> {
  const [team] = await tx.query<{ id: number }>(
    `select id from teams where id = coalesce($1, (select team_id from sites where id = $2)) for no key update`,
    [teamId, siteId],
  )
  if (!team) throw siteFailures.notFound()
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from one_time_links
     where kind = 'invite' and used_at is null and expires_at > $2
       and (team_id = $1 or site_id in (select id from sites where team_id = $1))`,
    [team.id, now],
  )
  if ((row?.count ?? 0) >= openInvitationsMax) throw roomFailures.full('invitations')
}
