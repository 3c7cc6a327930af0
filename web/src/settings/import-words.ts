// The end of an import in the reader's language. The importer reports in English lines (src/imports/describe.ts), which
// are read back here; lines of other forms are about files and columns that were not imported.
import * as words from '../../../src/rules/words/en/imports.ts'
import { language } from '../text/language.ts'
import { type Forms, say } from '../text/say.ts'

/** Lines of the importer, each with the words for its first number. */
const results: readonly (readonly [line: RegExp, words: Forms | string])[] = [
  [/^imported (\d+) events of \d+ lines/, words.brought],
  [/^imported sums of (\d+) days/, words.broughtSums],
  [/^this file is in already$/, words.already],
]
const remarks: readonly (readonly [part: RegExp, words: Forms])[] = [
  [/, (\d+) bad lines skipped/, words.skippedLines],
  [/, (\d+) engagement events without a session dropped/, words.droppedEngagements],
  [/^(\d+) days left out/, words.daysOut],
]

const read = ([pattern, text]: readonly [RegExp, Forms | string], line: string): string | undefined => {
  const found = pattern.exec(line)
  return found ? say(text, { count: Number(found[1] ?? 0) }) : undefined
}

/** The result of an import, and remarks about parts that it left out. */
export function importWords(message: string): { readonly result: string; readonly remarks: readonly string[] } {
  const lines = message.split('\n')
  const [first = '', ...others] = lines
  const result = results.map((one) => read(one, first)).find(Boolean)
  if (!result) return { result: language === 'en' ? first : words.states.done, remarks: others }
  const known = remarks.flatMap((one) => lines.map((line) => read(one, line)).filter((text) => text !== undefined))
  const unknown = others.filter((line) => !remarks.some(([pattern]) => pattern.test(line)))
  const leftOut = /, \d+ \w+ left out/.test(first)
  const rest = language === 'en' ? unknown : unknown.length > 0 ? [words.partly] : []
  return { result, remarks: [...known, ...(leftOut ? [words.partly] : []), ...rest].filter(unique) }
}

const unique = (text: string, at: number, all: readonly string[]): boolean => all.indexOf(text) === at
