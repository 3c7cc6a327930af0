// Words of the graph by hour and weekday.
export const hoursByWeekday = 'Hours by weekday'
export const weekday = 'Weekday'
export const meanOf = '{metric} per hour, on average. A stronger colour means more.'
export const cell = '{day} {hour}: {value}'
