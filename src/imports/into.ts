// An import as the command and the service do it: with all that upkeep does for it.
import { systemClock } from '../clock.ts'
import { requestFill } from '../upkeep/breakdowns.ts'
import { coverChunks } from '../upkeep/chunks.ts'
import { forgetImported } from '../upkeep/imports.ts'
import { endImportedSessions } from '../upkeep/sessions.ts'
import type { SiteRow } from '../upkeep/sites.ts'
import { recomputeSpan } from '../upkeep/timezone.ts'
import { type ImportOptions, type ImportResult, importFile } from './import.ts'

/** Imports and leaves the sums as live traffic would have left them. */
export async function importInto(
  { databaseUrl, db }: Pick<ImportOptions, 'databaseUrl' | 'db'>,
  site: SiteRow,
  input: ImportOptions['input'],
  how: Partial<Omit<ImportOptions, 'db' | 'site' | 'input'>>,
): Promise<ImportResult> {
  const result = await importFile({
    db,
    databaseUrl,
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
