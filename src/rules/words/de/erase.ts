export const title = 'Statistik löschen'
export const lead =
  'Entfernt Besuche oder Ereignisse aus allen Zahlen, zum Beispiel nach einer Welle von Bots oder wenn eine Person es verlangt. Sie sehen, wie viel es ist, bevor etwas gelöscht wird.'
export const what = 'Was gelöscht werden soll'
export const kinds = {
  filters: 'Besuche, auf die Filter zutreffen',
  days: 'Besuche einiger Tage',
  page: 'Eine Seite',
  event: 'Ein Ereignis',
  everything: 'Alle Statistik dieser Website',
} as const
export const firstDay = 'Erster Tag'
export const lastDay = 'Letzter Tag'
export const daysHint = 'Besuche mit Aktivität an diesen Tagen werden als Ganzes gelöscht.'
export const page = 'Seite'
export const pageHint =
  'Der Pfad, zum Beispiel /wp-login.php. * steht für einen Teil des Pfads, ** für beliebig viele Teile. Besuche bleiben mit dem, was von ihnen übrig ist.'
export const event = 'Ereignis'
export const eventHint = 'Der Name des Ereignisses. Besuche bleiben mit dem, was von ihnen übrig ist.'
export const everythingHint = 'Die Website, ihre Einstellungen, Ziele und Notizen bleiben.'
export const filtersHint = 'Passende Besuche werden als Ganzes gelöscht, mit all ihren Ereignissen.'
export const segmentIs = 'Segment ist {name}'
export const between = '{from} bis {to}'
export const allDays = 'Alle Tage'
export const count = 'Zählen'
export const nothing = 'Keine Statistik passt. Es gibt nichts zu löschen.'
export const sentenceVisits = {
  one: '{count} Besuch mit {events} an {days} wird endgültig gelöscht.',
  other: '{count} Besuche mit {events} an {days} werden endgültig gelöscht.',
} as const
export const sentenceEvents = {
  one: '{count} Ereignis in {visits} an {days} wird endgültig gelöscht. Die Besuche werden aus dem Rest neu berechnet.',
  other:
    '{count} Ereignisse in {visits} an {days} werden endgültig gelöscht. Die Besuche werden aus dem Rest neu berechnet.',
} as const
export const visits = { one: '{count} Besuch', other: '{count} Besuchen' } as const
export const events = { one: '{count} Ereignis', other: '{count} Ereignissen' } as const
export const days = { one: '{count} Tag', other: '{count} Tagen' } as const
export const sumsStay = {
  one: '{count} Tag hat nur Tagessummen, aus denen Filter nichts auswählen können. Er bleibt, wie er ist.',
  other: '{count} Tage haben nur Tagessummen, aus denen Filter nichts auswählen können. Sie bleiben, wie sie sind.',
} as const
export const sumsGo = {
  one: '{count} Tag hat nur Tagessummen. Sie werden mitgelöscht.',
  other: '{count} Tage haben nur Tagessummen. Sie werden mitgelöscht.',
} as const
export const sumsLose = {
  one: '{count} Tag hat nur Tagessummen. Die betroffenen Zeilen werden gelöscht, seine Besuche und Besucher bleiben unverändert.',
  other:
    '{count} Tage haben nur Tagessummen. Die betroffenen Zeilen werden gelöscht, ihre Besuche und Besucher bleiben unverändert.',
} as const
export const later = 'Die Löschung beginnt in {minutes} Minuten. Bis dahin können Sie sie stoppen.'
export const typeNumber = 'Geben Sie zur Bestätigung {number} ein'
export const remove = 'Löschen'
export const waits = 'Die Löschung beginnt in {minutes} Minuten'
export const list = 'Löschungen'
export const states = {
  waiting: 'Beginnt um {time}',
  running: 'Wird gelöscht',
  done: 'Fertig',
  stopped: 'Gestoppt',
} as const
export const by = '{name}, {time}'
export const stop = 'Stoppen'
export const stopOf = 'Löschung stoppen: {name}'
export const stopped = 'Die Löschung wurde gestoppt'
export const progressOf = 'Fortschritt der Löschung: {name}'
