export const roles = {
  owner: { one: 'Inhaber', people: 'Inhaber' },
  admin: { one: 'Administrator', people: 'Administratoren' },
  editor: { one: 'Bearbeiter', people: 'Bearbeiter' },
  billing: { one: 'Abrechnungskontakt', people: 'Abrechnungskontakte' },
  viewer: { one: 'Betrachter', people: 'Betrachter' },
  guest_editor: { one: 'Gast mit Bearbeitungsrecht', people: 'Gäste mit Bearbeitungsrecht' },
  guest_viewer: { one: 'Gast mit Leserecht', people: 'Gäste mit Leserecht' },
}
export const between = ', '
export const listed = '{others} und {last}'
