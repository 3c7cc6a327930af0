export const roles = {
  owner: { one: 'proprietário', people: 'proprietários' },
  admin: { one: 'administrador', people: 'administradores' },
  editor: { one: 'editor', people: 'editores' },
  billing: { one: 'contato de cobrança', people: 'contatos de cobrança' },
  viewer: { one: 'leitor', people: 'leitores' },
  guest_editor: { one: 'editor convidado', people: 'editores convidados' },
  guest_viewer: { one: 'leitor convidado', people: 'leitores convidados' },
}
export const between = ', '
export const listed = '{others} e {last}'
