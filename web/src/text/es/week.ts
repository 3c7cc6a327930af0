export const hoursByWeekday = 'Horas por día de la semana'
export const weekday = 'Día de la semana'
export const meanOf = '{metric} por hora, de media. Más oscuro es más.'
export const cell = '{day} {hour}: {value}'
