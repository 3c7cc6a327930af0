// The first settings page of a site.
import type { GeneralSetting } from '../../site-settings.ts'

export interface Setting {
  readonly label: string
  readonly hint: string
  /** In place of the hint, for roles that may not change it. */
  readonly locked: string
  /** Words of the values of a choice. */
  readonly choices?: Readonly<Record<string, string>>
}

export const domain = 'Domain'
export const domainHint =
  'You can rename the site at any time. The previous domain keeps working in your script, your links and the API.'
export const domainBefore = 'The previous domain {domain} still works.'
export const timezone = 'Time zone'
export const timezoneHint =
  'Days start and end in this time zone. Changes apply immediately. Past days are recalculated in the background.'
export const settings: Readonly<Record<GeneralSetting, Setting>> = {
  retention_months: {
    label: 'Keep raw events for (months)',
    hint: 'Leave empty to keep raw events forever. Older events are permanently deleted every day. Totals and top lists are kept.',
    locked: 'Only {roles} of the team can change this.',
  },
  pixel: {
    label: 'Count without JavaScript',
    hint: 'Counts pageviews of visitors without JavaScript by a picture that you add to your pages, with the same rules as the script.',
    locked: 'Only {roles} of the team can change this.',
  },
}

export const deleteEvents = 'Delete old events'
export const deleteEventsLead = {
  one: '{count} event from before {day} will be permanently deleted within a day. Totals and top lists are kept.',
  other: '{count} events from before {day} will be permanently deleted within a day. Totals and top lists are kept.',
} as const
export const deleteEventsLater = 'From then on, events older than {months} are deleted every day.'
export const months = { one: '{count} month', other: '{count} months' } as const

export const deleteTitle = 'Delete site'
export const deleteLead = 'Permanently deletes this site and all its statistics.'
export const deleteCount = {
  one: '{count} event of {domain} will be deleted, with its goals, funnels, notes, shared links and reports.',
  other: '{count} events of {domain} will be deleted, with its goals, funnels, notes, shared links and reports.',
} as const
export const deleteSite = 'Delete site'
export const typeDomain = 'Type {domain} to confirm'
export const deleted = '{domain} was deleted'
