// The report of an import when it is done, on a terminal and on a page.
import { writeLine } from '../rules/import-report.ts'
import type { BroughtHistory } from './bring.ts'
import type { ImportResult } from './import.ts'
import type { SumsResult } from './sums.ts'

type Counts = Pick<ImportResult, 'imported' | 'lines' | 'skipped' | 'dropped' | 'leftOut'>

/** The result of an import of events, in one line. */
export function describeEvents({ imported, lines, skipped, dropped, leftOut }: Counts): string {
  return [
    writeLine('events', { count: imported, lines }),
    skipped > 0 && writeLine('skipped', { count: skipped }),
    ...Object.entries(leftOut).map(([kind, count]) => writeLine('leftOut', { count, kind })),
    dropped > 0 && writeLine('dropped', { count: dropped }),
  ]
    .filter(Boolean)
    .join('')
}

export const describeSums = ({ days, rows }: Pick<SumsResult, 'days' | 'rows'>): string =>
  writeLine('sums', { count: days, rows })

/** The days that were left out, if any were. */
export const describeOverlap = ({ overlapping }: Pick<SumsResult, 'overlapping'>): string | undefined =>
  overlapping.length === 0 ? undefined : writeLine('overlapping', { count: overlapping.length, day: overlapping[0]! })

/** Files and columns of an export that are not imported, a sentence each. */
export const describeLost = ({ ignored, lost }: SumsResult): string[] => [
  ...ignored.map((name) => `${name} holds nothing that is imported`),
  ...lost,
]

/** The outcome of an import in a few lines, for a page. */
export function describeBrought(brought: BroughtHistory): string {
  if ('events' in brought) return brought.events.already ? writeLine('already') : describeEvents(brought.events)
  const { sums } = brought
  return [describeSums(sums), describeOverlap(sums), ...describeLost(sums)].filter(Boolean).join('\n')
}
