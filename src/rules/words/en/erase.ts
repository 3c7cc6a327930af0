// Deleting statistics, in the settings of a site.
export const title = 'Delete statistics'
export const lead =
  'Removes visits or events from all numbers, for example after a wave of bots or when a person asks for it. You see how much it is before anything is deleted.'
export const what = 'What to delete'
export const kinds = {
  filters: 'Visits that match filters',
  days: 'Visits of some days',
  page: 'A page',
  event: 'An event',
  everything: 'All statistics of this site',
} as const
export const firstDay = 'First day'
export const lastDay = 'Last day'
export const daysHint = 'Visits with activity on these days are deleted as a whole.'
export const page = 'Page'
export const pageHint =
  'The path, for example /wp-login.php. Use * for one part of the path and ** for any number of parts. Visits stay with their other events.'
export const event = 'Event'
export const eventHint = 'The name of the event. Visits stay with their other events.'
export const everythingHint = 'The site, its settings, goals and notes stay.'
export const filtersHint = 'Visits that match are deleted as a whole, with all of their events.'
export const segmentIs = 'Segment is {name}'
export const between = '{from} to {to}'
export const allDays = 'All days'
export const count = 'Count'
export const nothing = 'No statistics match. There is nothing to delete.'
export const sentenceVisits = {
  one: '{count} visit with {events} on {days} will be permanently deleted.',
  other: '{count} visits with {events} on {days} will be permanently deleted.',
} as const
export const sentenceEvents = {
  one: '{count} event in {visits} on {days} will be permanently deleted. The visits are computed again from what is left.',
  other:
    '{count} events in {visits} on {days} will be permanently deleted. The visits are computed again from what is left.',
} as const
export const visits = { one: '{count} visit', other: '{count} visits' } as const
export const events = { one: '{count} event', other: '{count} events' } as const
export const days = { one: '{count} day', other: '{count} days' } as const
export const sumsStay = {
  one: '{count} day has only daily totals, which filters cannot choose from. It stays as it is.',
  other: '{count} days have only daily totals, which filters cannot choose from. They stay as they are.',
} as const
export const sumsGo = {
  one: '{count} day has only daily totals. They are deleted with it.',
  other: '{count} days have only daily totals. They are deleted with them.',
} as const
export const sumsLose = {
  one: '{count} day has only daily totals. The rows that name it are deleted, but its visits and visitors stay as they are.',
  other:
    '{count} days have only daily totals. The rows that name it are deleted, but their visits and visitors stay as they are.',
} as const
export const later = 'The deletion begins in {minutes} minutes. You can stop it until then.'
export const typeNumber = 'Type {number} to confirm'
export const remove = 'Delete'
export const waits = 'The deletion begins in {minutes} minutes'
export const list = 'Deletions'
export const states = {
  waiting: 'Begins at {time}',
  running: 'Deleting',
  done: 'Done',
  stopped: 'Stopped',
} as const
export const by = '{name}, {time}'
export const stop = 'Stop'
export const stopOf = 'Stop the deletion: {name}'
export const stopped = 'The deletion was stopped'
export const progressOf = 'Progress of the deletion: {name}'
