// Roles of the database that may call tidemark.track (docs/events-in-sql.md): given sites, and ended. A role that was
// there before gets the right to call the function, and nothing else of it changes.
import type { Database, Queryable } from '../db/pool.ts'
import { findRole, makeRole, otherDatabasesOpen, refusedRole, requireRoleName, run } from './database-roles.ts'
import { closePublic } from './sql-public.ts'

interface TrackRole {
  readonly role: string
  /** Domains. */
  readonly sites: readonly string[]
  /** Shown once; null for a role that was there before, which keeps its own. */
  readonly password: string | null
  /** Sentences about rights of a role that was made here, beside the call. */
  readonly stays_open: readonly string[]
}

const functions = 'tidemark.track, public.track_event'

/**
 * Lets a role call tidemark.track for these sites alone; makes it if it is missing. Each grant replaces the list of
 * sites. Throws the 400 Failure if the role owns the tables, or is a superuser: those may call already.
 */
export async function grantTrack(
  db: Database,
  { role, sites }: { role: string; sites: readonly { id: number; domain: string }[] },
): Promise<TrackRole> {
  requireRoleName(role)
  return await db.transaction(async (tx) => {
    const { exists, is_owner, is_super } = await findRole(tx, role)
    if (is_owner) throw refusedRole(`${role} owns the tables of the service or is a superuser, and may call already`)
    const password = exists ? null : await makeRole(tx, role, is_super)
    const { taken, open } = exists ? { taken: [], open: [] } : await closePublic(tx)
    await run(tx, 'grant usage on schema tidemark to %I', role)
    await run(tx, `grant execute on function ${functions} to %I`, role)
    await run(tx, 'grant select on public.track_own_keys to %I', role)
    const [{ name } = { name: '' }] = await tx.query<{ name: string }>('select current_database() as name')
    if (!exists) await run(tx, 'grant connect on database %2$I to %1$I', role, name)
    await tx.query(
      `insert into sql_roles (role, is_made, site_ids, taken) values ($1, $2, '{}', $3) on conflict (role) do nothing`,
      [role, !exists, taken],
    )
    await tx.query(
      `insert into track_keys (role, site_ids) values ($1, $2)
       on conflict (role) do update set site_ids = excluded.site_ids`,
      [role, sites.map(({ id }) => id)],
    )
    const databases = exists ? [] : await otherDatabasesOpen(tx, role)
    return { role, sites: sites.map(({ domain }) => domain), password, stays_open: [...open, ...databases] }
  })
}

/** Takes the right to call from a role, inside a transaction. Answers false if it had none. */
export async function takeTrack(tx: Queryable, role: string): Promise<boolean> {
  const gone = await tx.query('delete from track_keys where role = $1 returning role', [role])
  if (gone.length === 0) return false
  const { exists } = await findRole(tx, role)
  if (!exists) return true
  await run(tx, `revoke execute on function ${functions} from %I`, role)
  await run(tx, 'revoke select on public.track_own_keys from %I', role)
  return true
}
