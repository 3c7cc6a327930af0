// The elements of a JSON list of any size, or objects one after the other, one at a time: only one is in memory.
import { createStrictDecoder } from './strict-decoder.ts'

/** The text is no list, is cut off, or has an element that is too large or too deep. */
export class NoList extends Error {}

/** Characters of an element: a visit of ten thousand actions. Parsed, the worst one has thirty times as many bytes. */
const elementCharactersMax = 16_000_000
/** Objects and lists within each other. Records of products have six. */
const depthMax = 100

/** Follows brackets and quotes over pieces, and says where elements end: of the outermost list, or objects. */
function createScanner() {
  let depth = 0
  let isQuoted = false
  let isEscaped = false
  let element = ''
  let isOver = false
  let isLoose = false
  return {
    isOver: () => isOver && depth === 0,
    *scan(text: string): Generator<string> {
      let from = 0
      for (let at = 0; at < text.length; at++) {
        const letter = text[at]!
        if (isQuoted) {
          if (isEscaped) isEscaped = false
          else if (letter === '\\') isEscaped = true
          else if (letter === '"') isQuoted = false
          continue
        }
        if (depth === 0) {
          if (letter === '[' && !isOver) [depth, from] = [1, at + 1]
          else if (letter === '{' && (!isOver || isLoose)) [depth, from, isLoose] = [2, at, true]
          else if (letter.trim() !== '' && letter !== '\uFEFF') throw new NoList()
        } else if (letter === '"') isQuoted = true
        else if (letter === '[' || letter === '{') {
          if (++depth > depthMax) throw new NoList()
        } else if (isLoose && letter === '}' && depth === 2) {
          yield element + text.slice(from, at + 1)
          ;[element, depth, isOver] = ['', 0, true]
        } else if ((letter === ',' && depth === 1) || (letter === ']' && depth === 1)) {
          const whole = (element + text.slice(from, at)).trim()
          if (whole !== '') yield whole
          ;[element, from] = ['', at + 1]
          if (letter === ']') [depth, isOver] = [0, true]
        } else if (letter === ']' || letter === '}') depth--
      }
      if (depth > 0) element += text.slice(from)
      if (element.length > elementCharactersMax) throw new NoList()
    },
  }
}

/**
 * Parses the elements of a list. Throws NoList for a text that is not a whole list of JSON, and a 400 Failure for bytes
 * that are not UTF-8.
 */
export async function* readJsonList(pieces: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const decoder = createStrictDecoder()
  const scanner = createScanner()
  for await (const piece of pieces)
    for (const text of scanner.scan(decoder.write(piece))) {
      let element: unknown
      try {
        element = JSON.parse(text)
      } catch {
        throw new NoList()
      }
      yield element
    }
  if (decoder.end() !== '' || !scanner.isOver()) throw new NoList()
}
