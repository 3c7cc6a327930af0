export const hoursByWeekday = 'Stunden nach Wochentag'
export const weekday = 'Wochentag'
export const meanOf = '{metric} pro Stunde, im Durchschnitt. Kräftigere Farbe bedeutet mehr.'
export const cell = '{day} {hour}: {value}'
