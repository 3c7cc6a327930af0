// Accounts of people: who they are, how they prove it, what they chose.
import type { Queryable } from '../db/pool.ts'
import { Failure, sessionFailures } from '../failure.ts'
import { isLanguage } from '../rules/languages.ts'
import type { GuestRole, TeamRole } from '../rules/roles.ts'
import { findLink, type OneTimeLink, takeInvitation, takeLink } from './one-time-links.ts'
import { checkPassword, type Passwords } from './passwords.ts'
import type { SecondFactors } from './second-factors.ts'
import { beginSession, endSessions, type Place, type SessionMethod } from './sessions.ts'
import { one, type Store, type Writer } from './store.ts'

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
  /** The address is proven (registry/addresses). */
  readonly isProven: boolean
}

const columns = 'id, email, name, is_proven as "isProven"'
export const emailLengthMax = 320
const nameLengthMax = 255

/**
 * A trimmed address, or the Failure naming the field. One `@` between texts without white space is all that is asked.
 */
export function parseEmail(value: string): string {
  const email = value.trim()
  if (email === '') throw new Failure(400, "email: can't be blank")
  if (email.length > emailLengthMax || !/^[^\s@\0]+@[^\s@\0]+$/.test(email)) throw new Failure(400, 'email: is invalid')
  return email
}

/** A trimmed name, or the Failure naming the field. */
function parseName(value: unknown): string {
  if (typeof value !== 'string') throw new Failure(400, 'name: is invalid')
  const name = value.replaceAll('\0', '').trim()
  if (name.length > nameLengthMax) throw new Failure(400, `name: should be at most ${nameLengthMax} character(s)`)
  return name
}

/** The address of a request, or the Failure naming the field. */
function readEmail(value: unknown): string {
  if (typeof value !== 'string') throw new Failure(400, 'email: is invalid')
  return parseEmail(value)
}

export interface NewUser {
  readonly email: string
  readonly name?: string | undefined
  readonly ifMissing?: boolean
  /** False for an account with an address that only its maker vouches for. The operator's word is enough. */
  readonly isProven?: boolean
}

/** Creates the account in the caller's transaction; with `ifMissing` an existing one of the address is as good. */
export async function createUser(
  tx: Writer,
  { email, name, ifMissing, isProven = true }: NewUser,
  passwordHash: string | null = null,
): Promise<User> {
  const address = parseEmail(email)
  const text = `insert into users (email, name, password_hash, is_proven) values ($1, $2, $3, $4)`
  const conflict = ifMissing ? 'on conflict (lower(email)) do nothing' : ''
  const created = await one<User>(tx, `${text} ${conflict} returning ${columns}`, [
    address,
    name?.trim() ?? '',
    passwordHash,
    isProven,
  ])
  if (created) {
    // An invitation to this address becomes a guest's access.
    tx.changed({ keys: true })
    return created
  }
  const [existing] = await tx.query<User>(`select ${columns} from users where lower(email) = lower($1)`, [address])
  return existing as User
}

/**
 * Gives an account to the owner of its address, who has just proven it by mail or a sign-in service: whatever let in
 * somebody else before ends (password, sessions, links, keys, second factor). An account that is proven stays as it is.
 */
export async function proveAddress(tx: Writer, userId: number): Promise<void> {
  const text = `update users set is_proven = true, password_hash = null where id = $1 and not is_proven returning id`
  if ((await tx.query(text, [userId])).length === 0) return
  await endSessions(tx, userId)
  for (const table of ['one_time_links', 'api_keys', 'second_factors', 'recovery_codes'])
    await tx.query(`delete from ${table} where user_id = $1`, [userId])
  tx.changed({ keys: true })
}

/**
 * Gives an account another address in the caller's transaction. What others gave to the old address goes along where
 * that was proven. Links that went to the old address end. An address of another account is a Failure (400).
 */
async function moveAddress(tx: Writer, userId: number, email: string): Promise<void> {
  await tx.query(
    `update site_guests g set email = $2
     from users u
     where u.id = $1 and u.is_proven and lower(g.email) = lower(u.email)
       and not exists (select from site_guests o where o.site_id = g.site_id and lower(o.email) = lower($2))`,
    [userId, email],
  )
  await tx.query('update users set email = $2, is_proven = true where id = $1', [userId, email])
  await tx.query(`delete from one_time_links where user_id = $1 and kind in ('signin', 'reset', 'confirm')`, [userId])
  tx.changed({ keys: true })
}

