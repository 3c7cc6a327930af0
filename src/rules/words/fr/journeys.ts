export const began = 'Entrées ici'
export const column = 'Colonne'
export const counted =
  'Un parcours est la suite des pages et des événements personnalisés d’une visite. Chaque visite est comptée une fois. Avec un point de départ, les étapes suivent la première fois que la visite l’a atteint. Avec un point d’arrivée, elles mènent à la dernière fois. Il n’y a aucune autre page ni aucun autre événement entre deux étapes. Les rechargements ne comptent pas.'
export const countedShare =
  'La part d’une ligne est son pourcentage des visites de l’étape précédente. Le taux de conversion est le pourcentage des visiteurs de la première étape ayant atteint la dernière.'
export const endPoint = 'Point d’arrivée'
export const ended = 'Aucune autre action'
export const funnelName = 'Nom'
export const funnelSaved = 'Tunnel enregistré'
export const kind = 'Type'
export const kinds = {
  page: 'Page',
  folder: 'Dossier',
  event: 'Événement',
  goal: 'Objectif',
} as const
export const missingRows = {
  one: '{count} autre ligne absente de ce fichier',
  many: '{count} d’autres lignes absentes de ce fichier',
  other: '{count} autres lignes absentes de ce fichier',
} as const
export const name = 'Nom'
export const nameTaken = 'Un autre tunnel porte ce nom. Choisissez-en un autre.'
export const newGoals = 'Ces objectifs seront ajoutés :'
export const newPageGoal = 'Visit {name}'
export const noImported = 'Les jours importés n’ont pas de parcours et ne figurent pas ici.'
export const noNewGoals = 'Toutes les étapes sont déjà des objectifs de ce site.'
export const nothingFound = 'Aucun résultat.'
export const openFolder = 'Afficher les pages : {name}'
export const pageCount = 'Pages'
export const pages = {
  one: '{count} page',
  many: '{count} de pages',
  other: '{count} pages',
} as const
export const path = 'Chemin'
export const saveAsFunnel = 'Enregistrer comme tunnel'
export const search = 'Rechercher'
export const share = 'Part'
export const showMore = 'Afficher {count} de plus'
export const startOver = 'Recommencer'
export const startingPoint = 'Point de départ'
export const stepsAfter = {
  one: '{count} étape après',
  many: '{count} d’étapes après',
  other: '{count} étapes après',
} as const
export const stepsBefore = {
  one: '{count} étape avant',
  many: '{count} d’étapes avant',
  other: '{count} étapes avant',
} as const
export const summary = {
  one: 'Taux de conversion {rate} · {count} visiteur',
  many: 'Taux de conversion {rate} · {count} de visiteurs',
  other: 'Taux de conversion {rate} · {count} visiteurs',
} as const
export const tooLong = 'Un tunnel a au plus {count} étapes.'
export const visitors = 'Visiteurs'
export const visits = 'Visites'
export const visitorCount = {
  one: '{count} visiteur',
  many: '{count} de visiteurs',
  other: '{count} visiteurs',
} as const
export const chooseAfter = 'Choisissez une page ou un événement pour voir ce que les visiteurs ont fait ensuite.'
export const chooseBefore = 'Choisissez une page ou un événement pour voir ce que les visiteurs ont fait avant.'
