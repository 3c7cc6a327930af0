export const ownTeam = 'Mis sitios'
export const teamOf = 'Sitios de {owner}'
export const field = 'Nombre del equipo'
export const fieldHint = 'Las personas que invite ven este nombre. Si lo deja vacío, ven su primer sitio.'
