export const hoursByWeekday = 'Heures par jour de la semaine'
export const weekday = 'Jour de la semaine'
export const meanOf = '{metric} par heure, en moyenne. Plus la couleur est vive, plus la valeur est élevée.'
export const cell = '{day} {hour} : {value}'
