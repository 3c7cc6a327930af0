// Words of the dashboard's dialogs: fetched with the first of them.
export * from './dashboard.ts'

export const funnel = 'Funnel'
export const timeout = 'This took too long.'
export const shorter = 'Show the last {days} days'
export const retry = 'Retry'
export const apply = 'Apply'
export const save = 'Save'
export const from = 'From'
export const to = 'To'
export const compareWith = 'Compare with'
export const dayFormat = 'YYYY-MM-DD'
export const wrongDay = 'Enter a day as YYYY-MM-DD, for example 2026-11-14.'
export const wrongRange = 'The first day is after the last day.'
export const futureRange = 'This range has not begun yet.'
export const day = 'Day'
export const editNote = 'Edit note'
export const showOnShared = 'Show on shared links'
export const searchFilters = 'Search filters'
export const dimensions = 'Dimensions'
export const operator = 'Operator'
export const values = 'Values'
export const applyFilter = 'Apply filter'
export const removeValue = 'Remove {value}'
export const suggestionsOld = 'Looking for “{typed}”…'
export const noSuggestions = 'Nothing found. Press Enter to use what you typed.'
export const noSuchDimension = 'No filter matches this.'
export const back = 'Back'
export const segments = 'Segments'
export const applySegment = 'Apply segment: {name}'
export const name = 'Name'
export const wholeSite = 'Visible to everyone who can see this site'
export const search = 'Search'
export const rows = { one: '{count} row', other: '{count} rows' } as const
export const loadMore = 'Load more'
export const visitorsByCountry = 'Visitors by country'
export const noValues = 'Choose at least one value.'
export const longRange = 'This range is too long. Choose a shorter one.'
export const shortcutsTitle = 'Keyboard shortcuts'
export const singleKeys = 'Use single-key shortcuts'
export const key = 'Key'
export const action = 'Action'
export const rangeUtc = 'Range in UTC'
export const rangeLocal = 'Range in {zone}'
export const readFrom = 'Read from'
export const answeredIn = 'Answered in'
export const milliseconds = '{count} ms'
export const exact = 'Exact'
export const notExact = 'Not exact: the raw events of some days in this range have been deleted'
export const sources = {
  days: 'sums of whole days',
  hours: 'hours',
  events: 'events',
  imported: 'imported days',
} as const
export const nothingRead = 'nothing: there is no data in this range'
export const imported = 'Imported data'
export const importedIncluded = 'included'
export const importedNone = 'none in this range'
export const docs = 'How we count'
export const noFilters = 'none'
export const quality = 'Traffic quality'
export const qualityMenu = 'Traffic quality menu'
export const qualityCounted =
  'Events that were counted, and events that were dropped, by reason. Filters do not apply here. Dropped events are not part of any other number.'
export const qualityViews = 'Traffic quality views'
export const acceptedAndDropped = 'Accepted and dropped'
export const outcome = 'Outcome'
export const events = 'Events'
export const share = 'Share'
export const counted = 'Counted'
export const editSegment = 'Edit segment: {name}'
export const removeSegment = 'Remove segment: {name}'
export const segmentMenu = 'Segment: {name}'
export const rename = 'Rename'
export const updateSegment = 'Update with current filters'
export const copySegment = 'Make a copy'
export const copyOf = '{name} (copy)'
export const segmentDeleted = 'Segment deleted'
export const remove = 'Delete'
/** Words of keys, where no button does the same. */
export const keyWords: Readonly<Record<string, string>> = {
  X: 'Comparison on or off',
  1: 'Open a pinned site by its position',
  I: 'Next interval',
  G: 'Graph or table',
  '/': searchFilters,
  Escape: 'Close, or remove the last filter',
}
export const palette = 'Commands'
export const groups = {
  page: 'Page',
  source: 'Source',
  place: 'Place',
  device: 'Device',
  behavior: 'Behavior',
} as const
export const operators = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  matches: 'matches',
  matches_not: 'does not match',
  has_done: 'has done',
  has_not_done: 'has not done',
} as const
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'
