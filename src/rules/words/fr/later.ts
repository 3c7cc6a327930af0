export const deleteNoteOf = 'Supprimer la note : {text}'
export const editNoteOf = 'Modifier la note : {text}'
export const notes = 'Notes'
export const printRange = '{range} · {zone}'
export const showAll = 'Tout afficher'
export const noteDeleted = 'Note supprimée'
export const comparedTime = 'Date comparée'
export const compared = 'Comparé'
export const change = 'Évolution'
export const graphData = 'Données du graphique'
export const interval = 'Intervalle'
export const intervals = {
  minute: 'Minutes',
  hour: 'Heures',
  day: 'Jours',
  week: 'Semaines',
  month: 'Mois',
} as const
export const graphMenu = 'Menu du graphique'
export const showAsTable = 'Afficher en tableau'
export const showAsGraph = 'Afficher en graphique'
export const showAsWeek = 'Afficher les heures par jour de la semaine'
export const whatChanged = 'Qu’est-ce qui a changé ?'
export const whatTheyMean = 'Ce que signifient ces chiffres'
export const untilTime = 'jusqu’à {time}'
export const nothingBefore = 'Rien à comparer : premier événement le {day}'
export const dataFrom = 'données depuis le {day}'
export const weekdaysMatched = 'jours de semaine alignés'
export const dayHas = {
  one: '{day} : {count} visiteur.',
  many: '{day} : {count} visiteurs.',
  other: '{day} : {count} visiteurs.',
}
export const showToday = 'Afficher aujourd’hui'
export const showDay = 'Afficher {day}'
