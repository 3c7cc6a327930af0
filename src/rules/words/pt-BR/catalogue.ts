export const metrics = {
  visitors: 'Visitantes',
  visits: 'Visitas',
  pageviews: 'Visualizações',
  events: 'Eventos',
  views_per_visit: 'Páginas por visita',
  bounce_rate: 'Taxa de rejeição',
  visit_duration: 'Duração da visita',
  scroll_depth: 'Profundidade de rolagem',
  time_on_page: 'Tempo na página',
  percentage: '% do total',
  conversion_rate: 'Taxa de conv.',
  group_conversion_rate: 'Taxa de conv.',
  exit_rate: 'Taxa de saída',
  drop_off: 'Abandono',
  total_revenue: 'Receita',
  average_revenue: 'Média',
}

export const totals = {
  plain: {
    visitors: 'Visitantes únicos',
    visits: 'Total de visitas',
    pageviews: 'Total de visualizações',
    events: 'Total de eventos',
    conversion_rate: 'Taxa de conversão',
    total_revenue: 'Receita total',
    average_revenue: 'Receita média',
  },
  goal: {
    visitors: 'Conversões únicas',
    events: 'Total de conversões',
  },
  realtime: {
    visitors: 'Visitantes únicos ({minutes} min)',
    pageviews: 'Visualizações ({minutes} min)',
  },
  'realtime-goal': {
    visitors: 'Conversões únicas ({minutes} min)',
    events: 'Conversões ({minutes} min)',
  },
}

export const units = {
  visitors: { one: 'visitante', many: 'visitantes', other: 'visitantes' },
  visits: { one: 'visita', many: 'visitas', other: 'visitas' },
  pageviews: { one: 'visualização', many: 'visualizações', other: 'visualizações' },
  events: { one: 'evento', many: 'eventos', other: 'eventos' },
  conversions: { one: 'conversão', many: 'conversões', other: 'conversões' },
}

export const durations = {
  hours: '{hours} h {minutes} min',
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
}

export const dimensions = {
  page: 'Página',
  entry_page: 'Página de entrada',
  exit_page: 'Página de saída',
  hostname: 'Nome do host',
  entry_hostname: 'Host de entrada',
  exit_hostname: 'Host de saída',
  source: 'Origem',
  channel: 'Canal',
  referrer: 'Referenciador',
  utm_campaign: 'Campanha',
  utm_medium: 'Mídia',
  utm_source: 'Origem UTM',
  utm_content: 'Conteúdo',
  utm_term: 'Termo',
  country: 'País',
  region: 'Região',
  city: 'Cidade',
  device: 'Tamanho da tela',
  browser: 'Navegador',
  browser_version: 'Versão do navegador',
  os: 'Sistema operacional',
  os_version: 'Versão do sistema',
  goal: 'Meta',
  props: 'Propriedade',
}

export const panels = {
  sources: 'Origens',
  pages: 'Páginas',
  locations: 'Locais',
  devices: 'Dispositivos',
  goals: 'Metas',
}

export const tabs = {
  channels: 'Canais',
  sources: 'Origens',
  referrers: 'Referenciadores',
  pages: 'Páginas principais',
  entry_pages: 'Páginas de entrada',
  exit_pages: 'Páginas de saída',
  map: 'Mapa',
  countries: 'Países',
  regions: 'Regiões',
  cities: 'Cidades',
  browsers: 'Navegadores',
  browser_versions: 'Versões de navegador',
  os: 'Sistemas operacionais',
  os_versions: 'Versões do sistema',
  sizes: 'Tamanhos de tela',
  goals: 'Metas',
  props: 'Propriedades',
  funnels: 'Funis',
  journeys: 'Jornadas',
}

export const headers = {
  utm_source: 'Origem',
  browser_versions: 'Versão',
  os_versions: 'Versão',
  funnels: 'Etapa',
}

export const columns = {
  entry_pages: { visitors: 'Entradas únicas', visits: 'Total de entradas' },
  exit_pages: { visitors: 'Saídas únicas', visits: 'Total de saídas' },
  goals: { visitors: 'Únicos', events: 'Total' },
  conversions: { visitors: 'Conversões' },
}
export const visitPage = 'Visita a {path}'
