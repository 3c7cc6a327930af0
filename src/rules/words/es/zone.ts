export const now = 'Hora actual en esa zona: {time} ({offset}).'
export const none =
  'Ninguna zona horaria coincide con «{typed}». Escriba una ciudad o un continente, por ejemplo Berlin.'
