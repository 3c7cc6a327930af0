// Finds a text by a few of its letters: `l7d` finds `Last 7 days`. Pure, so that a table of cases can test it.

const startScore = 8
const nextScore = 4
const spreadCost = 1

/** How well a text fits the typed letters: higher is better, undefined means it does not fit. */
function score(text: string, typed: string): number | undefined {
  const wanted = typed.toLowerCase().replace(/\s+/g, '')
  const within = text.toLowerCase()
  if (wanted === '') return 0
  const whole = within.indexOf(typed.toLowerCase().trim())
  // As it stands, at the front, at a word, anywhere: better than any letters that lie apart.
  if (whole >= 0) return 1000 - whole - (whole > 0 && /\w/.test(within[whole - 1] as string) ? 100 : 0)
  let sum = 0
  let at = -1
  for (const letter of wanted) {
    const found = within.indexOf(letter, at + 1)
    if (found < 0) return undefined
    const isStart = found === 0 || !/[\p{L}\p{N}]/u.test(within[found - 1] as string)
    sum += isStart ? startScore : found === at + 1 ? nextScore : spreadCost
    at = found
  }
  // Letters strewn over a text are chance, not meaning.
  return sum >= wanted.length * 3 ? sum : undefined
}

/** The entries that fit, best first; of equals those that stood first. */
export function search<Entry>(entries: readonly Entry[], typed: string, textOf: (entry: Entry) => string): Entry[] {
  const scored = entries.flatMap((entry) => {
    const points = score(textOf(entry), typed)
    return points === undefined ? [] : [{ entry, points }]
  })
  return scored.sort((a, b) => b.points - a.points).map(({ entry }) => entry)
}
