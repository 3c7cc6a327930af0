// Addresses that let somebody in once: the set-up of a fresh installation, a sign-in without password, a new password,
// an invitation. What is kept of them is a digest.
import type { Queryable } from '../db/pool.ts'
import type { GuestRole, TeamRole } from '../rules/roles.ts'
import { dayMs } from '../rules/time.ts'
import { digestToken, makeSecret } from './secrets.ts'
import { one, type Store } from './store.ts'

export type LinkKind = 'setup' | 'signin' | 'reset' | 'invite' | 'confirm'

/** Whom a link lets in, and, for an invitation, where to. */
export interface LinkTarget {
  readonly userId?: number | null
  readonly email?: string | null
  readonly role?: TeamRole | GuestRole | null
  readonly teamId?: number | null
  readonly siteId?: number | null
}

export interface OneTimeLink extends Required<LinkTarget> {
  readonly id: number
  readonly kind: LinkKind
  /** The link went out by mail alone. */
  readonly isMailed: boolean
}

/** An invitation, as the invited person sees it. */
export interface Invitation {
  readonly id: number
  /** The site, or null for a whole team. */
  readonly domain: string | null
  readonly team: string
  readonly role: TeamRole | GuestRole
}

/** An invitation, as those who invite see it. */
export interface OpenInvitation {
  readonly id: number
  readonly email: string
  readonly role: TeamRole | GuestRole
  /** To the whole team, or as a guest to one site. */
  readonly to: 'team' | 'site'
  readonly expires_at: Date
}

/** Where each kind of link leads. */
const paths: Readonly<Record<LinkKind, (token: string) => string>> = {
  setup: (token) => `/setup?token=${token}`,
  signin: (token) => `/login?token=${token}`,
  reset: (token) => `/reset/${token}`,
  invite: (token) => `/invite/${token}`,
  confirm: (token) => `/confirm/${token}`,
}

/** A link's address. */
export const oneTimeUrl = (baseUrl: string, kind: LinkKind, token: string): string => baseUrl + paths[kind](token)

// Set-up and sign-in: spec/dashboard 12. An invitation waits for its reader.
const validMs: Readonly<Record<LinkKind, number>> = {
  setup: dayMs,
  signin: dayMs,
  reset: dayMs,
  confirm: dayMs,
  invite: 14 * dayMs,
}

const columns = `id, kind, user_id as "userId", email, role, team_id as "teamId", site_id as "siteId",
  is_mailed as "isMailed"`
// A set-up link is for the first password: there is no second first one.
const isValid = `token_hash = $1 and kind = $2 and used_at is null and expires_at > $3
  and (kind <> 'setup' or not exists (select from users where password_hash is not null))`

const isOpenInvitation = `kind = 'invite' and lower(email) = lower($2) and used_at is null and expires_at > $3`

const openColumns = `id, email, role, case when team_id is null then 'site' else 'team' end as "to", expires_at`

/** The link of a token, if it may still be taken. Looking changes nothing. */
export async function findLink(
  db: Queryable,
  now: Date,
  kind: LinkKind,
  token: string,
): Promise<OneTimeLink | undefined> {
  const text = `select ${columns} from one_time_links where ${isValid}`
  return one<OneTimeLink>(db, text, [digestToken(token), kind, now])
}

/** Takes a valid link in the caller's transaction; of two takers one gets it. */
export async function takeLink(
  tx: Queryable,
  now: Date,
  kind: LinkKind,
  token: string,
): Promise<OneTimeLink | undefined> {
  const text = `update one_time_links set used_at = $3 where ${isValid} returning ${columns}`
  return one<OneTimeLink>(tx, text, [digestToken(token), kind, now])
}

/** Takes a valid invitation of an address by its id. */
export async function takeInvitation(
  tx: Queryable,
  now: Date,
  id: number,
  email: string,
): Promise<OneTimeLink | undefined> {
  const text = `update one_time_links set used_at = $3 where ${isOpenInvitation} and id = $1 returning ${columns}`
  return one<OneTimeLink>(tx, text, [id, email, now])
}

/** Removes links that can no longer be taken. */
export async function forgetLinks(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from one_time_links where expires_at <= $1 or used_at is not null', [now])
}

