// The words of the catalogue, of headings and of files in other languages, by the English ones.
import type { Language } from './languages.ts'
import { words as de } from './words/de.ts'
import { words as es } from './words/es.ts'
import { words as fr } from './words/fr.ts'
import { words as ja } from './words/ja.ts'
import { words as pt } from './words/pt-BR.ts'

type Words = Readonly<Record<string, string>>
const tables: Readonly<Record<Exclude<Language, 'en'>, Words>> = { de, fr, es, 'pt-BR': pt, ja }

/** The table of a language; English needs none. */
export const wordsOf = (language: string): Words => (tables as Partial<Record<string, Words>>)[language] ?? {}

/** A word in a language; without a translation the English one. */
export const wordIn = (language: string, english: string): string => {
  const words = wordsOf(language)
  return Object.hasOwn(words, english) ? words[english]! : english
}
