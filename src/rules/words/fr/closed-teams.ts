export const title = 'Second facteur requis'
export const lead = {
  one: 'L’équipe de {teams} exige l’authentification à deux facteurs avant d’afficher ses sites.',
  many: 'Ces équipes exigent l’authentification à deux facteurs avant d’afficher leurs sites : {teams}.',
  other: 'Ces équipes exigent l’authentification à deux facteurs avant d’afficher leurs sites : {teams}.',
} as const
export const turnOn = 'Activez-la ci-dessous. Vos sites s’ouvriront ensuite.'
export const goOn = 'Aller à vos sites'
export const enter = 'Continuer'
