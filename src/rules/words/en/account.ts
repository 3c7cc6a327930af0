// The page of one's own account.

export const profile = 'Profile'
export const email = 'E-mail'
export const name = 'Name'
export const unconfirmed =
  'Your e-mail address is not confirmed. Confirm it to open the sites that others have shared with you.'
export const sendConfirmation = 'Send confirmation e-mail'
export const confirmationSent = 'Check your inbox and open the link in this browser.'
export const confirmByOperator = 'E-mail is not set up here. Ask the operator of this service to confirm your address.'
export const language = 'Language'
export const languageOfBrowser = 'Browser language'
export const languageHint = 'Language of these pages and of the e-mails you receive.'
export const changeEmail = 'Change e-mail'
export const newEmail = 'New e-mail'
export const newEmailHint =
  'We send a link to this address. The address changes when you open the link in this browser.'
export const sendLink = 'Send link'
export const emailSent = 'Check the inbox of {email} and open the link in this browser.'
export const emailByOperator =
  'E-mail is not set up here. The operator of this service can change your address with this command:'
export const emailCommand = '{tidemark} user email --email {email} --to {to}'
export const emailExample = 'new@example.com'

export const shortcuts = 'Use single-key shortcuts'
export const shortcutsHint = 'On a dashboard, D shows today, W the last 7 days, and ? the list of all keys.'

export const password = 'Password'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const passwordHint = 'Use at least {least} characters. Changing the password signs out your other browsers.'
export const savePassword = 'Change password'
export const passwordSaved = 'Password changed'

export const sessions = 'Sessions'
export const sessionsLead = 'Browsers where you are signed in.'
export const unknownBrowser = 'Unknown browser'
export const thisBrowser = 'this browser'
export const lastUsed = 'Last used {time}'
export const endSession = 'End session: {browser}'
export const end = 'End session'
export const ended = 'Session ended'
export const everywhere = 'Sign out everywhere'

export const keys = 'API keys'
export const keysLead = 'Keys for scripts and apps that use the Stats API or Sites API.'
export const noKeys = 'No API keys yet.'
export const keyName = 'Name'
export const keyTeam = 'Team'
export const allTeams = 'All teams'
export const keyScopes = 'Scopes'
export const scopes = {
  'stats:read:*': 'Read statistics',
  'sites:read:*': 'Read sites',
  'sites:provision:*': 'Read and manage sites',
  'events:send:*': 'Send events',
} as const
export const createKey = 'Create API key'
export const keyMade = 'Copy this key now. You will not be able to see it again.'
export const copyKey = 'Copy key'
export const onlyTeam = 'Team {team}'
export const keyCreated = 'Created {day}'
export const never = 'Never used'
export const revoke = 'Revoke'
export const revokeKey = 'Revoke: {name}'
export const revokeAsk = 'Revoke the API key “{name}”?'
export const revokeLead = 'Scripts and apps that use this key lose access immediately.'
export const revoked = 'API key revoked'
export const done = 'Done'
