export const metrics = {
  visitors: 'Visitantes',
  visits: 'Visitas',
  pageviews: 'Páginas vistas',
  events: 'Eventos',
  views_per_visit: 'Páginas por visita',
  bounce_rate: 'Porcentaje de rebote',
  visit_duration: 'Duración de la visita',
  scroll_depth: 'Profundidad de scroll',
  time_on_page: 'Tiempo en la página',
  percentage: '% del total',
  conversion_rate: 'Tasa de conv.',
  group_conversion_rate: 'Tasa de conv.',
  exit_rate: 'Porcentaje de salidas',
  drop_off: 'Abandono',
  total_revenue: 'Ingresos',
  average_revenue: 'Media',
}

export const totals = {
  plain: {
    visitors: 'Visitantes únicos',
    visits: 'Visitas totales',
    pageviews: 'Páginas vistas totales',
    events: 'Eventos totales',
    conversion_rate: 'Tasa de conversión',
    total_revenue: 'Ingresos totales',
    average_revenue: 'Ingreso medio',
  },
  goal: {
    visitors: 'Conversiones únicas',
    events: 'Conversiones totales',
  },
  realtime: {
    visitors: 'Visitantes únicos ({minutes} min)',
    pageviews: 'Páginas vistas ({minutes} min)',
  },
  'realtime-goal': {
    visitors: 'Conversiones únicas ({minutes} min)',
    events: 'Conversiones ({minutes} min)',
  },
}

export const units = {
  visitors: { one: 'visitante', many: 'visitantes', other: 'visitantes' },
  visits: { one: 'visita', many: 'visitas', other: 'visitas' },
  pageviews: { one: 'página vista', many: 'páginas vistas', other: 'páginas vistas' },
  events: { one: 'evento', many: 'eventos', other: 'eventos' },
  conversions: { one: 'conversión', many: 'conversiones', other: 'conversiones' },
}

export const durations = {
  hours: '{hours} h {minutes} min',
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
}

export const dimensions = {
  page: 'Página',
  entry_page: 'Página de entrada',
  exit_page: 'Página de salida',
  hostname: 'Nombre de host',
  entry_hostname: 'Host de entrada',
  exit_hostname: 'Host de salida',
  source: 'Fuente',
  channel: 'Canal',
  referrer: 'Referente',
  utm_campaign: 'Campaña',
  utm_medium: 'Medio',
  utm_source: 'Fuente UTM',
  utm_content: 'Contenido',
  utm_term: 'Término',
  country: 'País',
  region: 'Región',
  city: 'Ciudad',
  device: 'Tamaño de pantalla',
  browser: 'Navegador',
  browser_version: 'Versión del navegador',
  os: 'Sistema operativo',
  os_version: 'Versión del sistema',
  goal: 'Objetivo',
  props: 'Propiedad',
}

export const panels = {
  sources: 'Fuentes',
  pages: 'Páginas',
  locations: 'Ubicaciones',
  devices: 'Dispositivos',
  goals: 'Objetivos',
}

export const tabs = {
  channels: 'Canales',
  sources: 'Fuentes',
  referrers: 'Referentes',
  pages: 'Páginas principales',
  entry_pages: 'Páginas de entrada',
  exit_pages: 'Páginas de salida',
  map: 'Mapa',
  countries: 'Países',
  regions: 'Regiones',
  cities: 'Ciudades',
  browsers: 'Navegadores',
  browser_versions: 'Versiones de navegador',
  os: 'Sistemas operativos',
  os_versions: 'Versiones del sistema',
  sizes: 'Tamaños de pantalla',
  goals: 'Objetivos',
  props: 'Propiedades',
  funnels: 'Embudos',
  journeys: 'Recorridos',
}

export const headers = {
  utm_source: 'Fuente',
  browser_versions: 'Versión',
  os_versions: 'Versión',
  funnels: 'Paso',
}

export const columns = {
  entry_pages: { visitors: 'Entradas únicas', visits: 'Entradas totales' },
  exit_pages: { visitors: 'Salidas únicas', visits: 'Salidas totales' },
  goals: { visitors: 'Únicos', events: 'Total' },
  conversions: { visitors: 'Conversiones' },
}
export const visitPage = 'Visita a {path}'
