// Wildcard patterns of shields, filters and goals: `*` and `**` are any characters (spec/ingestion 9, spec/stats 9).
// The tracker has a matcher of its own. No regular expressions: patterns that customers write can never be slow.

/** True when the subject matches the whole pattern. */
export type Matcher = (subject: string) => boolean

/**
 * Compiles a pattern, anchored at both ends, case-sensitive; every character but `*` is literal (spec/ingestion 9).
 * @example compilePattern('/blocked/**')('/blocked/page') // true
 */
export function compilePattern(text: string): Matcher {
  if (!text.includes('*')) return (subject) => subject === text
  return compileAny(text.split(/\*+/))
}

/** Literal pieces with any characters between them: first and last at the ends, the rest leftmost-first. */
function compileAny(pieces: readonly string[]): Matcher {
  const head = pieces[0] as string
  const tail = pieces[pieces.length - 1] as string
  const middle = pieces.slice(1, -1)
  const lengthMin = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return (subject) => {
    if (subject.length < lengthMin || !subject.startsWith(head) || !subject.endsWith(tail)) return false
    const end = subject.length - tail.length
    let at = head.length
    for (const piece of middle) {
      const found = subject.indexOf(piece, at)
      if (found < 0 || found + piece.length > end) return false
      at = found + piece.length
    }
    return true
  }
}

/**
 * The same pattern for SQL `like` with its default escape: wildcards as `%`, everything else literal.
 * @example toLike('/blog/*_1') // '/blog/%\\_1'
 */
export function toLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%')
}
