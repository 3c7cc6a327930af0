// `tidemark export`: a site's stored rows as newline-delimited JSON or CSV on standard output.
import { waitForSpools } from '../ingest/spool-waiting.ts'
import { minuteMs } from '../rules/durations.ts'
import { exportedRows, exportFormats } from '../rules/exported-rows.ts'
import { exportRows } from '../upkeep/export.ts'
import { getSite } from '../upkeep/sites.ts'
import { type Command, type Io, optional, required, UsageError } from './command.ts'
import { flag, may, needed, shared } from './options.ts'
import { withRegistry } from './with-registry.ts'

/** How long `--wait` waits. */
const waitMs = minuteMs
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
  options: {
    site: shared.site,
    what: needed(exportedRows.join('|'), 'the rows to write'),
    ...shared.days,
    format: may(exportFormats.join('|'), `${exportFormats[0]} unless told`),
    wait: flag(
      'first wait until no acknowledged event is left in the spool of SPOOL_DIR, 60 seconds at most; if events still ' +
        'wait then, say how many, write no rows and exit with code 5',
    ),
  },
  json: 'no effect: --format says how rows are written',
  help: `Writes the stored rows to standard output, oldest first: events and engagement with the
dimensions of their visit, or sessions, including running ones. Days are inclusive. Ids are
strings.`,
  async run({ io, values }) {
    const domain = required(values, 'site')
    const what = exportedRows.find((name) => name === required(values, 'what'))
    if (what === undefined) throw new UsageError(`--what is ${rows}`)
    const format = exportFormats.find((name) => name === (optional(values, 'format') ?? exportFormats[0]))
    if (format === undefined) throw new UsageError(`--format is ${formats}`)
    const [from, to] = [optional(values, 'from'), optional(values, 'to')]
    return await withRegistry(async ({ config, db, registry }) => {
      const site = await getSite(db.write, domain)
      if (values['wait'] === true) {
        const code = await waitForEvents(config.spoolDir, waitMs, io)
        if (code !== 0) return code
      }
      await registry.audit.recordExport(site.id, { what, format, from, to })
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
