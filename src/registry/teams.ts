// Teams: what they bought, who belongs to them, and the guests of single sites.
import type { Queryable } from '../db/pool.ts'
import { accountFailures } from '../failure.ts'
import { unnamedTeam } from '../rules/invited.ts'
import type { GuestRole, Plan, TeamRole } from '../rules/roles.ts'
import { guestCounts, readAddress } from './addresses.ts'
import { requireRoom } from './room.ts'
import { isStorable, one, type Store, type Writer } from './store.ts'
import { parseEmail } from './users.ts'

export interface Team {
  readonly id: number
  readonly identifier: string
  readonly name: string
  readonly plan: Plan
  readonly features: string[]
  readonly sites_limit: number | null
  readonly locked: boolean
  readonly requires_second_factor: boolean
}

export interface Member {
  readonly email: string
  readonly name: string
  readonly role: TeamRole
  readonly is_proven: boolean
}

export interface Guest {
  readonly email: string
  readonly role: GuestRole
  readonly status: 'accepted' | 'invited'
}

/**
 * A guest with its place in the list: places fall, the accepted before the invited and then the newest first
 * (spec/management 7.2).
 */
export interface ListedGuest extends Guest {
  readonly place: string
}

const columns = `id, identifier, name, plan, features, sites_limit, locked_at is not null as locked,
  requires_second_factor`
const guestColumns = `g.email, g.role,
  case when exists (select from users u where ${guestCounts})
    then 'accepted' else 'invited' end as status`

const created = `to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as created`
/** Of a site, at an instant. */
const isInvitation = `g.kind = 'invite' and g.site_id = $1 and g.used_at is null and g.expires_at > $2`

/** Creates a team with its first owner in the caller's transaction. */
export async function createTeam(
  tx: Writer,
  options: { ownerId: number; name?: string | undefined; plan?: Plan | undefined },
): Promise<Team> {
  const [team] = await tx.query<Team>(
    `insert into teams (name, plan) values (coalesce($1, '${unnamedTeam}'), coalesce($2, 'business'))
     returning ${columns}`,
    [options.name?.trim() || null, options.plan ?? null],
  )
  await tx.query(`insert into memberships (team_id, user_id, role) values ($1, $2, 'owner')`, [
    team?.id,
    options.ownerId,
  ])
  tx.changed({ keys: true })
  const { id: teamId, name, plan } = team as Team
  await tx.record({ kind: 'team.created', teamId, subject: name, after: { plan } })
  return team as Team
}

const findTeam = (tx: Queryable, teamId: number) =>
  one<Team>(tx, `select ${columns} from teams where id = $1 for no key update`, [teamId])

/** Records a change of a team: its values before, and as they are now. */
async function recordTeam(tx: Writer, before: Team | undefined): Promise<void> {
  const after = before && (await findTeam(tx, before.id))
  if (after)
    await tx.record({
      kind: 'team.changed',
      teamId: after.id,
      subject: before.name,
      before: { ...before },
      after: { ...after },
    })
}

/** Teams the user owns, oldest first. */
export const findOwnedTeams = (tx: Queryable, userId: number): Promise<Team[]> =>
  tx.query<Team>(
    `select ${columns} from teams
     where id in (select team_id from memberships where user_id = $1 and role = 'owner') order by id`,
    [userId],
  )

export interface NewPlan {
  readonly plan: Plan
  readonly features?: readonly string[]
  readonly sitesLimit?: number | undefined
}

/** Gives the team a plan in the caller's transaction. */
export async function setPlan(tx: Writer, teamId: number, options: NewPlan): Promise<Team> {
  const before = await findTeam(tx, teamId)
  const features = options.plan === 'enterprise' ? (options.features ?? null) : []
  const [team] = await tx.query<Team>(
    `update teams set plan = $2, features = coalesce($3, features), sites_limit = coalesce($4, sites_limit)
     where id = $1 returning ${columns}`,
    [teamId, options.plan, features, options.sitesLimit ?? null],
  )
  await recordTeam(tx, before)
  tx.changed({ team: teamId })
  return team as Team
}

/** Locks a team's members and refuses to leave it without an owner (spec/management 11). */
async function keepAnOwner(tx: Queryable, teamId: number, userId: number): Promise<void> {
  await tx.query('select 1 from teams where id = $1 for no key update', [teamId])
  const owners = await tx.query<{ user_id: number }>(
    `select user_id from memberships where team_id = $1 and role = 'owner'`,
    [teamId],
  )
  if (owners.length === 1 && owners[0]?.user_id === userId) throw accountFailures.lastOwner()
}

