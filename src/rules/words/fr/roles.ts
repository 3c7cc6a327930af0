export const roles = {
  owner: { one: 'propriétaire', people: 'les propriétaires' },
  admin: { one: 'administrateur', people: 'les administrateurs' },
  editor: { one: 'éditeur', people: 'les éditeurs' },
  billing: { one: 'contact de facturation', people: 'les contacts de facturation' },
  viewer: { one: 'lecteur', people: 'les lecteurs' },
  guest_editor: { one: 'éditeur invité', people: 'les éditeurs invités' },
  guest_viewer: { one: 'lecteur invité', people: 'les lecteurs invités' },
}
export const between = ', '
export const listed = '{others} et {last}'
