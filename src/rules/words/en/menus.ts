// Words of the bar's menus: ranges, comparisons, options.

export const fullScreen = 'Full screen'
export const importedData = 'Imported data'
export const matchWeekdays = 'Match weekdays'
export const print = 'Print'
export const withToday = 'with today'
export const withoutToday = 'without today'
export const zoneAhead = '{zone}, {time}. Your clock is {difference} behind.'
export const zoneBehind = '{zone}, {time}. Your clock is {difference} ahead.'
export const zoneSame = '{zone}, {time}'
