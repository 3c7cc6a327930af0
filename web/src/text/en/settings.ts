// Settings of a site.

export const pages = {
  general: 'General',
  installation: 'Installation',
} as const
export const navigation = 'Settings'
export const back = 'Dashboard'

export const domain = 'Domain'
export const domainHint =
  'When it changes, the script’s data-domain may keep the old one for 72 hours; links with it lead here for good.'
export const timezone = 'Time zone'

export const deleteTitle = 'Delete site'
export const deleteLead = 'Everything that was counted for it goes, at once and for good.'
export const deleteSite = 'Delete site'
export const typeDomain = 'Type {domain} to confirm'
export const deleted = '{domain} was deleted'

export const elsewhere = 'This page is not here yet. The operator tool has it: tidemark help lists its commands.'
