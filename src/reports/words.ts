// Words of mails and notices in each language. letter.ts fills the gaps; names of metrics and lists are those of the
// catalogue.
import type { Language } from '../rules/languages.ts'
import { words as de } from './words/de.ts'
import { words as en } from './words/en.ts'
import { words as es } from './words/es.ts'
import { words as fr } from './words/fr.ts'
import { words as ja } from './words/ja.ts'
import type { Words } from './words/keys.ts'
import { words as pt } from './words/pt-BR.ts'

/** The words of mails by language. */
export const mailWords: Readonly<Record<Language, Words>> = { en, de, fr, es, 'pt-BR': pt, ja }
