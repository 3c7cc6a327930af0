// Invitations to a team or a site: links of one use that also wait for the account of their address.
import type { Queryable } from '../db/pool.ts'
import { type InvitedPlace, type Inviter, unnamedTeam } from '../rules/invited.ts'
import type { GuestRole, TeamRole } from '../rules/roles.ts'
import { linkColumns, type OneTimeLink, recordInvitation } from './one-time-links.ts'
import { one, type Store, type Writer } from './store.ts'
import type { User } from './users.ts'

/** An invitation, as the invited person sees it. */
export interface Invitation {
  readonly id: number
  /** The site, or null for a whole team. */
  readonly domain: string | null
  readonly team: string
  readonly role: TeamRole | GuestRole
}

/** An invitation with the person who invites, if the account is still there, and its place as people know it. */
export interface Described {
  readonly id: number
  readonly by: Inviter | null
  readonly place: InvitedPlace
}

interface DescribedRow extends InvitedPlace {
  readonly id: number
  readonly name: string | null
  readonly email: string | null
}

/** Links of kind `invite` in words; `where` names some of them, as `l`. */
async function describe(db: Queryable, where: string, values: readonly unknown[]): Promise<Described[]> {
  const rows = await db.query<DescribedRow>(
    `select l.id, u.name, u.email,
       case when t.name is null or t.name = '${unnamedTeam}' then '' else t.name end as team,
       coalesce(s.domain, f.domain, '') as site, coalesce(f.sites - 1, 0)::int as more
     from one_time_links l
     left join users u on u.id = l.invited_by
     left join teams t on t.id = l.team_id
     left join sites s on s.id = l.site_id
     left join lateral (
       select domain, count(*) over () as sites from sites where team_id = l.team_id order by id limit 1
     ) f on true
     where l.kind = 'invite' and ${where}
     order by l.id desc`,
    [...values],
  )
  return rows.map(({ id, name, email, ...place }) => ({
    id,
    by: email === null ? null : { name: name ?? '', email },
    place,
  }))
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

const isOpenInvitation = `kind = 'invite' and lower(email) = lower($2) and used_at is null and expires_at > $3`

const openColumns = `id, email, role, case when team_id is null then 'site' else 'team' end as "to", expires_at`

/** Gives an account what an invitation names, in the caller's transaction. */
export async function join(tx: Writer, user: User, link: OneTimeLink): Promise<void> {
  if (link.teamId !== null)
    await tx.query(
      `insert into memberships (team_id, user_id, role) values ($1, $2, $3)
         on conflict (team_id, user_id) do nothing`,
      [link.teamId, user.id, link.role as TeamRole],
    )
  if (link.siteId !== null)
    await tx.query(
      `insert into site_guests (site_id, email, role, taken_by) values ($1, $2, $3, $4)
         on conflict (site_id, lower(email)) do update set taken_by = excluded.taken_by
           where site_guests.role = excluded.role`,
      [link.siteId, user.email, link.role as GuestRole, user.id],
    )
  await recordInvitation(tx, 'invitation.accepted', { ...link, email: user.email }, { kind: 'user', id: user.id })
  tx.changed({ keys: true })
}

/** True when somebody outside the inviting team gave something to the address of an invitation. */
export async function isGivenByOthers(db: Queryable, link: OneTimeLink): Promise<boolean> {
  const given = await db.query(
    `select from site_guests g join sites s on s.id = g.site_id
         where lower(g.email) = lower($1)
           and s.team_id is distinct from coalesce($2, (select team_id from sites where id = $3)) limit 1`,
    [link.email, link.teamId, link.siteId],
  )
  return given.length > 0
}

/** Takes a valid invitation of an address by its id, in the caller's transaction. */
async function takeInvitation(tx: Queryable, now: Date, id: number, email: string): Promise<OneTimeLink | undefined> {
  const text = `update one_time_links set used_at = $3 where ${isOpenInvitation} and id = $1 returning ${linkColumns}`
  return one<OneTimeLink>(tx, text, [id, email, now])
}

/** Deletes the invitation of an id that meets the condition, in the caller's transaction. */
async function withdraw(
  tx: Writer,
  condition: string,
  values: readonly unknown[],
): Promise<OpenInvitation | undefined> {
  const text = `delete from one_time_links where kind = 'invite' and id = $1 and ${condition}
    returning ${openColumns}, team_id as "teamId", site_id as "siteId"`
  const gone = await one<OpenInvitation & Pick<OneTimeLink, 'teamId' | 'siteId'>>(tx, text, values)
  if (!gone) return undefined
  const { teamId, siteId, ...invitation } = gone
  await recordInvitation(tx, 'invitation.withdrawn', gone)
  return invitation
}

/** Invitations over the store. */
export function createInvitations(store: Store) {
  return {
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
    /** The open invitations of an address in words. */
    describeFor: (email: string) =>
      describe(store.read, 'lower(l.email) = lower($1) and l.used_at is null and l.expires_at > $2', [
        email,
        store.clock.now(),
      ]),
    /** An invitation in words. */
    describe: async (id: number) => (await describe(store.read, 'l.id = $1', [id]))[0],
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
      store.write((tx) => withdraw(tx, '(site_id = $2 or team_id = $3)', [id, siteId, teamId])),
    /** Takes an invitation back, by its id and address. */
    decline: (id: number, email: string) =>
      store.write(async (tx) => (await withdraw(tx, 'lower(email) = lower($2)', [id, email])) !== undefined),
    /**
     * Joins by an invitation to the proven address of somebody who is signed in; false if there is no such invitation.
     */
    accept: (user: User, id: number) =>
      store.write(async (tx) => {
        if (!user.isProven) return false
        const link = await takeInvitation(tx, store.clock.now(), id, user.email)
        if (link) await join(tx, user, link)
        return link !== undefined
      }),
  }
}
