// Words of the graph by hour and weekday.
export const hoursByWeekday = 'Hours by weekday'
export const weekday = 'Weekday'
export const meanOf = '{metric} in an hour, on average. Darker is more.'
export const cell = '{day} {hour}: {value}'
