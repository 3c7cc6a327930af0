// What a table of dialects says of files with sums of days (Plausible, Google Analytics 4), and the one day that most of
// them have.
import type { ImportSourceName } from '../../src/rules/import-sources.ts'

export interface SumsDialect {
  readonly name: string
  /** A project with the number of a report, or a document. */
  readonly from: string
  readonly source: ImportSourceName
  readonly files: Readonly<Record<string, string | Buffer>>
  /** Visitors by the values of a dimension; other dimensions are not compared. */
  readonly sums?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Sentences about what is left out, all of them. */
  readonly lost?: readonly RegExp[]
  readonly refused?: RegExp
}

export const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
export const day = '2024-01-05'
export const days = { days: { [day]: 5 } }
