export * from './dashboard.ts'

export const funnel = 'Trichter'
export const timeout = 'Diese Abfrage hat zu lange gedauert.'
export const shorter = 'Letzte {days} Tage anzeigen'
export const retry = 'Erneut versuchen'
export const apply = 'Anwenden'
export const save = 'Speichern'
export const from = 'Von'
export const to = 'Bis'
export const compareWith = 'Vergleichen mit'
export const dayFormat = 'JJJJ-MM-TT'
export const wrongDay = 'Geben Sie einen Tag als JJJJ-MM-TT ein, zum Beispiel 2026-11-14.'
export const wrongRange = 'Der erste Tag liegt nach dem letzten Tag.'
export const futureRange = 'Dieser Zeitraum hat noch nicht begonnen.'
export const day = 'Tag'
export const editNote = 'Notiz bearbeiten'
export const showOnShared = 'Bei geteilten Links anzeigen'
export const searchFilters = 'Filter suchen'
export const dimensions = 'Dimensionen'
export const operator = 'Operator'
export const values = 'Werte'
export const applyFilter = 'Filter anwenden'
export const removeValue = '{value} entfernen'
export const suggestionsOld = 'Suche nach „{typed}“ …'
export const noSuggestions = 'Nichts gefunden. Drücken Sie die Eingabetaste, um Ihre Eingabe zu verwenden.'
export const noSuchDimension = 'Kein Filter gefunden.'
export const back = 'Zurück'
export const segments = 'Segmente'
export const applySegment = 'Segment anwenden: {name}'
export const name = 'Name'
export const wholeSite = 'Sichtbar für alle, die diese Website sehen können'
export const search = 'Suchen'
export const rows = { one: '{count} Zeile', other: '{count} Zeilen' } as const
export const loadMore = 'Mehr laden'
export const visitorsByCountry = 'Besucher nach Land'
export const noValues = 'Wählen Sie mindestens einen Wert.'
export const longRange = 'Dieser Zeitraum ist zu lang. Wählen Sie einen kürzeren.'
export const shortcutsTitle = 'Tastenkürzel'
export const singleKeys = 'Einzelne Tasten als Kürzel verwenden'
export const key = 'Taste'
export const action = 'Aktion'
export const rangeUtc = 'Zeitraum in UTC'
export const rangeLocal = 'Zeitraum in {zone}'
export const readFrom = 'Gelesen aus'
export const answeredIn = 'Beantwortet in'
export const milliseconds = '{count} ms'
export const exact = 'Genau'
export const notExact = 'Nicht genau: Die rohen Ereignisse einiger Tage dieses Zeitraums wurden gelöscht'
export const sources = {
  days: 'Summen ganzer Tage',
  hours: 'Stunden',
  events: 'Ereignisse',
  imported: 'importierte Tage',
} as const
export const nothingRead = 'nichts: Im Zeitraum gibt es keine Daten'
export const imported = 'Importierte Daten'
export const importedIncluded = 'enthalten'
export const importedNone = 'keine in diesem Zeitraum'
export const docs = 'Wie wir zählen'
export const noFilters = 'keine'
export const quality = 'Datenqualität'
export const qualityMenu = 'Menü der Datenqualität'
export const qualityCounted =
  'Gezählte Ereignisse und verworfene Ereignisse nach Grund. Filter gelten hier nicht. Verworfene Ereignisse sind in keiner anderen Zahl enthalten.'
export const qualityViews = 'Ansichten der Datenqualität'
export const acceptedAndDropped = 'Angenommen und verworfen'
export const outcome = 'Ergebnis'
export const events = 'Ereignisse'
export const share = 'Anteil'
export const counted = 'Gezählt'
export const editSegment = 'Segment bearbeiten: {name}'
export const removeSegment = 'Segment entfernen: {name}'
export const segmentMenu = 'Segment: {name}'
export const rename = 'Umbenennen'
export const updateSegment = 'Mit aktuellen Filtern aktualisieren'
export const copySegment = 'Kopie anlegen'
export const copyOf = '{name} (Kopie)'
export const segmentDeleted = 'Segment gelöscht'
export const remove = 'Löschen'
export const keyWords = {
  X: 'Vergleich ein oder aus',
  1: 'Angeheftete Website nach ihrer Position öffnen',
  I: 'Nächstes Intervall',
  G: 'Diagramm oder Tabelle',
  '/': searchFilters,
  Escape: 'Schließen oder letzten Filter entfernen',
}
export const palette = 'Befehle'
export const groups = {
  page: 'Seite',
  source: 'Quelle',
  place: 'Ort',
  device: 'Gerät',
  behavior: 'Verhalten',
} as const
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
export const previousMonth = 'Voriger Monat'
export const nextMonth = 'Nächster Monat'
