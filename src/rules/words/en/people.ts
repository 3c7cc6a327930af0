// People of a site.

import type { TeamRole } from '../../roles.ts'

export const members = 'Members of the team'
export const membersLead = 'Members can see every site of the team.'
export const guests = 'Guests'
export const guestsLead = 'Guests can see only this site.'
export const noGuests = 'No guests yet. Invite someone to this site only.'
export const invitations = 'Invitations'
export const noInvitations = 'No open invitations.'
export const toTeam = '{role}, all sites of the team'
export const toSite = '{role}, this site only'
export const until = 'expires {time}'
export const invited = 'invited'
export const unconfirmed = 'address not confirmed'

export const invite = 'Invite'
export const email = 'E-mail'
export const to = 'Access to'
export const team = 'All sites of the team'
export const site = 'This site only'
export const role = 'Role'
export const roleOf = 'Role: {email}'
export const roles: Readonly<Record<TeamRole, string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  editor: 'Editor',
  billing: 'Billing contact',
  viewer: 'Viewer',
}
export const made = 'Send this link to {email}. It works once. You will not be able to see it again.'
export const mailed = 'Invitation sent to {email}.'
export const notMailed = 'The e-mail could not be sent: {failure}'
export const copyInvitation = 'Copy invitation link'

export const remove = 'Remove'
export const removeOf = 'Remove: {email}'
export const removeAsk = 'Remove {email}?'
export const removeLead = 'They are signed out of this team immediately.'
export const removeGuestLead = 'They lose access to this site immediately.'
export const removed = '{email} was removed'
export const revoke = 'Cancel invitation'
export const revokeOf = 'Cancel invitation: {email}'
export const revoked = 'Invitation cancelled'
export const readOnly = '{roles} of the team can invite and remove people.'
export const noTeams = 'The plan of this team does not include more members. You can invite guests to this site.'
