// The page of one's own account.

export const profile = 'Profile'
export const email = 'E-mail'
export const name = 'Name'
export const unconfirmed = 'This address is not confirmed. Access that others give to it counts once you confirm it.'
export const sendConfirmation = 'Send confirmation e-mail'
export const confirmationSent = 'Check your inbox and open the link in this browser.'
export const confirmByOperator = 'E-mail is not set up here. Ask the operator of this service to confirm your address.'
export const language = 'Language'
export const languageOfBrowser = 'Language of the browser'
export const languageHint = 'Language of these pages and of mails to you.'
export const shortcuts = 'Use single-key shortcuts'
export const shortcutsHint = 'On dashboards: D for today, W for the last 7 days, ? for the list of them all.'

export const password = 'Password'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const passwordHint = 'At least 10 characters. Other browsers are signed out.'
export const savePassword = 'Change password'
export const passwordSaved = 'Password changed'

export const sessions = 'Sessions'
export const sessionsLead = 'Where this account is signed in.'
export const unknownBrowser = 'Unknown browser'
export const thisBrowser = 'this browser'
export const lastUsed = 'Last used {time}'
export const endSession = 'End session: {browser}'
export const end = 'End session'
export const ended = 'Session ended'
export const everywhere = 'Sign out everywhere'

export const keys = 'API keys'
export const keysLead = 'For programs that ask for statistics or manage sites.'
export const noKeys = 'No API keys yet.'
export const keyName = 'Name'
export const keyTeam = 'Team'
export const allTeams = 'All teams'
export const keyScopes = 'Scopes'
export const scopes = {
  'stats:read:*': 'Read statistics',
  'sites:read:*': 'Read sites',
  'sites:provision:*': 'Read and manage sites',
} as const
export const createKey = 'Create API key'
export const keyMade = 'This key is shown only now. Keep it where the program finds it.'
export const copyKey = 'Copy key'
export const never = 'Never used'
export const revoke = 'Revoke'
export const revokeKey = 'Revoke: {name}'
export const revokeAsk = 'Revoke the API key {name}?'
export const revokeLead = 'Programs that use it are refused from now on.'
export const revoked = 'API key revoked'
export const done = 'Done'
