// The roles that may do something, as words of a sentence.
import { type Action, mayDo, type SiteRole, teamRoles } from '../../../src/rules/roles.ts'
import { between, listed, roles } from '../../../src/rules/words/en/roles.ts'
import { say } from '../text/say.ts'

/** `owners and administrators`: the roles of a team that may do it. */
export function rolesThatMay(action: Action): string {
  const names = teamRoles.filter((role) => mayDo(role, action)).map((role) => roles[role].people)
  const [last = '', others] = [names.at(-1), names.slice(0, -1)]
  return others.length === 0 ? last : say(listed, { others: others.join(between), last })
}

/** Words at the beginning of a sentence or a field. */
export const asBeginning = (words: string): string => words.replace(/^./u, (letter) => letter.toUpperCase())

/** `Administrator`: a role by itself, as a field shows it. */
export const roleName = (role: SiteRole): string => asBeginning(roles[role].one)
