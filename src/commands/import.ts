// `tidemark import`: years of history into a site, from a file or standard input; what came in, and how it goes again.
import { createReadStream, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { type BroughtHistory, bringHistory } from '../imports/bring.ts'
import { describeFaults, ImportFault } from '../imports/check.ts'
import { describeEvents, describeLost, describeOverlap, describeSums } from '../imports/describe.ts'
import type { ExportSource } from '../imports/export-files.ts'
import { importInto } from '../imports/into.ts'
import { importReaders } from '../imports/sources.ts'
import {
  type ImportSource,
  type ImportSourceName,
  importSourceNames,
  importSourceOf,
  importSources,
} from '../rules/import-sources.ts'
import { deleteImports } from '../upkeep/import-deletion.ts'
import { getSite, type SiteRow } from '../upkeep/sites.ts'
import { type Command, type Io, optional, required, UsageError } from './command.ts'
import { needId } from './key.ts'
import { findSite, notFound, registryCommand } from './open.ts'
import { flag, may, shared } from './options.ts'
import { createProgress } from './progress.ts'
import { type OpenRegistry, withRegistry } from './with-registry.ts'

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

interface Asked {
  readonly io: Io
  readonly json: boolean
  readonly source: ImportSourceName
}

/** Says what the import brought, and what of the files is not in it. */
function tell({ io, json }: Asked, brought: BroughtHistory): void {
  if ('sums' in brought) {
    for (const lost of describeLost(brought.sums)) io.err(`tidemark: ${lost}`)
    const overlap = describeOverlap(brought.sums)
    if (overlap) io.err(`tidemark: ${overlap}`)
    io.out(json ? JSON.stringify(brought.sums) : describeSums(brought.sums))
    return
  }
  const { events } = brought
  if (!json) for (const fault of describeFaults(events.faults, events.skipped)) io.err(fault)
  if (json) io.out(JSON.stringify(events))
  else if (events.already) io.out('this file is in already; --again imports it once more')
  else io.out(describeEvents(events))
}

/** Names the bad lines, which is no failure of the program. */
function tellFault({ io, json }: Asked, error: unknown): number {
  if (!(error instanceof ImportFault)) throw error
  const { faults, count } = error
  io.err(
    json ? JSON.stringify({ error: error.message.split('\n')[0], count, lines: faults }) : `tidemark: ${error.message}`,
  )
  return 1
}

/** The files to read: those named, and for sources of several files those of folders. */
function findFiles(source: ImportSource, paths: readonly string[]): ExportSource[] {
  if (source.isMany) return findExport(paths)
  if (paths.length > 1) throw new UsageError('one FILE at a time')
  findFile(paths[0]!)
  return [{ path: paths[0]!, name: basename(paths[0]!) }]
}

/** A name for the list of imports. */
const nameOf = (paths: readonly string[], files: readonly ExportSource[]): string =>
  paths.length === 1
    ? basename(paths[0]!)
    : `${files.length} ${/\.csv$/i.test(files[0]?.name ?? '') ? 'CSV files' : 'files'}`

/** Events from standard input or a pipe, which can be read once only. */
async function bringStream(
  opened: OpenRegistry,
  asked: Asked & { site: SiteRow; path: string; again: boolean; skipInvalid: boolean },
) {
  const { source, json, site, path, again, skipInvalid } = asked
  const { createParser, quoted = false } = importReaders[source]
  const progress = createProgress(undefined)
  try {
    return await importInto(
      { databaseUrl: opened.config.databaseUrl, db: opened.db },
      site,
      path === '-' ? process.stdin : createReadStream(path),
      {
        ...{ skipInvalid, again, onProgress: json ? undefined : progress.report },
        ...(createParser ? { source, createParser, quoted } : {}),
      },
    )
  } finally {
    progress.end()
  }
}

/** A sentence below the column of names. */
const wrap = (text: string): string =>
  text
    .replace(/(.{1,66})(?: |$)/g, '$1\n')
    .trimEnd()
    .replaceAll('\n', `\n${' '.repeat(20)}`)

/** True for sources that are read a line at a time, and so from a pipe. */
const isByLine = (source: ImportSourceName): boolean =>
  source === 'events' || importReaders[source].createParser !== undefined

const bring: Command = {
  name: 'import',
  summary: 'Import history into a site',
  options: {
    site: shared.site,
    from: may('SOURCE', 'another product, a source of the list above; prints first what its files do not contain'),
    'skip-invalid': flag('skip invalid lines instead of refusing the file'),
    again: flag('import the same file once more'),
  },
  help: `Reads newline-delimited JSON, one raw event a line, oldest first within each visitor:
timestamp (ISO 8601), name, visitor, and url or hostname and pathname; optionally
referrer source channel utm_source utm_medium utm_campaign utm_content utm_term
country region city device browser browser_version os os_version props
scroll_depth engagement_time revenue_amount revenue_currency interactive.
It also reads files of \`tidemark export --what events\`, as JSON lines or CSV. Files can be
compressed with gzip.

All lines are checked first. If a line is invalid, nothing is imported, and up to 1,000
invalid lines are listed by number. An interrupted import continues where it stopped when
it is run again. Importing the same file twice adds nothing.

Sources:
${importSources.map(({ name, file }) => `  ${name.padEnd(17)} ${wrap(file)}`).join('\n')}`,
  operands: '[FILE …|-]',
  async run({ io, json, values, positionals }) {
    const domain = required(values, 'site')
    const entry = importSourceOf(optional(values, 'from') ?? 'events')
    if (!entry) throw new UsageError(`--from is ${importSourceNames.join(', ')}`)
    const source = entry.name
    const asked = { io, json, source }
    const path = positionals[0] ?? '-'
    const isStream = path === '-' || (positionals.length === 1 && find(path).isFIFO())
    if ((isStream || positionals.includes('-')) && !isByLine(source))
      throw new UsageError(`--from ${source} needs a FILE`)
    if (positionals.length > 1 && !entry.isMany) throw new UsageError('one FILE at a time')
    const files = isStream ? [] : findFiles(entry, positionals)
    const how = { skipInvalid: values['skip-invalid'] === true, again: values['again'] === true }
    if (!json) for (const lost of entry.loses) io.err(`tidemark: ${lost}`)
    return await withRegistry(async (opened) => {
      const { config, db, registry } = opened
      const site = await getSite(db.write, domain)
      const name = isStream ? '-' : nameOf(positionals, files)
      await registry.audit.record({ kind: 'import.started', siteId: site.id, subject: name, after: { source } })
      const progress = createProgress(files.reduce((sum, file) => sum + statSync(file.path).size, 0))
      try {
        const brought = isStream
          ? { events: await bringStream(opened, { ...asked, ...how, site, path }) }
          : await bringHistory({
              ...{ db, databaseUrl: config.databaseUrl, site, source, files, ...how, context: config },
              name,
              now: systemClock.now(),
              onProgress: json ? undefined : progress.report,
            })
        progress.end()
        tell(asked, brought)
        return 0
      } catch (error) {
        progress.end()
        return tellFault(asked, error)
      }
    })
  },
}

const list: Command = registryCommand({
  name: 'import list',
  summary: 'List what was imported into a site',
  options: { site: shared.site },
  help: `Lists imports, newest first: id, source, file, state, rows, first and last local day, start
and end, and whether the import can be deleted.
States: running (or interrupted: import the same file to continue), abandoned (interrupted
for two days), done, deleting.`,
  async work(registry, values) {
    return registry.imports.list((await findSite(registry, required(values, 'site'))).id)
  },
})

const remove: Command = registryCommand({
  name: 'import delete',
  summary: 'Delete an import',
  options: { site: shared.site, id: shared.id },
  help: `Deletes the events, engagement and daily sums of this import, and their part of visits and
sums. Live traffic and other imports are kept. If a visit also has events of another import,
it keeps its source, place and device. Daily sums whose raw rows retention has deleted are
kept. If the deletion is interrupted, the service finishes it. While another import of the
site is running, the service deletes this one afterwards (\`deleted\` is false). An import
that is still running cannot be deleted, nor can one of a version that did not mark its rows.`,
  async work(registry, values, { db }) {
    const site = await findSite(registry, required(values, 'site'))
    const found = await registry.imports.markDeleted(site.id, needId(values, 'import'))
    if (!found) throw notFound('import')
    const deleted = await deleteImports(db, systemClock.now(), site.id)
    return { deleted: deleted > 0, rows: found.rows }
  },
})

export const commands: readonly Command[] = [bring, list, remove]
