// The first settings page of a site.

export const title = 'General'
export const domain = 'Domain'
export const domainHint =
  'When it changes, the old one goes on working: in data-domain of the script, in links and for programs.'
export const domainBefore = 'Until now it still answers to {domain} as well.'
export const timezone = 'Time zone'
export const timezoneHint =
  'Where its days begin and end. A change counts at once; older days follow in the background.'
export const retention = 'Keep raw events for (months)'
export const retentionHint =
  'Empty: for ever. Older events are deleted for good once a day; totals and top lists go further back.'
export const retentionRole = 'Owners and administrators of the team decide this.'
export const retentionNumber = 'must be a whole number from 1 to 1200'

export const deleteTitle = 'Delete site'
export const deleteLead = 'Everything that was counted for it goes, at once and for good.'
export const deleteSite = 'Delete site'
export const typeDomain = 'Type {domain} to confirm'
export const deleted = '{domain} was deleted'
