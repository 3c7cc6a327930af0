import type { TeamRole } from '../../roles.ts'

export const members = 'Mitglieder des Teams'
export const membersLead = 'Mitglieder sehen alle Websites des Teams.'
export const guests = 'Gäste'
export const guestsLead = 'Gäste sehen nur diese Website.'
export const noGuests = 'Noch keine Gäste. Laden Sie jemanden nur zu dieser Website ein.'
export const invitations = 'Einladungen'
export const noInvitations = 'Keine offenen Einladungen.'
export const toTeam = '{role}, alle Websites des Teams'
export const toSite = '{role}, nur diese Website'
export const until = 'läuft ab: {time}'
export const invited = 'eingeladen'
export const unconfirmed = 'Adresse nicht bestätigt'

export const invite = 'Einladen'
export const email = 'E-Mail-Adresse'
export const to = 'Zugriff auf'
export const team = 'Alle Websites des Teams'
export const site = 'Nur diese Website'
export const role = 'Rolle'
export const roleOf = 'Rolle: {email}'
export const roles: Readonly<Record<TeamRole, string>> = {
  owner: 'Inhaber',
  admin: 'Administrator',
  editor: 'Bearbeiter',
  billing: 'Abrechnungskontakt',
  viewer: 'Betrachter',
}
export const made = 'Senden Sie diesen Link an {email}. Er gilt einmal und wird nicht noch einmal angezeigt.'
export const mailed = 'Einladung an {email} gesendet.'
export const notMailed = 'Die E-Mail konnte nicht gesendet werden: {failure}'
export const copyInvitation = 'Einladungslink kopieren'

export const remove = 'Entfernen'
export const removeOf = 'Entfernen: {email}'
export const removeAsk = '{email} entfernen?'
export const removeLead = 'Die Person wird sofort von diesem Team abgemeldet.'
export const removeGuestLead = 'Die Person verliert sofort den Zugriff auf diese Website.'
export const removed = '{email} wurde entfernt'
export const revoke = 'Einladung zurückziehen'
export const revokeOf = 'Einladung zurückziehen: {email}'
export const revoked = 'Einladung zurückgezogen'
export const readOnly = '{roles} des Teams können Personen einladen und entfernen.'
export const noTeams =
  'Der Tarif des Teams enthält keine weiteren Mitglieder. Sie können Gäste zu dieser Website einladen.'
