// People of each role in English, for answers of the API and for pages, and the roles that may do something as words of
// an answer. Sentences of pages are put together in web/src/parts/role-words.ts, since other languages list otherwise.
import { type Action, mayDo, type SiteRole, teamRoles } from './roles.ts'

/** People of a role. The words of other languages stand in words/. */
export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'owners',
  admin: 'administrators',
  editor: 'editors',
  billing: 'billing contacts',
  viewer: 'viewers',
  guest_editor: 'guest editors',
  guest_viewer: 'guest viewers',
}
const guests = ['guest_editor', 'guest_viewer'] as const

/** `members of the team and guest editors`: all roles that may do it. */
export function rolesThatMay(action: Action): string {
  const may = (role: SiteRole) => mayDo(role, action)
  const members = teamRoles.every(may) ? ['members of the team'] : teamRoles.filter(may).map((role) => groups[role])
  return new Intl.ListFormat('en').format([...members, ...guests.filter(may).map((role) => groups[role])])
}
