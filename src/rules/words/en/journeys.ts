// The panel of journeys: fetched with its tab.

export const startingPoint = 'Starting point'
export const endPoint = 'End point'
export const stepsAfter = { one: '{count} step after', other: '{count} steps after' } as const
export const stepsBefore = { one: '{count} step before', other: '{count} steps before' } as const
export const ended = 'No further action'
export const began = 'Entered here'
export const visitors = 'Visitors'
export const share = 'Share'
export const visits = 'Visits'
export const kinds = { page: 'Page', folder: 'Folder', event: 'Event', goal: 'Goal' } as const
export const pages = { one: '{count} page', other: '{count} pages' } as const
export const openFolder = 'Show pages: {name}'
export const search = 'Search'
export const showMore = 'Show {count} more'
export const startOver = 'Start over'
export const path = 'Path'
export const summary = {
  one: 'Conversion rate {rate} · {count} visitor',
  other: 'Conversion rate {rate} · {count} visitors',
} as const
export const noImported = 'Imported days have no journeys. They are left out here.'
export const nothingFound = 'Nothing matches this search.'
export const saveAsFunnel = 'Save as funnel'
export const tooLong = 'A funnel has at most {count} steps.'
export const funnelName = 'Name'
export const newGoals = 'These goals will be added:'
export const noNewGoals = 'All steps are already goals of this site.'
export const newPageGoal = 'Visit {name}'
export const funnelSaved = 'Funnel saved'
export const nameTaken = 'Another funnel has this name. Choose another one.'
export const column = 'Column'
export const kind = 'Kind'
export const name = 'Name'
export const pageCount = 'Pages'
export const missingRows = {
  one: '{count} more row is not in this file',
  other: '{count} more rows are not in this file',
} as const
export const counted =
  'A journey is the sequence of pages and custom events in one visit. Each visit is counted once. With a starting point, the steps follow the first time the visit reached it. With an end point, they lead up to the last time. There are no other pages or events between two steps. Reloads are ignored.'
export const countedShare =
  'The share of a row is its percentage of the visits in the previous step. The conversion rate is the percentage of visitors in the first step who reached the last step.'
export const visitorCount = { one: '{count} visitor', other: '{count} visitors' } as const
export const chooseAfter = 'Choose a page or an event to see what visitors did next.'
export const chooseBefore = 'Choose a page or an event to see what visitors did before it.'
