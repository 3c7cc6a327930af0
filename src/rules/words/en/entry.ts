// Signing in, first set-up, invitations, new passwords, shared links with a password.

export const email = 'E-mail'
export const name = 'Name'
export const password = 'Password'
export const newPassword = 'New password'
export const passwordHint = 'Use at least {least} characters.'

export const code = 'Code'
export const codeHint = 'Enter the code from your authenticator app, or a recovery code.'

export const signIn = 'Sign in'
export const signInWith = 'Sign in with {name}'
export const wrong = 'E-mail or password is wrong'
export const forgot = 'Forgot your password?'
export const forgotLead = 'Enter your e-mail address to receive a link for a new password.'
export const sendLink = 'Send link'
export const linkSent =
  'If there is an account with this address, an e-mail is on its way. Its link works once and expires after {hours} hours.'
export const noMail =
  'E-mail is not set up here. Ask the operator of this service to run this command on the server. It prints a link that signs you in once.'
export const backToSignIn = 'Back to sign-in'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'This link signs you in as {email} without a password. It works once.'
export const signInExpired = 'This link has expired. A sign-in link works once and expires after {hours} hours.'
export const you = 'you@example.com'

export const setUpLead = 'This account will own all existing sites and all sites you add.'
export const createAccount = 'Create account'
export const setUpExpired =
  'A set-up link works once and expires after {hours} hours. Run this command on the server to get a new one.'
export const setUpMissing =
  'When Tidemark starts, it prints a link after “Set up:”. Open that link, or run this command on the server to get a new one.'
export const setUpCommand = '{tidemark} user link'
export const setUpDone = 'Tidemark is set up.'
export const noAccount =
  'No account is set up yet. When Tidemark starts, it prints a link after “Set up:”. Open that link, or run this command on the server to get a new one.'

export const invitedSite = 'You are invited to {to} as {role}.'
export const invitedBy = '{who} invites you to {to} as {role}.'
export const invitedHasAccount = 'You already have an account. Sign in with your password to accept.'
export const accept = 'Accept invitation'
export const inviteExpired =
  'An invitation works once and expires after {days} days. Ask the person who invited you for a new one.'

export const savePassword = 'Save password'
export const revokeKeys = 'Revoke all API keys of this account'
export const revokeKeysHint = 'Choose this if someone else may have used the account. Otherwise your keys keep working.'
export const resetExpired = 'A link for a new password works once and expires after {hours} hours.'

export const openDashboard = 'Open dashboard'
export const shareLead = 'This dashboard is protected by a password.'
export const framed = 'The password cannot be entered inside another page. Open the dashboard in a new tab.'
export const openInTab = 'Open in a new tab'
