export const deleteNoteOf = 'Excluir nota: {text}'
export const editNoteOf = 'Editar nota: {text}'
export const notes = 'Notas'
export const printRange = '{range} · {zone}'
export const showAll = 'Mostrar todas'
export const noteDeleted = 'Nota excluída'
export const comparedTime = 'Data comparada'
export const compared = 'Comparado'
export const change = 'Variação'
export const graphData = 'Dados do gráfico'
export const interval = 'Intervalo'
export const intervals = {
  minute: 'Minutos',
  hour: 'Horas',
  day: 'Dias',
  week: 'Semanas',
  month: 'Meses',
} as const
export const graphMenu = 'Menu do gráfico'
export const showAsTable = 'Mostrar como tabela'
export const showAsGraph = 'Mostrar como gráfico'
export const showAsWeek = 'Mostrar horas por dia da semana'
export const whatChanged = 'O que mudou?'
export const whatTheyMean = 'O que estes números significam'
export const untilTime = 'até {time}'
export const nothingBefore = 'Nada a comparar: primeiro evento em {day}'
export const dataFrom = 'dados desde {day}'
export const weekdaysMatched = 'dias da semana alinhados'
export const dayHas = {
  one: '{day}: {count} visitante.',
  many: '{day}: {count} visitantes.',
  other: '{day}: {count} visitantes.',
}
export const showToday = 'Mostrar hoje'
export const showDay = 'Mostrar {day}'
