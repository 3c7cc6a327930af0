// Reports and notices of a site, and the way off their lists.
import type { Notice, ReportKind } from '../../report-kinds.ts'

export const kinds: Readonly<Record<ReportKind, readonly [title: string, lead: string]>> = {
  weekly: ['Weekly report', 'The numbers of the past week, sent in the time zone of the site.'],
  monthly: ['Monthly report', 'The numbers of the past month, sent in the time zone of the site.'],
  spike: ['Traffic spike', 'Sent when the number of current visitors reaches this value, at most {often}.'],
  drop: ['Traffic drop', 'Sent when there were fewer visitors than this in the last {over} hours, at most {often}.'],
  silence: ['Silence', 'Sent when no event has arrived for this long. The script may be missing from your pages.'],
}
/** How often a notice comes at most. */
export const rests = { hours: 'once every {count} hours', day: 'once a day' } as const
export const thresholds: Readonly<Record<Notice, string>> = {
  spike: 'Current visitors, at least',
  drop: 'Visitors in {over} hours, fewer than',
  silence: 'Hours without an event',
}
export const recipients = 'Recipients'
/** A notice that people made themselves. */
export const rule = 'Notice'
export const weekday = 'Weekday'
export const monthDay = 'Day of the month'
export const time = 'Time'
export const channels = 'Channels'
export const recipientsOrWebhooksHint =
  'One e-mail address or webhook on each line, for example https://hooks.example.com/tidemark.'
export const addMe = 'Add me'
export const addMeOf = 'Add me: {kind}'
export const save = 'Save'
export const saved = 'Saved'
export const failed = 'The last message to {address} failed on {time}: {failure}'
export const sendTest = 'Send a test'
export const sendTestOf = 'Send a test: {kind}'
export const testSent = 'Test sent to {address}'
export const testFailed = 'The test could not be sent: {failure}'
export const preview = 'Preview'
export const previewOf = 'Preview: {kind}'
export const noMail = 'E-mail is not set up (SMTP_URL is missing). Channels still work.'
export const noWay = 'Reports go by e-mail or to channels. E-mail is not set up here, and there is no channel yet.'

export const unsubscribe = 'Unsubscribe'
export const ask = 'Stop sending “{kind}” for {site} to {address}?'
export const done = 'You are unsubscribed. You will not receive this e-mail any more.'
export const gone = 'This address is already unsubscribed.'
