// The roles that may do something, as words of a sentence.
import { type Action, mayDo, teamRoles } from '../../../src/rules/roles.ts'
import { between, groups, listed } from '../../../src/rules/words/en/role-groups.ts'
import { say } from '../text/say.ts'

/** `owners and administrators`: the roles of a team that may do it. */
export function rolesThatMay(action: Action): string {
  const names = teamRoles.filter((role) => mayDo(role, action)).map((role) => groups[role])
  const [last = '', others] = [names.at(-1), names.slice(0, -1)]
  return others.length === 0 ? last : say(listed, { others: others.join(between), last })
}

/** The same words where a sentence begins. */
export const asBeginning = (words: string): string => words.replace(/^./u, (letter) => letter.toUpperCase())
