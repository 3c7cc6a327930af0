// Keeps two things that JSON.parse loses: the order of keys that are whole numbers (it puts them first), and digits
// that a double cannot hold.

/** Any double shows 15 digits as they were sent. */
const exactDigitsMax = 15

/** True when JSON.parse may have rounded the number it answers. */
export function mayBeRounded(value: unknown): boolean {
  if (typeof value !== 'number') return false
  return Math.abs(value) >= 10 ** exactDigitsMax || String(value).replace(/\D/g, '').length > exactDigitsMax
}

/** True when the keys of a parsed object may not be in the order they were sent. */
export function mayBeReordered(keys: readonly string[]): boolean {
  return keys.length > 1 && /^\d+$/.test(keys[0] as string)
}

/** A string with the colon of a key, or a number: outside of strings, JSON has no other quotes and digits. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/g

/**
 * Parses JSON text that JSON.parse accepts; numbers of more than 15 digits come as their text. What comes back has
 * other keys: objects in it are read with `fieldsOf`.
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(
    text.replace(tokens, (token: string, colon: string | undefined) => {
      if (colon !== undefined) return `"=${token.slice(1)}`
      return token[0] !== '"' && token.replace(/\D/g, '').length > exactDigitsMax ? `"${token}"` : token
    }),
  )
}

/** The fields of an object from `parseExactly`, in the order sent. */
export function fieldsOf(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(value as object).map(([key, field]) => [key.slice(1), field]))
}
