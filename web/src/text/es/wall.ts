export const wall = 'Tiempo real'
export const now = { one: 'visitante ahora', many: 'visitantes ahora', other: 'visitantes ahora' }
export const range = 'Últimos {minutes} minutos'
export const leave = 'Salir de pantalla completa'
export const pages = 'Páginas'
export const events = 'Últimos eventos'
export const map = 'Mapa'
