export const startingPoint = 'Startpunkt'
export const endPoint = 'Endpunkt'
export const stepsAfter = { one: '{count} Schritt danach', other: '{count} Schritte danach' } as const
export const stepsBefore = { one: '{count} Schritt davor', other: '{count} Schritte davor' } as const
export const ended = 'Keine weitere Aktion'
export const began = 'Hier eingestiegen'
export const visitors = 'Besucher'
export const share = 'Anteil'
export const visits = 'Besuche'
export const kinds = { page: 'Seite', folder: 'Ordner', event: 'Ereignis', goal: 'Ziel' } as const
export const pages = { one: '{count} Seite', other: '{count} Seiten' } as const
export const openFolder = 'Seiten anzeigen: {name}'
export const search = 'Suchen'
export const showMore = '{count} weitere anzeigen'
export const startOver = 'Neu beginnen'
export const path = 'Pfad'
export const summary = {
  one: 'Konversionsrate {rate} · {count} Besucher',
  other: 'Konversionsrate {rate} · {count} Besucher',
} as const
export const noImported = 'Importierte Tage haben keine Besuchspfade und sind hier nicht enthalten.'
export const nothingFound = 'Keine Treffer.'
export const saveAsFunnel = 'Als Trichter speichern'
export const tooLong = 'Ein Trichter hat höchstens {count} Schritte.'
export const funnelName = 'Name'
export const newGoals = 'Diese Ziele werden hinzugefügt:'
export const noNewGoals = 'Alle Schritte sind bereits Ziele dieser Website.'
export const newPageGoal = 'Visit {name}'
export const funnelSaved = 'Trichter gespeichert'
export const nameTaken = 'Ein anderer Trichter heißt bereits so. Wählen Sie einen anderen Namen.'
export const column = 'Spalte'
export const kind = 'Art'
export const name = 'Name'
export const pageCount = 'Seiten'
export const missingRows = {
  one: '{count} weitere Zeile ist nicht in dieser Datei',
  other: '{count} weitere Zeilen sind nicht in dieser Datei',
} as const
export const counted =
  'Ein Besuchspfad ist die Folge von Seiten und eigenen Ereignissen in einem Besuch. Jeder Besuch wird einmal gezählt. Bei einem Startpunkt folgen die Schritte auf das erste Mal, dass der Besuch ihn erreicht hat. Bei einem Endpunkt führen sie zum letzten Mal. Zwischen zwei Schritten liegen keine anderen Seiten oder Ereignisse. Erneutes Laden einer Seite zählt nicht.'
export const countedShare =
  'Der Anteil einer Zeile ist ihr Prozentsatz an den Besuchen des vorherigen Schritts. Die Konversionsrate ist der Prozentsatz der Besucher des ersten Schritts, die den letzten erreicht haben.'
export const visitorCount = { one: '{count} Besucher', other: '{count} Besucher' } as const
export const chooseAfter = 'Wählen Sie eine Seite oder ein Ereignis, um zu sehen, was Besucher danach getan haben.'
export const chooseBefore = 'Wählen Sie eine Seite oder ein Ereignis, um zu sehen, was Besucher davor getan haben.'
