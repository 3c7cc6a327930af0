// Accounts of people: address, name, password, settings.

import type { Queryable } from '../db/pool.ts'
import { accountFailures, refuseField, sessionFailures } from '../failure.ts'
import { isLanguage } from '../rules/languages.ts'
import { nameCharactersMax } from '../rules/maxima.ts'
import { cleanText } from '../rules/text.ts'
import { emailLengthMax, readAddress } from './addresses.ts'
import type { Actor } from './audit.ts'
import { revokeKeys } from './keys.ts'
import { accountSubject, addressSubject, type Subject } from './limits.ts'
import { requireLink } from './one-time-links.ts'
import { checkPassword, type Passwords } from './passwords.ts'
import { forgetSecondFactor } from './second-factors.ts'
import { endSessions } from './sessions.ts'
import { one, type Store, type Writer } from './store.ts'

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
  /** The address is proven (registry/addresses). */
  readonly isProven: boolean
}

const columns = 'id, email, name, is_proven as "isProven"'
/** An account with the digest of its password. */
export interface KeptUser extends User {
  readonly password_hash: string | null
}

const findBy = (db: Queryable, condition: string, value: unknown) =>
  one<KeptUser>(db, `select ${columns}, password_hash from users where ${condition}`, [value])

/** The account of an address, in any spelling of its capitals. */
export const findByEmail = (db: Queryable, email: string) => findBy(db, 'lower(email) = lower($1)', readAddress(email))

/** The account of an address that somebody sends, if there is one, and the subject of tries at it. */
export interface Addressed {
  readonly user: KeptUser | undefined
  readonly subject: Subject
}

/**
 * Finds an account for a try at it. The database decides here which texts are equal, so two texts that find one account
 * share its limits. Texts without an account share theirs by the same rule, so a limit does not tell if there is one.
 */
async function findAddressed(db: Queryable, email: unknown): Promise<Addressed> {
  const row = await one<{ address: string } & { [key in keyof KeptUser]: KeptUser[key] | null }>(
    db,
    `select sent.address, ${columns}, password_hash
       from (select lower($1::text) as address) sent left join users on lower(email) = sent.address`,
    [readAddress(email)],
  )
  const { address, ...user } = row!
  if (user.id === null) return { user: undefined, subject: addressSubject(address) }
  return { user: user as KeptUser, subject: accountSubject(user.id) }
}

export const findById = (db: Queryable, id: number | null) => findBy(db, 'id = $1', id)

/** The account without the digest of its password. */
const bare = (user: KeptUser | undefined): User | undefined =>
  user && { id: user.id, email: user.email, name: user.name, isProven: user.isProven }

const addressForm = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u

/**
 * A trimmed address, or the Failure naming the field. One `@` between texts without white space and control characters
 * is all that is asked.
 */
export function parseEmail(value: string): string {
  const email = value.trim()
  if (email === '') throw refuseField('email', 'blank')
  if (email.length > emailLengthMax || !addressForm.test(email)) throw refuseField('email', 'invalid')
  return email
}

