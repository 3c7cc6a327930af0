export const crawlers = 'Rastreadores'
export const lead = 'Programas que leem este site. Não contam em nenhum outro lugar.'
export const crawler = 'Rastreador'
export const kind = 'Tipo'
export const page = 'Página'
export const events = 'Eventos'
export const allCrawlers = 'Todos os rastreadores'
export const otherCrawlers = 'Outros rastreadores'
export const otherPages = 'Outras páginas'
export const show = 'Páginas de {name}'
export const none = 'Nenhum rastreador foi descartado neste período.'
export const kinds = {
  search: 'Busca',
  ai_training: 'Treinamento de IA',
  ai_answering: 'Respostas de IA',
  monitoring: 'Monitoramento',
  other: 'Outro',
}
