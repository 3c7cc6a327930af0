// `tidemark coverage`: page requests of access logs, to tell how much the script of a site misses.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { systemClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { ImportFault } from '../imports/check.ts'
import { type CountedLog, countLog } from '../imports/log-coverage.ts'
import { coverageSource } from '../rules/import-sources.ts'
import { getSite } from '../upkeep/sites.ts'
import { type Command, type Io, required, UsageError } from './command.ts'
import { notFound } from './open.ts'
import { shared } from './options.ts'
import { withRegistry } from './with-registry.ts'

/** Looks for the file before anything else: a missing one must not look like a missing database. */
function findLog(path: string): { path: string; name: string } {
  try {
    if (statSync(path).isDirectory()) throw new Failure(400, `${path} is a folder`)
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' ? notFound(`file ${path}`) : new Failure(400, `${path} cannot be read (${code})`)
  }
  return { path, name: basename(path) }
}

type Told = CountedLog & { readonly file: string }

/** One log in words: its requests, and the lines left out by kind, the most frequent first. */
function tell(io: Io, { file, id, already, replaced, requests, first_day, last_day, left_out }: Told): void {
  const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`
  const how = replaced === null ? '' : `; takes the place of import ${replaced}, which it begins with`
  if (already) io.out(`${file}: counted already`)
  else if (id === null) io.out(`${file}: no page requests`)
  else io.out(`${file}: ${requests} page requests, ${days}, import ${id}${how}`)
  for (const [kind, count] of Object.entries(left_out).sort(([, a], [, b]) => b - a)) io.out(`  ${count} ${kind}`)
}

export const commands: readonly Command[] = [
  {
    name: 'coverage',
    summary: 'Count page requests of access logs, to tell how much the script misses',
    options: { site: shared.site },
    help: `Reads access logs of web servers, in every format of \`tidemark import --from web-log\`, compressed with
gzip or not, and counts page requests by local day, page, browser and country. Addresses and user
agents are not kept, and no event is made. Traffic quality on the dashboard and
GET /api/v1/stats/coverage show the counts beside the pageviews of the script.

Crawlers, files, redirects, errors, prefetches and parts of pages are left out; the counts of each
are printed. A log that was counted already adds nothing. A log that has grown since takes the place
of its former counts, so the log of today can be counted every hour. On a day that kits report too,
the greater number counts. \`tidemark import list\` has the logs, \`tidemark import delete\` takes one
away.`,
    operands: 'FILE …',
    async run({ io, json, values, positionals }) {
      const domain = required(values, 'site')
      if (positionals.length === 0) throw new UsageError('name the FILE of an access log')
      const files = positionals.map(findLog)
      return await withRegistry(async ({ config, db, registry }) => {
        const site = await getSite(db.write, domain)
        const told: Told[] = []
        for (const file of files) {
          const { name } = file
          await registry.audit.record({
            ...{ kind: 'import.started', siteId: site.id, subject: name },
            after: { source: coverageSource },
          })
          try {
            told.push({
              file: name,
              ...(await countLog({ db, site, file, context: config, now: systemClock.now() })),
            })
          } catch (error) {
            if (!(error instanceof ImportFault)) throw error
            io.err(`tidemark: ${name}: ${error.message}`)
            return 1
          }
          if (!json) tell(io, told.at(-1)!)
        }
        if (json) io.out(JSON.stringify(told))
        return 0
      })
    },
  },
]
