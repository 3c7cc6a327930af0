// The report of an import in the reader's language. Lines about files and columns that were left out are English text of
// the importer: other languages say that something was left out.
import { countIn, type ImportLine } from '../../../src/rules/import-report.ts'
import * as words from '../../../src/rules/words/en/imports.ts'
import { language } from '../text/language.ts'
import { type Forms, say } from '../text/say.ts'

type Said = readonly [line: ImportLine, words: Forms | string]

const results: readonly Said[] = [
  ['events', words.brought],
  ['sums', words.broughtSums],
  ['already', words.already],
]
const remarks: readonly Said[] = [
  ['skipped', words.skippedLines],
  ['dropped', words.droppedEngagements],
  ['overlapping', words.daysOut],
]

/** The words of those lines that a report has. */
const saidIn = (report: string, lines: readonly Said[]): string[] =>
  lines.flatMap(([line, text]) => {
    const count = countIn(report, line)
    return count === undefined ? [] : [say(text, { count })]
  })

/** The result of an import, and remarks about it, one a line. */
export function importWords(report: string): { readonly result: string; readonly remarks: readonly string[] } {
  const [first = '', ...others] = report.split('\n')
  const [result] = saidIn(first, results)
  if (!result) return { result: language === 'en' ? first : words.states.done, remarks: others }
  const unknown = others.filter((line) => saidIn(line, remarks).length === 0)
  const isPartly = countIn(first, 'leftOut') !== undefined || (language !== 'en' && unknown.length > 0)
  return {
    result,
    remarks: [...saidIn(report, remarks), ...(isPartly ? [words.partly] : []), ...(language === 'en' ? unknown : [])],
  }
}
