// The second factor of an account.

export const title = 'Two-factor authentication'
export const lead = 'Signing in also asks for a code from an app on your phone.'
export const isOff = 'Off'
export const isOn = {
  one: 'On. {count} recovery code is left.',
  other: 'On. {count} recovery codes are left.',
} as const
export const turnOn = 'Turn on'
export const turnOff = 'Turn off'
export const setUp = 'Set up two-factor authentication'
export const currentPassword = 'Current password'
export const start = 'Begin'
export const scanLead = 'Scan the QR code with your authenticator app. Then enter the six digits that the app shows.'
export const qrCode = 'QR code for your authenticator app'
export const secretLead = 'If you cannot scan it, enter this secret in the app:'
export const copySecret = 'Copy secret'
export const openApp = 'Open in the app'
export const code = 'Code'
export const codeHint = 'Six digits. The code changes every 30 seconds.'
export const anyCodeHint = 'Enter the code from your authenticator app, or a recovery code.'
export const codesLead =
  'Each of these codes signs you in once if you lose your phone. Copy them now and keep them in a safe place. You will not be able to see them again.'
export const copyCodes = 'Copy recovery codes'
export const done = 'Done'
export const turnedOff = 'Two-factor authentication is off'
export const offTitle = 'Turn off two-factor authentication'
