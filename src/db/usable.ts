// Says what keeps a database from being used at all, and if it takes no writes for now.
import type { Queryable } from './parts.ts'

/** A fault of a database, and the statement or program that mends it. */
export interface Unusable {
  readonly detail: string
  readonly fix: string
}

const inspectText = `
select current_database() as database, current_user as role, pg_encoding_to_char(d.encoding) as encoding,
       quote_ident(current_user) as quoted_role, n.oid is not null as has_public,
       coalesce(has_schema_privilege(n.oid, 'usage'), false) as may_use
from pg_database d left join pg_namespace n on n.nspname = 'public'
where d.datname = current_database()`

/** Why the database cannot be used; undefined: it can. Throws if it cannot be reached. */
export async function findUnusable(db: Queryable): Promise<Unusable | undefined> {
  const [row] = await db.query<{
    database: string
    encoding: string
    role: string
    quoted_role: string
    has_public: boolean
    may_use: boolean
  }>(inspectText)
  if (row === undefined) return undefined
  const { database, encoding, role, quoted_role: quoted } = row
  if (encoding !== 'UTF8')
    return {
      detail: `the database must be UTF8 (it is ${encoding})`,
      fix:
        `make another one, and let DATABASE_URL name it: ` +
        `createdb --template template0 --encoding UTF8 --locale C ${database}_utf8`,
    }
  if (!row.has_public)
    return {
      detail: 'the database has no schema public, in which Tidemark keeps its tables',
      fix: `make it: create schema public authorization ${quoted}`,
    }
  if (!row.may_use)
    return {
      detail: `the role ${role} may not use the schema public, in which Tidemark keeps its tables`,
      fix: `let it: grant usage, create on schema public to ${quoted}`,
    }
  return undefined
}

/** Throws one sentence about a database that cannot be used, with what mends it. */
export async function requireUsable(db: Queryable): Promise<void> {
  const found = await findUnusable(db)
  if (found) throw new Error(`${found.detail}; ${found.fix}`)
}

/**
 * Tells what a new session of this role is told, which may differ from the session that asks: a provider that runs out
 * of disk changes the database or the role. The value of the role in the database counts first, then the role's, then
 * the database's. A value of theirs that is gone by now is in old sessions alone, and a session that refuses a write
 * for it is closed (connection.ts).
 */
const readOnlyText = `
select pg_is_in_recovery() as is_standby,
       coalesce(
         (select split_part(entry, '=', 2)::boolean
          from pg_db_role_setting, unnest(setconfig) as entry
          where setdatabase in (0, (select oid from pg_database where datname = current_database()))
            and setrole in (0, (select oid from pg_roles where rolname = session_user))
            and entry like 'default_transaction_read_only=%'
          order by setrole = 0, setdatabase = 0
          limit 1),
         (select setting::boolean and source not in ('database', 'user', 'database user')
          from pg_settings where name = 'default_transaction_read_only')) as is_read_only`

/** Why the database takes no writes; undefined: it does. Throws if it cannot be reached. */
export async function findReadOnly(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ is_standby: boolean; is_read_only: boolean }>(readOnlyText)
  const rest = 'events wait in the spool until it takes writes again, and nothing can be changed'
  if (row?.is_standby) return `the database is a standby: ${rest}`
  if (row?.is_read_only) return `the database is read-only: ${rest}`
  return undefined
}
