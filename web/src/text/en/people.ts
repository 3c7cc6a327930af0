// People of a site.

export const members = 'Members of the team'
export const membersLead = 'They reach every site of the team.'
export const guests = 'Guests'
export const guestsLead = 'They reach this site only.'
export const noGuests = 'No guests yet.'
export const invitations = 'Invitations'
export const noInvitations = 'No open invitations.'
export const toTeam = 'to the team as {role}'
export const toSite = 'to this site as {role}'
export const until = 'valid until {time}'
export const invited = 'invited'
export const unconfirmed = 'address not confirmed'

export const invite = 'Invite'
export const email = 'E-mail'
export const to = 'Access to'
export const team = 'All sites of the team'
export const site = 'This site only'
export const role = 'Role'
export const roleOf = 'Role: {email}'
export const roles = {
  owner: 'Owner',
  admin: 'Administrator',
  editor: 'Editor',
  billing: 'Billing contact',
  viewer: 'Viewer',
} as Readonly<Record<string, string>>
export const made = 'Send this link to {email}. It is shown only now, and works once.'
export const mailed = 'An invitation went to {email}.'
export const notMailed = 'No mail could be sent: {failure}'
export const copyInvitation = 'Copy invitation link'

export const remove = 'Remove'
export const removeOf = 'Remove: {email}'
export const removeAsk = 'Remove {email}?'
export const removeLead = 'What they have open ends at once.'
export const removed = '{email} was removed'
export const revoke = 'Take back'
export const revokeOf = 'Take back: {email}'
export const revoked = 'Invitation taken back'
export const readOnly = 'Owners and administrators of the team invite and remove people.'
export const noTeams = 'The team’s plan has no further members; guests of single sites are possible.'
