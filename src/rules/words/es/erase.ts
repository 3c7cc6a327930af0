export const title = 'Eliminar estadísticas'
export const lead =
  'Quita visitas o eventos de todas las cifras, por ejemplo tras una oleada de bots o cuando una persona lo pide. Antes de eliminar nada verá cuánto es.'
export const what = 'Qué eliminar'
export const kinds = {
  filters: 'Visitas que coinciden con filtros',
  days: 'Visitas de algunos días',
  page: 'Una página',
  event: 'Un evento',
  everything: 'Todas las estadísticas de este sitio',
} as const
export const firstDay = 'Primer día'
export const lastDay = 'Último día'
export const daysHint = 'Las visitas con actividad en estos días se eliminan por completo.'
export const page = 'Página'
export const pageHint =
  'La ruta, por ejemplo /wp-login.php. Use * para una parte de la ruta y ** para cualquier número de partes. Las visitas se conservan con lo que queda de ellas.'
export const event = 'Evento'
export const eventHint = 'El nombre del evento. Las visitas se conservan con lo que queda de ellas.'
export const everythingHint = 'El sitio, sus ajustes, objetivos y notas se conservan.'
export const filtersHint = 'Las visitas que coinciden se eliminan por completo, con todos sus eventos.'
export const segmentIs = 'El segmento es {name}'
export const between = 'del {from} al {to}'
export const allDays = 'Todos los días'
export const count = 'Contar'
export const nothing = 'Ninguna estadística coincide. No hay nada que eliminar.'
export const sentenceVisits = {
  one: '{count} visita con {events} en {days} se eliminará de forma permanente.',
  other: '{count} visitas con {events} en {days} se eliminarán de forma permanente.',
  many: '{count} de visitas con {events} en {days} se eliminarán de forma permanente.',
} as const
export const sentenceEvents = {
  one: '{count} evento en {visits} en {days} se eliminará de forma permanente. Las visitas se vuelven a calcular con lo que queda.',
  other:
    '{count} eventos en {visits} en {days} se eliminarán de forma permanente. Las visitas se vuelven a calcular con lo que queda.',
  many: '{count} de eventos en {visits} en {days} se eliminarán de forma permanente. Las visitas se vuelven a calcular con lo que queda.',
} as const
export const visits = { one: '{count} visita', other: '{count} visitas', many: '{count} de visitas' } as const
export const events = { one: '{count} evento', other: '{count} eventos', many: '{count} de eventos' } as const
export const days = { one: '{count} día', other: '{count} días', many: '{count} de días' } as const
export const sumsStay = {
  one: '{count} día solo tiene totales diarios, entre los que los filtros no pueden elegir. Se queda como está.',
  other: '{count} días solo tienen totales diarios, entre los que los filtros no pueden elegir. Se quedan como están.',
  many: '{count} de días solo tienen totales diarios, entre los que los filtros no pueden elegir. Se quedan como están.',
} as const
export const sumsGo = {
  one: '{count} día solo tiene totales diarios. Se eliminan con él.',
  other: '{count} días solo tienen totales diarios. Se eliminan con ellos.',
  many: '{count} de días solo tienen totales diarios. Se eliminan con ellos.',
} as const
export const sumsLose = {
  one: '{count} día solo tiene totales diarios. Se eliminan las filas afectadas, pero sus visitas y visitantes no cambian.',
  other:
    '{count} días solo tienen totales diarios. Se eliminan las filas afectadas, pero sus visitas y visitantes no cambian.',
  many: '{count} de días solo tienen totales diarios. Se eliminan las filas afectadas, pero sus visitas y visitantes no cambian.',
} as const
export const later = 'La eliminación empieza en {minutes} minutos. Hasta entonces puede detenerla.'
export const typeNumber = 'Escriba {number} para confirmar'
export const remove = 'Eliminar'
export const waits = 'La eliminación empieza en {minutes} minutos'
export const list = 'Eliminaciones'
export const states = {
  waiting: 'Empieza a las {time}',
  running: 'Eliminando',
  done: 'Terminada',
  stopped: 'Detenida',
} as const
export const by = '{name}, {time}'
export const stop = 'Detener'
export const stopOf = 'Detener la eliminación: {name}'
export const stopped = 'La eliminación se ha detenido'
export const progressOf = 'Progreso de la eliminación: {name}'
