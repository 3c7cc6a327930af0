// Shared links of a site, and its dashboard in other pages.

export const links = 'Shared links'
export const linksLead = 'Anyone with the link can view this dashboard. They cannot change anything.'
export const noLinks = 'No shared links yet.'
export const add = 'Add link'
export const name = 'Name'
export const password = 'Password'
export const optional = 'Optional. Use at least {least} characters.'
export const made = 'Link added'
export const hasPassword = 'with password'

export const copy = 'Copy link'
export const copyOf = 'Copy link: {name}'
export const setPassword = 'Password'
export const setPasswordOf = 'Password: {name}'
export const newPassword = 'New password'
export const newPasswordHint = 'Leave empty for no password. People who already opened the link are asked again.'
export const remove = 'Delete'
export const removeOf = 'Delete link: {name}'
export const removeAsk = 'Delete the link “{name}”?'
export const removeLead = 'Anyone viewing through this link loses access immediately.'
export const removed = 'Link deleted'
export const noPlan = 'The plan of this team does not include shared links.'

export const embed = 'Embed'
export const embedLead = 'Show this dashboard on another website. The code opens the view you looked at last.'
export const embedLink = 'Link'
export const theme = 'Theme'
export const width = 'Width'
export const widths = { own: 'Up to 1,440 px', full: 'Full width of the frame' } as const
export const copyEmbed = 'Copy embed code'
export const passwordInFrames =
  'This link has a password, which cannot be entered inside another page. People open the dashboard in a new tab instead.'
export const frameTitle = 'Tidemark: {domain}'

export const badges = 'Badges and counters'
export const allowBadges = 'Badges'
export const badgesOf = 'Badges and counters: {name}'
export const hasBadges = 'with badges'
export const badgesLead =
  'Show one number of this site on other pages, as a picture or as JSON. Add a path, a metric or a label to the address as you like.'
export const copyBadge = 'Copy badge code'
export const copyCounter = 'Copy counter address'
