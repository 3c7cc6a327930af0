// Lines of the report of an import. The importer writes them in English; pages find them again by the same texts and
// say them in the language of the reader. A reworded line keeps its translations.

export const importLines = {
  events: 'imported {count} events of {lines} lines',
  sums: 'imported sums of {count} days ({rows} rows)',
  already: 'this file is in already',
  skipped: ', {count} bad lines skipped',
  leftOut: ', {count} {kind} left out',
  dropped: ', {count} engagement events without a session dropped',
  overlapping: '{count} days left out, from {day} on: the site has events, or the sums of another import, on them',
} as const
export type ImportLine = keyof typeof importLines

/**
 * A line with its gaps filled.
 * @example writeLine('skipped', { count: 3 }) // ', 3 bad lines skipped'
 */
export const writeLine = (line: ImportLine, gaps: Readonly<Record<string, string | number>> = {}): string =>
  importLines[line].replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name] ?? ''))

const patternOf = (line: ImportLine): RegExp =>
  new RegExp(
    importLines[line]
      .replace(/[()[\]*+?.\\^$|]/g, '\\$&')
      .replace('{count}', '(\\d+)')
      .replace(/\{\w+\}/g, '[^,]+?'),
  )

/** The count that a report gives in a line, 0 for a line without a count; undefined if the report has no such line. */
export function countIn(report: string, line: ImportLine): number | undefined {
  const found = patternOf(line).exec(report)
  return found ? Number(found[1] ?? 0) : undefined
}
