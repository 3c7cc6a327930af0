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

/** Marks that belong to the character before them, as ranges of a regular expression of PostgreSQL. */
const joinedMarks = [
  String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a`,
  String.raw`\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u093c`,
  String.raw`\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u0a01-\u0a03`,
  String.raw`\u0a3c-\u0a51\u0a70\u0a71\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0b01-\u0b03\u0b3c\u0b3e-\u0b57\u0b82`,
  String.raw`\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0d00-\u0d03`,
  String.raw`\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57\u0d81-\u0d83\u0dca-\u0ddf\u0e31\u0e33-\u0e3a\u0e47-\u0e4e\u0eb1`,
  String.raw`\u0eb3-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f84\u0f8d-\u0fbc\u102d-\u1037`,
  String.raw`\u1039-\u103e\u1056-\u1059\u105e-\u1060\u1160-\u11ff\u135d-\u135f\u17b4-\u17d3\u180b-\u180d`,
  String.raw`\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f`,
  String.raw`\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\U000e0100-\U000e01ef`,
].join('')

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
  marks: joinedMarks,
  'path names': [...pathPropEventNames].map((name) => `'${name}'`).join(', '),
  'white space': `e'${whiteSpace.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')}'`,
}

/** Fills the marks of sql/views/track.sql. */
export const fillTrackLimits = (text: string): string =>
  text.replace(/\{\{([\w ]+)\}\}/g, (_, name: string) => String(marks[name]))
