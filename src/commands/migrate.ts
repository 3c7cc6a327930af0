// `tidemark migrate`: brings the database to this version's schema.
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { extensionsInWords } from '../rules/servers.ts'
import type { Command } from './command.ts'

export const command: Command = {
  name: 'migrate',
  summary: 'Bring the database to the schema of this version',
  usage: 'tidemark migrate [--json]',
  help: `Applies the migrations that are missing, those of the queue of background tasks, then the
relations of the database's engine: PostgreSQL by itself, ${extensionsInWords}. Safe to run at any time and
several times at once; one that was interrupted is finished by the next.`,
  async run({ io, json }) {
    const config = loadConfig()
    const { applied } = await migrate(config.databaseUrl, { parts: config.citusParts })
    io.out(
      json ? JSON.stringify({ applied }) : applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply',
    )
    return 0
  },
}
