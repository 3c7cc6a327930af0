export const addNote = 'Adicionar nota'
export const allSites = 'Todos os sites'
export const anonymous = 'Redes anônimas'
export const asOf = 'às {time}'
export const campaignField = 'Campo da campanha'
export const campaigns = 'Campanhas'
export const changeFrom = '{change}, antes {before}'
export const clear = 'Limpar'
export const clearFilters = 'Limpar filtros'
export const compare = 'Comparar'
export const compareOn = 'Comparação: {words}'
export const comparedUntil = 'Comparado até {time}'
export const comparison = 'Comparação'
export const comparisons = {
  off: 'Desativada',
  previous_period: 'Período anterior',
  year_over_year: 'Ano anterior',
  custom: 'Período personalizado…',
} as const
export const copyAsCurl = 'Copiar como curl'
export const currentVisitors = {
  one: '{count} visitante atual',
  many: '{count} de visitantes atuais',
  other: '{count} visitantes atuais',
} as const
export const customRange = 'Período personalizado'
export const demo = 'Dados de demonstração'
export const demoWhy = 'Estes números foram inventados para demonstração.'
export const details = 'Detalhes: {tab}'
export const detailsShort = 'Detalhes'
export const down = 'queda de {by}'
export const downloadCsv = 'Baixar CSV'
export const editFilter = 'Editar filtro: {words}'
export const fewer = 'Menos filtros'
export const filter = 'Filtrar'
export const filters = 'Filtros'
export const graph = 'Gráfico'
export const graphCursor = 'Posição no gráfico'
export const graphMetric = 'Métrica do gráfico'
export const howCounted = 'Como é contado'
export const keyboardShortcuts = 'Atalhos de teclado'
export const lastMinutes = 'últimos {minutes} minutos'
export const liveTitle = '({count}) {page} · Tidemark'
export const visitorsNow = 'Visitantes atuais'
export const loading = 'Carregando'
export const more = 'Mais: {label}'
export const moreFilters = {
  one: 'mais {count} filtro',
  many: 'mais {count} de filtros',
  other: 'mais {count} filtros',
} as const
export const nextPeriod = 'Próximo período'
export const noChange = 'sem variação'
export const isNew = 'novo'
export const noData = 'Nenhum dado neste período'
export const note = 'Nota'
export const readOnly =
  'O banco de dados não aceita alterações no momento. Os novos eventos são guardados e aparecerão aqui assim que ele voltar a aceitá-las.'
export const offline = 'Sem conexão. Tentando novamente…'
export const openLabel = 'Abrir {label}'
export const options = 'Opções'
export const panelMenu = 'Menu de {panel}'
export const panelViews = 'Visões de {panel}'
export const part = '(parcial)'
export const points = {
  one: '{count} ponto percentual',
  many: '{count} de pontos percentuais',
  other: '{count} pontos percentuais',
} as const
export const pointsShort = '{count} p.p.'
export const previousPeriod = 'Período anterior'
export const property = 'Propriedade'
export const ranges = {
  day: 'Hoje',
  yesterday: 'Ontem',
  realtime: 'Tempo real',
  '24h': 'Últimas 24 horas',
  '7d': 'Últimos 7 dias',
  '28d': 'Últimos 28 dias',
  '30d': 'Últimos 30 dias',
  '91d': 'Últimos 91 dias',
  month: 'Mês até hoje',
  lastMonth: 'Mês passado',
  year: 'Ano até hoje',
  '12mo': 'Últimos 12 meses',
  '6mo': 'Últimos 6 meses',
  all: 'Todo o período',
  custom: 'Período personalizado…',
} as const
export const removeFilter = 'Remover filtro: {words}'
export const save = 'Salvar'
export const saveAsSegment = 'Salvar como segmento'
export const segmentGone = 'Este segmento não existe mais'
export const segmentWord = 'Segmento'
export const settings = 'Configurações'
export const soFar = '(até agora)'
export const time = 'Data'
export const timeRange = 'Período'
export const totals = 'Totais'
export const up = 'alta de {by}'
export const namedValues = {
  'Direct / None': 'Direto / nenhuma',
  Direct: 'Direto',
  '(not set)': '(não definido)',
  '(none)': '(nenhuma)',
  'Organic Search': 'Busca orgânica',
  'Organic Social': 'Redes sociais orgânicas',
  'Organic Video': 'Vídeo orgânico',
  'Organic Shopping': 'Compras orgânicas',
  'Paid Search': 'Busca paga',
  'Paid Social': 'Redes sociais pagas',
  'Paid Video': 'Vídeo pago',
  'Paid Shopping': 'Compras pagas',
  'Paid Other': 'Outros pagos',
  'Cross-network': 'Multirrede',
  Referral: 'Referência',
  Email: 'E-mail',
  Affiliates: 'Afiliados',
  Display: 'Display',
  Audio: 'Áudio',
  SMS: 'SMS',
  'Mobile Push Notifications': 'Notificações push',
  'AI Assistants': 'Assistentes de IA',
  Desktop: 'Computador',
  Mobile: 'Celular',
  Tablet: 'Tablet',
}
export const phrases = {
  is: '{dimension} é {value}',
  is_not: '{dimension} não é {value}',
  contains: '{dimension} contém {value}',
  contains_not: '{dimension} não contém {value}',
  matches: '{dimension} corresponde a {value}',
  matches_not: '{dimension} não corresponde a {value}',
  has_done: '{dimension} visitada: {value}',
  has_not_done: '{dimension} não visitada: {value}',
} as const
export const goalPhrases = { has_done: 'Concluiu: {value}', has_not_done: 'Não concluiu: {value}' } as const
export const compared = {
  previous_period: 'vs. período anterior',
  year_over_year: 'vs. ano anterior',
  custom: 'vs. {days}',
} as const
