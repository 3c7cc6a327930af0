export const add = 'Adicionar'
export const addresses = {
  path: 'Caminho',
  url: 'URL',
} as const
export const breakDownBy = 'Detalhar por: {by}'
export const copyValue = 'Copiar valor'
export const exclude = 'Excluir'
export const fullScreen = 'Tela cheia'
export const importedData = 'Dados importados'
export const isGoal = 'Já é uma meta'
export const deleteVisits = 'Excluir estas visitas…'
export const makeGoal = 'Tornar uma meta'
export const matchWeekdays = 'Alinhar dias da semana'
export const onlyThis = 'Somente isto'
export const open = 'Abrir'
export const print = 'Imprimir'
export const withToday = 'com hoje'
export const withoutToday = 'sem hoje'
export const zoneAhead = '{zone}, {time}. Seu relógio está {difference} atrasado.'
export const zoneBehind = '{zone}, {time}. Seu relógio está {difference} adiantado.'
export const zoneSame = '{zone}, {time}'
export const tellMe = 'Avisar quando …'
