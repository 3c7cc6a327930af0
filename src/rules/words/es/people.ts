import type { TeamRole } from '../../roles.ts'

export const members = 'Miembros del equipo'
export const membersLead = 'Los miembros pueden ver todos los sitios del equipo.'
export const guests = 'Invitados'
export const guestsLead = 'Los invitados pueden ver solo este sitio.'
export const noGuests = 'Todavía no hay invitados. Invite a alguien solo a este sitio.'
export const invitations = 'Invitaciones'
export const noInvitations = 'No hay invitaciones pendientes.'
export const toTeam = '{role}, todos los sitios del equipo'
export const toSite = '{role}, solo este sitio'
export const until = 'caduca el {time}'
export const invited = 'invitación enviada'
export const unconfirmed = 'dirección sin confirmar'

export const invite = 'Invitar'
export const email = 'Correo electrónico'
export const to = 'Acceso a'
export const team = 'Todos los sitios del equipo'
export const site = 'Solo este sitio'
export const role = 'Rol'
export const roleOf = 'Rol: {email}'
export const roles: Readonly<Record<TeamRole, string>> = {
  owner: 'Propietario',
  admin: 'Administrador',
  editor: 'Editor',
  billing: 'Contacto de facturación',
  viewer: 'Lector',
}
export const made = 'Envíe este enlace a {email}. Es válido una sola vez. No podrá volver a verlo.'
export const mailed = 'Invitación enviada a {email}.'
export const notMailed = 'No se pudo enviar el correo: {failure}'
export const copyInvitation = 'Copiar enlace de invitación'

export const remove = 'Quitar'
export const removeOf = 'Quitar: {email}'
export const removeAsk = '¿Quitar a {email}?'
export const removeLead = 'Esta persona pierde de inmediato el acceso al equipo.'
export const removeGuestLead = 'Esta persona pierde de inmediato el acceso a este sitio.'
export const removed = '{email} ya no tiene acceso'
export const revoke = 'Cancelar invitación'
export const revokeOf = 'Cancelar invitación: {email}'
export const revoked = 'Invitación cancelada'
export const readOnly = '{roles} del equipo pueden invitar y quitar a personas.'
export const noTeams = 'El plan de este equipo no incluye más miembros. Puede invitar a personas solo a este sitio.'
