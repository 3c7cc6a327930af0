// Counts turns of phrase in the comments of src, workers and web/src that make a reader look for the noun. Each count
// may only fall: whoever lowers it lowers its `most` here too. The rules: name the thing, "if" and "when" for
// conditions, "where" for places.
import { readdirSync, readFileSync } from 'node:fs'
import { projectPath } from '../src/paths.ts'

interface Phrase {
  readonly name: string
  readonly pattern: RegExp
  /** The most of them that the comments may have. */
  readonly most: number
  /** A better wording. */
  readonly better: string
}

const phrases: readonly Phrase[] = [
  { name: 'that of, those of', pattern: /\b(?:that|those) of\b/gi, most: 27, better: 'repeat the noun' },
  { name: 'is none, are none', pattern: /\b(?:is|are|was|were) none\b/gi, most: 4, better: 'name what is missing' },
  {
    name: 'where it is, where there is',
    pattern: /\bwhere (?:it|there|they) (?:is|are|was|were)\b/gi,
    most: 7,
    better: 'say if or when',
  },
  { name: 'what is, was, the, it', pattern: /\bwhat (?:is|was|the|it)\b/gi, most: 51, better: 'name the thing' },
]

/**
 * The comments of a text: neighbouring lines as one, without their marks.
 *
 * @example commentsOf('// Ends\n// visits.\nend() // twice') // ['Ends visits.', 'twice']
 */
function commentsOf(text: string): string[] {
  const found: string[] = []
  let open = false
  for (const line of text.split('\n')) {
    const whole = /^\s*(?:\/\/|\/\*\*?|\*(?!\/)|\{\/\*)\s?(.*?)(?:\*\/\}?)?\s*$/.exec(line)
    const said = whole?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1]
    if (said !== undefined) {
      if (whole && open) found[found.length - 1] += ` ${said}`
      else found.push(said)
    }
    open = whole !== null
  }
  return found
}

const files = ['src', 'workers', 'web/src'].flatMap((folder) =>
  readdirSync(projectPath(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|cts)$/.test(name))
    .map((name) => `${folder}/${name}`),
)
const wanted = process.argv[2] ?? ''
const counts = new Map(phrases.map(({ name }) => [name, 0]))
for (const file of files)
  for (const comment of commentsOf(readFileSync(projectPath(file), 'utf8')))
    for (const { name, pattern } of phrases) {
      const times = [...comment.matchAll(pattern)].length
      counts.set(name, counts.get(name)! + times)
      if (times > 0 && wanted !== '' && file.startsWith(wanted)) console.log(`${file}: ${name}: ${comment}`)
    }

for (const { name, most, better } of phrases) {
  const count = counts.get(name)!
  console.log(`comments: "${name}" ${count} times, at most ${most}`)
  if (count <= most) continue
  console.error(`There are more of them than before: ${better}. "node scripts/comments.ts src/db" lists the folder's.`)
  process.exitCode = 1
}
