export const metrics = {
  visitors: 'Besucher',
  visits: 'Besuche',
  pageviews: 'Seitenaufrufe',
  events: 'Ereignisse',
  views_per_visit: 'Aufrufe pro Besuch',
  bounce_rate: 'Absprungrate',
  visit_duration: 'Besuchsdauer',
  scroll_depth: 'Scrolltiefe',
  time_on_page: 'Zeit auf der Seite',
  percentage: 'Anteil',
  conversion_rate: 'Konv.-Rate',
  group_conversion_rate: 'Konv.-Rate',
  exit_rate: 'Ausstiegsrate',
  drop_off: 'Abbrüche',
  total_revenue: 'Umsatz',
  average_revenue: 'Mittelwert',
}

export const totals = {
  plain: {
    visitors: 'Eindeutige Besucher',
    visits: 'Besuche gesamt',
    pageviews: 'Seitenaufrufe gesamt',
    events: 'Ereignisse gesamt',
    conversion_rate: 'Konversionsrate',
    total_revenue: 'Gesamtumsatz',
    average_revenue: 'Mittlerer Umsatz',
  },
  goal: {
    visitors: 'Eindeutige Konversionen',
    events: 'Konversionen gesamt',
  },
  realtime: {
    visitors: 'Eindeutige Besucher ({minutes} Min.)',
    pageviews: 'Seitenaufrufe ({minutes} Min.)',
  },
  'realtime-goal': {
    visitors: 'Eindeutige Konversionen ({minutes} Min.)',
    events: 'Konversionen ({minutes} Min.)',
  },
}

export const units = {
  visitors: { one: 'Besucher', other: 'Besucher' },
  visits: { one: 'Besuch', other: 'Besuche' },
  pageviews: { one: 'Seitenaufruf', other: 'Seitenaufrufe' },
  events: { one: 'Ereignis', other: 'Ereignisse' },
  conversions: { one: 'Konversion', other: 'Konversionen' },
}

export const durations = {
  hours: '{hours} h {minutes} min',
  minutes: '{minutes} min {seconds} s',
  seconds: '{seconds} s',
}

export const dimensions = {
  page: 'Seite',
  entry_page: 'Einstiegsseite',
  exit_page: 'Ausstiegsseite',
  hostname: 'Hostname',
  entry_hostname: 'Einstiegs-Hostname',
  exit_hostname: 'Ausstiegs-Hostname',
  source: 'Quelle',
  channel: 'Kanal',
  referrer: 'Verweis',
  utm_campaign: 'Kampagne',
  utm_medium: 'Medium',
  utm_source: 'UTM-Quelle',
  utm_content: 'Inhalt',
  utm_term: 'Suchbegriff',
  country: 'Land',
  region: 'Region',
  city: 'Stadt',
  device: 'Bildschirmgröße',
  browser: 'Browser',
  browser_version: 'Browserversion',
  os: 'Betriebssystem',
  os_version: 'Betriebssystemversion',
  goal: 'Ziel',
  props: 'Eigenschaft',
}

export const panels = {
  sources: 'Quellen',
  pages: 'Seiten',
  locations: 'Standorte',
  devices: 'Geräte',
  goals: 'Ziele',
}

export const tabs = {
  channels: 'Kanäle',
  sources: 'Quellen',
  referrers: 'Verweise',
  pages: 'Top-Seiten',
  entry_pages: 'Einstiegsseiten',
  exit_pages: 'Ausstiegsseiten',
  map: 'Karte',
  countries: 'Länder',
  regions: 'Regionen',
  cities: 'Städte',
  browsers: 'Browser',
  browser_versions: 'Browserversionen',
  os: 'Betriebssysteme',
  os_versions: 'Systemversionen',
  sizes: 'Bildschirmgrößen',
  goals: 'Ziele',
  props: 'Eigenschaften',
  funnels: 'Trichter',
  journeys: 'Besuchspfade',
}

export const headers = {
  utm_source: 'Quelle',
  browser_versions: 'Version',
  os_versions: 'Version',
  funnels: 'Schritt',
}

export const columns = {
  entry_pages: { visitors: 'Eindeutige Einstiege', visits: 'Einstiege gesamt' },
  exit_pages: { visitors: 'Eindeutige Ausstiege', visits: 'Ausstiege gesamt' },
  goals: { visitors: 'Eindeutige', events: 'Gesamt' },
  conversions: { visitors: 'Konversionen' },
}
export const visitPage = 'Besuch von {path}'