/** A trimmed name, or the Failure naming the field. */
export function parseName(value: unknown): string {
  if (typeof value !== 'string') throw refuseField('name', 'invalid')
  const name = cleanText(value).trim()
  if (name.length > nameCharactersMax) throw refuseField('name', 'long', { most: nameCharactersMax })
  return name
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
    await tx.record({ kind: 'account.created', userId: created.id })
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
  await tx.record({ kind: 'account.changed', userId, after: { confirmed: true }, by: { kind: 'user', id: userId } })
  await endSessions(tx, userId)
  await revokeKeys(tx, userId)
  await forgetSecondFactor(tx, userId)
  await tx.query('delete from one_time_links where user_id = $1', [userId])
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
  const before = await one<{ email: string }>(tx, 'select email from users where id = $1', [userId])
  await tx.record({ kind: 'account.changed', userId, before, after: { email } })
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
export type Given = Readonly<Record<string, unknown>>

/** The stored form of a new password of an account, or the Failure. */
export async function hashNewPassword(
  db: Queryable,
  passwords: Passwords,
  userId: number | null,
  password: unknown,
): Promise<string> {
  const user = await findById(db, userId)
  return passwords.hash(await checkPassword(password, user?.email ?? ''))
}

/**
 * Stores a digest that was made before the transaction, so that no connection is held for a third of a second. Ends
 * sessions and links that let in without this password.
 */
export async function storeHash(
  tx: Writer,
  userId: number,
  hash: string,
  { keepSessionId, by }: { keepSessionId?: number | undefined; by?: Actor } = {},
): Promise<void> {
  await tx.record({ kind: 'password.changed', userId, by })
  await tx.query('update users set password_hash = $2 where id = $1', [userId, hash])
  await endSessions(tx, userId, keepSessionId)
  await tx.query(`delete from one_time_links where user_id = $1 and kind in ('signin', 'reset')`, [userId])
}

/** Changes name, password and settings, as far as they are given: all or nothing. */
async function changeUser(
  store: Store,
  passwords: Passwords,
  userId: number,
  changes: Given,
  keepSessionId?: number,
): Promise<void> {
  const { password } = changes
  const name = changes['name'] === undefined ? undefined : parseName(changes['name'])
  const settings = Object.entries(settingColumns).filter(([key]) => changes[key] !== undefined)
  for (const [key, isValid] of settings) if (!isValid(changes[key])) throw refuseField(key, 'invalid')
  const hash = password === undefined ? undefined : await hashNewPassword(store.read, passwords, userId, password)
  await store.write(async (tx) => {
    if (name !== undefined) {
      const before = await one<{ name: string }>(tx, 'select name from users where id = $1 for update', [userId])
      await tx.query('update users set name = $2 where id = $1', [userId, name])
      await tx.record({ kind: 'account.changed', userId, before, after: { name } })
    }
    if (hash !== undefined) await storeHash(tx, userId, hash, { keepSessionId })
    for (const [key] of settings)
      await tx.query(
        `insert into user_settings (user_id, ${key}) values ($1, $2)
           on conflict (user_id) do update set ${key} = excluded.${key}`,
        [userId, changes[key]],
      )
  })
}

/** Marks the address of an account as proven, in the caller's transaction. */
async function markProven(tx: Writer, userId: number): Promise<void> {
  const text = 'update users set is_proven = true where id = $1 and not is_proven returning id'
  if (!(await one(tx, text, [userId]))) return
  await tx.record({ kind: 'account.changed', userId, after: { confirmed: true } })
  tx.changed({ keys: true })
}

/** Proves the address, or moves to the new one, by a link that was mailed there and opened in this session. */
async function confirmAddress(tx: Writer, now: Date, userId: number, token: string): Promise<void> {
  const link = await requireLink(tx, now, 'confirm', token)
  if (link.userId !== userId) throw sessionFailures.linkExpired()
  if (link.email !== null) await moveAddress(tx, userId, link.email)
  else await markProven(tx, userId)
}

/**
 * Deletes an account with the teams that it alone owns, in the caller's transaction. A team with sites that would lose
 * its last owner is a Failure (400).
 */
async function removeUser(tx: Writer, userId: number): Promise<void> {
  const orphaned = await tx.query<{ name: string; identifier: string }>(
    `select t.identifier from memberships m join teams t on t.id = m.team_id
           where m.user_id = $1 and m.role = 'owner' and exists (select from sites s where s.team_id = t.id)
             and not exists (
               select from memberships o where o.team_id = t.id and o.role = 'owner' and o.user_id <> $1)
           limit 1`,
    [userId],
  )
  const team = orphaned[0]
  if (team) throw accountFailures.lastOwnerOf(team.identifier)
  await tx.record({ kind: 'account.deleted', userId })
  await tx.query(
    `delete from teams t
           where exists (select from memberships m where m.team_id = t.id and m.user_id = $1 and m.role = 'owner')
             and not exists (select from memberships o where o.team_id = t.id and o.role = 'owner' and o.user_id <> $1
             )`,
    [userId],
  )
  await tx.query('delete from users where id = $1', [userId])
  tx.changed({ keys: true })
}

export type Users = ReturnType<typeof createUsers>

/** Accounts over the store. */
export function createUsers(store: Store, passwords: Passwords) {
  const { read, clock } = store
  return {
    find: async (email: string) => bare(await findByEmail(read, email)),
    /** The account of an address that somebody sends, and the subject that limits count its tries under. */
    findAddressed: (email: unknown) => findAddressed(read, email),
    findById: async (id: number) => bare(await findById(read, id)),
    async create(options: NewUser & { password?: string | undefined }) {
      const email = parseEmail(options.email)
      const { password } = options
      const hash = password === undefined ? null : await passwords.hash(await checkPassword(password, email))
      return store.write((tx) => createUser(tx, options, hash))
    },
    /** True when an account can sign in. Until then there is a set-up link. */
    async hasPasswords() {
      return (await read.query('select from users where password_hash is not null limit 1')).length > 0
    },
    /** The operator of this installation: the owner of the oldest site, else the oldest account. */
    findOperator: () =>
      one<User>(
        read,
        `select u.id, u.email, u.name, u.is_proven as "isProven"
           from users u
           left join memberships m on m.user_id = u.id and m.role = 'owner'
           left join sites s on s.team_id = m.team_id
           order by s.id nulls last, u.id
           limit 1`,
      ),
    /** True for the account's password. */
    async isPassword(userId: number, password: unknown) {
      const user = await findById(read, userId)
      return (await passwords.verify(typeof password === 'string' ? password : '', user?.password_hash)).isRight
    },
    /** Proves the address, or moves to the new one, by a link that was mailed there and opened in this session. */
    confirm: (userId: number, token: string) => store.write((tx) => confirmAddress(tx, clock.now(), userId, token)),
    /** The operator gives an account another address, which counts as proven. */
    setEmail: (userId: number, email: string) => store.write((tx) => moveAddress(tx, userId, parseEmail(email))),
    /** The operator's word for an address. */
    setProven: (userId: number) => store.write((tx) => markProven(tx, userId)),
    /** Ends all sessions but the one named. */
    setPassword: (userId: number, password: unknown, keepSessionId?: number) =>
      changeUser(store, passwords, userId, { password }, keepSessionId),
    /** Name, password and settings, as far as they are given: all or nothing. */
    change: (userId: number, changes: Given, keepSessionId?: number) =>
      changeUser(store, passwords, userId, changes, keepSessionId),
    list: () => read.query<User>(`select ${columns} from users order by id`),
    remove: (userId: number) => store.write((tx) => removeUser(tx, userId)),
  }
}
