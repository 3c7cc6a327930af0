// Words of mails and notices. letter.ts fills the gaps; names of metrics and lists are those of the catalogue.

/** A text that depends on a count. */
export interface Forms {
  readonly one: string
  readonly other: string
}

/** Locale of figures and days, and the language that a mail says it has. */
export const locale = 'en-GB'
export const language = 'en'

export const minutes = '{minutes}m {seconds}s'
export const seconds = '{seconds}s'
export const percent = '{value}%'
export const days = '{first} – {last}'
export const noValue = '–'

/** Names of values that are empty. */
export const notSet = '(not set)'
export const none = '(none)'
export const direct = 'Direct / None'

export const same = 'no change'
export const up = 'up {size}'
export const down = 'down {size}'
export const points: Forms = { one: '{count} point', other: '{count} points' }

export const weekSubject = '{domain}: week of {days}'
export const monthSubject = '{domain}: month of {days}'
export const graph = 'Visitors of each day: {counts}'

export const dashboard = 'Dashboard'
export const openDashboard = 'Open the dashboard'
export const recipients = 'Change who is told'
export const unsubscribe = 'Unsubscribe'
/** An address in a mail of plain text. */
export const address = '{name}: {url}'

export const spike: Forms = {
  one: '{domain} has {count} visitor at the moment',
  other: '{domain} has {count} visitors at the moment',
}
export const drop: Forms = {
  one: '{domain} had {count} visitor in the last 12 hours',
  other: '{domain} had {count} visitors in the last 12 hours',
}
export const silence: Forms = {
  one: '{domain} has sent no event for {count} hour',
  other: '{domain} has sent no event for {count} hours',
}
/** A notice as the text of its mail. */
export const sentence = '{notice}.'

/** Mails of one paragraph, most with a link. */
export const invitation = {
  subject: 'Invitation to {to}',
  text: 'You are invited to see the statistics of {to}. The link works once, for 14 days.',
  link: 'Accept invitation',
} as const
export const reset = {
  subject: 'A new password for Tidemark',
  text:
    'Someone asked for a new password for your account. The link works once, for 24 hours. ' +
    'If you did not ask for it, ignore this e-mail. Your password stays as it is.',
  link: 'Choose a new password',
} as const
export const addressNotice = {
  subject: 'Your e-mail address at Tidemark',
  text:
    'Someone who is signed in to your account asked to change its e-mail address to {to}. ' +
    'The address changes when the link in the e-mail to {to} is opened. ' +
    'If you did not ask for this, change your password now.',
} as const
export const confirmation = {
  subject: 'Confirm your e-mail address for Tidemark',
  text:
    'Open this link in the browser where you are signed in to confirm your e-mail address. ' +
    'It works once, for 24 hours. If you do not have an account with this address, ignore this e-mail.',
  link: 'Confirm address',
} as const
