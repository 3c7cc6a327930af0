// Refusals in whole sentences, fetched when there is one to say.
import { say } from '../text/say.ts'
import { sentenceFor, type Told } from './refusal-sentences.ts'

/** Begins like a sentence and ends like one. Names of files keep their first letter. */
const asSentence = (words: string): string =>
  words.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()) + (/[.!?”]$|^$/.test(words) ? '' : '.')

/**
 * A refusal as a sentence. `about` tells fields of one name apart. Without a code that these pages know, the words of
 * the service stand: it may be newer.
 */
export function sentenceOf({ message, ...told }: Told & { readonly message: string }, about?: string): string {
  const found = sentenceFor(told, about)
  return found ? say(found[0], { said: message, ...found[1] }) : asSentence(message)
}
