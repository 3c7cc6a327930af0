import type { SiteRole } from '../../roles.ts'

export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'les propriétaires',
  admin: 'les administrateurs',
  editor: 'les éditeurs',
  billing: 'les contacts de facturation',
  viewer: 'les lecteurs',
  guest_editor: 'les éditeurs invités',
  guest_viewer: 'les lecteurs invités',
}
export const between = ', '
export const listed = '{others} et {last}'
