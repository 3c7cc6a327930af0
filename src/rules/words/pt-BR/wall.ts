export const wall = 'Tempo real'
export const now = { one: 'visitante atual', many: 'de visitantes atuais', other: 'visitantes atuais' }
export const range = 'Últimos {minutes} minutos'
export const leave = 'Sair da tela cheia'
export const pages = 'Páginas'
export const events = 'Últimos eventos'
export const map = 'Mapa'
export const graph = 'Visitantes por minuto'
