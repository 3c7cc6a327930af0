export const lead =
  'Aktionen, die Besucher ausführen sollen. Das Dashboard zeigt, wie viele Besucher jedes Ziel erreichen.'
export const none = 'Noch keine Ziele. Fügen Sie eines hinzu, um Konversionen im Dashboard zu sehen.'
export const noneFound = 'Kein Ziel passt zu „{search}“.'
export const search = 'Ziele suchen'
export const add = 'Ziel hinzufügen'
export const name = 'Ziel'
export const kind = 'Art'
export const kinds = { event: 'Eigenes Ereignis', page: 'Seitenpfad', scroll: 'Scrolltiefe' } as const
export const kindOf = { event: 'Ereignis {name}', page: 'Seite {name}', scroll: '{percent} % von {name}' } as const
export const currency = 'Währung'
export const currencyHint =
  'Optional. Währung des Umsatzes, zum Beispiel EUR. Beträge in anderen Währungen werden umgerechnet.'
export const noRevenue = 'Der Tarif des Teams enthält keine Ziele mit Umsatz.'
export const noProps = 'Der Tarif des Teams enthält keine Ziele mit Eigenschaften.'
export const properties = 'Eigenschaften'
export const eventName = 'Name des Ereignisses'
export const eventHint = 'Genau so, wie Ihre Website ihn sendet, auch mit Groß- und Kleinschreibung.'
export const path = 'Seitenpfad'
export const pathHint =
  'Verwenden Sie * für einen Teil des Pfads und ** für beliebig viele Teile, zum Beispiel /blog/**.'
export const seenPages = 'Zuletzt gesehene Seiten'
export const threshold = 'Prozent der Seite'
export const displayName = 'Name im Dashboard'
export const displayHint = 'Optional. Leer lassen, um den Namen des Ereignisses oder der Seite zu verwenden.'
export const onlyWith = 'Nur mit diesen Eigenschaften'
export const key = 'Eigenschaft {number}'
export const value = 'Wert {number}'
export const moreProperties = 'Eigenschaft hinzufügen'
export const added = 'Ziel hinzugefügt'
export const remove = 'Löschen'
export const removeOf = 'Ziel löschen: {name}'
export const removeAsk = 'Ziel „{name}“ löschen?'
export const removeLead =
  'Bisherige Ereignisse bleiben erhalten. Trichter mit diesem Ziel verlieren den Schritt, und Trichter mit nur noch einem Schritt werden gelöscht.'
export const removed = 'Ziel gelöscht'
export const edit = 'Bearbeiten'
export const editOf = 'Ziel bearbeiten: {name}'
export const saved = 'Ziel gespeichert'
export const fixedCurrency =
  'Die Währung eines Ziels lässt sich nicht ändern. Löschen Sie das Ziel und fügen Sie es mit der anderen Währung neu hinzu.'
export const fixedWhat =
  'Das Ereignis oder die Seite eines Ziels lässt sich nicht ändern. Löschen Sie das Ziel und fügen Sie es neu hinzu.'
