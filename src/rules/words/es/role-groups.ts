import type { SiteRole } from '../../roles.ts'

export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'los propietarios',
  admin: 'los administradores',
  editor: 'los editores',
  billing: 'los contactos de facturación',
  viewer: 'los lectores',
  guest_editor: 'los editores invitados',
  guest_viewer: 'los lectores invitados',
}
export const between = ', '
export const listed = '{others} y {last}'
