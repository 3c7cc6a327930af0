// Roles of the database that read the schema `tidemark` (docs/sql.md): made or taken, given sites, bounded, and ended.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { engineOf } from '../db/engine/find.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import { minuteMs } from '../rules/durations.ts'
import { closePublic, openPublic } from './sql-public.ts'

/** Limits of a role, enough for a person or a report, not for a service with many of them. */
const connectionsMax = 5
const statementMs = minuteMs
/** A role can raise its own timeout: the task ends what runs for longer than this. */
const endAfterMs = statementMs + 15_000
const iterations = 4096

interface SqlRole {
  readonly role: string
  /** Domains; null: all sites, later ones too. */
  readonly sites: readonly string[] | null
  /** Shown once; null for a role that was there before, which keeps its own. */
  readonly password: string | null
  /** Sentences about rights of the role beside reading the views, with the change that takes each away. */
  readonly stays_open: readonly string[]
}

const refused = (message: string) => new Failure(400, message)
const refusedRole = (message: string) => new Failure(400, `role: ${message}`, { field: 'role' })

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
async function run(tx: Queryable, pattern: string, ...values: readonly string[]): Promise<void> {
  const [row] = await tx.query<{ text: string }>('select format($1, variadic $2::text[]) as text', [pattern, values])
  await tx.query(row!.text)
}

interface Found {
  readonly exists: boolean
  readonly is_powerful: boolean
  readonly is_super: boolean
}

/** Facts that the server has of a role; powerful: it reads more than the views already. */
const find = async (tx: Queryable, role: string): Promise<Found> =>
  (
    await tx.query<Found>(
      `select r.oid is not null as exists,
              coalesce(r.rolsuper or r.rolbypassrls or r.rolcreaterole or pg_has_role(r.oid, c.relowner, 'member')
                or exists (select from pg_class t where t.relowner = r.oid and t.relnamespace = c.relnamespace)
                or has_table_privilege(r.oid, c.oid, 'select'), false) as is_powerful,
              (select rolsuper from pg_roles where rolname = current_user) as is_super
       from pg_class c left join pg_roles r on r.rolname = $1
       where c.oid = 'sites'::regclass`,
      [role],
    )
  )[0]!

async function make(tx: Queryable, role: string, isSuper: boolean): Promise<string> {
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

/** Bounds that a session of the role begins with, in each database it connects to. */
const bounds: readonly (readonly [string, string])[] = [
  ['statement_timeout', String(statementMs)],
  ['idle_in_transaction_session_timeout', String(statementMs)],
  ['default_transaction_read_only', 'on'],
]

/** The bound of temporary files of a session, which the role cannot raise itself. */
const temporaryFiles = '1GB'

/** Bounds the temporary files of a role. Answers false if the server does not let the role of DATABASE_URL. */
async function boundFiles(tx: Queryable, role: string): Promise<boolean> {
  await tx.query('savepoint bound')
  try {
    await run(tx, 'alter role %I set temp_file_limit = %L', role, temporaryFiles)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== insufficientPrivilege) throw error
    await tx.query('rollback to savepoint bound')
    return false
  } finally {
    await tx.query('release savepoint bound')
  }
}

const insufficientPrivilege = '42501'

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

/**
 * Grants a role its rights, and the bounds it begins each session with. The bounds are the role's own if it was made
 * here; another role may be at work in other databases, and has them in this one alone. Answers what stays open.
 */
async function allow(tx: Queryable, role: string, isMade: boolean): Promise<string[]> {
  const [{ name } = { name: '' }] = await tx.query<{ name: string }>('select current_database() as name')
  await run(tx, 'grant connect on database %2$I to %1$I', role, name)
  await run(tx, 'grant usage on schema tidemark to %I', role)
  await run(tx, 'grant select on all tables in schema tidemark to %I', role)
  await run(tx, `alter role %I connection limit ${connectionsMax}`, role)
  const where = isMade ? '' : ' in database %4$I'
  for (const [setting, value] of bounds)
    await run(tx, `alter role %1$I${where} set %2$I = %3$L`, role, setting, value, name)
  await run(tx, 'alter role %1$I in database %2$I set search_path = tidemark', role, name)
  const open: string[] = []
  if (!isMade) open.push('Work in other databases without the bounds of this one: the role was there before')
  if (isMade && !(await boundFiles(tx, role)))
    open.push('Fill the disk with temporary files of its statements: only a superuser can set temp_file_limit')
  const databases = await otherDatabases(tx, role)
  if (databases.length > 0) {
    const names = databases.slice(0, databasesNamed).join(', ')
    const more = databases.length > databasesNamed ? ` and ${databases.length - databasesNamed} more` : ''
    open.push(`Connect to the databases ${names}${more}: PUBLIC may`)
  }
  return open
}

