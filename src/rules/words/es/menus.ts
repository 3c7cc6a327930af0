export const add = 'Añadir'
export const addresses = {
  path: 'Ruta',
  url: 'URL',
} as const
export const breakDownBy = 'Desglosar por: {by}'
export const copyValue = 'Copiar valor'
export const exclude = 'Excluir'
export const fullScreen = 'Pantalla completa'
export const importedData = 'Datos importados'
export const isGoal = 'Ya es un objetivo'
export const deleteVisits = 'Eliminar estas visitas…'
export const makeGoal = 'Convertir en objetivo'
export const matchWeekdays = 'Hacer coincidir los días de la semana'
export const onlyThis = 'Solo esto'
export const open = 'Abrir'
export const print = 'Imprimir'
export const withToday = 'con hoy'
export const withoutToday = 'sin hoy'
export const zoneAhead = '{zone}, {time}. Su reloj va {difference} por detrás.'
export const zoneBehind = '{zone}, {time}. Su reloj va {difference} por delante.'
export const zoneSame = '{zone}, {time}'
export const tellMe = 'Avisarme cuando …'
