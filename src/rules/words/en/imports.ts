// Imports of a site, and the export of its rows.

export const title = 'Import'
export const lead =
  'Import your history from another product, or events exported from Tidemark. Importing the same file again does not count it twice.'
export const kind = 'Format'
export const file = 'File'
export const fileHint = '{file} Up to {size}. If the connection breaks, choose the same file again to continue.'
export const loses = 'Not imported'
export const looseCsv = { one: '{count} CSV file', other: '{count} CSV files' }
export const looseFiles = { one: '{count} file', other: '{count} files' }
export const skipInvalid = 'Skip invalid lines'
export const upload = 'Upload'
export const uploading = 'Uploading…'
export const noFile = 'Choose a file.'
export const fileTooLarge = 'The file is larger than {size}.'
export const fileChanged = 'The file can no longer be read. Choose it again.'

export const underWay = 'Files'
export const states = {
  receiving: 'Uploading',
  waiting: 'Waiting',
  importing: 'Importing',
  done: 'Done',
  failed: 'Failed',
} as const
export const sent = '{part} of {whole} uploaded. Choose the same file to continue.'
export const sending = '{part} of {whole}'
export const checking = 'Checking, {share}'
export const importing = { one: 'Importing, {share}, {count} event', other: 'Importing, {share}, {count} events' }
export const brought = { one: 'Imported {count} event', other: 'Imported {count} events' }
export const broughtSums = { one: 'Imported sums of {count} day', other: 'Imported sums of {count} days' }
export const already = 'This file was already imported'
export const skippedLines = { one: '{count} invalid line skipped', other: '{count} invalid lines skipped' }
export const droppedEngagements = {
  one: '{count} engagement event without a visit was dropped',
  other: '{count} engagement events without a visit were dropped',
}
export const daysOut = {
  one: '{count} day was left out because the site already has numbers for it',
  other: '{count} days were left out because the site already has numbers for them',
}
export const partly = 'Some files, columns or lines were not imported'
export const progressOf = 'Progress of {name}'
export const cancel = 'Cancel'
export const cancelOf = 'Cancel: {name}'
export const dismiss = 'Dismiss'
export const dismissOf = 'Dismiss: {name}'

export const past = 'Imports'
export const none = 'No imports yet.'
export const requests = { one: '{count} page request', other: '{count} page requests' }
export const sources = { ndjson: 'Events', demo: 'Demo', coverage: 'Page requests' } as const
export const importStates = {
  running: 'In progress',
  abandoned: 'Interrupted',
  done: '',
  deleting: 'Being deleted',
} as const
export const events = { one: '{count} event', other: '{count} events' }
export const sums = { one: '{count} daily total', other: '{count} daily totals' }
export const days = '{first} to {last}'
export const unknownDays = 'days unknown'
export const remove = 'Delete'
export const removeOf = 'Delete import: {name}'
export const removeAsk = 'Delete the import “{name}”?'
export const removeLead =
  '{rows} from {days} will be deleted. Live traffic and other imports are kept. You can import the file again.'
export const removed = 'The import is being deleted'

export const exportTitle = 'Export'
export const exportLead =
  'Download raw data as compressed JSON lines (.ndjson.gz). You can import exported events again.'
export const what = 'Rows'
export const whats = { events: 'Events', sessions: 'Visits' } as const
export const from = 'From'
export const to = 'To'
export const rangeHint = 'Days in the time zone of the site. Leave empty to export all days.'
export const download = 'Download'
