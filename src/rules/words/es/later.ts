export const deleteNoteOf = 'Eliminar nota: {text}'
export const editNoteOf = 'Editar nota: {text}'
export const notes = 'Notas'
export const printRange = '{range} · {zone}'
export const showAll = 'Mostrar todas'
export const noteDeleted = 'Nota eliminada'
export const comparedTime = 'Fecha comparada'
export const compared = 'Comparado'
export const change = 'Cambio'
export const graphData = 'Datos del gráfico'
export const interval = 'Intervalo'
export const intervals = {
  minute: 'Minutos',
  hour: 'Horas',
  day: 'Días',
  week: 'Semanas',
  month: 'Meses',
} as const
export const graphMenu = 'Menú del gráfico'
export const showAsTable = 'Mostrar como tabla'
export const showAsGraph = 'Mostrar como gráfico'
export const showAsWeek = 'Mostrar horas por día de la semana'
export const whatChanged = '¿Qué ha cambiado?'
export const whatTheyMean = 'Qué significan estas cifras'
export const untilTime = 'hasta {time}'
export const nothingBefore = 'Nada que comparar: primer evento el {day}'
export const dataFrom = 'datos desde el {day}'
export const weekdaysMatched = 'días de la semana alineados'
export const dayHas = {
  one: '{day}: {count} visitante.',
  many: '{day}: {count} visitantes.',
  other: '{day}: {count} visitantes.',
}
export const showToday = 'Mostrar hoy'
export const showDay = 'Mostrar {day}'
