// The field for a time zone.

export const now = 'It is {time} there now ({offset}).'
export const none = 'No time zone matches “{typed}”. Type a city or a continent, for example Berlin.'