/** Columns of user_settings, and the values that each takes. */
const settingColumns: Readonly<Record<string, (value: unknown) => boolean>> = {
  shortcuts: (value) => typeof value === 'boolean',
  pages_by: (value) => value === 'path' || value === 'url',
  language: (value) => value === null || isLanguage(value),
}

/** Fields of a form, unchecked. */
type Given = Readonly<Record<string, unknown>>

/** Somebody who has just signed in, and what the browser keeps of that. */
export interface SignedIn {
  readonly userId: number
  readonly token: string
}

/** Revokes all API keys of an account in the caller's transaction. */
async function revokeKeys(tx: Writer, userId: number): Promise<void> {
  await tx.query('delete from api_keys where user_id = $1', [userId])
  tx.changed({ keys: true })
}

/** Accounts over the store. */
export function createUsers(store: Store, passwords: Passwords, secondFactors: SecondFactors) {
  const { clock } = store
  interface Kept extends User {
    readonly password_hash: string | null
  }
  const findBy = (db: Queryable, condition: string, value: unknown) =>
    one<Kept>(db, `select ${columns}, password_hash from users where ${condition}`, [value])
  const byEmail = 'lower(email) = lower($1)'
  const bare = (user: Kept | undefined): User | undefined =>
    user && { id: user.id, email: user.email, name: user.name, isProven: user.isProven }

  /**
   * Stores what was hashed before the transaction: no connection waits for a third of a second. Whatever let in without
   * this password ends.
   */
  const storeHash = async (tx: Writer, userId: number, hash: string, keepSessionId?: number): Promise<void> => {
    await tx.query('update users set password_hash = $2 where id = $1', [userId, hash])
    await endSessions(tx, userId, keepSessionId)
    await tx.query(`delete from one_time_links where user_id = $1 and kind in ('signin', 'reset')`, [userId])
  }

  /** The stored form of a new password of an account, or the Failure. */
  const hashNew = async (userId: number | null, password: unknown): Promise<string> => {
    const user = await findBy(store.read, 'id = $1', userId)
    return passwords.hash(await checkPassword(password, user?.email ?? ''))
  }

  const take = async (tx: Writer, kind: OneTimeLink['kind'], token: string): Promise<OneTimeLink> => {
    const link = await takeLink(tx, clock.now(), kind, token)
    if (!link) throw sessionFailures.linkExpired()
    return link
  }

  const peek = async (kind: OneTimeLink['kind'], token: string): Promise<OneTimeLink> => {
    const link = await findLink(store.read, clock.now(), kind, token)
    if (!link) throw sessionFailures.linkExpired()
    return link
  }

  const begin = async (
    tx: Writer,
    userId: number,
    method: SessionMethod,
    place: Place,
    hasSecondFactor = false,
  ): Promise<SignedIn> => ({
    userId,
    token: await beginSession(tx, clock.now(), { userId, method, hasSecondFactor, ...place }),
  })

  /** Gives an account what an invitation names. */
  async function join(tx: Writer, user: User, link: OneTimeLink): Promise<void> {
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
    tx.changed({ keys: true })
  }

  async function change(userId: number, changes: Given, keepSessionId?: number): Promise<void> {
    const { password } = changes
    const name = changes['name'] === undefined ? undefined : parseName(changes['name'])
    const settings = Object.entries(settingColumns).filter(([key]) => changes[key] !== undefined)
    for (const [key, isValid] of settings) if (!isValid(changes[key])) throw new Failure(400, `${key}: is invalid`)
    const hash = password === undefined ? undefined : await hashNew(userId, password)
    await store.write(async (tx) => {
      if (name !== undefined) await tx.query('update users set name = $2 where id = $1', [userId, name])
      if (hash !== undefined) await storeHash(tx, userId, hash, keepSessionId)
      for (const [key] of settings)
        await tx.query(
          `insert into user_settings (user_id, ${key}) values ($1, $2)
           on conflict (user_id) do update set ${key} = excluded.${key}`,
          [userId, changes[key]],
        )
    })
  }

  /** True when somebody outside the inviting team gave something to this address. */
  const isGivenByOthers = async (db: Queryable, link: OneTimeLink): Promise<boolean> =>
    (
      await db.query(
        `select from site_guests g join sites s on s.id = g.site_id
         where lower(g.email) = lower($1)
           and s.team_id is distinct from coalesce($2, (select team_id from sites where id = $3)) limit 1`,
        [link.email, link.teamId, link.siteId],
      )
    ).length > 0

  return {
    find: async (email: string) => bare(await findBy(store.read, byEmail, email.replaceAll('\0', ''))),
    findById: async (id: number) => bare(await findBy(store.read, 'id = $1', id)),
    async create(options: NewUser & { password?: string | undefined }) {
      const email = parseEmail(options.email)
      const { password } = options
      const hash = password === undefined ? null : await passwords.hash(await checkPassword(password, email))
      return store.write((tx) => createUser(tx, options, hash))
    },
    /** True when an account can sign in. Until then there is a set-up link. */
    async hasPasswords() {
      return (await store.read.query('select from users where password_hash is not null limit 1')).length > 0
    },
    /** The operator of this installation: the owner of the oldest site, else the oldest account. */
    findOperator: () =>
      one<User>(
        store.read,
        `select u.id, u.email, u.name, u.is_proven as "isProven"
           from users u
           left join memberships m on m.user_id = u.id and m.role = 'owner'
           left join sites s on s.team_id = m.team_id
           order by s.id nulls last, u.id
           limit 1`,
      ),
    /**
     * Signs in, or throws the 401; of accounts that do not exist the answer takes as long (spec/dashboard 12). Whether
     * an account has a second factor is told to who knows its password.
     */
    async signIn(given: Given, place: Place) {
      const email = typeof given['email'] === 'string' ? given['email'].replaceAll('\0', '').trim() : ''
      const password = typeof given['password'] === 'string' ? given['password'] : ''
      const user = await findBy(store.read, byEmail, email)
      const { isRight, isOld } = await passwords.verify(password, user?.password_hash)
      if (!user || !isRight) throw sessionFailures.wrongPassword()
      const hasSecondFactor = await secondFactors.take(user.id, given['code'])
      const renewed = isOld ? await passwords.hash(password) : undefined
      return store.write(async (tx) => {
        // Only what was verified: the password may have been changed meanwhile.
        if (renewed)
          await tx.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [
            user.id,
            renewed,
            user.password_hash,
          ])
        return begin(tx, user.id, 'password', place, hasSecondFactor)
      })
    },
    /** True for the account's password. */
    async isPassword(userId: number, password: unknown) {
      const user = await findBy(store.read, 'id = $1', userId)
      return (await passwords.verify(typeof password === 'string' ? password : '', user?.password_hash)).isRight
    },
    /** Signs in by a one-time link. */
    signInByLink: (token: string, place: Place) =>
      store.write(async (tx) => {
        const link = await take(tx, 'signin', token)
        return begin(tx, link.userId ?? 0, 'signin', place)
      }),
    /** The first password of an installation: keeps the operator's teams and sites under the address given. */
    async setUp(token: string, given: Given, place: Place) {
      await peek('setup', token)
      const email = readEmail(given['email'])
      const name = parseName(given['name'] ?? '')
      const hash = await passwords.hash(await checkPassword(given['password'], email))
      return store.write(async (tx) => {
        const userId = (await take(tx, 'setup', token)).userId ?? 0
        await tx.query('update users set email = $2, name = $3 where id = $1', [userId, email, name])
        tx.changed({ keys: true })
        await storeHash(tx, userId, hash)
        return begin(tx, userId, 'setup', place)
      })
    },
    /** A new password by a link, which came by mail: a second factor is asked for as well. */
    async reset(token: string, given: Given, place: Place) {
      const userId = (await peek('reset', token)).userId ?? 0
      const hash = await hashNew(userId, given['password'])
      const user = await findBy(store.read, 'id = $1', userId)
      // The second factor of an account that was never proven is that of a stranger.
      const hasSecondFactor = user?.isProven === true && (await secondFactors.take(userId, given['code']))
      return store.write(async (tx) => {
        await take(tx, 'reset', token)
        await proveAddress(tx, userId)
        if (given['revoke_keys'] === true) await revokeKeys(tx, userId)
        await storeHash(tx, userId, hash)
        return begin(tx, userId, 'reset', place, hasSecondFactor)
      })
    },
    /** Joins the team or site of an invitation; makes the account if there is none. */
    async accept(token: string, given: Given, place: Place) {
      const link = await peek('invite', token)
      const email = link.email ?? ''
      const known = await findBy(store.read, byEmail, email)
      // The holder of the link need not own the address, so an existing account proves itself by its password.
      if (known && !known.password_hash) throw sessionFailures.addressShared()
      if (known) {
        const { isRight } = await passwords.verify(String(given['password'] ?? ''), known.password_hash)
        if (!isRight) throw sessionFailures.wrongPassword()
      } else if (!link.isMailed && (await isGivenByOthers(store.read, link))) throw sessionFailures.addressShared()
      const hasSecondFactor = known !== undefined && (await secondFactors.take(known.id, given['code']))
      const name = parseName(given['name'] ?? '')
      const hash = known ? null : await passwords.hash(await checkPassword(given['password'], email))
      return store.write(async (tx) => {
        const taken = await take(tx, 'invite', token)
        // The mail came back: the address is the account's.
        const user = known ?? (await createUser(tx, { email, name, isProven: taken.isMailed }, hash))
        if (taken.isMailed) await tx.query('update users set is_proven = true where id = $1', [user.id])
        await join(tx, user, taken)
        return begin(tx, user.id, 'invite', place, hasSecondFactor)
      })
    },
    /** Proves the address, or moves to the new one, by a link that was mailed there and opened in this session. */
    confirm: (userId: number, token: string) =>
      store.write(async (tx) => {
        const link = await take(tx, 'confirm', token)
        if (link.userId !== userId) throw sessionFailures.linkExpired()
        if (link.email !== null) return moveAddress(tx, userId, link.email)
        await tx.query('update users set is_proven = true where id = $1', [userId])
        tx.changed({ keys: true })
      }),
    /** The operator gives an account another address, which counts as proven. */
    setEmail: (userId: number, email: string) => store.write((tx) => moveAddress(tx, userId, parseEmail(email))),
    /** The operator's word for an address. */
    setProven: (userId: number) =>
      store.write(async (tx) => {
        await tx.query('update users set is_proven = true where id = $1', [userId])
        tx.changed({ keys: true })
      }),
    /** Joins by an invitation to the proven address of somebody who is signed in; false when there is none. */
    acceptInvitation: (user: User, id: number) =>
      store.write(async (tx) => {
        if (!user.isProven) return false
        const link = await takeInvitation(tx, clock.now(), id, user.email)
        if (link) await join(tx, user, link)
        return link !== undefined
      }),
    /** Ends all sessions but the one named. */
    setPassword: (userId: number, password: unknown, keepSessionId?: number) =>
      change(userId, { password }, keepSessionId),
    /** Name, password and settings, as far as they are given: all or nothing. */
    change,
    list: () => store.read.query<User>(`select ${columns} from users order by id`),
    async remove(userId: number) {
      await store.write(async (tx) => {
        const orphaned = await tx.query<{ name: string; identifier: string }>(
          `select t.identifier from memberships m join teams t on t.id = m.team_id
           where m.user_id = $1 and m.role = 'owner' and exists (select from sites s where s.team_id = t.id)
             and not exists (
               select from memberships o where o.team_id = t.id and o.role = 'owner' and o.user_id <> $1)
           limit 1`,
          [userId],
        )
        const team = orphaned[0]
        if (team)
          throw new Failure(
            400,
            `the user is the last owner of team ${team.identifier}; add another owner or delete its sites first`,
          )
        await tx.query(
          `delete from teams t
           where exists (select from memberships m where m.team_id = t.id and m.user_id = $1 and m.role = 'owner')
             and not exists (select from memberships o where o.team_id = t.id and o.role = 'owner' and o.user_id <> $1
             )`,
          [userId],
        )
        await tx.query('delete from users where id = $1', [userId])
        tx.changed({ keys: true })
      })
    },
  }
}
