// Mails and notices. reports/letter.ts fills the gaps; names of metrics and lists come from the catalogue.
import { blankValues } from '../../blank-values.ts'

export const days = '{first} – {last}'
export const noValue = '–'

export const notSet = blankValues.notSet
export const none = blankValues.none
export const direct = blankValues.direct

export const same = 'no change'
export const up = 'up {size}'
export const down = 'down {size}'
export const points = { one: '{count} point', other: '{count} points' }

export const weekSubject = '{domain}: week of {days}'
export const monthSubject = '{domain}: month of {days}'
export const weekLead = 'Week of {days}'
export const monthLead = '{days}'
export const daily = 'Visitors per day'
export const graph = 'Visitors per day: {counts}'

export const dashboard = 'Dashboard'
export const openDashboard = 'Open the dashboard'
export const recipients = 'Change recipients'
export const unsubscribe = 'Unsubscribe'
export const address = '{name}: {url}'

export const notices = {
  spike: {
    one: '{domain} has {count} visitor at the moment',
    other: '{domain} has {count} visitors at the moment',
  },
  drop: {
    one: '{domain} had {count} visitor in the last {over} hours',
    other: '{domain} had {count} visitors in the last {over} hours',
  },
  silence: {
    one: '{domain} has sent no event for {count} hour',
    other: '{domain} has sent no event for {count} hours',
  },
}
export const rules = {
  above: {
    one: '{metric} of {domain} in the last hour: {value}, above {limit}',
    other: '{metric} of {domain} in the last {count} hours: {value}, above {limit}',
  },
  below: {
    one: '{metric} of {domain} in the last hour: {value}, below {limit}',
    other: '{metric} of {domain} in the last {count} hours: {value}, below {limit}',
  },
  up: {
    one: '{metric} of {domain} in the last hour: {value}, {share} more than usual ({usual})',
    other: '{metric} of {domain} in the last {count} hours: {value}, {share} more than usual ({usual})',
  },
  down: {
    one: '{metric} of {domain} in the last hour: {value}, {share} less than usual ({usual})',
    other: '{metric} of {domain} in the last {count} hours: {value}, {share} less than usual ({usual})',
  },
}
/** The share of events that were dropped. */
export const droppedShare = 'Dropped events'
export const sentence = '{notice}.'

export const invitation = {
  subject: 'Invitation to {to} from {by}',
  text: '{who} invites you to Tidemark: see the statistics of {to} as {role}. The link works once and expires after {days} days. If you do not know {by}, ignore this e-mail.',
  link: 'Accept invitation',
}
export const reset = {
  subject: 'A new password for Tidemark',
  text:
    'Someone asked for a new password for your account. The link works once and expires after {hours} hours. ' +
    'If you did not ask for it, ignore this e-mail. Your password stays as it is.',
  link: 'Choose a new password',
}
export const addressNotice = {
  subject: 'Your e-mail address at Tidemark',
  text:
    'Someone who is signed in to your account asked to change its e-mail address to {to}. ' +
    'The address changes when the link in the e-mail to {to} is opened. ' +
    'If you did not ask for this, change your password now.',
}
export const confirmation = {
  subject: 'Confirm your e-mail address for Tidemark',
  text:
    'To confirm your e-mail address, open this link in the browser where you are signed in. It works once ' +
    'and expires after {hours} hours. If you do not have an account with this address, ignore this e-mail.',
  link: 'Confirm address',
}
