// Wildcard patterns in the three dialects of the product. No regular expressions: what customers write can never be
// slow.

/**
 * `shield`, `filter`, `goal`: `*` and `**` are any characters. `tracker`: a single `*` stops at `/` (spec/ingestion 9,
 * spec/stats 9).
 */
export type PatternDialect = 'shield' | 'filter' | 'goal' | 'tracker'

/** True when the subject matches the whole pattern. */
export type Matcher = (subject: string) => boolean

/**
 * Compiles a pattern, anchored at both ends, case-sensitive; every character but `*` is literal (spec/ingestion 9).
 * @example compilePattern('shield', '/blocked/**')('/blocked/page') // true
 */
export function compilePattern(dialect: PatternDialect, text: string): Matcher {
  if (!text.includes('*')) return (subject) => subject === text
  return dialect === 'tracker' ? compileSegmented(text) : compileAny(text.split(/\*+/))
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

type Token = { kind: 'one'; code: number } | { kind: 'segment' } | { kind: 'any' }

/**
 * All positions of the pattern that can be reached, advanced one character at a time: pattern × subject steps, never
 * more.
 */
function compileSegmented(text: string): Matcher {
  const tokens: Token[] = []
  for (const piece of text.split(/(\*+)/)) {
    if (piece.startsWith('*')) tokens.push({ kind: piece.length === 1 ? 'segment' : 'any' })
    else for (let at = 0; at < piece.length; at += 1) tokens.push({ kind: 'one', code: piece.charCodeAt(at) })
  }
  const slash = 47
  return (subject) => {
    let reached = new Uint8Array(tokens.length + 1)
    let next = new Uint8Array(tokens.length + 1)
    reached[0] = 1
    skipWildcards(tokens, reached)
    for (let at = 0; at < subject.length; at += 1) {
      const code = subject.charCodeAt(at)
      next.fill(0)
      for (const [index, token] of tokens.entries()) {
        if (!reached[index]) continue
        if (token.kind === 'one') {
          if (token.code === code) next[index + 1] = 1
        } else if (token.kind === 'any' || code !== slash) {
          next[index] = 1
        }
      }
      skipWildcards(tokens, next)
      ;[reached, next] = [next, reached]
    }
    return reached[tokens.length] === 1
  }
}

/** A wildcard may stand for nothing: where it is reached, what follows it is reached too. */
function skipWildcards(tokens: readonly Token[], reached: Uint8Array): void {
  for (const [index, token] of tokens.entries()) {
    if (reached[index] && token.kind !== 'one') reached[index + 1] = 1
  }
}

/** What every match begins with: the text before the first wildcard. Lets an index narrow a wildcard search. */
export function literalPrefix(text: string): string {
  const star = text.indexOf('*')
  return star < 0 ? text : text.slice(0, star)
}

/**
 * The same pattern for SQL `like` with its default escape: wildcards as `%`, everything else literal (not for
 * `tracker`).
 */
export function toLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%')
}
