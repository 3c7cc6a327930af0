export const ownTeam = 'Meus sites'
export const teamOf = 'Sites de {owner}'
export const field = 'Nome da equipe'
export const fieldHint = 'As pessoas que você convida veem este nome. Se ficar vazio, veem o seu primeiro site.'
