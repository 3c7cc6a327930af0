import type { SiteRole } from '../../roles.ts'

export const groups: Readonly<Record<SiteRole, string>> = {
  owner: 'proprietários',
  admin: 'administradores',
  editor: 'editores',
  billing: 'contatos de cobrança',
  viewer: 'leitores',
  guest_editor: 'editores convidados',
  guest_viewer: 'leitores convidados',
}
export const between = ', '
export const listed = '{others} e {last}'
