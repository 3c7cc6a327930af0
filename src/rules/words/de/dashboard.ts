export const liveTitle = '({count}) {page} · Tidemark'
export const allSites = 'Alle Websites'
export const demo = 'Demodaten'
export const demoWhy = 'Diese Zahlen sind für die Demo erfunden.'
export const currentVisitors = { one: '{count} aktueller Besucher', other: '{count} aktuelle Besucher' } as const
export const visitorsNow = 'Aktuelle Besucher'
export const loading = 'Wird geladen'
export const readOnly =
  'Die Datenbank nimmt im Moment keine Änderungen an. Neue Ereignisse werden aufbewahrt und erscheinen hier, sobald sie es wieder tut.'
export const offline = 'Keine Verbindung. Neuer Versuch …'
export const asOf = 'Stand {time}'
export const noData = 'Keine Daten in diesem Zeitraum'

export const ranges = {
  day: 'Heute',
  yesterday: 'Gestern',
  realtime: 'Echtzeit',
  '24h': 'Letzte 24 Stunden',
  '7d': 'Letzte 7 Tage',
  '28d': 'Letzte 28 Tage',
  '30d': 'Letzte 30 Tage',
  '91d': 'Letzte 91 Tage',
  month: 'Dieser Monat',
  lastMonth: 'Letzter Monat',
  year: 'Dieses Jahr',
  '12mo': 'Letzte 12 Monate',
  '6mo': 'Letzte 6 Monate',
  all: 'Gesamter Zeitraum',
  custom: 'Eigener Zeitraum …',
} as const
export const lastMinutes = 'letzte {minutes} Minuten'
export const previousPeriod = 'Vorheriger Zeitraum'
export const nextPeriod = 'Nächster Zeitraum'
export const timeRange = 'Zeitraum'
export const customRange = 'Eigener Zeitraum'

export const compare = 'Vergleichen'
export const compareOn = 'Vergleich: {words}'
export const comparison = 'Vergleich'
export const comparisons = {
  off: 'Aus',
  previous_period: 'Vorheriger Zeitraum',
  year_over_year: 'Vorjahr',
  custom: 'Eigener Zeitraum …',
} as const

export const options = 'Optionen'
export const downloadCsv = 'CSV herunterladen'
export const keyboardShortcuts = 'Tastenkürzel'
export const settings = 'Einstellungen'

export const totals = 'Gesamtwerte'
export const graphMetric = 'Messwert des Diagramms'
export const graph = 'Diagramm'
export const graphCursor = 'Position im Diagramm'
export const copyAsCurl = 'Als curl kopieren'
export const addNote = 'Notiz hinzufügen'
export const howCounted = 'So wird gezählt'
export const time = 'Zeit'
export const soFar = '(bisher)'
export const part = '(Teil)'
export const comparedUntil = 'Verglichen bis {time}'
export const up = '{by} mehr'
export const down = '{by} weniger'
export const noChange = 'keine Veränderung'
export const isNew = 'neu'
export const changeFrom = '{change}, vorher {before}'
export const points = { one: '{count} Prozentpunkt', other: '{count} Prozentpunkte' } as const
export const pointsShort = '{count} PP'

export const note = 'Notiz'

export const filter = 'Filter'
export const filters = 'Filter'
export const editFilter = 'Filter bearbeiten: {words}'
export const removeFilter = 'Filter entfernen: {words}'
export const moreFilters = { one: '{count} weiterer Filter', other: '{count} weitere Filter' } as const
export const clearFilters = 'Filter löschen'
export const clear = 'Löschen'
export const property = 'Eigenschaft'

export const saveAsSegment = 'Als Segment speichern'
export const save = 'Speichern'
export const segmentGone = 'Dieses Segment gibt es nicht mehr'

export const openLabel = '{label} öffnen'
export const details = 'Details: {tab}'
export const panelViews = 'Ansichten: {panel}'
export const panelMenu = 'Menü: {panel}'
export const more = 'Mehr: {label}'
export const campaigns = 'Kampagnen'
export const campaignField = 'Kampagnenfeld'
export const anonymous = 'Anonyme Netzwerke'
export const namedValues = {
  'Direct / None': 'Direkt / keine',
  Direct: 'Direkt',
  '(not set)': '(nicht gesetzt)',
  '(none)': '(ohne)',
  'Organic Search': 'Organische Suche',
  'Organic Social': 'Soziale Netzwerke (organisch)',
  'Organic Video': 'Video (organisch)',
  'Organic Shopping': 'Shopping (organisch)',
  'Paid Search': 'Bezahlte Suche',
  'Paid Social': 'Soziale Netzwerke (bezahlt)',
  'Paid Video': 'Video (bezahlt)',
  'Paid Shopping': 'Shopping (bezahlt)',
  'Paid Other': 'Sonstige bezahlte',
  'Cross-network': 'Netzwerkübergreifend',
  Referral: 'Verweise',
  Email: 'E-Mail',
  Affiliates: 'Affiliates',
  Display: 'Display-Werbung',
  Audio: 'Audio',
  SMS: 'SMS',
  'Mobile Push Notifications': 'Push-Nachrichten',
  'AI Assistants': 'KI-Assistenten',
  Desktop: 'Desktop',
  Mobile: 'Smartphone',
  Tablet: 'Tablet',
}

export const fewer = 'Weniger Filter'
export const segmentWord = 'Segment'
export const detailsShort = 'Details'
export const phrases = {
  is: '{dimension} ist {value}',
  is_not: '{dimension} ist nicht {value}',
  contains: '{dimension} enthält {value}',
  contains_not: '{dimension} enthält nicht {value}',
  matches: '{dimension} passt auf {value}',
  matches_not: '{dimension} passt nicht auf {value}',
  has_done: '{dimension} besucht: {value}',
  has_not_done: '{dimension} nicht besucht: {value}',
} as const
export const goalPhrases = { has_done: 'Ziel erreicht: {value}', has_not_done: 'Ziel nicht erreicht: {value}' } as const
export const compared = {
  previous_period: 'ggü. vorherigem Zeitraum',
  year_over_year: 'ggü. Vorjahr',
  custom: 'ggü. {days}',
} as const
