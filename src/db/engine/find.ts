// Which engine a database has: what it holds already, else what its server offers.
import type { Queryable } from '../parts.ts'
import { citus } from './citus.ts'
import type { Engine, EngineName } from './engine.ts'
import { postgres } from './postgres.ts'
import { apache, community } from './timescale.ts'

const engines: Readonly<Record<EngineName, Engine>> = { community, apache, postgres, citus }

/** An engine by its name. */
export const engineNamed = (name: EngineName): Engine => engines[name]

/** The others, best known first. */
export const otherEngines = ({ name }: Engine): Engine[] =>
  [community, apache, citus, postgres].filter((other) => other.name !== name)

/** Extensions of a server. */
export interface Offer {
  readonly engine: Engine
  /** Why that one, as a sentence goes on after its name. */
  readonly why: string
  /** An extension that the server has loaded and this database does not have yet. */
  readonly toMake?: 'timescaledb' | 'citus'
}

/** The engine that made the relations of the database. Undefined before the first migration. */
export async function findHeld(db: Queryable): Promise<Engine | undefined> {
  const [row] = await db.query<{ community: boolean; citus: boolean; migrated: boolean; native: boolean }>(
    `select to_regclass('event_hours_live') is not null as community, to_regclass('part_stripes') is not null as citus,
            to_regclass('event_hours') is not null as migrated,
            exists (select from pg_class where oid = to_regclass('events') and relkind = 'p') as native`,
  )
  if (row?.community) return community
  if (row?.citus) return citus
  return row?.migrated ? (row.native ? postgres : apache) : undefined
}

/**
 * The engine that a server offers to a database. The license of TimescaleDB is known once its extension is loaded in
 * the session: before that, the Apache-2 edition is assumed.
 */
export async function findOffer(db: Queryable): Promise<Offer> {
  const [row] = await db.query<{ citus: boolean; timescaledb: boolean; license: string | null; made: string[] }>(
    // Every role may read these settings where a library was loaded at start.
    `select current_setting('citus.max_cached_conns_per_worker', true) is not null as citus,
            current_setting('timescaledb.disable_load', true) is not null as timescaledb,
            current_setting('timescaledb.license', true) as license,
            array(select extname::text from pg_extension where extname in ('citus', 'timescaledb')) as made`,
  )
  const toMake = (extension: 'citus' | 'timescaledb') => (row?.made.includes(extension) ? {} : { toMake: extension })
  if (row?.citus) return { engine: citus, why: 'the server has loaded the extension citus', ...toMake('citus') }
  if (row?.timescaledb || row?.made.includes('timescaledb')) {
    const engine = row.license === 'timescale' ? community : apache
    const why = `the server has loaded the extension timescaledb, with timescaledb.license = ${row.license ?? 'apache'}`
    return { engine, why, ...toMake('timescaledb') }
  }
  return { engine: postgres, why: 'the server has loaded neither timescaledb nor citus' }
}

const leftCommunity =
  'this database was made on the Community edition of TimescaleDB and the server now has the Apache-2 edition, ' +
  'which cannot ' +
  'read it: let the server load the former edition and follow docs/operate.md, "Another edition of TimescaleDB"'

/**
 * The engine of a database that holds one's relations, on a server that offers the same or another. Native partitions
 * stay what they are, whatever the server has loaded. A text says why the server cannot use what the database holds.
 */
export function chooseEngine(held: Engine | undefined, { engine: offered, toMake }: Offer): Engine | string {
  if (held === undefined || held === offered || held === postgres) return held ?? offered
  // Made as for Citus, but without it, for tests.
  if (held === citus && (offered.extension === undefined || toMake !== undefined)) return citus
  if (held.extension !== offered.extension)
    return (
      `this database was made on ${held.title}, and this server is ${offered.title}: \`tidemark copy\` brings all it ` +
      'holds to a new database (docs/scale.md)'
    )
  return held === community ? leftCommunity : offered
}

/** The engine of a database; throws where its server cannot use what it holds. */
export async function findEngine(db: Queryable): Promise<Engine> {
  const [held, offer] = [await findHeld(db), await findOffer(db)]
  const engine = chooseEngine(held, offer)
  if (typeof engine === 'string') throw new Error(engine)
  return engine
}

/** Finds the engine once. Until the database is migrated the engine is unknown, and it is asked again. */
export function createEngine(db: Queryable): () => Promise<Engine> {
  let finding: Promise<Engine | undefined> | undefined
  return async () => {
    finding ??= findHeld(db)
    finding.catch(() => {
      finding = undefined
    })
    const held = await finding
    if (held !== undefined) return held
    finding = undefined
    return await findEngine(db)
  }
}

/** The engine that a connection speaks to. */
export const engineOf = (db: Queryable): Promise<Engine> => (db.engine ?? createEngine(db))()
