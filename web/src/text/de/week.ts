export const hoursByWeekday = 'Stunden nach Wochentag'
export const weekday = 'Wochentag'
export const meanOf = '{metric} in einer Stunde, im Durchschnitt. Dunkler ist mehr.'
export const cell = '{day} {hour}: {value}'