export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>

/** Links over the store. */
export function createOneTimeLinks(store: Store) {
  const insert = async (tx: Queryable, kind: LinkKind, target: LinkTarget) => {
    const now = store.clock.now()
    const token = makeSecret()
    const expiresAt = new Date(now.getTime() + validMs[kind])
    if (kind === 'setup') await tx.query(`delete from one_time_links where kind = 'setup'`)
    if (kind === 'invite')
      await tx.query(
        `delete from one_time_links
         where kind = 'invite' and lower(email) = lower($1) and team_id is not distinct from $2
           and site_id is not distinct from $3`,
        [target.email, target.teamId ?? null, target.siteId ?? null],
      )
    await tx.query(
      `insert into one_time_links (token_hash, kind, user_id, email, role, team_id, site_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        digestToken(token),
        kind,
        target.userId ?? null,
        target.email ?? null,
        target.role ?? null,
        target.teamId ?? null,
        target.siteId ?? null,
        now,
        expiresAt,
      ],
    )
    return { token, expiresAt }
  }
  const create = (kind: LinkKind, target: LinkTarget) => store.write((tx) => insert(tx, kind, target))

  return {
    /**
     * Makes a link. A new set-up link voids the ones before, an invitation those of the address to the same place. The
     * token is not stored.
     */
    create,
    /** Notes that a link went out by mail, and so lets in the reader of that mail alone. */
    markMailed: async (token: string) => {
      await store.read.query('update one_time_links set is_mailed = true where token_hash = $1', [digestToken(token)])
    },
    /** A new password for the reader of an account's mail, and the account's language; undefined without an account. */
    createReset: (email: string) =>
      store.write(async (tx) => {
        const user = await one<{ id: number; email: string; language: string | null }>(
          tx,
          `select u.id, u.email, p.language from users u left join user_settings p on p.user_id = u.id
           where lower(u.email) = lower($1) for share of u`,
          [email],
        )
        if (!user) return undefined
        const { token } = await insert(tx, 'reset', { userId: user.id })
        return { email: user.email, language: user.language, token }
      }),
    /** A link that lets an account in. As long as no account has a password it sets the installation up. */
    async createEntry(userId: number) {
      const isOpen = (await store.read.query('select from users where password_hash is not null limit 1')).length > 0
      const kind: LinkKind = isOpen ? 'signin' : 'setup'
      return { kind, ...(await create(kind, { userId })) }
    },
    /** Open invitations of an address, newest first. */
    listFor: (email: string) =>
      store.read.query<Invitation>(
        `select l.id, s.domain, coalesce(t.name, o.name) as team, l.role
         from one_time_links l
         left join teams t on t.id = l.team_id
         left join sites s on s.id = l.site_id
         left join teams o on o.id = s.team_id
         where l.kind = 'invite' and lower(l.email) = lower($1) and l.used_at is null and l.expires_at > $2
         order by l.id desc`,
        [email, store.clock.now()],
      ),
    /** Open invitations to a site and to its team, newest first. */
    listTo: ({ siteId, teamId }: { siteId: number; teamId: number }) =>
      store.read.query<OpenInvitation>(
        `select ${openColumns} from one_time_links
         where kind = 'invite' and (site_id = $1 or team_id = $2) and used_at is null and expires_at > $3
         order by id desc`,
        [siteId, teamId, store.clock.now()],
      ),
    /** Takes an invitation to a site or its team back. */
    revoke: (id: number, { siteId, teamId }: { siteId: number; teamId: number }) =>
      one<OpenInvitation>(
        store.read,
        `delete from one_time_links where kind = 'invite' and id = $1 and (site_id = $2 or team_id = $3)
           returning ${openColumns}`,
        [id, siteId, teamId],
      ),
    /** Takes an invitation back, by its id and address. */
    decline: async (id: number, email: string) =>
      (
        await store.read.query(
          `delete from one_time_links where kind = 'invite' and id = $1 and lower(email) = lower($2) returning id`,
          [id, email],
        )
      ).length > 0,
    find: (kind: LinkKind, token: string) => findLink(store.read, store.clock.now(), kind, token),
  }
}
