// The report of an import when it is done, on a terminal and on a page.
import type { BroughtHistory } from './bring.ts'
import type { ImportResult } from './import.ts'
import type { SumsResult } from './sums.ts'

/** The result of an import of events, in one line. */
export function describeEvents({ imported, lines, skipped, dropped, leftOut }: ImportResult): string {
  const others = Object.entries(leftOut).map(([kind, count]) => `, ${count} ${kind} left out`)
  const left = skipped > 0 ? `, ${skipped} bad lines skipped` : ''
  const engagement = dropped > 0 ? `, ${dropped} engagement events without a session dropped` : ''
  return `imported ${imported} events of ${lines} lines${left}${others.join('')}${engagement}`
}

export const describeSums = ({ days, rows }: SumsResult): string => `imported sums of ${days} days (${rows} rows)`

/** The days that were left out, if any were. */
export const describeOverlap = ({ overlapping }: SumsResult): string | undefined =>
  overlapping.length === 0
    ? undefined
    : `${overlapping.length} days left out, from ${overlapping[0]} on: ` +
      'the site has events, or the sums of another import, on them'

/** Files and columns of an export that are not imported, a sentence each. */
export const describeLost = ({ ignored, lost }: SumsResult): string[] => [
  ...ignored.map((name) => `${name} holds nothing that is imported`),
  ...lost,
]

/** The outcome of an import in a few lines, for a page. */
export function describeBrought(brought: BroughtHistory): string {
  if ('events' in brought) return brought.events.already ? 'this file is in already' : describeEvents(brought.events)
  const { sums } = brought
  return [describeSums(sums), describeOverlap(sums), ...describeLost(sums)].filter(Boolean).join('\n')
}
