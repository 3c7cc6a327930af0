// Rights that PostgreSQL gives every role (PUBLIC), and that a role of `sql grant` has no use for: temporary tables and
// large objects take space, and large objects stay.
import type { Queryable } from '../db/pool.ts'

/** A right of PUBLIC in this database. */
interface PublicRight {
  readonly name: string
  /** The deed that it allows, as a sentence begins. */
  readonly means: string
  /** True while PUBLIC has it. */
  readonly isOpen: string
  /** Statements, with the database as %1$I. */
  readonly take: readonly string[]
  readonly give: readonly string[]
}

/** The functions that make a large object and are open to every role. */
const largeObjectMakers = ['lo_creat(integer)', 'lo_create(oid)', 'lo_from_bytea(oid, bytea)']

const rights: readonly PublicRight[] = [
  {
    name: 'temporary',
    means: 'Make temporary tables in this database',
    isOpen: `has_database_privilege('public', current_database(), 'temporary')`,
    take: ['revoke temporary on database %1$I from public'],
    give: ['grant temporary on database %1$I to public'],
  },
  {
    name: 'large_objects',
    means: 'Make large objects in this database',
    isOpen: largeObjectMakers
      .map((maker) => `has_function_privilege('public', 'pg_catalog.${maker}', 'execute')`)
      .join(' or '),
    take: largeObjectMakers.map((maker) => `revoke execute on function pg_catalog.${maker} from public`),
    give: largeObjectMakers.map((maker) => `grant execute on function pg_catalog.${maker} to public`),
  },
]

/**
 * True if the database holds tables of somebody else: a relation in a schema that is not the service's and not an
 * extension's, or one of another owner beside the service's own.
 */
const isShared = async (tx: Queryable): Promise<boolean> =>
  (
    await tx.query<{ is_shared: boolean }>(
      `select exists (
         select
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         join pg_class s on s.oid = 'sites'::regclass
         where c.relkind in ('r', 'p', 'm', 'f')
           and c.relpersistence <> 't'
           and n.nspname not in ('pg_catalog', 'information_schema', 'tidemark', 'graphile_worker')
           and n.nspname !~ '^pg_'
           and (c.relnamespace <> s.relnamespace or c.relowner <> s.relowner)
           and not exists (
             select
             from pg_depend d
             where d.deptype = 'e'
               and (d.classid, d.objid) in (('pg_class'::regclass, c.oid), ('pg_namespace'::regclass, n.oid))
           )
       ) as is_shared`,
    )
  )[0]!.is_shared

const isOpen = async (tx: Queryable, right: PublicRight): Promise<boolean> =>
  (await tx.query<{ yes: boolean }>(`select ${right.isOpen} as yes`))[0]!.yes

/** Runs statements of the database's name; a refusal of the server leaves the transaction as it was. */
async function attempt(tx: Queryable, patterns: readonly string[]): Promise<void> {
  await tx.query('savepoint attempt')
  try {
    for (const pattern of patterns) {
      const [row] = await tx.query<{ text: string }>('select format($1, current_database()) as text', [pattern])
      await tx.query(row!.text)
    }
  } catch (error) {
    if (typeof (error as { code?: unknown }).code !== 'string') throw error
    await tx.query('rollback to savepoint attempt')
  }
  await tx.query('release savepoint attempt')
}

/**
 * Takes these rights from PUBLIC in a database that holds nothing but the service. The service keeps its own.
 * Answers the names of the rights that were taken, and a sentence for each that stays open, with its reason.
 */
export async function closePublic(tx: Queryable): Promise<{ taken: string[]; open: string[] }> {
  const shared = await isShared(tx)
  const [taken, open]: [string[], string[]] = [[], []]
  for (const right of rights) {
    if (!(await isOpen(tx, right))) continue
    // The role of DATABASE_URL need not own the database.
    if (!shared) await attempt(tx, ['grant temporary on database %1$I to current_user', ...right.take])
    if (!(await isOpen(tx, right))) taken.push(right.name)
    else if (shared) open.push(`${right.means}: it holds tables of others, so nothing was taken from PUBLIC`)
    else open.push(`${right.means}: the role of DATABASE_URL may not change it`)
  }
  return { taken, open }
}

/** Gives rights back to PUBLIC that `closePublic` took. */
export async function openPublic(tx: Queryable, taken: readonly string[]): Promise<void> {
  for (const { name, give } of rights) if (taken.includes(name)) await attempt(tx, give)
}
