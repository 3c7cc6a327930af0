// Browser sessions of signed-in people. The database is asked at every request, so an ended session is ended in every
// process.

import type { Queryable } from '../db/pool.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { sessionDays, sessionIdleDays } from '../rules/lifetimes.ts'
import type { GuestRole, TeamRole } from '../rules/roles.ts'
import { guestCounts } from './addresses.ts'
import { digestToken, makeSecret } from './secrets.ts'
import { one, type Store } from './store.ts'

// spec/dashboard 12.
const slidingMs = sessionIdleDays * dayMs
const longestMs = sessionDays * dayMs
const slideEveryMs = hourMs

/** How the browser may keep its cookie; when the session ends is decided here. */
export const sessionSecondsMax = longestMs / 1000

/** Ways a session can begin. */
export type SessionMethod = 'password' | 'setup' | 'signin' | 'reset' | 'invite' | 'oidc' | 'proxy'

/** Where a session is used, as its owner may read it. */
export interface Place {
  /** Browser and system, such as `Firefox on Linux`. */
  readonly agent: string
  readonly country: string | null
}

/** A session that was sent, with its account's memberships and guest roles. */
export interface SessionGrant {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly name: string
  /** The address is proven to be the account's (registry/addresses). */
  readonly isProven: boolean
  /** Single keys are shortcuts on the account's pages (WCAG 2.1.4). */
  readonly shortcuts: boolean
  readonly pagesBy: 'path' | 'url' | null
  readonly language: string | null
  readonly hasPassword: boolean
  /** The person gave a second factor in this session, here or at the sign-in service. */
  readonly hasSecondFactor: boolean
  readonly createdAt: Date
  readonly teams: ReadonlyMap<number, TeamRole>
  readonly guestSites: ReadonlyMap<number, GuestRole>
  /** Teams that ask for a second factor, which this session lacks: `teams` and `guestSites` have nothing of them. */
  readonly closedTeams: ReadonlySet<number>
}

/** A session as its owner's list shows it. */
export interface SessionEntry extends Place {
  readonly id: number
  readonly created_at: Date
  readonly seen_at: Date
}

interface GrantRow {
  id: number
  user_id: number
  email: string
  name: string
  is_proven: boolean
  shortcuts: boolean
  pages_by: 'path' | 'url' | null
  language: string | null
  has_password: boolean
  has_second_factor: boolean
  created_at: Date
  seen_at: Date
  teams: Array<[number, TeamRole]> | null
  guest_sites: Array<[number, GuestRole]> | null
  closed_teams: number[] | null
}

/** Of a team `t` and a session `s`: the team asks for no second factor, or the session has one. */
const isOpen = '(s.second_factor_at is not null or not t.requires_second_factor)'

const grantText = `
  select s.id, s.user_id, u.email, u.name, u.is_proven,
    coalesce(p.shortcuts, true) as shortcuts, p.pages_by, p.language,
    u.password_hash is not null as has_password, s.second_factor_at is not null as has_second_factor,
    s.created_at, s.seen_at,
    (
      select jsonb_agg(jsonb_build_array(m.team_id, m.role))
      from memberships m join teams t on t.id = m.team_id
      where m.user_id = s.user_id and ${isOpen}
    ) as teams,
    (
      select jsonb_agg(jsonb_build_array(g.site_id, g.role))
      from site_guests g join sites i on i.id = g.site_id join teams t on t.id = i.team_id
      where ${guestCounts} and ${isOpen}
    ) as guest_sites,
    case when s.second_factor_at is null then (
      select jsonb_agg(t.id)
      from teams t
      where t.requires_second_factor and (
        exists (select from memberships m where m.team_id = t.id and m.user_id = s.user_id)
        or exists (
          select from site_guests g join sites i on i.id = g.site_id where i.team_id = t.id and ${guestCounts}
        )
      )
    ) end as closed_teams
  from browser_sessions s
  join users u on u.id = s.user_id
  left join user_settings p on p.user_id = u.id
  where s.token_hash = $1 and s.expires_at > $2`

const expiry = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + slidingMs, createdAt.getTime() + longestMs))

/** Begins a session in the caller's transaction and returns its secret for the browser: 256 random bits. */
export async function beginSession(
  tx: Queryable,
  now: Date,
  session: Place & { userId: number; method: SessionMethod; hasSecondFactor?: boolean },
): Promise<string> {
  const token = makeSecret()
  await tx.query(
    `insert into browser_sessions
       (token_hash, user_id, method, agent, country, created_at, seen_at, expires_at, second_factor_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, case when $8 then $6::timestamptz end)`,
    [
      digestToken(token),
      session.userId,
      session.method,
      session.agent,
      session.country,
      now,
      expiry(now, now),
      session.hasSecondFactor ?? false,
    ],
  )
  return token
}

/** Ends the account's sessions in the caller's transaction, all but one if that is named. */
export async function endSessions(tx: Queryable, userId: number, exceptId?: number): Promise<number> {
  const text = 'delete from browser_sessions where user_id = $1 and id is distinct from $2 returning id'
  return (await tx.query(text, [userId, exceptId ?? null])).length
}

/** Removes expired sessions. */
export async function forgetSessions(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from browser_sessions where expires_at <= $1', [now])
}

/** Sessions over the store. */
export function createSessions(store: Store) {
  const { read, clock } = store
  return {
    begin: (session: Place & { userId: number; method: SessionMethod }) =>
      store.write((tx) => beginSession(tx, clock.now(), session)),
    /** The grant of a cookie's value; use moves its end, written at most hourly. */
    async find(token: string) {
      const now = clock.now()
      const row = await one<GrantRow>(read, grantText, [digestToken(token), now])
      if (!row) return undefined
      if (now.getTime() - row.seen_at.getTime() >= slideEveryMs)
        await read.query('update browser_sessions set seen_at = $2, expires_at = $3 where id = $1', [
          row.id,
          now,
          expiry(row.created_at, now),
        ])
      return {
        id: row.id,
        userId: row.user_id,
        email: row.email,
        name: row.name,
        isProven: row.is_proven,
        shortcuts: row.shortcuts,
        pagesBy: row.pages_by,
        language: row.language,
        hasPassword: row.has_password,
        hasSecondFactor: row.has_second_factor,
        createdAt: row.created_at,
        teams: new Map(row.teams ?? []),
        guestSites: new Map(row.guest_sites ?? []),
        closedTeams: new Set(row.closed_teams ?? []),
      }
    },
    list: (userId: number) =>
      read.query<SessionEntry>(
        `select id, agent, country, created_at, seen_at from browser_sessions
         where user_id = $1 and expires_at > $2 order by seen_at desc, id desc`,
        [userId, clock.now()],
      ),
    /** Notes that the person gave a second factor in this session. */
    noteSecondFactor: async (id: number) => {
      await read.query('update browser_sessions set second_factor_at = $2 where id = $1', [id, clock.now()])
    },
    /** Ends one session of the account; false when it has none such. */
    end: async (userId: number, id: number) =>
      (await read.query('delete from browser_sessions where user_id = $1 and id = $2 returning id', [userId, id]))
        .length > 0,
    endAll: (userId: number) =>
      store.write(async (tx) => {
        const ended = await endSessions(tx, userId)
        if (ended > 0) await tx.record({ kind: 'sessions.ended', userId, after: { sessions: ended } })
        return ended
      }),
  }
}
