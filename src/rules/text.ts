// Text as PostgreSQL can store it, and the few measures of text the specification counts in: bytes, characters, blanks.

const unstorable = /[\0\p{Surrogate}]/u
const nulCharacters = /\0/g
const loneSurrogates = /\p{Surrogate}/gu

/** Removes NUL characters and replaces lone surrogates by U+FFFD (spec/ingestion 2.6). */
export function cleanText(text: string): string {
  return unstorable.test(text) ? text.replace(nulCharacters, '').replace(loneSurrogates, '\uFFFD') : text
}

const visible = /\P{White_Space}/u

/** True when nothing but white space is in the text (spec/ingestion 4, 15). */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first > 32 && first < 127) return false
  return !visible.test(text)
}

/** True when the text takes more UTF-8 bytes than allowed; counts only when the answer is not plain from the length. */
export function exceedsBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true
  return text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

// The longest emoji sequences take 15 code units; a "character" of more than 32 on average is an attack on the index, not a name.
const codeUnitsPerGraphemeMax = 32

/**
 * True when the text has more graphemes than allowed (spec/ingestion 4: characters, not bytes). Stops counting at the border,
 * so a megabyte costs no more than a few hundred characters.
 */
export function exceedsGraphemes(text: string, graphemesMax: number): boolean {
  if (text.length <= graphemesMax) return false
  if (text.length > graphemesMax * codeUnitsPerGraphemeMax) return true
  let count = 0
  for (const _ of segmenter.segment(text)) {
    count += 1
    if (count > graphemesMax) return true
  }
  return false
}

/** The first characters of a text, never half a surrogate pair (spec/ingestion 4: a long referrer is cut). */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return Array.from(text.slice(0, charactersMax * 2))
    .slice(0, charactersMax)
    .join('')
}

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
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
}
