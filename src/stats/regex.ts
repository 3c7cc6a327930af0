// Regular expressions of filters: RE2's language, checked, and written so that PostgreSQL reads the same in it
// (spec/stats 22.3).

/** Longer ones come from no dashboard, and would only cost time. */
const regexCharsMax = 300
/** Repetitions within repetitions make automata that are slow to build and to run. */
const regexSizeMax = 350

const codeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const mark = String.raw`(?![a-zA-Z0-9])\p{ASCII}`
const marks = new RegExp(mark, 'gu')
const escapedMark = new RegExp(`^\\\\${mark}$`, 'u')

const sequence = String.raw`\\x[0-9A-Fa-f]{2}|\\[\s\S]`
const repetition = String.raw`\{(?:0|[1-9]\d*)(?:,(?:0|[1-9]\d*)?)?\}`
const set = String.raw`\[(?<not>\^?)(?<members>\]?(?:${sequence}|[^\]\\])*)\]`
const tokens = new RegExp(
  String.raw`\\Q(?<quoted>[\s\S]*?)(?:\\E|$)|(?<sequence>${sequence})|` +
    String.raw`\(\?P?<(?<name>[A-Za-z_]\w*)>|${set}|${repetition}|(?<brace>[{}\]])`,
  'gu',
)
const memberTokens = new RegExp(String.raw`(?<sequence>${sequence})|[[\](){}]`, 'gu')

/**
 * Writes a character that is no letter or digit as its number. After a backslash it stands for itself everywhere.
 * PostgreSQL takes all digits after \\x.
 */
function escaped(text: string): string {
  if (text.length === 4) return codeOf(String.fromCharCode(Number.parseInt(text.slice(2), 16)))
  return escapedMark.test(text) ? codeOf(text[1]!) : text
}

/**
 * Rewrites the parts that RE2 alone accepts, so that RE2, JavaScript and PostgreSQL read them alike. `\\A` is left: it
 * begins a text in every mode.
 */
function toCommon(pattern: string): string {
  return pattern.replace(tokens, (token, ...found) => {
    const { quoted, sequence, name, not, members, brace } = found.at(-1) as Record<string, string | undefined>
    if (quoted !== undefined) return quoted.replace(marks, codeOf)
    if (sequence !== undefined) return escaped(sequence)
    if (name !== undefined) return '('
    if (brace !== undefined) return codeOf(brace)
    if (members === undefined) return token
    if (members.includes('[:')) throw new Error('named classes')
    const written = members.replace(memberTokens, (member) =>
      member.startsWith('\\') ? escaped(member) : codeOf(member),
    )
    return `[${not}${written}]`
  })
}

/** Size of a pattern when its counted repetitions are written out, as the database does it. */
function unfoldedSize(pattern: string): number {
  const sizes = [0]
  let last = 0
  const parts = pattern.matchAll(
    /\\[pPx]\{[^}]*\}|\\u[0-9a-f]{4}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/g,
  )
  for (const [part, least, most] of parts) {
    const depth = sizes.length - 1
    if (least !== undefined) sizes[depth]! += last * (Math.max(Number(least), Number(most ?? 0), 1) - 1)
    else if (part === '(') sizes.push(0)
    else if (part === ')') {
      last = sizes.length > 1 ? sizes.pop()! : 0
      sizes[sizes.length - 1]! += last
    } else if (!/^[?*+|]$/.test(part)) {
      last = 1
      sizes[depth]! += 1
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * A pattern as PostgreSQL reads it, undefined for one that is refused. RE2's language has no look-around and no back
 * references; the database would accept some of them, slowly. Of RE2's own, flags within a pattern, `\z`, `\p` and
 * named classes are refused too.
 */
export function toPostgresRegex(pattern: string): string | undefined {
  if (pattern.length > regexCharsMax) return undefined
  try {
    const common = toCommon(pattern)
    if (/\(\?[=!<]|\\[1-9kK]|^\*\*\*|\{\d{3,}|\{\d+,\d{3,}/.test(common) || unfoldedSize(common) > regexSizeMax)
      return undefined
    new RegExp(common.replace(/^\(\?[ims]+\)/, '').replaceAll('\\A', '^'), 'u')
    // A word border.
    return common.replace(/\\[bB]/g, (border) => (border === '\\b' ? '\\y' : '\\Y'))
  } catch {
    return undefined
  }
}
