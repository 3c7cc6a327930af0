export const now = 'Dort ist es jetzt {time} ({offset}).'
export const none =
  'Keine Zeitzone passt zu „{typed}“. Geben Sie eine Stadt oder einen Kontinent ein, zum Beispiel Berlin.'
