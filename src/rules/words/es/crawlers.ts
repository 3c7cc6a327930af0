export const crawlers = 'Rastreadores'
export const lead = 'Programas que leen este sitio. No cuentan en ningún otro lugar.'
export const crawler = 'Rastreador'
export const kind = 'Tipo'
export const page = 'Página'
export const events = 'Eventos'
export const allCrawlers = 'Todos los rastreadores'
export const otherCrawlers = 'Otros rastreadores'
export const otherPages = 'Otras páginas'
export const show = 'Páginas de {name}'
export const none = 'No se descartó ningún rastreador en este periodo.'
export const kinds = {
  search: 'Búsqueda',
  ai_training: 'Entrenamiento de IA',
  ai_answering: 'Respuestas de IA',
  monitoring: 'Supervisión',
  other: 'Otro',
}
