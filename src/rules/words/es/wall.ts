export const wall = 'Tiempo real'
export const now = { one: 'visitante actual', many: 'de visitantes actuales', other: 'visitantes actuales' }
export const range = 'Últimos {minutes} minutos'
export const leave = 'Salir de pantalla completa'
export const pages = 'Páginas'
export const events = 'Últimos eventos'
export const map = 'Mapa'
export const graph = 'Visitantes por minuto'
