// `tidemark export`: a site's stored rows as newline-delimited JSON or CSV on standard output.
import { waitForSpools } from '../ingest/spool-waiting.ts'
import { exportedRows, exportFormats } from '../rules/exported-rows.ts'
import { exportRows } from '../upkeep/export.ts'
import { getSite } from '../upkeep/sites.ts'
import { type Command, type Io, optional, required, UsageError } from './command.ts'
import { withSession } from './session.ts'

/** How long `--wait` waits. */
const waitMs = 60_000
/** The exit code if events still wait then. */
const eventsWait = 5

const rows = exportedRows.join(' or ')
const formats = exportFormats.join(' or ')

/** Says how many acknowledged events are not in the database yet, after `ms` at most; answers the exit code. */
export async function waitForEvents(folder: string, ms: number, io: Io): Promise<0 | typeof eventsWait> {
  const waiting = await waitForSpools(folder, ms)
  if (waiting === 0) return 0
  io.err(`${waiting} ${waiting === 1 ? 'event waits' : 'events wait'} in the spool ${folder}: no rows were written`)
  return eventsWait
}

export const command: Command = {
  name: 'export',
  summary: "Export a site's events or sessions",
  usage:
    `tidemark export --site D --what ${exportedRows.join('|')} [--from DAY] [--to DAY] ` +
    `[--format ${exportFormats.join('|')}] [--wait]`,
  help: `Writes the stored rows to standard output, oldest first: events and engagement with the
dimensions of their visit, or sessions, including running ones. Ids are strings.

  --site D           the site's domain
  --what W           ${rows}
  --from, --to DAY   local days of the site, inclusive (YYYY-MM-DD)
  --format F         ${formats}, ${exportFormats[0]} unless told
  --wait             first waits until no acknowledged event is left in the spool of SPOOL_DIR,
                     60 seconds at most. Otherwise it says how many events wait, writes no
                     rows and exits with code 5`,
  async run({ io, values }) {
    const domain = required(values, 'site')
    const what = exportedRows.find((name) => name === required(values, 'what'))
    if (what === undefined) throw new UsageError(`--what is ${rows}`)
    const format = exportFormats.find((name) => name === (optional(values, 'format') ?? exportFormats[0]))
    if (format === undefined) throw new UsageError(`--format is ${formats}`)
    const [from, to] = [optional(values, 'from'), optional(values, 'to')]
    return await withSession(async ({ config, db }) => {
      const site = await getSite(db.write, domain)
      if (values['wait'] === true) {
        const code = await waitForEvents(config.spoolDir, waitMs, io)
        if (code !== 0) return code
      }
      try {
        await exportRows({ db, databaseUrl: config.databaseUrl, site, what, format, from, to, sink: process.stdout })
      } catch (error) {
        // `| head` has what it wanted.
        if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
      }
      return 0
    })
  },
}
