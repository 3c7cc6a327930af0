import type { TeamRole } from '../../roles.ts'

export const members = 'Membres de l’équipe'
export const membersLead = 'Les membres ont accès à tous les sites de l’équipe.'
export const guests = 'Invités'
export const guestsLead = 'Les invités ont accès à ce site seulement.'
export const noGuests = 'Aucun invité pour l’instant. Invitez quelqu’un sur ce site seulement.'
export const invitations = 'Invitations'
export const noInvitations = 'Aucune invitation en attente.'
export const toTeam = '{role}, tous les sites de l’équipe'
export const toSite = '{role}, ce site seulement'
export const until = 'expire le {time}'
export const invited = 'invitation envoyée'
export const unconfirmed = 'adresse non confirmée'

export const invite = 'Inviter'
export const email = 'E-mail'
export const to = 'Accès à'
export const team = 'Tous les sites de l’équipe'
export const site = 'Ce site seulement'
export const role = 'Rôle'
export const roleOf = 'Rôle : {email}'
export const roles: Readonly<Record<TeamRole, string>> = {
  owner: 'Propriétaire',
  admin: 'Administrateur',
  editor: 'Éditeur',
  billing: 'Contact de facturation',
  viewer: 'Lecteur',
}
export const made = 'Envoyez ce lien à {email}. Il est valable une seule fois. Vous ne pourrez plus le voir ensuite.'
export const mailed = 'Invitation envoyée à {email}.'
export const notMailed = 'L’e-mail n’a pas pu être envoyé : {failure}'
export const copyInvitation = 'Copier le lien d’invitation'

export const remove = 'Retirer'
export const removeOf = 'Retirer : {email}'
export const removeAsk = 'Retirer {email} ?'
export const removeLead = 'Cette personne perd immédiatement son accès à l’équipe.'
export const removeGuestLead = 'Cette personne perd immédiatement son accès à ce site.'
export const removed = '{email} n’a plus accès'
export const revoke = 'Annuler l’invitation'
export const revokeOf = 'Annuler l’invitation : {email}'
export const revoked = 'Invitation annulée'
export const readOnly = '{roles} de l’équipe peuvent inviter et retirer des personnes.'
export const noTeams =
  'L’offre de cette équipe ne comprend pas d’autres membres. Vous pouvez inviter des personnes sur ce site seulement.'
