export const title = 'Importieren'
export const lead =
  'Importieren Sie Ihre bisherigen Daten aus einem anderen Produkt oder Ereignisse, die aus Tidemark exportiert wurden. Wird dieselbe Datei noch einmal importiert, zählt sie nicht doppelt.'
export const kind = 'Format'
export const file = 'Datei'
export const fileHint =
  '{file} Bis zu {size}. Wenn die Verbindung abbricht, wählen Sie dieselbe Datei erneut, um fortzufahren.'
export const loses = 'Nicht importiert'
export const looseCsv = { one: '{count} CSV-Datei', other: '{count} CSV-Dateien' }
export const looseFiles = { one: '{count} Datei', other: '{count} Dateien' }
export const skipInvalid = 'Ungültige Zeilen überspringen'
export const upload = 'Hochladen'
export const uploading = 'Wird hochgeladen …'
export const noFile = 'Wählen Sie eine Datei.'
export const fileTooLarge = 'Die Datei ist größer als {size}.'
export const fileChanged = 'Die Datei kann nicht mehr gelesen werden. Wählen Sie sie erneut.'

export const underWay = 'Dateien'
export const states = {
  receiving: 'Wird hochgeladen',
  waiting: 'Wartet',
  importing: 'Wird importiert',
  done: 'Fertig',
  failed: 'Fehlgeschlagen',
} as const
export const sent = '{part} von {whole} hochgeladen. Wählen Sie dieselbe Datei, um fortzufahren.'
export const sending = '{part} von {whole}'
export const checking = 'Wird geprüft, {share}'
export const importing = {
  one: 'Wird importiert, {share}, {count} Ereignis',
  other: 'Wird importiert, {share}, {count} Ereignisse',
}
export const brought = { one: '{count} Ereignis importiert', other: '{count} Ereignisse importiert' }
export const broughtSums = { one: 'Summen von {count} Tag importiert', other: 'Summen von {count} Tagen importiert' }
export const already = 'Diese Datei wurde bereits importiert'
export const skippedLines = {
  one: '{count} ungültige Zeile wurde übersprungen',
  other: '{count} ungültige Zeilen wurden übersprungen',
}
export const droppedEngagements = {
  one: '{count} Engagement-Ereignis ohne Besuch wurde verworfen',
  other: '{count} Engagement-Ereignisse ohne Besuch wurden verworfen',
}
export const daysOut = {
  one: '{count} Tag wurde ausgelassen, weil die Website dafür schon Zahlen hat',
  other: '{count} Tage wurden ausgelassen, weil die Website dafür schon Zahlen hat',
}
export const partly = 'Einige Dateien, Spalten oder Zeilen wurden nicht importiert'
export const progressOf = 'Fortschritt von {name}'
export const cancel = 'Abbrechen'
export const cancelOf = 'Abbrechen: {name}'
export const dismiss = 'Ausblenden'
export const dismissOf = 'Ausblenden: {name}'

export const past = 'Importe'
export const none = 'Noch keine Importe.'
export const requests = { one: '{count} Seitenabruf', other: '{count} Seitenabrufe' }
export const sources = { ndjson: 'Ereignisse', demo: 'Demodaten', coverage: 'Seitenabrufe' } as const
export const importStates = {
  running: 'Läuft',
  abandoned: 'Unterbrochen',
  done: '',
  deleting: 'Wird gelöscht',
} as const
export const events = { one: '{count} Ereignis', other: '{count} Ereignisse' }
export const sums = { one: '{count} Tageswert', other: '{count} Tageswerte' }
export const days = '{first} bis {last}'
export const unknownDays = 'Tage unbekannt'
export const remove = 'Löschen'
export const removeOf = 'Import löschen: {name}'
export const removeAsk = 'Import „{name}“ löschen?'
export const removeLead =
  'Gelöscht wird: {rows} ({days}). Live-Daten und andere Importe bleiben erhalten. Sie können die Datei erneut importieren.'
export const removed = 'Der Import wird gelöscht'

export const exportTitle = 'Exportieren'
export const exportLead =
  'Laden Sie Rohdaten als komprimierte JSON-Zeilen herunter (.ndjson.gz). Exportierte Ereignisse können Sie wieder importieren.'
export const what = 'Zeilen'
export const whats = { events: 'Ereignisse', sessions: 'Besuche' } as const
export const from = 'Von'
export const to = 'Bis'
export const rangeHint = 'Tage in der Zeitzone der Website. Leer lassen, um alle Tage zu exportieren.'
export const download = 'Herunterladen'
