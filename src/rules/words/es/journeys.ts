export const began = 'Entraron aquí'
export const column = 'Columna'
export const counted =
  'Un recorrido es la secuencia de páginas y eventos personalizados de una visita. Cada visita se cuenta una vez. Con un punto de partida, los pasos siguen a la primera vez que la visita lo alcanzó. Con un punto final, llevan a la última vez. Entre dos pasos no hay otras páginas ni eventos. Las recargas no cuentan.'
export const countedShare =
  'El porcentaje de una fila es su parte de las visitas del paso anterior. La tasa de conversión es el porcentaje de visitantes del primer paso que alcanzaron el último.'
export const endPoint = 'Punto final'
export const ended = 'Ninguna otra acción'
export const funnelName = 'Nombre'
export const funnelSaved = 'Embudo guardado'
export const kind = 'Tipo'
export const kinds = {
  page: 'Página',
  folder: 'Carpeta',
  event: 'Evento',
  goal: 'Objetivo',
} as const
export const missingRows = {
  one: '{count} fila más no está en este archivo',
  many: '{count} de filas más no están en este archivo',
  other: '{count} filas más no están en este archivo',
} as const
export const name = 'Nombre'
export const nameTaken = 'Otro embudo tiene este nombre. Elija otro.'
export const newGoals = 'Se añadirán estos objetivos:'
export const newPageGoal = 'Visit {name}'
export const noImported = 'Los días importados no tienen recorridos y no se incluyen aquí.'
export const noNewGoals = 'Todos los pasos ya son objetivos de este sitio.'
export const nothingFound = 'No hay resultados.'
export const openFolder = 'Mostrar páginas: {name}'
export const pageCount = 'Páginas'
export const pages = {
  one: '{count} página',
  many: '{count} de páginas',
  other: '{count} páginas',
} as const
export const path = 'Ruta'
export const saveAsFunnel = 'Guardar como embudo'
export const search = 'Buscar'
export const share = '% del total'
export const showMore = 'Mostrar {count} más'
export const startOver = 'Empezar de nuevo'
export const startingPoint = 'Punto de partida'
export const stepsAfter = {
  one: '{count} paso después',
  many: '{count} de pasos después',
  other: '{count} pasos después',
} as const
export const stepsBefore = {
  one: '{count} paso antes',
  many: '{count} de pasos antes',
  other: '{count} pasos antes',
} as const
export const summary = {
  one: 'Tasa de conversión {rate} · {count} visitante',
  many: 'Tasa de conversión {rate} · {count} de visitantes',
  other: 'Tasa de conversión {rate} · {count} visitantes',
} as const
export const tooLong = 'Un embudo tiene como máximo {count} pasos.'
export const visitors = 'Visitantes'
export const visits = 'Visitas'
export const visitorCount = {
  one: '{count} visitante',
  many: '{count} de visitantes',
  other: '{count} visitantes',
} as const
export const chooseAfter = 'Elija una página o un evento para ver qué hicieron después los visitantes.'
export const chooseBefore = 'Elija una página o un evento para ver qué hicieron antes los visitantes.'
