// Brings the history of any source, as the command and the service do it: files in, and what came of them.
import { stat } from 'node:fs/promises'
import type { Database } from '../db/pool.ts'
import { fileFailures } from '../failure.ts'
import { type ImportSourceName, importSourceOf } from '../rules/import-sources.ts'
import type { SiteRow } from '../upkeep/sites.ts'
import { convertFiles } from './convert.ts'
import type { ExportSource } from './export-files.ts'
import type { ImportOptions, ImportResult } from './import.ts'
import { type ContextFiles, noContext, openContext } from './import-context.ts'
import { importInto } from './into.ts'
import { importReaders } from './sources.ts'
import { importSums, type SumsResult } from './sums.ts'
import { isZip } from './texts.ts'

export interface Bringing extends Pick<ImportOptions, 'onProgress'> {
  readonly db: Database
  readonly databaseUrl: string
  readonly site: SiteRow
  readonly source: ImportSourceName
  readonly files: readonly ExportSource[]
  /** The name of the files, for people. */
  readonly name: string | undefined
  readonly skipInvalid: boolean
  readonly again: boolean
  readonly now: Date
  readonly context: ContextFiles
}

export type BroughtHistory = { readonly events: ImportResult } | { readonly sums: SumsResult }

/** Rows of several files, or of a zip, become lines first. */
async function bringConverted(bringing: Bringing): Promise<ImportResult> {
  const { db, databaseUrl, site, source, files, name, skipInvalid, again, now, onProgress } = bringing
  const { convert, needsContext } = importReaders[source]
  if (!convert) throw fileFailures.oneAtATime()
  const context = needsContext ? await openContext(db.write, site.id, bringing.context) : noContext
  try {
    const converted = await convertFiles(files, convert, { site, context, now, skipInvalid })
    try {
      const whole = (await Promise.all(files.map(({ path }) => stat(path)))).reduce((sum, { size }) => sum + size, 0)
      const scale = whole / Math.max(1, (await stat(converted.path)).size)
      const result = await importInto({ db, databaseUrl }, site, converted.path, {
        ...{ skipInvalid, again, source, fingerprint: converted.fingerprint },
        ...(name === undefined ? {} : { name }),
        ...(onProgress && {
          onProgress: (progress) => onProgress({ ...progress, bytes: Math.round(progress.bytes * scale) }),
        }),
      })
      const { records: lines, leftOut, faults, faultCount } = converted
      return { ...result, lines, leftOut, faults, skipped: result.skipped + faultCount }
    } finally {
      await converted.dispose()
    }
  } finally {
    await context.stop()
  }
}

/** Imports one file line by line. */
async function bringLines({ db, databaseUrl, site, source, files, ...how }: Bringing): Promise<ImportResult> {
  const { createParser, quoted } = importReaders[source]
  const { skipInvalid, again, name, onProgress } = how
  return await importInto({ db, databaseUrl }, site, files[0]!.path, {
    ...{ skipInvalid, again, onProgress },
    ...(name === undefined ? {} : { name }),
    ...(createParser ? { source, createParser, quoted: quoted ?? false } : {}),
  })
}

/**
 * Imports files. Throws a Failure for what cannot be imported, and an ImportFault for bad lines; then nothing was
 * imported.
 */
export async function bringHistory(bringing: Bringing): Promise<BroughtHistory> {
  const { db, site, source, files, name, now } = bringing
  const { readSums, createParser, convert } = importReaders[source]
  if (files.length > 1 && !importSourceOf(source)?.isMany) throw fileFailures.oneAtATime()
  if (readSums) return { sums: await importSums(db, site, { source, read: readSums }, { files, name, now }) }
  const isPlain = files.length === 1 && !(await isZip(files[0]!.path))
  const isLines = convert === undefined || (createParser !== undefined && isPlain)
  return { events: isLines ? await bringLines(bringing) : await bringConverted(bringing) }
}
