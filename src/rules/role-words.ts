// The roles that may do something, in the English of API answers. Pages have words of their own (web/src/parts).
import { type Action, mayDo, type SiteRole, teamRoles } from './roles.ts'

const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'owners',
  admin: 'administrators',
  editor: 'editors',
  billing: 'billing contacts',
  viewer: 'viewers',
  guest_editor: 'guest editors',
  guest_viewer: 'guest viewers',
}
const guests = ['guest_editor', 'guest_viewer'] as const
const list = new Intl.ListFormat('en')

/** `members of the team and guest editors`: all roles that may do it. */
export function rolesThatMay(action: Action): string {
  const may = (role: SiteRole) => mayDo(role, action)
  const members = teamRoles.every(may) ? ['members of the team'] : teamRoles.filter(may).map((role) => groups[role])
  return list.format([...members, ...guests.filter(may).map((role) => groups[role])])
}
