// Text as PostgreSQL can store it, and the few measures of text the specification counts in: bytes, characters, blanks.

/**
 * Removes NUL characters and replaces lone surrogates by U+FFFD (spec/ingestion 2.6).
 * @example cleanText('a\0b') // 'ab'
 */
export function cleanText(text: string): string {
  const storable = text.includes('\0') ? text.replaceAll('\0', '') : text
  return storable.isWellFormed() ? storable : storable.toWellFormed()
}

const visible = /\P{White_Space}/u

/** True when nothing but white space is in the text (spec/ingestion 4, 15). */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first > 32 && first < 127) return false
  return !visible.test(text)
}

const drawn = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u

/** True when nothing of the text can be seen: white space, zero-width and control characters, or nothing at all. */
export function isUnseen(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first > 32 && first < 127) return false
  return !drawn.test(text)
}

/** True when the text takes more UTF-8 bytes than allowed; counts only when the answer is not plain from the length. */
export function exceedsBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true
  return text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

// The longest emoji, two people of different skin who kiss, takes 35 bytes; more than that on average is no text but
// piled-up marks.
export const bytesPerGraphemeMax = 35

/**
 * True when the text has more graphemes than allowed (spec/ingestion 4: characters, not bytes). Stops counting at the
 * border, so a megabyte costs no more than a few hundred characters.
 */
export function exceedsGraphemes(text: string, graphemesMax: number): boolean {
  if (text.length <= graphemesMax) return false
  if (exceedsBytes(text, graphemesMax * bytesPerGraphemeMax)) return true
  let count = 0
  for (const _ of segmenter.segment(text)) {
    count += 1
    if (count > graphemesMax) return true
  }
  return false
}

// Index entries end at 2,704 bytes, after compression; the rest is for the other columns of their keys.
export const indexedBytesMax = 2_500
// Repeated characters compress to almost nothing, provided that the first kilobyte has some.
export const distinctBytesMax = 600

/** True when an index could not hold the text: long, and of too many different characters to be compressed. */
export function outgrowsIndex(text: string): boolean {
  if (!exceedsBytes(text, indexedBytesMax)) return false
  const distinct = new Set<string>()
  for (const { segment } of segmenter.segment(text)) distinct.add(segment)
  return exceedsBytes([...distinct].join(''), distinctBytesMax)
}

/**
 * A text's first bytes as UTF-8, cut between two characters (spec/ingestion 4: a long referrer is cut).
 * @example cutBytes('zähe', 3) // 'zä'
 */
export function cutBytes(text: string, bytesMax: number): string {
  if (!exceedsBytes(text, bytesMax)) return text
  // A code unit takes at least one byte, so the text behind these units cannot matter.
  const bytes = Buffer.from(text.slice(0, bytesMax))
  let end = Math.min(bytesMax, bytes.length)
  while (end > 0 && end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

/**
 * A text without the addresses in it: messages of others about an address may name its password.
 * @example withoutAddresses('no answer of https://me:secret@site.example/a') // 'no answer of (an address)'
 */
export const withoutAddresses = (text: string): string =>
  text.replace(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]*/gi, '(an address)')

const integerText = /^[+-]?\d+$/

/** An integer, or text that is wholly an integer; undefined for everything else (spec/ingestion 3, 16). */
export function parseInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined
  if (typeof value === 'string' && value.length < 400 && integerText.test(value)) return Number(value)
  return undefined
}

/** JSON text of an object as that object; undefined for any other text or value (spec/ingestion 15, 17). */
export function parseObject(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === 'string') {
    try {
      return asObject(JSON.parse(value))
    } catch {
      return undefined
    }
  }
  return asObject(value)
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
