// Records of a file of any size, with the number of the line each begins on, a chunk at a time; optionally digesting
// the bytes on the way.
import type { Hash } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { lineCharactersMax } from './line.ts'
import { createStrictDecoder } from './strict-decoder.ts'

export interface ReadRecord {
  readonly text: string
  /** The line it begins on, from 1. */
  readonly number: number
}

export interface ReadOptions {
  readonly digest?: Hash
  /** A record goes on over the lines while a quote is open (CSV, RFC 4180). */
  readonly quoted?: boolean
  /** Refuses bytes that are not UTF-8. Otherwise each of them becomes a U+FFFD, as servers log what programs send. */
  readonly strict?: boolean
}

/**
 * Characters kept of a line too long to be taken: one line must not fill the memory. Two more than a line may have, for
 * a byte order mark and a CR.
 */
const carryCharactersMax = lineCharactersMax + 2

const countQuotes = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++
  return count
}

/**
 * Joins lines into records, blank records left out. One too long to be meant is given as it is; the next line begins
 * afresh.
 */
function createJoiner(quoted: boolean): {
  add(line: string, number: number): ReadRecord | undefined
  rest(): ReadRecord | undefined
} {
  let open: { text: string; number: number } | undefined
  const finish = (text: string, number: number): ReadRecord | undefined => {
    const record = text.endsWith('\r') ? text.slice(0, -1) : text
    if (record.length <= lineCharactersMax && record.trim() === '') return undefined
    return { text: number === 1 && record.startsWith('\uFEFF') ? record.slice(1) : record, number }
  }
  return {
    add(line, number) {
      if (!quoted) return finish(line, number)
      const isOdd = line.includes('"') && countQuotes(line) % 2 === 1
      if (!open) {
        // The end of the quotes of a line too long is unknown.
        if (!isOdd || line.length > lineCharactersMax) return finish(line, number)
        open = { text: line, number }
        return undefined
      }
      open.text += `\n${line}`
      if (!isOdd && open.text.length <= lineCharactersMax) return undefined
      const joined = open
      open = undefined
      return finish(joined.text, joined.number)
    },
    rest: () => (open ? finish(open.text, open.number) : undefined),
  }
}

/**
 * The records of a stream of bytes, as many at a time as a piece completes. Blank lines are left out but counted. A
 * line too long is cut after its beginning. A byte order mark is skipped. Strict reading throws a 400 Failure for a
 * file that is not UTF-8.
 */
export async function* readRecords(
  pieces: AsyncIterable<Buffer>,
  { digest, quoted = false, strict = false }: ReadOptions = {},
): AsyncGenerator<readonly ReadRecord[]> {
  const decoder = strict ? createStrictDecoder() : new StringDecoder('utf8')
  const joiner = createJoiner(quoted)
  let carry = ''
  let number = 0
  const split = (text: string, isLast: boolean): readonly ReadRecord[] => {
    const lines = text.split('\n')
    carry = isLast ? '' : (lines.pop() ?? '')
    const records: ReadRecord[] = []
    for (const line of lines) {
      const record = joiner.add(line, ++number)
      if (record) records.push(record)
    }
    const rest = isLast ? joiner.rest() : undefined
    if (rest) records.push(rest)
    return records
  }
  for await (const data of pieces) {
    digest?.update(data)
    const text = decoder.write(data)
    const rest = carry.length > carryCharactersMax ? text.indexOf('\n') : 0
    if (rest >= 0) yield split(carry + text.slice(rest), false)
  }
  yield split(carry + decoder.end(), true)
}
