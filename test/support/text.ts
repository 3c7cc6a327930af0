// Any text, for property tests. `fc.string({ unit: 'binary' })` makes a table of all of Unicode first, which takes nearly
// a second of each file that asks for it.
import fc from 'fast-check'

/** From here on 2,048 numbers are halves of pairs, which no text has by themselves. */
const halves = 0xd800
const halvesCount = 0x800
const all = 0x110000
/** The printable signs of ASCII come first, so that texts shrink to what can be read. */
const printable = 0x20
const printableCount = 0x7f - printable

const pointOf = (index: number): number => {
  const point = index < printableCount ? index + printable : index < 0x7f ? index - printableCount : index
  return point < halves ? point : point + halvesCount
}
const indexOf = (point: number): number => {
  const index = point < halves ? point : point - halvesCount
  if (index >= 0x7f) return index
  return index >= printable ? index - printable : index + printableCount
}

/** Each code point that a text may have. */
const codePoint = fc.integer({ min: 0, max: all - halvesCount - 1 }).map(
  (index) => String.fromCodePoint(pointOf(index)),
  (value) => {
    if (typeof value !== 'string' || [...value].length !== 1) throw new Error('no code point')
    const point = value.codePointAt(0)!
    if (point >= halves && point < halves + halvesCount) throw new Error('half of a pair')
    return indexOf(point)
  },
)

/** NUL, which PostgreSQL takes in no text, would come once in a million. */
const unit = fc.oneof({ weight: 500, arbitrary: codePoint }, { weight: 1, arbitrary: fc.constant('\0') })

/** Texts of any code points. */
export const anyText = (more: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...more, unit })
