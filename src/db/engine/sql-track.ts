// The limits of an event in the text of tidemark.track (sql/views/track.sql), from the rules that /api/event follows.
import { eventNameCharactersMax } from '../../rules/maxima.ts'
import { propKeyBytesMax, propsMax, propsTooLarge, propValueBytesMax } from '../../rules/props.ts'
import { amountCharactersMax } from '../../rules/revenue.ts'
import { urlBytesMax } from '../../rules/submission.ts'
import { engagementName, pathPropEventNames } from '../../rules/tables/event-names.ts'
import { bytesPerGraphemeMax, distinctBytesMax, indexedBytesMax } from '../../rules/text.ts'

/** Bytes of a visit token, at most. A longer one cannot be a token of this service. */
const visitTokenBytesMax = 2_000

/** All characters of White_Space, as `isBlank` of rules/text.ts has them. */
const whiteSpace = [
  ...[0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0x85, 0xa0, 0x1680],
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]

const marks: Readonly<Record<string, string | number>> = {
  nameCharacters: eventNameCharactersMax,
  nameBytes: eventNameCharactersMax * bytesPerGraphemeMax,
  indexedBytes: indexedBytesMax,
  distinctBytes: distinctBytesMax,
  engagement: engagementName,
  urlBytes: urlBytesMax,
  props: propsMax,
  keyBytes: propKeyBytesMax,
  valueBytes: propValueBytesMax,
  propsTooLarge,
  amountCharacters: amountCharactersMax,
  tokenBytes: visitTokenBytesMax,
  'path names': [...pathPropEventNames].map((name) => `'${name}'`).join(', '),
  'white space': `e'${whiteSpace.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')}'`,
}

/** Fills the marks of sql/views/track.sql. */
export const fillTrackLimits = (text: string): string =>
  text.replace(/\{\{([\w ]+)\}\}/g, (_, name: string) => String(marks[name]))
