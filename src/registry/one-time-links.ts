// Addresses that let somebody in once: the set-up of a fresh installation, a sign-in without password, a new password,
// an invitation. Only a digest of them is kept.
import type { Queryable } from '../db/pool.ts'
import { sessionFailures } from '../failure.ts'
import type { AuditKind } from '../rules/audit-kinds.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { invitationDays, linkHours } from '../rules/lifetimes.ts'
import type { GuestRole, TeamRole } from '../rules/roles.ts'
import type { Actor } from './audit.ts'
import { requireInvitationRoom } from './room.ts'
import { digestToken, makeSecret } from './secrets.ts'
import { one, type Store, type Writer } from './store.ts'

export type LinkKind = 'setup' | 'signin' | 'reset' | 'invite' | 'confirm'

/** Whom a link lets in, and, for an invitation, where to. */
export interface LinkTarget {
  readonly userId?: number | null
  readonly email?: string | null
  readonly role?: TeamRole | GuestRole | null
  readonly teamId?: number | null
  readonly siteId?: number | null
  /** The account that invites. */
  readonly invitedBy?: number | null
}

export interface OneTimeLink extends Required<LinkTarget> {
  readonly id: number
  readonly kind: LinkKind
  /** The link went out by mail alone. */
  readonly isMailed: boolean
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

const validMs: Readonly<Record<LinkKind, number>> = {
  setup: linkHours * hourMs,
  signin: linkHours * hourMs,
  reset: linkHours * hourMs,
  confirm: linkHours * hourMs,
  invite: invitationDays * dayMs,
}

/** Columns of a OneTimeLink. */
export const linkColumns = `id, kind, user_id as "userId", email, role, team_id as "teamId", site_id as "siteId",
  invited_by as "invitedBy", is_mailed as "isMailed"`
// A set-up link is for the first password: there is no second first one.
const isValid = `token_hash = $1 and kind = $2 and used_at is null and expires_at > $3
  and (kind <> 'setup' or not exists (select from users where password_hash is not null))`

/** The link of a token, if it may still be taken. Looking changes nothing. */
export async function findLink(
  db: Queryable,
  now: Date,
  kind: LinkKind,
  token: string,
): Promise<OneTimeLink | undefined> {
  const text = `select ${linkColumns} from one_time_links where ${isValid}`
  return one<OneTimeLink>(db, text, [digestToken(token), kind, now])
}

/** Takes a valid link in the caller's transaction; of two takers one gets it. */
async function takeLink(tx: Queryable, now: Date, kind: LinkKind, token: string): Promise<OneTimeLink | undefined> {
  const text = `update one_time_links set used_at = $3 where ${isValid} returning ${linkColumns}`
  return one<OneTimeLink>(tx, text, [digestToken(token), kind, now])
}

/** Takes a valid link in the caller's transaction. Throws when it is over. */
export async function requireLink(tx: Queryable, now: Date, kind: LinkKind, token: string): Promise<OneTimeLink> {
  const link = await takeLink(tx, now, kind, token)
  if (!link) throw sessionFailures.linkExpired()
  return link
}

/** Removes links that can no longer be taken. */
export async function forgetLinks(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from one_time_links where expires_at <= $1 or used_at is not null', [now])
}

export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>

/** Stores a link in the caller's transaction; the token is only in the answer. */
async function insertLink(tx: Writer, now: Date, kind: LinkKind, target: LinkTarget) {
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + validMs[kind])
  if (kind === 'setup') await tx.query(`delete from one_time_links where kind = 'setup'`)
  if (kind === 'invite') {
    await tx.query(
      `delete from one_time_links
         where kind = 'invite' and lower(email) = lower($1) and team_id is not distinct from $2
           and site_id is not distinct from $3`,
      [target.email, target.teamId ?? null, target.siteId ?? null],
    )
    await requireInvitationRoom(tx, now, { teamId: target.teamId ?? null, siteId: target.siteId ?? null })
  }
  await tx.query(
    `insert into one_time_links
         (token_hash, kind, user_id, email, role, team_id, site_id, invited_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      digestToken(token),
      kind,
      target.userId ?? null,
      target.email ?? null,
      target.role ?? null,
      target.teamId ?? null,
      target.siteId ?? null,
      target.invitedBy ?? null,
      now,
      expiresAt,
    ],
  )
  if (kind === 'invite') await recordInvitation(tx, 'invitation.created', target)
  return { token, expiresAt }
}

/** Records what happens to an invitation, for the site or the team that it leads to. */
export async function recordInvitation(
  tx: Writer,
  kind: AuditKind & `invitation.${string}`,
  { email, role, teamId, siteId }: LinkTarget,
  by?: Actor,
): Promise<void> {
  const place = siteId === undefined || siteId === null ? { teamId: teamId ?? undefined } : { siteId }
  await tx.record({
    kind,
    ...place,
    subject: email ?? '',
    after: { role, to: 'siteId' in place ? 'site' : 'team' },
    by,
  })
}

/** Makes a link that sets a new password, for the account of an address; undefined without one. */
async function insertReset(tx: Writer, now: Date, email: string) {
  const user = await one<{ id: number; email: string; language: string | null }>(
    tx,
    `select u.id, u.email, p.language from users u left join user_settings p on p.user_id = u.id
           where lower(u.email) = lower($1) for share of u`,
    [email],
  )
  if (!user) return undefined
  const { token } = await insertLink(tx, now, 'reset', { userId: user.id })
  return { email: user.email, language: user.language, token }
}

/** Links over the store. */
export function createOneTimeLinks(store: Store) {
  const { clock } = store
  const create = (kind: LinkKind, target: LinkTarget) => store.write((tx) => insertLink(tx, clock.now(), kind, target))

  return {
    /**
     * Makes a link. A new set-up link voids the ones before, an invitation voids earlier invitations of the address to
     * the same place. The token is not stored.
     */
    create,
    /** Notes that a link went out by mail, and so lets in the reader of that mail alone. */
    markMailed: async (token: string) => {
      await store.read.query('update one_time_links set is_mailed = true where token_hash = $1', [digestToken(token)])
    },
    /** A new password for the reader of an account's mail, and the account's language; undefined without an account. */
    createReset: (email: string) => store.write((tx) => insertReset(tx, clock.now(), email)),
    /** A link that lets an account in. As long as no account has a password it sets the installation up. */
    async createEntry(userId: number) {
      const isOpen = (await store.read.query('select from users where password_hash is not null limit 1')).length > 0
      const kind: LinkKind = isOpen ? 'signin' : 'setup'
      return store.write(async (tx) => {
        await tx.record({ kind: 'sign_in_link.created', userId })
        return { kind, ...(await insertLink(tx, clock.now(), kind, { userId })) }
      })
    },
    find: (kind: LinkKind, token: string) => findLink(store.read, clock.now(), kind, token),
  }
}
