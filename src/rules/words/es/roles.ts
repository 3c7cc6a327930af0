export const roles = {
  owner: { one: 'propietario', people: 'los propietarios' },
  admin: { one: 'administrador', people: 'los administradores' },
  editor: { one: 'editor', people: 'los editores' },
  billing: { one: 'contacto de facturación', people: 'los contactos de facturación' },
  viewer: { one: 'lector', people: 'los lectores' },
  guest_editor: { one: 'editor invitado', people: 'los editores invitados' },
  guest_viewer: { one: 'lector invitado', people: 'los lectores invitados' },
}
export const between = ', '
export const listed = '{others} y {last}'
