export const kinds = {
  weekly: ['Wochenbericht', 'Die Zahlen der vergangenen Woche, in der Zeitzone der Website gesendet.'],
  monthly: ['Monatsbericht', 'Die Zahlen des vergangenen Monats, in der Zeitzone der Website gesendet.'],
  spike: [
    'Besucheranstieg',
    'Wird gesendet, wenn die Zahl der aktuellen Besucher diesen Wert erreicht, höchstens {often}.',
  ],
  drop: [
    'Besucherrückgang',
    'Wird gesendet, wenn es in den letzten {over} Stunden weniger Besucher als diesen Wert gab, höchstens {often}.',
  ],
  silence: [
    'Keine Ereignisse',
    'Wird gesendet, wenn so lange kein Ereignis angekommen ist. Vielleicht fehlt das Skript auf Ihren Seiten.',
  ],
}
export const rests = { hours: 'einmal in {count} Stunden', day: 'einmal am Tag' } as const
export const thresholds = {
  spike: 'Aktuelle Besucher, mindestens',
  drop: 'Besucher in {over} Stunden, weniger als',
  silence: 'Stunden ohne Ereignis',
}
export const recipients = 'Empfänger'
export const rule = 'Hinweis'
export const weekday = 'Wochentag'
export const monthDay = 'Tag des Monats'
export const time = 'Uhrzeit'
export const channels = 'Kanäle'
export const recipientsOrWebhooksHint =
  'Eine E-Mail-Adresse oder ein Webhook pro Zeile, zum Beispiel https://hooks.example.com/tidemark.'
export const addMe = 'Mich hinzufügen'
export const addMeOf = 'Mich hinzufügen: {kind}'
export const save = 'Speichern'
export const saved = 'Gespeichert'
export const failed = 'Die letzte Nachricht an {address} ist fehlgeschlagen ({time}): {failure}'
export const sendTest = 'Test senden'
export const sendTestOf = 'Test senden: {kind}'
export const testSent = 'Test an {address} gesendet'
export const testFailed = 'Der Test konnte nicht gesendet werden: {failure}'
export const preview = 'Vorschau'
export const previewOf = 'Vorschau: {kind}'
export const noMail = 'E-Mail ist nicht eingerichtet (SMTP_URL fehlt). Kanäle funktionieren trotzdem.'
export const noWay =
  'Berichte gehen per E-Mail oder an Kanäle. E-Mail ist hier nicht eingerichtet, und es gibt noch keinen Kanal.'

export const unsubscribe = 'Abbestellen'
export const ask = '„{kind}“ für {site} nicht mehr an {address} senden?'
export const done = 'Abbestellt. Sie erhalten diese E-Mail nicht mehr.'
export const gone = 'Für diese Adresse wurde die E-Mail bereits abbestellt.'
