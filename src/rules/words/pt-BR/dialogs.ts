export * from './dashboard.ts'

export const acceptedAndDropped = 'Aceitos e descartados'
export const action = 'Ação'
export const answeredIn = 'Respondido em'
export const apply = 'Aplicar'
export const applyFilter = 'Aplicar filtro'
export const applySegment = 'Aplicar segmento: {name}'
export const back = 'Voltar'
export const compareWith = 'Comparar com'
export const copyOf = '{name} (cópia)'
export const segmentDeleted = 'Segmento excluído'
export const copySegment = 'Fazer uma cópia'
export const counted = 'Contado'
export const day = 'Dia'
export const dayFormat = 'AAAA-MM-DD'
export const dimensions = 'Dimensões'
export const docs = 'Como contamos'
export const editNote = 'Editar nota'
export const editSegment = 'Editar segmento: {name}'
export const events = 'Eventos'
export const exact = 'Exato'
export const from = 'De'
export const funnel = 'Funil'
export const futureRange = 'Este período ainda não começou.'
export const imported = 'Dados importados'
export const importedIncluded = 'incluídos'
export const importedNone = 'nenhum neste período'
export const key = 'Tecla'
export const keyWords = {
  X: 'Ligar ou desligar a comparação',
  I: 'Próximo intervalo',
  G: 'Gráfico ou tabela',
  1: 'Abrir um site fixado pela posição',
  '/': 'Buscar filtros',
  Escape: 'Fechar ou remover o último filtro',
}
export const loadMore = 'Carregar mais'
export const longRange = 'Este período é longo demais. Escolha um mais curto.'
export const milliseconds = '{count} ms'
export const name = 'Nome'
export const noFilters = 'nenhum'
export const noSuchDimension = 'Nenhum filtro encontrado.'
export const noSuggestions = 'Nada encontrado. Pressione Enter para usar o texto digitado.'
export const noValues = 'Escolha pelo menos um valor.'
export const notExact = 'Não exato: os eventos brutos de alguns dias do período foram excluídos'
export const nothingRead = 'nada: não há dados neste período'
export const operator = 'Operador'
export const outcome = 'Resultado'
export const palette = 'Comandos'
export const quality = 'Qualidade do tráfego'
export const qualityCounted =
  'Eventos contados e eventos descartados, por motivo. Os filtros não se aplicam aqui. Eventos descartados não fazem parte de nenhum outro número.'
export const qualityMenu = 'Menu de Qualidade do tráfego'
export const qualityViews = 'Visões de Qualidade do tráfego'
export const rangeLocal = 'Período em {zone}'
export const rangeUtc = 'Período em UTC'
export const readFrom = 'Lido de'
export const remove = 'Excluir'
export const removeSegment = 'Remover segmento: {name}'
export const removeValue = 'Remover {value}'
export const rename = 'Renomear'
export const retry = 'Tentar novamente'
export const rows = {
  one: '{count} linha',
  many: '{count} de linhas',
  other: '{count} linhas',
} as const
export const search = 'Buscar'
export const searchFilters = 'Buscar filtros'
export const segmentMenu = 'Segmento: {name}'
export const segments = 'Segmentos'
export const share = '% do total'
export const shortcutsTitle = 'Atalhos de teclado'
export const shorter = 'Mostrar os últimos {days} dias'
export const showOnShared = 'Mostrar em links compartilhados'
export const singleKeys = 'Usar atalhos de uma tecla'
export const sources = {
  days: 'somas de dias inteiros',
  hours: 'horas',
  events: 'eventos',
  imported: 'dias importados',
} as const
export const suggestionsOld = 'Buscando “{typed}”…'
export const timeout = 'Esta consulta demorou demais.'
export const to = 'Até'
export const updateSegment = 'Atualizar com os filtros atuais'
export const values = 'Valores'
export const visitorsByCountry = 'Visitantes por país'
export const wholeSite = 'Visível para todas as pessoas que podem ver este site'
export const wrongDay = 'Digite um dia no formato AAAA-MM-DD, por exemplo 2026-11-14.'
export const wrongRange = 'O primeiro dia é depois do último.'
export const groups = {
  page: 'Página',
  source: 'Origem',
  place: 'Local',
  device: 'Dispositivo',
  behavior: 'Comportamento',
} as const
export const operators = {
  is: 'é',
  is_not: 'não é',
  contains: 'contém',
  contains_not: 'não contém',
  matches: 'corresponde a',
  matches_not: 'não corresponde a',
  has_done: 'fez',
  has_not_done: 'não fez',
} as const
export const previousMonth = 'Mês anterior'
export const nextMonth = 'Próximo mês'
