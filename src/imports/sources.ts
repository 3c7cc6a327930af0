// The reader of each history that can be brought. Its words are in rules/import-sources; an importer is a file here and
// an entry in both.
import type { ImportSourceName } from '../rules/import-sources.ts'
import type { LineParser } from './check.ts'
import type { Converter } from './convert.ts'
import { createGoatCounterParser } from './goatcounter.ts'
import { readGoogleAnalytics } from './google-analytics.ts'
import { convertMatomo } from './matomo.ts'
import { readPlausible } from './plausible.ts'
import type { SumsReader } from './sums.ts'
import { createUmamiParser } from './umami.ts'
import { convertUmami } from './umami-archive.ts'
import { convertWebLog } from './web-log.ts'

export interface ImportReader {
  /** Reads one file line by line. */
  readonly createParser?: () => LineParser
  /** A record goes on over the lines while a quote is open (CSV). */
  readonly quoted?: boolean
  /** Reads several files, a zip, or files in any order, where `createParser` is missing or there is more than one. */
  readonly convert?: Converter
  /** Asks for places, shields and lists of spam. */
  readonly needsContext?: boolean
  /** Reads sums of days. */
  readonly readSums?: SumsReader
}

export const importReaders: Readonly<Record<ImportSourceName, ImportReader>> = {
  events: {},
  umami: { createParser: createUmamiParser, quoted: true, convert: convertUmami },
  goatcounter: { createParser: createGoatCounterParser, quoted: true },
  matomo: { convert: convertMatomo },
  'web-log': { convert: convertWebLog, needsContext: true },
  plausible: { readSums: readPlausible },
  'google-analytics': { readSums: readGoogleAnalytics },
}
