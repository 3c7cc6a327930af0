// Lines of a file of any size, with their numbers, a chunk at a time; optionally digesting the bytes on the way.
import type { Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

export interface Chunk {
  readonly lines: readonly { readonly text: string; readonly number: number }[]
  /** Bytes read so far. */
  readonly bytes: number
  readonly isLast: boolean
  /** Number of the last line read so far. */
  readonly lastNumber: number
}

/** Characters a line may have before it is given up: one line must not fill the memory. */
const carryCharactersMax = 16_000_000

/** Reads the stream's lines, blank ones left out but counted. A byte order mark is skipped. */
export async function* readLines(stream: Readable, digest?: Hash): AsyncGenerator<Chunk> {
  const decoder = new StringDecoder('utf8')
  let carry = ''
  let number = 0
  let bytes = 0
  const split = (text: string, isLast: boolean): Chunk => {
    const parts = text.split('\n')
    carry = isLast ? '' : (parts.pop() ?? '')
    if (carry.length > carryCharactersMax)
      throw new Error(`line ${number + parts.length + 1} is longer than ${carryCharactersMax} characters`)
    const lines: { text: string; number: number }[] = []
    for (const part of parts) {
      number++
      const line = part.endsWith('\r') ? part.slice(0, -1) : part
      if (line.trim() !== '') lines.push({ text: number === 1 && line.startsWith('\uFEFF') ? line.slice(1) : line, number })
    }
    return { lines, bytes, isLast, lastNumber: number }
  }
  for await (const data of stream as AsyncIterable<Buffer>) {
    digest?.update(data)
    bytes += data.length
    yield split(carry + decoder.write(data), false)
  }
  yield split(carry + decoder.end(), true)
}
