// `tidemark copy`: everything, from a database to a new one of any engine.
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { extensionsInWords } from '../rules/servers.ts'
import { copyDatabase } from '../upkeep/copy.ts'
import { type Command, required } from './command.ts'

export const command: Command = {
  name: 'copy',
  summary: 'Copy everything to a new database of any engine',
  usage: 'tidemark copy --to URL [--json]',
  help: `Copies sites, people and all traffic of DATABASE_URL to a new database, which it migrates
first: on PostgreSQL by itself, ${extensionsInWords}. Stop the service before, with an empty
spool. A run that was interrupted goes on when it is run again; at the end both are compared,
row by row in sums. Then start the service with DATABASE_URL naming the copy, and the
SECRET_KEY it had.`,
  async run({ io, json, values }) {
    const to = required(values, 'to')
    const config = loadConfig()
    await migrate(to, { parts: config.citusParts })
    const onProgress = ({ table, site }: { table: string; site: number }) => io.err(`${table} of site ${site}`)
    const outcome = await copyDatabase({ from: config.databaseUrl, to, ...(json ? {} : { onProgress }) })
    io.out(json ? JSON.stringify(outcome) : `copied ${outcome.sites} sites, ${outcome.rows} rows of traffic`)
    return 0
  },
}
