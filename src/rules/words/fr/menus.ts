export const add = 'Ajouter'
export const addresses = {
  path: 'Chemin',
  url: 'URL',
} as const
export const breakDownBy = 'Ventiler par : {by}'
export const copyValue = 'Copier la valeur'
export const exclude = 'Exclure'
export const fullScreen = 'Plein écran'
export const importedData = 'Données importées'
export const isGoal = 'Déjà un objectif'
export const deleteVisits = 'Supprimer ces visites…'
export const makeGoal = 'En faire un objectif'
export const matchWeekdays = 'Aligner les jours de la semaine'
export const onlyThis = 'Seulement ceci'
export const open = 'Ouvrir'
export const print = 'Imprimer'
export const withToday = 'avec ce jour'
export const withoutToday = 'sans ce jour'
export const zoneAhead = '{zone}, {time}. Votre horloge a {difference} de retard.'
export const zoneBehind = '{zone}, {time}. Votre horloge a {difference} d’avance.'
export const zoneSame = '{zone}, {time}'
export const tellMe = 'M’avertir quand …'
