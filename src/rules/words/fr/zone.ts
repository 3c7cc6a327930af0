export const now = 'Il y est actuellement {time} ({offset}).'
export const none =
  'Aucun fuseau horaire ne correspond à « {typed} ». Saisissez une ville ou un continent, par exemple Berlin.'
