export const title = 'Importación'
export const lead =
  'Importe su historial desde otro producto o eventos exportados de Tidemark. Si importa de nuevo el mismo archivo, no se cuenta dos veces.'
export const kind = 'Formato'
export const file = 'Archivo'
export const fileHint =
  '{file} Hasta {size}. Si la conexión se interrumpe, elija de nuevo el mismo archivo para continuar.'
export const loses = 'No se importa'
export const looseCsv = { one: '{count} archivo CSV', many: '{count} de archivos CSV', other: '{count} archivos CSV' }
export const looseFiles = { one: '{count} archivo', many: '{count} de archivos', other: '{count} archivos' }
export const skipInvalid = 'Omitir las líneas no válidas'
export const upload = 'Subir'
export const uploading = 'Subiendo…'
export const noFile = 'Elija un archivo.'
export const fileTooLarge = 'El archivo supera {size}.'
export const fileChanged = 'El archivo ya no se puede leer. Elíjalo de nuevo.'

export const underWay = 'Archivos'
export const states = {
  receiving: 'Subiendo',
  waiting: 'En espera',
  importing: 'Importando',
  done: 'Terminado',
  failed: 'Error',
} as const
export const sent = 'Subidos {part} de {whole}. Elija el mismo archivo para continuar.'
export const sending = '{part} de {whole}'
export const checking = 'Comprobando, {share}'
export const importing = {
  one: 'Importando, {share}, {count} evento',
  many: 'Importando, {share}, {count} de eventos',
  other: 'Importando, {share}, {count} eventos',
}
export const brought = {
  one: '{count} evento importado',
  many: '{count} de eventos importados',
  other: '{count} eventos importados',
}
export const broughtSums = {
  one: 'Sumas de {count} día importadas',
  many: 'Sumas de {count} de días importadas',
  other: 'Sumas de {count} días importadas',
}
export const already = 'Este archivo ya se había importado'
export const skippedLines = {
  one: 'Se omitió {count} línea no válida',
  many: 'Se omitieron {count} de líneas no válidas',
  other: 'Se omitieron {count} líneas no válidas',
}
export const droppedEngagements = {
  one: 'Se descartó {count} evento de interacción sin visita',
  many: 'Se descartaron {count} de eventos de interacción sin visita',
  other: 'Se descartaron {count} eventos de interacción sin visita',
}
export const daysOut = {
  one: 'Se dejó fuera {count} día porque el sitio ya tiene cifras de ese día',
  many: 'Se dejaron fuera {count} de días porque el sitio ya tiene cifras de esos días',
  other: 'Se dejaron fuera {count} días porque el sitio ya tiene cifras de esos días',
}
export const partly = 'Algunos archivos, columnas o líneas no se importaron'
export const progressOf = 'Progreso de {name}'
export const cancel = 'Cancelar'
export const cancelOf = 'Cancelar: {name}'
export const dismiss = 'Descartar'
export const dismissOf = 'Descartar: {name}'

export const past = 'Importaciones'
export const none = 'Todavía no hay importaciones.'
export const requests = {
  one: '{count} solicitud de página',
  many: '{count} de solicitudes de páginas',
  other: '{count} solicitudes de páginas',
}
export const sources = { ndjson: 'Eventos', demo: 'Demostración', coverage: 'Solicitudes de páginas' } as const
export const importStates = {
  running: 'En curso',
  abandoned: 'Interrumpida',
  done: '',
  deleting: 'Eliminándose',
} as const
export const events = { one: '{count} evento', many: '{count} de eventos', other: '{count} eventos' }
export const sums = {
  one: '{count} total diario',
  many: '{count} de totales diarios',
  other: '{count} totales diarios',
}
export const days = 'del {first} al {last}'
export const unknownDays = 'días desconocidos'
export const remove = 'Eliminar'
export const removeOf = 'Eliminar importación: {name}'
export const removeAsk = '¿Eliminar la importación «{name}»?'
export const removeLead =
  'Se eliminan: {rows} ({days}). El tráfico medido y las demás importaciones se conservan. Puede importar el archivo de nuevo.'
export const removed = 'La importación se está eliminando'

export const exportTitle = 'Exportación'
export const exportLead =
  'Descargue los datos sin procesar como líneas JSON comprimidas (.ndjson.gz). Los eventos exportados se pueden importar de nuevo.'
export const what = 'Filas'
export const whats = { events: 'Eventos', sessions: 'Visitas' } as const
export const from = 'Desde'
export const to = 'Hasta'
export const rangeHint = 'Días en la zona horaria del sitio. Deje los campos vacíos para exportar todos los días.'
export const download = 'Descargar'
