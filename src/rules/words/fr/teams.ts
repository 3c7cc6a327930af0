export const ownTeam = 'Mes sites'
export const teamOf = 'Sites de {owner}'
export const field = 'Nom de l’équipe'
export const fieldHint = 'Les personnes que vous invitez voient ce nom. S’il est vide, elles voient votre premier site.'