/**
 * Another role for a guest. More than the invitation gave counts once the address is proven (registry/addresses).
 */
const raised = `update set role = excluded.role,
  taken_by = case when site_guests.role = excluded.role or excluded.role = 'viewer' then site_guests.taken_by end`

async function setLocked(tx: Writer, teamId: number, locked: boolean): Promise<void> {
  const before = await findTeam(tx, teamId)
  await tx.query('update teams set locked_at = case when $2 then coalesce(locked_at, now()) end where id = $1', [
    teamId,
    locked,
  ])
  await recordTeam(tx, before)
  tx.changed({ team: teamId })
}

/** Adds a member, or gives one another role. The last owner stays one. */
async function addMember(tx: Writer, teamId: number, userId: number, role: TeamRole): Promise<void> {
  if (role !== 'owner') await keepAnOwner(tx, teamId, userId)
  const before = await findRole(tx, teamId, userId)
  await tx.query(
    `insert into memberships (team_id, user_id, role) values ($1, $2, $3)
           on conflict (team_id, user_id) do update set role = excluded.role, role_before_rule = null`,
    [teamId, userId, role],
  )
  const kind = before ? 'member.changed' : 'member.added'
  await tx.record({ kind, teamId, userId, before, after: { role } })
  tx.changed({ keys: true })
}

const findRole = (tx: Queryable, teamId: number, userId: number) =>
  one<{ role: TeamRole }>(tx, 'select role from memberships where team_id = $1 and user_id = $2', [teamId, userId])

async function removeMember(tx: Writer, teamId: number, userId: number): Promise<void> {
  await keepAnOwner(tx, teamId, userId)
  const before = await findRole(tx, teamId, userId)
  if (before) await tx.record({ kind: 'member.removed', teamId, userId, before })
  await tx.query('delete from memberships where team_id = $1 and user_id = $2', [teamId, userId])
  tx.changed({ keys: true })
}

const findGuest = (tx: Queryable, siteId: number, email: string) =>
  one<Guest>(tx, `select ${guestColumns} from site_guests g where g.site_id = $1 and lower(g.email) = lower($2)`, [
    siteId,
    email,
  ])

/** The open invitation of an address to a site, as a guest. */
const findInvited = (tx: Queryable, now: Date, siteId: number, email: string) =>
  one<Guest>(
    tx,
    `select g.email, g.role, 'invited' as status from one_time_links g
         where ${isInvitation} and lower(g.email) = lower($3)`,
    [siteId, now, email],
  )

/** Guests of a query, in the order of the list. */
async function listGuests(db: Queryable, text: string, values: unknown[]): Promise<ListedGuest[]> {
  const guests = await db.query<Guest & { created: string }>(text, values)
  const placeOf = ({ status, created, email }: (typeof guests)[number]) =>
    `${status === 'accepted' ? 1 : 0} ${created} ${email.toLowerCase()}`
  return guests
    .map((guest) => ({ email: guest.email, role: guest.role, status: guest.status, place: placeOf(guest) }))
    .sort((a, b) => (a.place < b.place ? 1 : -1))
}

/** Adds a guest in the caller's transaction. Without `replaceRole` a guest or an invitation stays as it is. */
async function addGuest(
  tx: Writer,
  now: Date,
  { siteId, email, role, replaceRole }: { siteId: number; email: string; role: GuestRole; replaceRole: boolean },
): Promise<Guest> {
  const address = parseEmail(email)
  const waiting = replaceRole ? undefined : await findInvited(tx, now, siteId, address)
  if (waiting) return (await findGuest(tx, siteId, address)) ?? waiting
  const before = await findGuest(tx, siteId, address)
  if (!before) await requireRoom(tx, 'guests', siteId)
  await tx.query(
    `insert into site_guests (site_id, email, role) values ($1, $2, $3)
           on conflict (site_id, lower(email))
           do ${replaceRole ? raised : 'nothing'}`,
    [siteId, address, role],
  )
  tx.changed({ keys: true })
  const guest = (await findGuest(tx, siteId, address)) as Guest
  const kind = before ? 'guest.changed' : 'guest.added'
  const roleOf = (of: Guest) => ({ role: of.role })
  await tx.record({ kind, siteId, subject: guest.email, before: before && roleOf(before), after: roleOf(guest) })
  return guest
}

