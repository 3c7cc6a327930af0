export const metrics = {
  visitors: 'Visiteurs',
  visits: 'Visites',
  pageviews: 'Pages vues',
  events: 'Événements',
  views_per_visit: 'Pages par visite',
  bounce_rate: 'Taux de rebond',
  visit_duration: 'Durée de visite',
  scroll_depth: 'Profondeur de défilement',
  time_on_page: 'Temps sur la page',
  percentage: 'Part',
  conversion_rate: 'Taux de conv.',
  group_conversion_rate: 'Taux de conv.',
  exit_rate: 'Taux de sortie',
  drop_off: 'Abandon',
  total_revenue: 'Revenu',
  average_revenue: 'Moyenne',
}

export const totals = {
  plain: {
    visitors: 'Visiteurs uniques',
    visits: 'Visites',
    pageviews: 'Pages vues',
    events: 'Événements',
    conversion_rate: 'Taux de conversion',
    total_revenue: 'Revenu total',
    average_revenue: 'Revenu moyen',
  },
  goal: {
    visitors: 'Conversions uniques',
    events: 'Conversions',
  },
  realtime: {
    visitors: 'Visiteurs uniques ({minutes} min)',
    pageviews: 'Pages vues ({minutes} min)',
  },
  'realtime-goal': {
    visitors: 'Conversions uniques ({minutes} min)',
    events: 'Conversions ({minutes} min)',
  },
}

export const units = {
  visitors: { one: 'visiteur', many: 'visiteurs', other: 'visiteurs' },
  visits: { one: 'visite', many: 'visites', other: 'visites' },
  pageviews: { one: 'page vue', many: 'pages vues', other: 'pages vues' },
  events: { one: 'événement', many: 'événements', other: 'événements' },
  conversions: { one: 'conversion', many: 'conversions', other: 'conversions' },
}

export const durations = {
  hours: '{hours} h {minutes} min',
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
}

export const dimensions = {
  page: 'Page',
  entry_page: 'Page d’entrée',
  exit_page: 'Page de sortie',
  hostname: 'Nom d’hôte',
  entry_hostname: 'Hôte d’entrée',
  exit_hostname: 'Hôte de sortie',
  source: 'Source',
  channel: 'Canal',
  referrer: 'Référent',
  utm_campaign: 'Campagne',
  utm_medium: 'Support',
  utm_source: 'Source UTM',
  utm_content: 'Contenu',
  utm_term: 'Mot-clé',
  country: 'Pays',
  region: 'Région',
  city: 'Ville',
  device: 'Taille d’écran',
  browser: 'Navigateur',
  browser_version: 'Version du navigateur',
  os: 'Système d’exploitation',
  os_version: 'Version du système',
  goal: 'Objectif',
  props: 'Propriété',
}

export const panels = {
  sources: 'Sources',
  pages: 'Pages',
  locations: 'Lieux',
  devices: 'Appareils',
  goals: 'Objectifs',
}

export const tabs = {
  channels: 'Canaux',
  sources: 'Sources',
  referrers: 'Référents',
  pages: 'Pages principales',
  entry_pages: 'Pages d’entrée',
  exit_pages: 'Pages de sortie',
  map: 'Carte',
  countries: 'Pays',
  regions: 'Régions',
  cities: 'Villes',
  browsers: 'Navigateurs',
  browser_versions: 'Versions des navigateurs',
  os: 'Systèmes d’exploitation',
  os_versions: 'Versions des systèmes',
  sizes: 'Tailles d’écran',
  goals: 'Objectifs',
  props: 'Propriétés',
  funnels: 'Tunnels',
  journeys: 'Parcours',
}

export const headers = {
  utm_source: 'Source',
  browser_versions: 'Version',
  os_versions: 'Version',
  funnels: 'Étape',
}

export const columns = {
  entry_pages: { visitors: 'Entrées uniques', visits: 'Entrées' },
  exit_pages: { visitors: 'Sorties uniques', visits: 'Sorties' },
  goals: { visitors: 'Uniques', events: 'Total' },
  conversions: { visitors: 'Conversions' },
}
export const visitPage = 'Visite de {path}'
