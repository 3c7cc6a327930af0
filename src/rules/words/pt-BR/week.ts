export const hoursByWeekday = 'Horas por dia da semana'
export const weekday = 'Dia da semana'
export const meanOf = '{metric} por hora, em média. Quanto mais forte a cor, maior o valor.'
export const cell = '{day} {hour}: {value}'
