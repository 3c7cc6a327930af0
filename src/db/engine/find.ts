// Finds the engine of a database: the one whose relations it holds already, else the one its server offers.
import type { Queryable } from '../parts.ts'
import { citus } from './citus.ts'
import type { Engine, Extension } from './engine.ts'
import { postgres } from './postgres.ts'
import { apache, community } from './timescale.ts'

/** All engines. A database has the first whose relations it holds; a server offers the last one it can. */
const engines: readonly Engine[] = [community, apache, citus, postgres]

/** The extensions that engines are made of, each once. */
export const extensions: readonly Extension[] = [...new Set(engines.flatMap(({ extension }) => extension ?? []))]

/** An engine by its name. */
export function engineNamed(name: string): Engine {
  const found = engines.find((engine) => engine.name === name)
  if (!found) throw new Error(`there is no engine ${name}`)
  return found
}

/** The others, best known first. */
export const otherEngines = ({ name }: Engine): Engine[] => engines.filter((other) => other.name !== name)

/** Extensions of a server. */
export interface Offer {
  readonly engine: Engine
  /** Why that one, as a sentence goes on after its name. */
  readonly why: string
  /** An extension that the server has loaded and this database does not have yet. */
  readonly toMake?: Extension
}

/** The engine that made the relations of the database. Undefined before the first migration. */
export async function findHeld(db: Queryable): Promise<Engine | undefined> {
  const [row] = await db.query<{ held: boolean[] }>(
    `select array[${engines.map(({ isHeld }) => isHeld).join(', ')}] as held`,
  )
  return engines.find((_, index) => row?.held[index])
}

/**
 * The engine that a server offers to a database. The license of TimescaleDB is known once its extension is loaded in
 * the session: before that, the Apache-2 edition is assumed.
 */
export async function findOffer(db: Queryable): Promise<Offer> {
  const made = engines.flatMap((engine) => (engine.extension ? [{ ...engine, extension: engine.extension }] : []))
  const offers = made.map(({ extension, isOffered = 'true' }) => `${extension.isLoaded} and ${isOffered}`)
  const details = made.map(({ extension }) => extension.details ?? `''`)
  const [row] = await db.query<{ offered: boolean[]; details: string[]; made: string[] }>(
    `select array[${offers.join(', ')}] as offered, array[${details.join(', ')}] as details,
            array(select extname::text from pg_extension) as made`,
  )
  const at = row?.offered.lastIndexOf(true) ?? -1
  const found = made[at]
  const engine = engines.find(({ name, extension }) => (found ? name === found.name : extension === undefined))!
  if (!found) {
    const names = extensions.map(({ name }) => name)
    return { engine, why: `the server has loaded neither ${names.join(' nor ')}` }
  }
  const { extension } = found
  return {
    engine,
    why: `the server has loaded the extension ${extension.name}${row?.details[at] ?? ''}`,
    ...(row?.made.includes(extension.name) ? {} : { toMake: extension }),
  }
}

/**
 * The engine of a database that holds one's relations, on a server that offers the same or another. Native partitions
 * stay as they are, whatever the server has loaded. A text says why the server cannot use the database.
 */
export function chooseEngine(held: Engine | undefined, { engine: offered, toMake }: Offer): Engine | string {
  if (held === undefined || held === offered || held.extension === undefined) return held ?? offered
  if (held.worksWithout && (offered.extension === undefined || toMake !== undefined)) return held
  if (held.extension !== offered.extension)
    return (
      `this database was made on ${held.title}, and this server is ${offered.title}: \`tidemark copy\` brings all it ` +
      'holds to a new database (docs/scale.md)'
    )
  return held.isKept ?? offered
}

/** The engine of a database; throws if its server cannot use the database. */
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
