import type { SiteRole } from '../../roles.ts'

export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'Inhaber',
  admin: 'Administratoren',
  editor: 'Bearbeiter',
  billing: 'Abrechnungskontakte',
  viewer: 'Betrachter',
  guest_editor: 'Gäste mit Bearbeitungsrecht',
  guest_viewer: 'Gäste mit Leserecht',
}
export const between = ', '
export const listed = '{others} und {last}'
