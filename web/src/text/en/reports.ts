// Reports and notices of a site, and the way off their lists.

export const kinds: Readonly<Record<string, readonly [title: string, lead: string]>> = {
  weekly: ['Weekly report', 'Every Monday at 08:00 in the site’s time zone, about the week before.'],
  monthly: ['Monthly report', 'On the first of a month at 08:00 in the site’s time zone, about the month before.'],
  spike: ['Traffic spike', 'When many visitors are there at once; at most every 12 hours.'],
  drop: ['Traffic drop', 'When 12 hours had fewer visitors than you expect; at most once a day.'],
  silence: ['Silence', 'When no event came for a while: perhaps the script is gone from the pages.'],
}
export const thresholds: Readonly<Record<string, string>> = {
  spike: 'Visitors at the moment, at least',
  drop: 'Visitors in 12 hours, fewer than',
  silence: 'Hours without an event',
}
export const recipients = 'Recipients'
export const recipientsHint = 'E-mail addresses, one a line.'
export const recipientsOrWebhooksHint = 'E-mail addresses or webhooks (https://…), one a line.'
export const save = 'Save'
export const saved = 'Saved'
export const failed = 'The last message to {address} did not arrive ({time}): {failure}'
export const noMail = 'This service sends no mail: SMTP_URL is not set. Webhooks are called.'

export const unsubscribe = 'Unsubscribe'
export const ask = '{address} gets “{kind}” of {site}.'
export const done = 'You are off this list.'
export const gone = 'This address is not on that list any more.'
