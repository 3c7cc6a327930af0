// Words of the dashboard.

export const liveTitle = '({count}) {page} · Tidemark'
export const allSites = 'All sites'
export const demo = 'Demo data'
export const demoWhy = 'These numbers are made up for demonstration.'
export const currentVisitors = { one: '{count} current visitor', other: '{count} current visitors' } as const
export const visitorsNow = 'Current visitors'
export const loading = 'Loading'
export const readOnly =
  'The database does not accept changes at the moment. New events are kept and appear here as soon as it does.'
export const offline = 'Offline. Trying again…'
export const asOf = 'as of {time}'
export const noData = 'No data in this range'

export const ranges = {
  day: 'Today',
  yesterday: 'Yesterday',
  realtime: 'Realtime',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '28d': 'Last 28 days',
  '30d': 'Last 30 days',
  '91d': 'Last 91 days',
  month: 'Month to date',
  lastMonth: 'Last month',
  year: 'Year to date',
  '12mo': 'Last 12 months',
  '6mo': 'Last 6 months',
  all: 'All time',
  custom: 'Custom range…',
} as const
export const lastMinutes = 'last {minutes} minutes'
export const previousPeriod = 'Previous period'
export const nextPeriod = 'Next period'
export const timeRange = 'Time range'
export const customRange = 'Custom range'

export const compare = 'Compare'
export const compareOn = 'Compare: {words}'
export const comparison = 'Comparison'
export const comparisons = {
  off: 'Off',
  previous_period: 'Previous period',
  year_over_year: 'Year over year',
  custom: 'Custom range…',
} as const

export const options = 'Options'
export const downloadCsv = 'Download CSV'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const settings = 'Settings'

export const totals = 'Totals'
export const graphMetric = 'Graph metric'
export const graph = 'Graph'
export const graphCursor = 'Graph cursor'
export const copyAsCurl = 'Copy as curl'
export const addNote = 'Add note'
export const howCounted = 'How this is counted'
export const time = 'Time'
export const soFar = '(so far)'
export const part = '(part)'
export const comparedUntil = 'Compared until {time}'
export const up = 'up {by}'
export const down = 'down {by}'
export const noChange = 'no change'
export const isNew = 'new'
export const changeFrom = '{change} from {before}'
export const points = { one: '{count} point', other: '{count} points' } as const
export const pointsShort = '{count} pt'

export const note = 'Note'

export const filter = 'Filter'
export const filters = 'Filters'
export const editFilter = 'Edit filter: {words}'
export const removeFilter = 'Remove filter: {words}'
export const moreFilters = { one: '{count} more filter', other: '{count} more filters' } as const
export const clearFilters = 'Clear filters'
export const clear = 'Clear'
export const property = 'Property'

export const saveAsSegment = 'Save as segment'
export const save = 'Save'
export const segmentGone = 'This segment does not exist any more'

export const openLabel = 'Open {label}'
export const details = 'Details: {tab}'
export const panelViews = '{panel} views'
export const panelMenu = '{panel} menu'
export const more = 'More: {label}'
export const campaigns = 'Campaigns'
export const campaignField = 'Campaign field'
export const anonymous = 'Anonymous networks'
/** The names of `rules/blank-values.ts`, and other values that the service names in English, in another language. */
export const namedValues: Readonly<Record<string, string>> = {}

export const fewer = 'Fewer filters'
export const segmentWord = 'Segment'
export const detailsShort = 'Details'
/** Filters in words, by operator. Goals that were done, or not, have phrases of their own below. */
export const phrases = {
  is: '{dimension} is {value}',
  is_not: '{dimension} is not {value}',
  contains: '{dimension} contains {value}',
  contains_not: '{dimension} does not contain {value}',
  matches: '{dimension} matches {value}',
  matches_not: '{dimension} does not match {value}',
  has_done: '{dimension} has done {value}',
  has_not_done: '{dimension} has not done {value}',
} as const
export const goalPhrases = { has_done: 'Did {value}', has_not_done: 'Did not do {value}' } as const
export const compared = {
  previous_period: 'vs. previous period',
  year_over_year: 'vs. a year ago',
  custom: 'vs. {days}',
} as const
