// Roles of the database that read the schema `tidemark` (docs/sql.md): made or taken, given sites, bounded, and ended.
import { engineOf } from '../db/engine/find.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import { minuteMs } from '../rules/durations.ts'
import {
  endConnections,
  findRole,
  makeRole,
  otherDatabasesOpen,
  refusedRole,
  requireRoleName,
  run,
} from './database-roles.ts'
import { closePublic, openPublic } from './sql-public.ts'
import { takeTrack } from './sql-track-roles.ts'

/** Limits of a role, enough for a person or a report, not for a service with many of them. */
const connectionsMax = 5
const statementMs = minuteMs
/** A role can raise its own timeout: the task ends what runs for longer than this. */
const endAfterMs = statementMs + 15_000

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
  return [...open, ...(await otherDatabasesOpen(tx, role))]
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
  requireRoleName(role)
  const { wasWider, ...granted } = await db.transaction(async (tx) => {
    const { grantSql: refusal } = (await engineOf(tx)).cannot
    if (refusal !== undefined) throw refused(refusal)
    const { exists, is_powerful, is_super } = await findRole(tx, role)
    if (is_powerful) throw refusedRole(`${role} reads the tables of the service already`)
    const password = exists ? null : await makeRole(tx, role, is_super)
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

/**
 * Takes back what `grantSql` and `grantTrack` gave, ends the connections of a role that read or was made for this, and
 * drops the role if it was made. Answers false where nothing was granted.
 */
export async function revokeSql(db: Database, role: string): Promise<boolean> {
  await db.transaction((tx) => takeTrack(tx, role))
  return await forgetRole(db, role)
}

/**
 * Takes back what `grantTrack` gave, and nothing of the right to read. Drops a role that was made for this and reads
 * nothing. Answers false if the role had no such right.
 */
export async function revokeTrack(db: Database, role: string): Promise<boolean> {
  const [taken, isLast] = await db.transaction(async (tx) => {
    const had = await takeTrack(tx, role)
    const [row] = await tx.query<{ reads: boolean }>(
      `select site_ids is distinct from '{}' as reads from sql_roles where role = $1`,
      [role],
    )
    return [had, had && row?.reads === false] as const
  })
  if (isLast) await forgetRole(db, role)
  return taken
}

/** Removes a role from the list, with its right to read, and drops it if it was made. */
async function forgetRole(db: Database, role: string): Promise<boolean> {
  const gone = await db.transaction(async (tx) => {
    const [row] = await tx.query<{ is_made: boolean; taken: string[]; reads: boolean }>(
      `delete from sql_roles where role = $1 returning is_made, taken, site_ids is distinct from '{}' as reads`,
      [role],
    )
    if (!row) return undefined
    const heirs = await tx.query(
      `update sql_roles set taken = taken || $1::text[]
       where role = (select role from sql_roles order by created_at limit 1) returning role`,
      [row.taken],
    )
    if (heirs.length === 0) await openPublic(tx, row.taken)
    const { exists } = await findRole(tx, role)
    if (!exists) return { ...row, is_made: false }
    await run(tx, 'revoke all on schema tidemark from %I', role)
    if (row.is_made) await run(tx, 'alter role %I nologin', role)
    if (row.reads || row.is_made) await takeReading(tx, role)
    return row
  })
  if (gone === undefined) return false
  if (gone.reads || gone.is_made) await endConnections(db.write, role)
  if (gone.is_made)
    await db.transaction(async (tx) => {
      await run(tx, 'drop owned by %I', role)
      await run(tx, 'drop role %I', role)
    })
  return true
}

/** Takes the views and the bounds of sessions from a role. */
async function takeReading(tx: Queryable, role: string): Promise<void> {
  const [{ name } = { name: '' }] = await tx.query<{ name: string }>('select current_database() as name')
  await run(tx, 'revoke all on all tables in schema tidemark from %I', role)
  await run(tx, 'revoke connect on database %2$I from %1$I', role, name)
  await run(tx, 'alter role %1$I in database %2$I reset all', role, name)
  await run(tx, 'alter role %I connection limit -1', role)
}

/**
 * The roles of the list: whether the grant made it, domains it reads (null: all sites), domains it sends events to.
 * Sites that are gone are left out.
 */
export const listSqlRoles = (
  db: Queryable,
): Promise<{ role: string; made: boolean; reads: string[] | null; tracks: string[] }[]> =>
  db.query(
    `select r.role, r.is_made as made,
            case when r.site_ids is not null
              then array(select s.domain from sites s where s.id = any (r.site_ids) order by 1) end as reads,
            array(select s.domain from sites s where s.id = any (k.site_ids) order by 1) as tracks
     from sql_roles r left join track_keys k on k.role = r.role
     order by r.role`,
  )

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
       and r.site_ids is distinct from '{}'
       and pg_has_role(a.usesysid, 'usage')`,
    [afterMs / 1000],
  )
  return rows.length
}
