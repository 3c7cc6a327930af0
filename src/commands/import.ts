// `tidemark import`: years of history into a site, from a file or standard input.
import { createReadStream, type Stats, statSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { describeFaults, ImportFault, type ImportOptions, importFile } from '../imports/import.ts'
import { importPlausible } from '../imports/plausible.ts'
import { createUmamiParser } from '../imports/umami.ts'
import { requestFill } from '../upkeep/breakdowns.ts'
import { coverChunks } from '../upkeep/chunks.ts'
import { forgetImported } from '../upkeep/imports.ts'
import { endImportedSessions } from '../upkeep/sessions.ts'
import { getSite } from '../upkeep/sites.ts'
import { recomputeSpan } from '../upkeep/timezone.ts'
import { type Command, optional, required, UsageError } from './command.ts'
import { notFound } from './open.ts'
import { createProgress } from './progress.ts'
import { type Session, withSession } from './session.ts'

/** Looks for the file before anything else: a missing one must not look like a missing database. */
function findFile(path: string): Stats {
  let found: Stats
  try {
    found = statSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' ? notFound(`file ${path}`) : new Failure(400, `${path} cannot be read (${code})`)
  }
  if (found.isDirectory()) throw new Failure(400, `${path} is a folder`)
  return found
}

/** Imports and leaves the sums as live traffic would have left them. */
export async function importInto(
  { config, db }: Pick<Session, 'config' | 'db'>,
  site: Awaited<ReturnType<typeof getSite>>,
  input: ImportOptions['input'],
  how: Partial<Omit<ImportOptions, 'db' | 'site' | 'input'>>,
): Promise<Awaited<ReturnType<typeof importFile>>> {
  const result = await importFile({
    db,
    databaseUrl: config.databaseUrl,
    site,
    input,
    skipInvalid: false,
    again: false,
    now: () => systemClock.now(),
    endSessions: (siteId, idleSince, stripes) => endImportedSessions(db, siteId, idleSince, stripes),
    forgetVisitors: (siteId) => forgetImported(db, siteId),
    recompute: (_, start, end) => recomputeSpan(db, site, start, end, systemClock.now()),
    ...how,
  })
  await coverChunks(db, systemClock.now())
  await requestFill(db.write)
  return result
}

export const command: Command = {
  name: 'import',
  summary: 'Bring history into a site',
  usage: 'tidemark import --site D [--from umami|plausible] [--skip-invalid] [--again] [FILE|-] [--json]',
  help: `Reads newline-delimited JSON, one raw event a line, oldest first within each visitor:
timestamp (ISO 8601), name, visitor, and url or hostname and pathname; optionally
referrer source channel utm_source utm_medium utm_campaign utm_content utm_term
country region city device browser browser_version os os_version props
scroll_depth engagement_time revenue_amount revenue_currency interactive.
What \`tidemark export --what events\` writes can be read again.

Every line is checked first; with a bad one nothing is imported. Bad lines are named with
their numbers, up to 1,000 of them. An interrupted import goes on where it was; a second
run of the same file adds nothing.

  --site D          the site's domain
  --from umami      FILE is the CSV of umami's table website_event
  --from plausible  FILE is the zip of a plausible export: daily sums, no events
  --skip-invalid    leave bad lines out instead of refusing the file
  --again           import the same file once more`,
  takesOperands: true,
  options: {
    site: { type: 'string' },
    from: { type: 'string' },
    'skip-invalid': { type: 'boolean' },
    again: { type: 'boolean' },
  },
  async run({ io, json, values, positionals }) {
    const domain = required(values, 'site')
    const from = optional(values, 'from')
    if (from !== undefined && from !== 'umami' && from !== 'plausible')
      throw new UsageError('--from is umami or plausible')
    if (positionals.length > 1) throw new UsageError('one FILE at a time')
    const path = positionals[0] ?? '-'
    if (path === '-' && from === 'plausible') throw new UsageError('--from plausible needs a FILE')
    const file = path === '-' ? undefined : findFile(path)
    return await withSession(async ({ config, db }) => {
      const site = await getSite(db.write, domain)
      if (from === 'plausible') {
        const result = await importPlausible(db, site, path, systemClock.now())
        const { ignored, overlapping } = result
        for (const name of ignored) io.err(`tidemark: ${name} holds nothing that is imported`)
        if (overlapping.length > 0)
          io.err(
            `tidemark: ${overlapping.length} days left out, from ${overlapping[0]} on: ` +
              `the site has events of its own on them`,
          )
        io.out(json ? JSON.stringify(result) : `imported sums of ${result.days} days (${result.rows} rows)`)
        return 0
      }
      const progress = createProgress(file?.isFile() ? file.size : undefined)
      // A pipe can be read once only, like standard input.
      const input = !file ? process.stdin : file.isFile() ? path : createReadStream(path)
      try {
        const { faults, dropped, already, ...result } = await importInto({ config, db }, site, input, {
          skipInvalid: values['skip-invalid'] === true,
          again: values['again'] === true,
          onProgress: json ? undefined : progress.report,
          ...(from === 'umami' ? { source: 'umami', createParser: createUmamiParser, quoted: true } : {}),
        })
        progress.end()
        if (!json) for (const fault of describeFaults(faults, result.skipped)) io.err(fault)
        if (json) io.out(JSON.stringify({ ...result, dropped, already, faults }))
        else if (already) io.out('this file is in already; --again imports it once more')
        else {
          const left = result.skipped > 0 ? `, ${result.skipped} bad lines skipped` : ''
          const engagement = dropped > 0 ? `, ${dropped} engagement events without a session dropped` : ''
          io.out(`imported ${result.imported} events of ${result.lines} lines${left}${engagement}`)
        }
        return 0
      } catch (error) {
        progress.end()
        if (error instanceof ImportFault) {
          const { faults, count } = error
          io.err(
            json
              ? JSON.stringify({ error: error.message.split('\n')[0], count, lines: faults })
              : `tidemark: ${error.message}`,
          )
          return 1
        }
        throw error
      }
    })
  },
}
