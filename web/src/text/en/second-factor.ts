// The second factor of an account.

export const title = 'Second factor'
export const lead = 'Signing in asks for a code of an app on your telephone as well.'
export const isOff = 'It is off.'
export const isOn = {
  one: 'It is on. {count} recovery code is left.',
  other: 'It is on. {count} recovery codes are left.',
} as const
export const turnOn = 'Turn on'
export const turnOff = 'Turn off'
export const setUp = 'Set up the second factor'
export const currentPassword = 'Current password'
export const start = 'Begin'
export const secretLead =
  'Give this secret to your app, or open the link on the telephone. Then type the code it shows.'
export const openApp = 'Open in the app'
export const code = 'Code'
export const codeHint = 'Six digits, new every half minute.'
export const anyCodeHint = 'Of the app, or a recovery code.'
export const codesLead =
  'Each of these works once instead of a code, when the telephone is lost. They are shown only now: keep them somewhere safe.'
export const copyCodes = 'Copy recovery codes'
export const done = 'Done'
export const turnedOff = 'The second factor is off'
export const offTitle = 'Turn off the second factor'
