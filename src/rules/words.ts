// Words in a language: a folder of words/ each, with a file for each subject. English has all keys. Other languages
// have the translated keys, and English words for the others.
import type { Language } from './languages.ts'
import * as de from './words/de/index.ts'
import * as en from './words/en/index.ts'
import * as es from './words/es/index.ts'
import * as fr from './words/fr/index.ts'
import * as ja from './words/ja/index.ts'
import * as pt from './words/pt-BR/index.ts'

/** A text, the forms of one by plural category, or a group of them. */
export type Text = string | number | boolean | readonly Text[] | { readonly [key: string]: Text }

export const isGroup = (text: Text | undefined): text is { readonly [key: string]: Text } =>
  typeof text === 'object' && !Array.isArray(text)

/** True for forms of a text that depends on a count: each language has its own set. */
export const isForms = (text: Text): boolean => isGroup(text) && typeof text['other'] === 'string' && 'one' in text

/** The text in another language, with English ones in the place of what that language lacks. */
export function inLanguage(english: Text, own: Text | undefined): Text {
  if (own === undefined) return english
  if (!isGroup(english) || !isGroup(own) || isForms(english)) return own
  const merged = Object.entries(english).map(([key, text]) => [key, inLanguage(text, own[key])] as const)
  return { ...own, ...Object.fromEntries(merged) }
}

/** The words that the service itself says in a language: the catalogue, headings of pages, mails. */
export type Words = typeof en

const folders: Readonly<Record<Language, unknown>> = { en, de, fr, es, 'pt-BR': pt, ja }
const asText = (folder: unknown): Text => folder as Text

const words = new Map(
  Object.entries(folders).map(([code, own]) => [code, inLanguage(asText(en), asText(own)) as unknown as Words]),
)

/** The words of a language; English for a language without words. */
export const wordsOf = (language: string): Words => words.get(language) ?? en

/** The heading of a page: one of `headings`, or a name that every language leaves as it is. */
export type Heading = keyof Words['headings'] | { readonly name: string }

/** A heading in a language. */
export const headingIn = (language: string, heading: Heading): string =>
  typeof heading === 'string' ? wordsOf(language).headings[heading] : heading.name
