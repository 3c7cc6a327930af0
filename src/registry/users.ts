// Operators' accounts.
import { Failure } from '../failure.ts'
import { hashPassword } from './secrets.ts'
import { first, type Store, type Writer } from './store.ts'

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
}

const columns = 'id, email, name'
export const emailLengthMax = 320

/**
 * A trimmed address, or the Failure naming the field. One `@` between texts without white space is all that is asked.
 */
export function parseEmail(value: string): string {
  const email = value.trim()
  if (email === '') throw new Failure(400, "email: can't be blank")
  if (email.length > emailLengthMax || !/^[^\s@\0]+@[^\s@\0]+$/.test(email)) throw new Failure(400, 'email: is invalid')
  return email
}

export interface NewUser {
  readonly email: string
  readonly name?: string | undefined
  readonly ifMissing?: boolean
}

/** Creates the account in the caller's transaction; with `ifMissing` an existing one of the address is as good. */
export async function createUser(
  tx: Writer,
  { email, name, ifMissing }: NewUser,
  passwordHash: string | null = null,
): Promise<User> {
  const address = parseEmail(email)
  const text = `insert into users (email, name, password_hash) values ($1, $2, $3)`
  const conflict = ifMissing ? 'on conflict (lower(email)) do nothing' : ''
  const created = first(
    await tx.query<User>(`${text} ${conflict} returning ${columns}`, [address, name?.trim() ?? '', passwordHash]),
  )
  if (created) {
    // An invitation to this address becomes a guest's access.
    tx.changed({ keys: true })
    return created
  }
  const [existing] = await tx.query<User>(`select ${columns} from users where lower(email) = lower($1)`, [address])
  return existing as User
}

export interface Users {
  create(options: NewUser & { password?: string | undefined }): Promise<User>
  find(email: string): Promise<User | undefined>
  list(): Promise<User[]>
  remove(userId: number): Promise<void>
}

/** Accounts over the store. */
export function createUsers(store: Store): Users {
  const find = async (email: string) =>
    first(await store.read.query<User>(`select ${columns} from users where lower(email) = lower($1)`, [email]))
  return {
    find,
    async create(options) {
      parseEmail(options.email)
      if (options.password === '') throw new Failure(400, "password: can't be blank")
      const passwordHash = options.password === undefined ? null : await hashPassword(options.password)
      return store.write((tx) => createUser(tx, options, passwordHash))
    },
    list: () => store.read.query<User>(`select ${columns} from users order by id`),
    async remove(userId) {
      await store.write(async (tx) => {
        const orphaned = await tx.query<{ name: string; identifier: string }>(
          `select t.identifier from memberships m join teams t on t.id = m.team_id
           where m.user_id = $1 and m.role = 'owner' and exists (select from sites s where s.team_id = t.id)
             and not exists (select from memberships o where o.team_id = t.id and o.role = 'owner' and o.user_id <> $1)
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
          `delete from teams t where exists (select from memberships m where m.team_id = t.id and m.user_id = $1 and m.role = 'owner')
             and not exists (select from memberships o where o.team_id = t.id and o.role = 'owner' and o.user_id <> $1)`,
          [userId],
        )
        await tx.query('delete from users where id = $1', [userId])
        tx.changed({ keys: true })
      })
    },
  }
}
