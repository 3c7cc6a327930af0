export const addNote = 'Añadir nota'
export const allSites = 'Todos los sitios'
export const anonymous = 'Redes anónimas'
export const asOf = 'a las {time}'
export const campaignField = 'Campo de campaña'
export const campaigns = 'Campañas'
export const changeFrom = '{change}, antes {before}'
export const clear = 'Borrar'
export const clearFilters = 'Borrar filtros'
export const compare = 'Comparar'
export const compareOn = 'Comparación: {words}'
export const comparedUntil = 'Comparado hasta {time}'
export const comparison = 'Comparación'
export const comparisons = {
  off: 'Desactivada',
  previous_period: 'Período anterior',
  year_over_year: 'Año anterior',
  custom: 'Período personalizado…',
} as const
export const copyAsCurl = 'Copiar como curl'
export const currentVisitors = {
  one: '{count} visitante actual',
  many: '{count} de visitantes actuales',
  other: '{count} visitantes actuales',
} as const
export const customRange = 'Período personalizado'
export const demo = 'Datos de demostración'
export const demoWhy = 'Estas cifras se han inventado para la demostración.'
export const details = 'Detalles: {tab}'
export const detailsShort = 'Detalles'
export const down = 'baja {by}'
export const downloadCsv = 'Descargar CSV'
export const editFilter = 'Editar filtro: {words}'
export const fewer = 'Menos filtros'
export const filter = 'Filtrar'
export const filters = 'Filtros'
export const graph = 'Gráfico'
export const graphCursor = 'Posición en el gráfico'
export const graphMetric = 'Métrica del gráfico'
export const howCounted = 'Cómo se cuenta'
export const keyboardShortcuts = 'Atajos de teclado'
export const lastMinutes = 'últimos {minutes} minutos'
export const liveTitle = '({count}) {page} · Tidemark'
export const visitorsNow = 'Visitantes actuales'
export const loading = 'Cargando'
export const more = 'Más: {label}'
export const moreFilters = {
  one: '{count} filtro más',
  many: '{count} de filtros más',
  other: '{count} filtros más',
} as const
export const nextPeriod = 'Período siguiente'
export const noChange = 'sin cambios'
export const isNew = 'nuevo'
export const noData = 'No hay datos en este período'
export const note = 'Nota'
export const readOnly =
  'La base de datos no acepta cambios en este momento. Los eventos nuevos se guardan y aparecerán aquí en cuanto los acepte.'
export const offline = 'Sin conexión. Reintentando…'
export const openLabel = 'Abrir {label}'
export const options = 'Opciones'
export const panelMenu = 'Menú de {panel}'
export const panelViews = 'Vistas de {panel}'
export const part = '(parcial)'
export const points = {
  one: '{count} punto porcentual',
  many: '{count} de puntos porcentuales',
  other: '{count} puntos porcentuales',
} as const
export const pointsShort = '{count} pp'
export const previousPeriod = 'Período anterior'
export const property = 'Propiedad'
export const ranges = {
  day: 'Hoy',
  yesterday: 'Ayer',
  realtime: 'Tiempo real',
  '24h': 'Últimas 24 horas',
  '7d': 'Últimos 7 días',
  '28d': 'Últimos 28 días',
  '30d': 'Últimos 30 días',
  '91d': 'Últimos 91 días',
  month: 'Mes en curso',
  lastMonth: 'Mes pasado',
  year: 'Año en curso',
  '12mo': 'Últimos 12 meses',
  '6mo': 'Últimos 6 meses',
  all: 'Desde el inicio',
  custom: 'Período personalizado…',
} as const
export const removeFilter = 'Quitar filtro: {words}'
export const save = 'Guardar'
export const saveAsSegment = 'Guardar como segmento'
export const segmentGone = 'Este segmento ya no existe'
export const segmentWord = 'Segmento'
export const settings = 'Configuración'
export const soFar = '(hasta ahora)'
export const time = 'Fecha'
export const timeRange = 'Período'
export const totals = 'Totales'
export const up = 'sube {by}'
export const namedValues = {
  'Direct / None': 'Directo / ninguna',
  Direct: 'Directo',
  '(not set)': '(sin definir)',
  '(none)': '(ninguna)',
  'Organic Search': 'Búsqueda orgánica',
  'Organic Social': 'Redes sociales orgánicas',
  'Organic Video': 'Vídeo orgánico',
  'Organic Shopping': 'Compras orgánicas',
  'Paid Search': 'Búsqueda de pago',
  'Paid Social': 'Redes sociales de pago',
  'Paid Video': 'Vídeo de pago',
  'Paid Shopping': 'Compras de pago',
  'Paid Other': 'Otros de pago',
  'Cross-network': 'Multirred',
  Referral: 'Referencias',
  Email: 'Correo electrónico',
  Affiliates: 'Afiliados',
  Display: 'Display',
  Audio: 'Audio',
  SMS: 'SMS',
  'Mobile Push Notifications': 'Notificaciones push',
  'AI Assistants': 'Asistentes de IA',
  Desktop: 'Escritorio',
  Mobile: 'Móvil',
  Tablet: 'Tableta',
}
export const phrases = {
  is: '{dimension} es {value}',
  is_not: '{dimension} no es {value}',
  contains: '{dimension} contiene {value}',
  contains_not: '{dimension} no contiene {value}',
  matches: '{dimension} coincide con {value}',
  matches_not: '{dimension} no coincide con {value}',
  has_done: '{dimension} visitada: {value}',
  has_not_done: '{dimension} no visitada: {value}',
} as const
export const goalPhrases = { has_done: 'Ha completado: {value}', has_not_done: 'No ha completado: {value}' } as const
export const compared = {
  previous_period: 'vs. período anterior',
  year_over_year: 'vs. año anterior',
  custom: 'vs. {days}',
} as const
