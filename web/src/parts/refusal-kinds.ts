// The words of the service, told apart by their kind.
import { fieldRefusals, messageRefusals } from '../../../src/refusal-words.ts'

type Words<Kind> = readonly [kind: Kind, words: string]

/** The kinds of a table with the pattern of their words. Gaps of the words are groups of the pattern. */
const patternsOf = <Kind>(table: Readonly<Record<string, Words<Kind>>>): (readonly [Kind, RegExp])[] =>
  Object.values(table).map(([kind, words]) => [
    kind,
    new RegExp(
      `^${words.replace(/[.*+?^$()|[\]\\/-]/g, '\\$&').replace(/\{(\w+)\}/g, (_, gap: string) => `(?<${gap}>.*)`)}$`,
      's',
    ),
  ])

/** Figures are written as other figures of the page. */
const gapsOf = (found: RegExpExecArray): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]),
  )

/** A kind that some words are of, with what stands in their gaps. */
export interface Found<Kind> {
  readonly kind: Kind
  readonly gaps: Readonly<Record<string, string | number>>
}

const finder = <Kind>(table: Readonly<Record<string, Words<Kind>>>) => {
  const patterns = patternsOf(table)
  return (said: string): Found<Kind>[] =>
    patterns.flatMap(([kind, pattern]) => {
      const found = pattern.exec(said)
      return found ? [{ kind, gaps: gapsOf(found) }] : []
    })
}

/** The kinds of words about a field, the best first. */
export const fieldKinds = finder(fieldRefusals)
/** The kinds of words about no field, the best first. */
export const messageKinds = finder(messageRefusals)
