export const wall = 'Temps réel'
export const now = { one: 'visiteur en ce moment', many: 'de visiteurs en ce moment', other: 'visiteurs en ce moment' }
export const range = '{minutes} dernières minutes'
export const leave = 'Quitter le plein écran'
export const pages = 'Pages'
export const events = 'Derniers événements'
export const map = 'Carte'
export const graph = 'Visiteurs par minute'
