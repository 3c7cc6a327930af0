// The roles that may do something, as words of an answer of the API. Sentences of pages are put together in
// web/src/parts/role-words.ts, since other languages list otherwise.
import { type Action, mayDo, type SiteRole, teamRoles } from './roles.ts'
import { roles } from './words/en/roles.ts'

const guests = ['guest_editor', 'guest_viewer'] as const

/** `members of the team and guest editors`: all roles that may do it. */
export function rolesThatMay(action: Action): string {
  const may = (role: SiteRole) => mayDo(role, action)
  const members = teamRoles.every(may)
    ? ['members of the team']
    : teamRoles.filter(may).map((role) => roles[role].people)
  return new Intl.ListFormat('en').format([...members, ...guests.filter(may).map((role) => roles[role].people)])
}
