// A plausible export: a zip of CSV files with daily sums, or the files unpacked from one.
import type { Database } from '../db/pool.ts'
import { fileFailures } from '../failure.ts'
import { type ExportSource, readExport } from './export-files.ts'
import type { ImportSite } from './line.ts'
import { addFile, createBrought, finishRows, isOfSystem, tableOf } from './plausible-sums.ts'
import { type FoundSums, importSums, type SumsResult } from './sums.ts'

/** Reads the sums of an export. Throws a 400 Failure for a mistake, and for files without any sums. */
export async function readPlausible(files: readonly ExportSource[], today: string): Promise<FoundSums> {
  const brought = createBrought()
  for await (const file of readExport(files)) {
    const table = tableOf(file.name)
    if (isOfSystem(file.name)) continue
    if (table === undefined) brought.ignored.push(file.name)
    else await addFile(brought, { ...file, table }, today)
  }
  const rows = finishRows(brought)
  if (rows.length === 0)
    throw fileFailures.unusable(['the archive holds none of the imported_*.csv files of an export'])
  return { rows, ignored: brought.ignored, lost: brought.lost }
}

/** Imports an export: a zip, or the files unpacked from one. */
export const importPlausible = (
  db: Database,
  site: ImportSite,
  sources: string | readonly ExportSource[],
  now: Date,
  name?: string,
): Promise<SumsResult> => {
  const files = typeof sources === 'string' ? [{ path: sources, name: name ?? sources }] : sources
  return importSums(db, site, { source: 'plausible', read: readPlausible }, { files, name, now })
}
