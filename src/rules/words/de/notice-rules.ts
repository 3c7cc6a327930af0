export const title = 'Benachrichtigen, wenn …'
export const lead =
  'Wird alle fünf Minuten geprüft. Sie erhalten einen Hinweis, und den nächsten erst, nachdem es nicht mehr zutraf.'
export const filters = 'Mit den Filtern dieses Dashboards: {filters}'
export const noFilters = 'Für die ganze Website.'
export const metric = 'Kennzahl'
export const condition = 'Bedingung'
export const conditions = {
  above: 'liegt über',
  below: 'liegt unter',
  up: 'steigt um mindestens Prozent',
  down: 'fällt um mindestens Prozent',
  changed: 'ändert sich um mindestens Prozent',
}
export const value = 'Wert'
export const percent = 'Prozent, gegenüber denselben Stunden der {weeks} Wochen zuvor'
export const hours = 'Zeitraum'
export const hourList = '{count} Std.'
export const dropped = 'Verworfene Ereignisse'
export const reason = 'Grund'
export const anyReason = 'Jeder Grund'
export const name = 'Name'
export const nameHint = 'Hinweise beginnen damit.'
export const quiet = 'Ruhezeit'
export const quietFrom = 'Von'
export const quietTo = 'Bis'
export const never = 'Keine'
export const quietHint = 'In der Zeitzone der Website. Dazwischen wird nichts gesendet.'
export const recipients = 'E-Mail-Adressen'
export const recipientsHint = 'Eine pro Zeile. Aus einer eingefügten Webhook-Adresse wird ein Kanal.'
export const channels = 'Kanäle'
export const add = 'Hinweis erstellen'
export const added = 'Hinweis erstellt'
export const own = 'Ihre Hinweise'
export const ownLead =
  'Zahlen, über die Sie benachrichtigt werden. Erstellen Sie Hinweise im Dashboard: Optionen › Benachrichtigen, wenn …'
export const none = 'Noch keine. Setzen Sie im Dashboard Filter und wählen Sie Optionen › Benachrichtigen, wenn …'
export const open = 'Öffnen'
export const openOf = 'Zahlen öffnen: {name}'
export const remove = 'Löschen'
export const removeOf = 'Hinweis löschen: {name}'
export const removeAsk = 'Den Hinweis {name} löschen?'
export const removeLead = 'Niemand wird mehr benachrichtigt.'
export const removed = 'Hinweis gelöscht'
export const told = 'Zuletzt gesendet: {time}'
export const notTold = 'Noch nicht gesendet'
export const problem = 'Die Zahl von {name} kann nicht gelesen werden: {problem}'
export const noOne = 'Geben Sie eine E-Mail-Adresse ein oder wählen Sie einen Kanal.'
