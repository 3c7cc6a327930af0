// `tidemark import`: years of history into a site, from a file or standard input; what came in, and how it goes again.
import { createReadStream, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import { describeFaults, ImportFault } from '../imports/check.ts'
import { describeEvents, describeLost, describeOverlap, describeSums } from '../imports/describe.ts'
import type { ExportSource } from '../imports/export-files.ts'
import { importInto } from '../imports/into.ts'
import type { ImportSite } from '../imports/line.ts'
import { importPlausible } from '../imports/plausible.ts'
import { createUmamiParser } from '../imports/umami.ts'
import { deleteImports } from '../upkeep/import-deletion.ts'
import { getSite } from '../upkeep/sites.ts'
import { type Command, type Io, optional, required, UsageError } from './command.ts'
import { needId } from './key.ts'
import { findSite, notFound, registryCommand } from './open.ts'
import { createProgress } from './progress.ts'
import { withSession } from './session.ts'

/** Looks for the file before anything else: a missing one must not look like a missing database. */
function find(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' ? notFound(`file ${path}`) : new Failure(400, `${path} cannot be read (${code})`)
  }
}

function findFile(path: string): Stats {
  const found = find(path)
  if (found.isDirectory()) throw new Failure(400, `${path} is a folder`)
  return found
}

/** The files of an export: those named, each once, and the CSV files of folders. */
function findExport(paths: readonly string[]): ExportSource[] {
  const files = paths.flatMap((path) => {
    if (!find(path).isDirectory()) return [path]
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    const found = entries.filter((entry) => entry.isFile() && /^[^.].*\.csv$/i.test(entry.name))
    if (found.length === 0) throw new Failure(400, `${path} has no CSV files`)
    return found.map((entry) => join(entry.parentPath, entry.name))
  })
  const real = new Map(files.map((path) => [realpathSync(path), { path, name: basename(path) }]))
  return [...real.values()]
}

interface SumsAsked {
  readonly db: Database
  readonly site: ImportSite
  readonly paths: readonly string[]
  readonly sources: readonly ExportSource[]
}

/** Imports an export of plausible, and says what of it is not imported. */
async function bringSums(io: Io, json: boolean, { db, site, paths, sources }: SumsAsked): Promise<number> {
  const name = paths.length === 1 ? basename(paths[0]!) : `${sources.length} CSV files`
  const result = await importPlausible(db, site, sources, systemClock.now(), name)
  for (const lost of describeLost(result)) io.err(`tidemark: ${lost}`)
  const overlap = describeOverlap(result)
  if (overlap) io.err(`tidemark: ${overlap}`)
  io.out(json ? JSON.stringify(result) : describeSums(result))
  return 0
}

const bring: Command = {
  name: 'import',
  summary: 'Bring history into a site',
  usage: 'tidemark import --site D [--from umami|plausible] [--skip-invalid] [--again] [FILE …|-] [--json]',
  help: `Reads newline-delimited JSON, one raw event a line, oldest first within each visitor:
timestamp (ISO 8601), name, visitor, and url or hostname and pathname; optionally
referrer source channel utm_source utm_medium utm_campaign utm_content utm_term
country region city device browser browser_version os os_version props
scroll_depth engagement_time revenue_amount revenue_currency interactive.
Files of \`tidemark export --what events\` are read too, lines of JSON and CSV. Files packed
with gzip are unpacked as they are read.

Every line is checked first; with a bad one nothing is imported. Bad lines are named with
their numbers, up to 1,000 of them. An interrupted import goes on where it was; a second
run of the same file adds nothing.

  --site D          the site's domain
  --from umami      FILE is the CSV of umami's table website_event
  --from plausible  FILE is the zip of a plausible export, or a folder or all CSV files
                    unpacked from it: daily sums, no events
  --skip-invalid    leave bad lines out instead of refusing the file
  --again           import the same file once more`,
  takesOperands: true,
  async run({ io, json, values, positionals }) {
    const domain = required(values, 'site')
    const from = optional(values, 'from')
    if (from !== undefined && from !== 'umami' && from !== 'plausible')
      throw new UsageError('--from is umami or plausible')
    const isSums = from === 'plausible'
    if (positionals.length > 1 && !isSums) throw new UsageError('one FILE at a time')
    const path = positionals[0] ?? '-'
    if (isSums && (path === '-' || positionals.includes('-'))) throw new UsageError('--from plausible needs a FILE')
    const sources = isSums ? findExport(positionals) : undefined
    const file = isSums || path === '-' ? undefined : findFile(path)
    return await withSession(async ({ config, db }) => {
      const site = await getSite(db.write, domain)
      if (sources) return await bringSums(io, json, { db, site, paths: positionals, sources })
      const progress = createProgress(file?.isFile() ? file.size : undefined)
      // A pipe can be read once only, like standard input.
      const input = !file ? process.stdin : file.isFile() ? path : createReadStream(path)
      try {
        const result = await importInto({ databaseUrl: config.databaseUrl, db }, site, input, {
          skipInvalid: values['skip-invalid'] === true,
          again: values['again'] === true,
          name: file?.isFile() ? basename(path) : undefined,
          onProgress: json ? undefined : progress.report,
          ...(from === 'umami' ? { source: 'umami', createParser: createUmamiParser, quoted: true } : {}),
        })
        progress.end()
        if (!json) for (const fault of describeFaults(result.faults, result.skipped)) io.err(fault)
        if (json) io.out(JSON.stringify(result))
        else if (result.already) io.out('this file is in already; --again imports it once more')
        else io.out(describeEvents(result))
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

const list: Command = registryCommand({
  name: 'import list',
  summary: 'List what was imported into a site',
  usage: 'tidemark import list --site D [--json]',
  help: `The newest first: id, source, file, state, rows, the first and the last local day of its
events or sums, when it began and when it was done, and whether it can be deleted.
States: running (or interrupted: the same file goes on), abandoned (interrupted for two
days), done, deleting.`,
  async work(registry, values) {
    return registry.imports.list((await findSite(registry, required(values, 'site'))).id)
  },
})

const remove: Command = registryCommand({
  name: 'import delete',
  summary: 'Take an import away again',
  usage: 'tidemark import delete --site D --id I [--json]',
  help: `Deletes the events, the engagement and the sums of days that this import brought, and what
they added to visits and sums; live traffic and other imports stay as they are. A visit
to which another import brought events too keeps source, place and device of its first.
Sums of days whose rows retention has deleted stay. Interrupted, it goes on in the
service, or when it is asked for again; while another import of the site is running, the
service does it afterwards (\`deleted\` is false). Refused for one that is running itself,
and for imports of versions that did not mark what they brought.`,
  async work(registry, values, { db }) {
    const site = await findSite(registry, required(values, 'site'))
    const found = await registry.imports.markDeleted(site.id, needId(values, 'import'))
    if (!found) throw notFound('import')
    const deleted = await deleteImports(db, systemClock.now(), site.id)
    return { deleted: deleted > 0, rows: found.rows }
  },
})

export const commands: readonly Command[] = [bring, list, remove]
