// The words of the catalogue, of headings and of files in other languages, by the English ones.
import type { Language } from './languages.ts'
import { words as de } from './words/de.ts'

type Words = Readonly<Record<string, string>>
const tables: Readonly<Partial<Record<Language, Words>>> = { de }

/** The table of a language; English needs none. */
export const wordsOf = (language: string): Words => tables[language as Language] ?? {}

/** A word in a language; without a translation the English one. */
export const wordIn = (language: string, english: string): string => {
  const words = wordsOf(language)
  return Object.hasOwn(words, english) ? words[english]! : english
}
