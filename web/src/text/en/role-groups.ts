// People of a role, as sentences of settings pages name them.
import type { SiteRole } from '../../../../src/rules/roles.ts'

export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'owners',
  admin: 'administrators',
  editor: 'editors',
  billing: 'billing contacts',
  viewer: 'viewers',
  guest_editor: 'guest editors',
  guest_viewer: 'guest viewers',
}
export const between = ', '
export const listed = '{others} and {last}'