/** Removes the guest and the invitations of an address. True when there was one. */
async function removeGuest(tx: Writer, siteId: number, email: string): Promise<boolean> {
  tx.changed({ keys: true })
  const values = [siteId, readAddress(email)]
  const ofAddress = 'where site_id = $1 and lower(email) = lower($2) returning email, role'
  type Gone = { email: string; role: GuestRole }
  const guests = await tx.query<Gone>(`delete from site_guests ${ofAddress}`, values)
  const invitations = await tx.query<Gone>(`delete from one_time_links ${ofAddress}`, values)
  for (const { email: subject, role } of guests)
    await tx.record({ kind: 'guest.removed', siteId, subject, before: { role } })
  for (const { email: subject, role } of invitations)
    await tx.record({ kind: 'invitation.withdrawn', siteId, subject, before: { role } })
  return guests.length + invitations.length > 0
}

/** Teams over the store. */
export function createTeams(store: Store) {
  const { read, clock } = store
  return {
    create: (options: { ownerId: number; name?: string | undefined; plan?: Plan | undefined }) =>
      store.write((tx) => createTeam(tx, options)),
    find: async (identifier: string) =>
      isStorable(identifier)
        ? one<Team>(read, `select ${columns} from teams where identifier::text = lower($1)`, [identifier])
        : undefined,
    /** Names the team; an empty name is the name of a team without one. */
    rename: (teamId: number, name: string) =>
      store.write(async (tx) => {
        const before = await findTeam(tx, teamId)
        await tx.query('update teams set name = $2 where id = $1', [teamId, name.trim() || unnamedTeam])
        await recordTeam(tx, before)
        tx.changed({ team: teamId })
      }),
    /** Sets whether sessions need a second factor to reach the sites of the team. */
    setSecondFactor: (teamId: number, isRequired: boolean) =>
      store.write(async (tx) => {
        const before = await findTeam(tx, teamId)
        await tx.query('update teams set requires_second_factor = $2 where id = $1', [teamId, isRequired])
        await recordTeam(tx, before)
      }),
    /** The names of teams; for a team without a name the domain of its first site. */
    namesOf: (teamIds: readonly number[]) =>
      read.query<{ name: string }>(
        `select coalesce(
           nullif(name, '${unnamedTeam}'), (select domain from sites where team_id = teams.id order by id limit 1), name
         ) as name
         from teams where id = any ($1) order by id`,
        [teamIds],
      ),
    findById: (id: number) => one<Team>(read, `select ${columns} from teams where id = $1`, [id]),
    list: (userId?: number) =>
      read.query<Team>(
        `select ${columns} from teams
         where $1::bigint is null or id in (select team_id from memberships where user_id = $1) order by id`,
        [userId ?? null],
      ),
    owned: (userId: number) => findOwnedTeams(read, userId),
    setPlan: (teamId: number, options: NewPlan) => store.write((tx) => setPlan(tx, teamId, options)),
    setLocked: (teamId: number, locked: boolean) => store.write((tx) => setLocked(tx, teamId, locked)),
    members: (teamId: number) =>
      read.query<Member>(
        `select u.email, u.name, m.role, u.is_proven from memberships m join users u on u.id = m.user_id
         where m.team_id = $1 order by m.created_at, u.id`,
        [teamId],
      ),
    addMember: (teamId: number, userId: number, role: TeamRole) =>
      store.write((tx) => addMember(tx, teamId, userId, role)),
    removeMember: (teamId: number, userId: number) => store.write((tx) => removeMember(tx, teamId, userId)),
    /** Guests of a site. */
    guests: (siteId: number) =>
      listGuests(read, `select ${guestColumns}, ${created} from site_guests g where g.site_id = $1`, [siteId]),
    /** Guests of a site, and the addresses of its open invitations. */
    guestsAndInvited: (siteId: number) =>
      listGuests(
        read,
        `select ${guestColumns}, ${created} from site_guests g where g.site_id = $1
         union all
         select g.email, g.role, 'invited', ${created} from one_time_links g
         where ${isInvitation}
           and not exists (select from site_guests o where o.site_id = $1 and lower(o.email) = lower(g.email))`,
        [siteId, clock.now()],
      ),
    /** `replaceRole` false leaves an existing guest or invitation as it is (spec/management 7.2). */
    addGuest: (
      siteId: number,
      email: string,
      role: GuestRole,
      { replaceRole }: { replaceRole: boolean } = { replaceRole: false },
    ) => store.write((tx) => addGuest(tx, clock.now(), { siteId, email, role, replaceRole })),
    /** True when there was a guest or an invitation. Both are gone. */
    removeGuest: (siteId: number, email: string) => store.write((tx) => removeGuest(tx, siteId, email)),
  }
}
