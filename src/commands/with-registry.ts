// Needs of most commands: configuration, database and registry, closed again when the command ends.
import { systemClock } from '../clock.ts'
import { type Config, loadConfig } from '../config.ts'
import { createPools, type Database } from '../db/pool.ts'
import { createRegistry, type Registry } from '../registry/registry.ts'

export interface OpenRegistry {
  readonly config: Config
  readonly db: Database
  readonly registry: Registry
}

/** A request that waits longer than 5 s for one of them fails: no command may ask for more at once. */
export const commandConnections = 4

/** Runs the work with an open database. A running server hears of the writes by notification. */
export async function withRegistry<Result>(
  work: (opened: OpenRegistry) => Promise<Result>,
  config: Config = loadConfig(),
): Promise<Result> {
  const db = createPools({ databaseUrl: config.databaseUrl, connectionsMax: commandConnections })
  try {
    return await work({
      config,
      db,
      registry: createRegistry({ db, config, clock: systemClock, actor: { kind: 'command' } }),
    })
  } finally {
    await db.stop()
  }
}
