export const hoursByWeekday = 'Horas por día de la semana'
export const weekday = 'Día de la semana'
export const meanOf = '{metric} por hora, de media. Cuanto más intenso es el color, mayor es el valor.'
export const cell = '{day} {hour}: {value}'
