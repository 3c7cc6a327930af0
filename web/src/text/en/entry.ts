// Signing in, first set-up, invitations, new passwords, shared links with a password.

export const email = 'E-mail'
export const name = 'Name'
export const password = 'Password'
export const newPassword = 'New password'
export const passwordHint = 'At least 10 characters.'

export const code = 'Code'
export const codeHint = 'Of the app on your telephone, or a recovery code.'

export const signIn = 'Sign in'
export const signInWith = 'Sign in with {name}'
export const wrong = 'E-mail or password is wrong'
export const forgot = 'Forgot your password?'
export const forgotLead = 'A link for a new password goes to your e-mail address.'
export const sendLink = 'Send link'
export const linkSent =
  'If there is an account of this address, a mail is on its way. Its link works once, for 24 hours.'
export const noMail =
  'This service sends no mail. Ask its operator: on the server, this prints a link that signs you in once:'
export const backToSignIn = 'Back to sign-in'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'As {email}, once, without a password.'
export const signInExpired = 'This link has expired: it works once, and for 24 hours.'
export const you = 'you@example.com'

export const setUpLead = 'This account owns the sites that are here already, and those you add.'
export const createAccount = 'Create account'
export const setUpExpired = 'A set-up link works once, and for 24 hours. This command prints a new one:'
export const setUpMissing =
  'The link to this page was printed where the service was started, after “Set up:”. This command prints a new one:'
export const setUpCommand = '{tidemark} user link'

export const invitedSite = 'You are invited to {to} as {role}.'
export const invitedHasAccount = 'You have an account already: sign in with your password to accept.'
export const accept = 'Accept invitation'
export const inviteExpired = 'An invitation works once, and not forever. Ask whoever sent it for a new one.'
export const roles = {
  owner: 'owner',
  admin: 'administrator',
  editor: 'editor',
  billing: 'billing contact',
  viewer: 'viewer',
  guest_editor: 'guest editor',
  guest_viewer: 'guest viewer',
} as Readonly<Record<string, string>>

export const savePassword = 'Save password'
export const revokeKeys = 'Revoke all API keys of this account'
export const revokeKeysHint = 'Choose this if somebody else may have used the account. Keys keep working otherwise.'
export const resetExpired = 'A link of this kind works once, and for 24 hours.'

export const openDashboard = 'Open dashboard'
export const shareLead = 'This dashboard is shared with a password.'
export const framed =
  'Browsers keep the password of a page in a frame from the frame. Open the dashboard in a tab of its own.'
export const openInTab = 'Open in a new tab'
