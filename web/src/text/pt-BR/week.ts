export const hoursByWeekday = 'Horas por dia da semana'
export const weekday = 'Dia da semana'
export const meanOf = '{metric} por hora, em média. Mais escuro é mais.'
export const cell = '{day} {hour}: {value}'
