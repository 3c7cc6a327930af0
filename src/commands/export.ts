// `tidemark export`: a site's stored rows as newline-delimited JSON or CSV on standard output.
import { exportRows } from '../upkeep/export.ts'
import { getSite } from '../upkeep/sites.ts'
import { type Command, optional, required, UsageError } from './command.ts'
import { withSession } from './session.ts'

export const command: Command = {
  name: 'export',
  summary: "Write a site's events or sessions out",
  usage: 'tidemark export --site D --what events|sessions [--from DAY] [--to DAY] [--format ndjson|csv] [--wait]',
  help: `Streams the stored rows to standard output, oldest first: events (engagement included)
with the dimensions of their visit, or sessions, running ones too. Ids are texts.

  --site D           the site's domain
  --what W           events or sessions
  --from, --to DAY   local days of the site, inclusive (YYYY-MM-DD)
  --format F         ndjson (default) or csv
  --wait             wait until everything acknowledged is visible; it always is`,
  async run({ values }) {
    const domain = required(values, 'site')
    const what = required(values, 'what')
    if (what !== 'events' && what !== 'sessions') throw new UsageError('--what is events or sessions')
    const format = optional(values, 'format') ?? 'ndjson'
    if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format is ndjson or csv')
    const [from, to] = [optional(values, 'from'), optional(values, 'to')]
    return await withSession(async ({ config, db }) => {
      const site = await getSite(db.write, domain)
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
