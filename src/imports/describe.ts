// What an import says of itself when it is done, on a terminal and on a page.
import type { ImportResult } from './import.ts'
import type { PlausibleResult } from './plausible.ts'

/** The result of an import of events, in one line. */
export function describeEvents({ imported, lines, skipped, dropped, leftOut }: ImportResult): string {
  const others = Object.entries(leftOut).map(([kind, count]) => `, ${count} ${kind} left out`)
  const left = skipped > 0 ? `, ${skipped} bad lines skipped` : ''
  const engagement = dropped > 0 ? `, ${dropped} engagement events without a session dropped` : ''
  return `imported ${imported} events of ${lines} lines${left}${others.join('')}${engagement}`
}

export const describeSums = ({ days, rows }: PlausibleResult): string => `imported sums of ${days} days (${rows} rows)`

/** The days that were left out, if any were. */
export const describeOverlap = ({ overlapping }: PlausibleResult): string | undefined =>
  overlapping.length === 0
    ? undefined
    : `${overlapping.length} days left out, from ${overlapping[0]} on: ` +
      'the site has events, or the sums of another import, on them'

/** Files and columns of an export that are not imported, a sentence each. */
export const describeLost = ({ ignored, lost }: PlausibleResult): string[] => [
  ...ignored.map((name) => `${name} holds nothing that is imported`),
  ...lost,
]
