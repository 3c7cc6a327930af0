// `tidemark copy`: everything, from a database to a new one of any engine.
import { databaseAddress, loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { isDatabaseAway } from '../db/pool.ts'
import { extensionsInWords } from '../rules/servers.ts'
import { copyDatabase } from '../upkeep/copy.ts'
import { type Command, OtherDatabaseAway, required } from './command.ts'
import { needed } from './options.ts'

export const command: Command = {
  name: 'copy',
  summary: 'Copy everything to a new database of any engine',
  options: { to: needed('URL', 'the address of the new database') },
  help: `Copies sites, people and all traffic of DATABASE_URL to a new database, which it migrates
first. The new database can be PostgreSQL by itself, ${extensionsInWords}. Before you run it,
stop the service and make sure that the spool is empty. If a run is interrupted, run it
again to continue. At the end it compares checksums of both databases. Then start the
service with the new DATABASE_URL and the same SECRET_KEY.`,
  async run({ io, json, values }) {
    const to = databaseAddress('--to', required(values, 'to'))
    const config = loadConfig()
    await migrate(to, { parts: config.citusParts }).catch((error: unknown) => {
      throw isDatabaseAway(error) ? new OtherDatabaseAway('the database of --to cannot be reached') : error
    })
    const onProgress = ({ table, site }: { table: string; site: number }) => io.err(`${table} of site ${site}`)
    const outcome = await copyDatabase({ from: config.databaseUrl, to, ...(json ? {} : { onProgress }) })
    io.out(json ? JSON.stringify(outcome) : `copied ${outcome.sites} sites, ${outcome.rows} rows of traffic`)
    return 0
  },
}
