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
export const zoneSame = '{zone}, {time}'
export const zoneAhead = '{zone}, {time}. Ihre Uhr geht {difference} nach.'
export const zoneBehind = '{zone}, {time}. Ihre Uhr geht {difference} vor.'
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
export const matchWeekdays = 'Wochentage angleichen'

export const options = 'Optionen'
export const downloadCsv = 'CSV herunterladen'
export const print = 'Drucken'
export const importedData = 'Importierte Daten'
export const keyboardShortcuts = 'Tastenkürzel'
export const settings = 'Einstellungen'

export const totals = 'Gesamtwerte'
export const graphMetric = 'Messwert des Diagramms'
export const graph = 'Diagramm'
export const graphCursor = 'Position im Diagramm'
export const graphMenu = 'Menü des Diagramms'
export const showAsTable = 'Als Tabelle anzeigen'
export const showAsGraph = 'Als Diagramm anzeigen'
export const breakDownBy = 'Aufschlüsseln nach: {by}'
export const addresses = { path: 'Pfad', url: 'URL' } as const
export const copyAsCurl = 'Als curl kopieren'
export const addNote = 'Notiz hinzufügen'
export const howCounted = 'So wird gezählt'
export const interval = 'Intervall'
export const intervals = { minute: 'Minuten', hour: 'Stunden', day: 'Tage', week: 'Wochen', month: 'Monate' } as const
export const time = 'Zeit'
export const soFar = '(bisher)'
export const part = '(Teil)'
export const untilTime = 'bis {time}'
export const comparedUntil = 'Verglichen bis {time}'
export const up = '{by} mehr'
export const down = '{by} weniger'
export const noChange = 'keine Veränderung'
export const changeFrom = '{change}, vorher {before}'
export const points = { one: '{count} Punkt', other: '{count} Punkte' } as const

export const note = 'Notiz'

export const filter = 'Filter'
export const filters = 'Filter'
export const editFilter = 'Filter bearbeiten: {words}'
export const removeFilter = 'Filter entfernen: {words}'
export const moreFilters = { one: '{count} weiterer Filter', other: '{count} weitere Filter' } as const
export const clearFilters = 'Filter löschen'
export const clear = 'Löschen'
export const property = 'Eigenschaft'
export const operators = {
  is: 'ist',
  is_not: 'ist nicht',
  contains: 'enthält',
  contains_not: 'enthält nicht',
  matches: 'entspricht',
  matches_not: 'entspricht nicht',
  has_done: 'hat getan',
  has_not_done: 'hat nicht getan',
} as const

export const saveAsSegment = 'Als Segment speichern'
export const save = 'Speichern'
export const segmentGone = 'Dieses Segment gibt es nicht mehr'

export const openLabel = '{label} öffnen'
export const open = 'Öffnen'
export const details = 'Details: {tab}'
export const panelViews = 'Ansichten: {panel}'
export const panelMenu = 'Menü: {panel}'
export const more = 'Mehr: {label}'
export const onlyThis = 'Nur dies'
export const add = 'Hinzufügen'
export const exclude = 'Ausschließen'
export const copyValue = 'Wert kopieren'
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
export const whatChanged = 'Was hat sich verändert?'
export const vs = 'ggü. {words}'
export const fullScreen = 'Vollbild'
export const showAsWeek = 'Stunden nach Wochentag zeigen'
export const whatTheyMean = 'Was diese Zahlen bedeuten'
export const makeGoal = 'Als Ziel anlegen'
export const isGoal = 'Bereits ein Ziel'
export const visitPage = 'Besuch von {path}'
