// Bytes of UTF-8 -> text, for files that are read a piece at a time. A file in another encoding is refused: its letters
// would be counted as others.
import { fileFailures } from '../failure.ts'

/** Marks at the beginning of UTF-16. Spreadsheets call that encoding "Unicode text". */
const utf16Marks: ReadonlySet<number> = new Set([0xfffe, 0xfeff])

/** True for a zero beside a visible character: zeros alone are what copytruncate leaves, and refused elsewhere. */
const isHalfZero = (zero: number, other: number): boolean => zero === 0 && other >= 0x20

/** True for bytes that begin as UTF-16 does: with its mark, or with two characters of which one byte each is zero. */
const isUtf16 = (data: Buffer): boolean => {
  if (data.length >= 2 && utf16Marks.has(data.readUInt16BE(0))) return true
  if (data.length < 4) return false
  const [a, b, c, d] = [data[0]!, data[1]!, data[2]!, data[3]!]
  return (isHalfZero(a, b) && isHalfZero(c, d)) || (isHalfZero(b, a) && isHalfZero(d, c))
}

/** Throws a 400 Failure if a file begins with bytes of UTF-16. */
export function refuseUtf16(data: Buffer): void {
  if (isUtf16(data)) throw fileFailures.encoding(1, 'the file is UTF-16; save it as UTF-8')
}

const countLineEnds = (bytes: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}

/** A decoder of pieces, in the manner of StringDecoder. Both methods throw a 400 Failure that names the line. */
export function createStrictDecoder(): { write(data: Buffer): string; end(): string } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let isFirst = true
  let lines = 1
  const refuse = (data: Buffer | undefined): never => {
    const before = data?.toString('utf8').split('\uFFFD', 1)[0] ?? ''
    throw fileFailures.encoding(
      lines + countLineEnds(Buffer.from(before)),
      'the text is not UTF-8; save the file as UTF-8',
    )
  }
  return {
    write(data) {
      if (isFirst) refuseUtf16(data)
      isFirst = false
      try {
        const text = decoder.decode(data, { stream: true })
        lines += countLineEnds(data)
        return text
      } catch {
        return refuse(data)
      }
    },
    end() {
      try {
        return decoder.decode()
      } catch {
        return refuse(undefined)
      }
    },
  }
}
