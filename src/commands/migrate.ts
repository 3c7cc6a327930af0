// `tidemark migrate`: brings the database to this version's schema.
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { extensionsInWords } from '../rules/servers.ts'
import type { Command } from './command.ts'

export const command: Command = {
  name: 'migrate',
  summary: 'Update the database to the schema of this version',
  help: `Applies all missing migrations: those of Tidemark, those of the queue of background tasks,
and those of the database's engine (PostgreSQL by itself, ${extensionsInWords}). It is safe to run
at any time, and several times at once. The next run finishes one that was interrupted.`,
  async run({ io, json }) {
    const config = loadConfig()
    const { applied } = await migrate(config.databaseUrl, { parts: config.citusParts })
    io.out(
      json ? JSON.stringify({ applied }) : applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply',
    )
    return 0
  },
}
