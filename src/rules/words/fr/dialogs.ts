export * from './dashboard.ts'

export const acceptedAndDropped = 'Acceptés et rejetés'
export const action = 'Action'
export const answeredIn = 'Réponse en'
export const apply = 'Appliquer'
export const applyFilter = 'Appliquer le filtre'
export const applySegment = 'Appliquer le segment : {name}'
export const back = 'Retour'
export const compareWith = 'Comparer à'
export const copyOf = '{name} (copie)'
export const segmentDeleted = 'Segment supprimé'
export const copySegment = 'Dupliquer'
export const counted = 'Compté'
export const day = 'Jour'
export const dayFormat = 'AAAA-MM-JJ'
export const dimensions = 'Dimensions'
export const docs = 'Comment nous comptons'
export const editNote = 'Modifier la note'
export const editSegment = 'Modifier le segment : {name}'
export const events = 'Événements'
export const exact = 'Exact'
export const from = 'Du'
export const funnel = 'Tunnel'
export const futureRange = 'Cette période n’a pas encore commencé.'
export const imported = 'Données importées'
export const importedIncluded = 'incluses'
export const importedNone = 'aucune sur cette période'
export const key = 'Touche'
export const keyWords = {
  X: 'Activer ou désactiver la comparaison',
  I: 'Intervalle suivant',
  G: 'Graphique ou tableau',
  1: 'Ouvrir un site épinglé par sa position',
  '/': 'Rechercher un filtre',
  Escape: 'Fermer, ou retirer le dernier filtre',
}
export const loadMore = 'Afficher plus'
export const longRange = 'Cette période est trop longue. Choisissez-en une plus courte.'
export const milliseconds = '{count} ms'
export const name = 'Nom'
export const noFilters = 'aucun'
export const noSuchDimension = 'Aucun filtre trouvé.'
export const noSuggestions = 'Aucun résultat. Appuyez sur Entrée pour utiliser le texte saisi.'
export const noValues = 'Choisissez au moins une valeur.'
export const notExact = 'Inexact : les événements bruts de certains jours de la période ont été supprimés'
export const nothingRead = 'rien : aucune donnée sur cette période'
export const operator = 'Opérateur'
export const outcome = 'Résultat'
export const palette = 'Commandes'
export const quality = 'Qualité du trafic'
export const qualityCounted =
  'Événements comptés, et événements rejetés par raison. Les filtres ne s’appliquent pas ici. Les événements rejetés ne figurent dans aucun autre chiffre.'
export const qualityMenu = 'Menu Qualité du trafic'
export const qualityViews = 'Vues Qualité du trafic'
export const rangeLocal = 'Période en {zone}'
export const rangeUtc = 'Période en UTC'
export const readFrom = 'Lu dans'
export const remove = 'Supprimer'
export const removeSegment = 'Retirer le segment : {name}'
export const removeValue = 'Retirer {value}'
export const rename = 'Renommer'
export const retry = 'Réessayer'
export const rows = {
  one: '{count} ligne',
  many: '{count} de lignes',
  other: '{count} lignes',
} as const
export const search = 'Rechercher'
export const searchFilters = 'Rechercher un filtre'
export const segmentMenu = 'Segment : {name}'
export const segments = 'Segments'
export const share = 'Part'
export const shortcutsTitle = 'Raccourcis clavier'
export const shorter = 'Afficher les {days} derniers jours'
export const showOnShared = 'Afficher sur les liens partagés'
export const singleKeys = 'Utiliser les raccourcis à une touche'
export const sources = {
  days: 'sommes de jours entiers',
  hours: 'heures',
  events: 'événements',
  imported: 'jours importés',
} as const
export const suggestionsOld = 'Recherche de « {typed} »…'
export const timeout = 'Cette requête a pris trop de temps.'
export const to = 'Au'
export const updateSegment = 'Mettre à jour avec les filtres actuels'
export const values = 'Valeurs'
export const visitorsByCountry = 'Visiteurs par pays'
export const wholeSite = 'Visible par toutes les personnes qui peuvent voir ce site'
export const wrongDay = 'Saisissez un jour au format AAAA-MM-JJ, par exemple 2026-11-14.'
export const wrongRange = 'Le premier jour est après le dernier.'
export const groups = {
  page: 'Page',
  source: 'Source',
  place: 'Lieu',
  device: 'Appareil',
  behavior: 'Comportement',
} as const
export const operators = {
  is: 'est',
  is_not: 'n’est pas',
  contains: 'contient',
  contains_not: 'ne contient pas',
  matches: 'correspond à',
  matches_not: 'ne correspond pas à',
  has_done: 'a fait',
  has_not_done: 'n’a pas fait',
} as const
export const previousMonth = 'Mois précédent'
export const nextMonth = 'Mois suivant'
