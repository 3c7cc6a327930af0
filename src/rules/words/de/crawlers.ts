export const crawlers = 'Crawler'
export const lead = 'Programme, die diese Website lesen. Sie zählen nirgends sonst.'
export const crawler = 'Crawler'
export const kind = 'Art'
export const page = 'Seite'
export const events = 'Ereignisse'
export const allCrawlers = 'Alle Crawler'
export const otherCrawlers = 'Andere Crawler'
export const otherPages = 'Andere Seiten'
export const show = 'Seiten von {name}'
export const none = 'In diesem Zeitraum wurden keine Crawler verworfen.'
export const kinds = {
  search: 'Suche',
  ai_training: 'KI-Training',
  ai_answering: 'KI-Antworten',
  monitoring: 'Überwachung',
  other: 'Sonstige',
}
