// What a table of dialects says of a file of another product (Umami, GoatCounter, Matomo), and the two pages that most of
// them have.
import type { ImportSourceName } from '../../src/rules/import-sources.ts'

export interface EventDialect {
  readonly name: string
  /** A project with the number of a report, or a document. */
  readonly from: string
  readonly source: ImportSourceName
  readonly files: Readonly<Record<string, string | Buffer>>
  /** Facts of the events, in order; others are not compared. Undefined facts must be missing. */
  readonly events?: readonly Readonly<Record<string, unknown>>[]
  readonly leftOut?: Readonly<Record<string, number>>
  readonly faults?: readonly RegExp[]
  readonly refused?: RegExp
}

export const first = { at: '2024-01-05T10:00:00Z', name: 'pageview', path: '/a' }
export const second = { at: '2024-01-05T10:01:00Z', name: 'pageview', path: '/b' }
export const both = [first, second]
export const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
