export * from './dashboard.ts'

export const acceptedAndDropped = 'Aceptados y descartados'
export const action = 'Acción'
export const answeredIn = 'Respondido en'
export const apply = 'Aplicar'
export const applyFilter = 'Aplicar filtro'
export const applySegment = 'Aplicar segmento: {name}'
export const back = 'Atrás'
export const compareWith = 'Comparar con'
export const copyOf = '{name} (copia)'
export const segmentDeleted = 'Segmento eliminado'
export const copySegment = 'Hacer una copia'
export const counted = 'Contado'
export const day = 'Día'
export const dayFormat = 'AAAA-MM-DD'
export const dimensions = 'Dimensiones'
export const docs = 'Cómo contamos'
export const editNote = 'Editar nota'
export const editSegment = 'Editar segmento: {name}'
export const events = 'Eventos'
export const exact = 'Exacto'
export const from = 'Desde'
export const funnel = 'Embudo'
export const futureRange = 'Este período aún no ha empezado.'
export const imported = 'Datos importados'
export const importedIncluded = 'incluidos'
export const importedNone = 'ninguno en este período'
export const key = 'Tecla'
export const keyWords = {
  X: 'Activar o desactivar la comparación',
  I: 'Intervalo siguiente',
  G: 'Gráfico o tabla',
  1: 'Abrir un sitio fijado por su posición',
  '/': 'Buscar filtros',
  Escape: 'Cerrar o quitar el último filtro',
}
export const loadMore = 'Cargar más'
export const longRange = 'Este período es demasiado largo. Elija uno más corto.'
export const milliseconds = '{count} ms'
export const name = 'Nombre'
export const noFilters = 'ninguno'
export const noSuchDimension = 'No se encontró ningún filtro.'
export const noSuggestions = 'Sin resultados. Pulse Intro para usar el texto escrito.'
export const noValues = 'Elija al menos un valor.'
export const notExact = 'No exacto: se eliminaron los eventos sin procesar de algunos días del período'
export const nothingRead = 'nada: no hay datos en este período'
export const operator = 'Operador'
export const outcome = 'Resultado'
export const palette = 'Comandos'
export const quality = 'Calidad del tráfico'
export const qualityCounted =
  'Eventos contados y eventos descartados, por motivo. Los filtros no se aplican aquí. Los eventos descartados no forman parte de ninguna otra cifra.'
export const qualityMenu = 'Menú de Calidad del tráfico'
export const qualityViews = 'Vistas de Calidad del tráfico'
export const rangeLocal = 'Período en {zone}'
export const rangeUtc = 'Período en UTC'
export const readFrom = 'Leído de'
export const remove = 'Eliminar'
export const removeSegment = 'Quitar segmento: {name}'
export const removeValue = 'Quitar {value}'
export const rename = 'Renombrar'
export const retry = 'Reintentar'
export const rows = {
  one: '{count} fila',
  many: '{count} de filas',
  other: '{count} filas',
} as const
export const search = 'Buscar'
export const searchFilters = 'Buscar filtros'
export const segmentMenu = 'Segmento: {name}'
export const segments = 'Segmentos'
export const share = '% del total'
export const shortcutsTitle = 'Atajos de teclado'
export const shorter = 'Mostrar los últimos {days} días'
export const showOnShared = 'Mostrar en enlaces compartidos'
export const singleKeys = 'Usar atajos de una sola tecla'
export const sources = {
  days: 'sumas de días completos',
  hours: 'horas',
  events: 'eventos',
  imported: 'días importados',
} as const
export const suggestionsOld = 'Buscando «{typed}»…'
export const timeout = 'Esta consulta tardó demasiado.'
export const to = 'Hasta'
export const updateSegment = 'Actualizar con los filtros actuales'
export const values = 'Valores'
export const visitorsByCountry = 'Visitantes por país'
export const wholeSite = 'Visible para todas las personas que pueden ver este sitio'
export const wrongDay = 'Escriba un día con el formato AAAA-MM-DD, por ejemplo 2026-11-14.'
export const wrongRange = 'El primer día es posterior al último.'
export const groups = {
  page: 'Página',
  source: 'Fuente',
  place: 'Lugar',
  device: 'Dispositivo',
  behavior: 'Comportamiento',
} as const
export const operators = {
  is: 'es',
  is_not: 'no es',
  contains: 'contiene',
  contains_not: 'no contiene',
  matches: 'coincide con',
  matches_not: 'no coincide con',
  has_done: 'ha hecho',
  has_not_done: 'no ha hecho',
} as const
export const previousMonth = 'Mes anterior'
export const nextMonth = 'Mes siguiente'
