export const wall = 'Echtzeit'
export const now = { one: 'aktueller Besucher', other: 'aktuelle Besucher' } as const
export const range = 'Letzte {minutes} Minuten'
export const leave = 'Vollbild verlassen'
export const pages = 'Seiten'
export const events = 'Neueste Ereignisse'
export const map = 'Karte'
export const graph = 'Besucher pro Minute'