/**
 * Lets a role read the views of the schema `tidemark`, of these sites or of all; makes it if it is missing. Each grant
 * replaces the list of sites. Throws the 400 Failure if the role reads more than that already, or if the engine cannot
 * hide the tables.
 */
export async function grantSql(
  db: Database,
  { role, sites }: { role: string; sites: readonly { id: number; domain: string }[] | null },
): Promise<SqlRole> {
  // PostgreSQL cuts longer names off.
  if (role === '' || Buffer.byteLength(role) > 63 || /^pg_|\0/.test(role))
    throw refusedRole('must be a name of 1 to 63 bytes that does not begin with pg_')
  const { wasWider, ...granted } = await db.transaction(async (tx) => {
    const { grantSql: refusal } = (await engineOf(tx)).cannot
    if (refusal !== undefined) throw refused(refusal)
    const { exists, is_powerful, is_super } = await find(tx, role)
    if (is_powerful) throw refusedRole(`${role} reads the tables of the service already`)
    const password = exists ? null : await make(tx, role, is_super)
    const [known] = await tx.query<{ is_made: boolean; reads_all: boolean }>(
      'select is_made, site_ids is null as reads_all from sql_roles where role = $1',
      [role],
    )
    const isMade = !exists || known?.is_made === true
    const { taken, open } = await closePublic(tx)
    const stays_open = [...(await allow(tx, role, isMade)), ...open]
    const ids = sites?.map(({ id }) => id) ?? null
    await tx.query(
      `insert into sql_roles (role, is_made, site_ids, taken) values ($1, $2, $3, $4)
       on conflict (role) do update
       set site_ids = excluded.site_ids, is_made = excluded.is_made, taken = sql_roles.taken || excluded.taken`,
      [role, isMade, ids, taken],
    )
    const wasWider = known?.reads_all === true && ids !== null
    return { role, sites: sites?.map(({ domain }) => domain) ?? null, password, stays_open, wasWider }
  })
  // Statements that were planned while the role read all sites show estimates of them.
  if (wasWider) await endConnections(db.write, role)
  return granted
}

/** Ends the connections of a role; none of another one. */
const endConnections = (db: Queryable, role: string): Promise<unknown> =>
  db.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and pid <> pg_backend_pid()', [
    role,
  ])

/**
 * Takes back what `grantSql` gave, ends the role's connections, and drops the role if it was made for this. Answers
 * false where nothing was granted.
 */
export async function revokeSql(db: Database, role: string): Promise<boolean> {
  const isMade = await db.transaction(async (tx) => {
    const [row] = await tx.query<{ is_made: boolean; taken: string[] }>(
      'delete from sql_roles where role = $1 returning is_made, taken',
      [role],
    )
    if (!row) return undefined
    const heirs = await tx.query(
      `update sql_roles set taken = taken || $1::text[]
       where role = (select role from sql_roles order by created_at limit 1) returning role`,
      [row.taken],
    )
    if (heirs.length === 0) await openPublic(tx, row.taken)
    const { exists } = await find(tx, role)
    if (!exists) return false
    const [{ name } = { name: '' }] = await tx.query<{ name: string }>('select current_database() as name')
    await run(tx, 'revoke all on all tables in schema tidemark from %I', role)
    await run(tx, 'revoke all on schema tidemark from %I', role)
    await run(tx, 'revoke connect on database %2$I from %1$I', role, name)
    await run(tx, 'alter role %1$I in database %2$I reset all', role, name)
    await run(tx, `alter role %I connection limit -1${row.is_made ? ' nologin' : ''}`, role)
    return row.is_made
  })
  if (isMade === undefined) return false
  await endConnections(db.write, role)
  if (isMade)
    await db.transaction(async (tx) => {
      await run(tx, 'drop owned by %I', role)
      await run(tx, 'drop role %I', role)
    })
  return true
}

/**
 * Ends sessions of such roles that ask, or hold a transaction open, for longer than they may, and those that hold an
 * advisory lock here: every role may take one, and the service's own wait for it. Counts them. A role that was made for
 * this is watched in all databases of the server, another one in this database. The service needs the rights of the
 * roles for this, which their maker and a superuser have. `afterMs`: how long they may.
 */
export async function endLongSql(db: Database, afterMs = endAfterMs): Promise<number> {
  const rows = await db.write.query(
    `select pg_terminate_backend(a.pid)
     from pg_stat_activity a
     join sql_roles r on r.role = a.usename
     where (a.datname = current_database() or r.is_made)
       and (a.xact_start < now() - make_interval(secs => $1)
         or exists (
           select from pg_locks l
           where l.pid = a.pid and l.locktype = 'advisory'
             and l.database = (select oid from pg_database where datname = current_database())
         ))
       and pg_has_role(a.usesysid, 'usage')`,
    [afterMs / 1000],
  )
  return rows.length
}
