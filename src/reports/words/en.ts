// Words of mails and notices (reports/words). letter.ts fills the gaps; names of metrics and lists are those of the
// catalogue.
import { blankValues } from '../../rules/blank-values.ts'
import type { Words } from './keys.ts'

export const words = {
  minutes: '{minutes}m {seconds}s',
  seconds: '{seconds}s',
  days: '{first} – {last}',
  noValue: '–',

  notSet: blankValues.notSet,
  none: blankValues.none,
  direct: blankValues.direct,

  same: 'no change',
  up: 'up {size}',
  down: 'down {size}',
  points: { one: '{count} point', other: '{count} points' },

  weekSubject: '{domain}: week of {days}',
  monthSubject: '{domain}: month of {days}',
  graph: 'Visitors per day: {counts}',

  dashboard: 'Dashboard',
  openDashboard: 'Open the dashboard',
  recipients: 'Change recipients',
  unsubscribe: 'Unsubscribe',
  address: '{name}: {url}',

  notices: {
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
  },
  sentence: '{notice}.',

  invitation: {
    subject: 'Invitation to {to}',
    text: 'You are invited to see the statistics of {to}. The link works once and expires after {days} days.',
    link: 'Accept invitation',
  },
  reset: {
    subject: 'A new password for Tidemark',
    text:
      'Someone asked for a new password for your account. The link works once and expires after {hours} hours. ' +
      'If you did not ask for it, ignore this e-mail. Your password stays as it is.',
    link: 'Choose a new password',
  },
  addressNotice: {
    subject: 'Your e-mail address at Tidemark',
    text:
      'Someone who is signed in to your account asked to change its e-mail address to {to}. ' +
      'The address changes when the link in the e-mail to {to} is opened. ' +
      'If you did not ask for this, change your password now.',
  },
  confirmation: {
    subject: 'Confirm your e-mail address for Tidemark',
    text:
      'To confirm your e-mail address, open this link in the browser where you are signed in. It works once ' +
      'and expires after {hours} hours. If you do not have an account with this address, ignore this e-mail.',
    link: 'Confirm address',
  },
} satisfies Words
