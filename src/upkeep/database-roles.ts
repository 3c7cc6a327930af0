// Roles of the database: found, made, refused. What they may do with the service is in sql-roles.ts and
// sql-track-roles.ts.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { Failure } from '../failure.ts'

const iterations = 4096

/** The role is refused: exit code 1, and `field` in JSON. */
export const refusedRole = (message: string) => new Failure(400, `role: ${message}`, { field: 'role' })

/** The password as PostgreSQL keeps it (SCRAM-SHA-256), so that no log of statements has the password itself. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const server = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}

/** Runs a statement of names and literals, which statements about roles cannot bind. */
export async function run(tx: Queryable, pattern: string, ...values: readonly string[]): Promise<void> {
  const [row] = await tx.query<{ text: string }>('select format($1, variadic $2::text[]) as text', [pattern, values])
  await tx.query(row!.text)
}

interface Found {
  readonly exists: boolean
  readonly is_powerful: boolean
  /** A superuser, or a member of the owner of the tables. */
  readonly is_owner: boolean
  readonly is_super: boolean
}

/** Facts that the server has of a role; powerful: it reads more than the views already. */
export const findRole = async (tx: Queryable, role: string): Promise<Found> =>
  (
    await tx.query<Found>(
      `select r.oid is not null as exists,
              coalesce(r.rolsuper or r.rolbypassrls or r.rolcreaterole or pg_has_role(r.oid, c.relowner, 'member')
                or exists (select from pg_class t where t.relowner = r.oid and t.relnamespace = c.relnamespace)
                or has_table_privilege(r.oid, c.oid, 'select'), false) as is_powerful,
              coalesce(r.rolsuper or pg_has_role(r.oid, c.relowner, 'usage'), false) as is_owner,
              (select rolsuper from pg_roles where rolname = current_user) as is_super
       from pg_class c left join pg_roles r on r.rolname = $1
       where c.oid = 'sites'::regclass`,
      [role],
    )
  )[0]!

/** Makes a role that may sign in; answers its password. */
export async function makeRole(tx: Queryable, role: string, isSuper: boolean): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await run(tx, 'create role %I login password %L', role, verifierOf(password))
  // The maker of a role has no rights of it by itself, and needs them to end its connections. The words are of
  // PostgreSQL 16; before it a member has them anyway.
  const [server] = await tx.query<{ has_options: boolean }>(
    `select current_setting('server_version_num')::integer >= 160000 as has_options`,
  )
  if (!isSuper) await run(tx, `grant %I to current_user${server?.has_options ? ' with inherit true' : ''}`, role)
  return password
}

/** Databases that a sentence names. */
const databasesNamed = 5

/** Other databases of the server that let the role connect. */
const otherDatabases = async (tx: Queryable, role: string): Promise<string[]> =>
  (
    await tx.query<{ name: string }>(
      `select datname as name from pg_database
       where datallowconn and datname <> current_database() and has_database_privilege($1, oid, 'connect')
       order by 1`,
      [role],
    )
  ).map(({ name }) => name)

/** A sentence about other databases that let the role connect, if there are any. */
export async function otherDatabasesOpen(tx: Queryable, role: string): Promise<string[]> {
  const databases = await otherDatabases(tx, role)
  if (databases.length === 0) return []
  const names = databases.slice(0, databasesNamed).join(', ')
  const more = databases.length > databasesNamed ? ` and ${databases.length - databasesNamed} more` : ''
  return [`Connect to the databases ${names}${more}: PUBLIC may`]
}

/** Throws the 400 Failure for a text that cannot name a role. PostgreSQL cuts longer names off. */
export function requireRoleName(role: string): void {
  if (role === '' || Buffer.byteLength(role) > 63 || /^pg_|\0/.test(role))
    throw refusedRole('must be a name of 1 to 63 bytes that does not begin with pg_')
}

/** Ends the connections of a role; none of another one. */
export const endConnections = (db: Queryable, role: string): Promise<unknown> =>
  db.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and pid <> pg_backend_pid()', [
    role,
  ])
