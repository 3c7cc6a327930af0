export const title = 'Importation'
export const lead =
  'Importez votre historique depuis un autre produit, ou des événements exportés de Tidemark. Un fichier importé une deuxième fois n’est pas compté deux fois.'
export const kind = 'Format'
export const file = 'Fichier'
export const fileHint =
  '{file} Jusqu’à {size}. Si la connexion est interrompue, choisissez de nouveau le même fichier pour continuer.'
export const loses = 'Non importé'
export const looseCsv = {
  one: '{count} fichier CSV',
  many: '{count} de fichiers CSV',
  other: '{count} fichiers CSV',
}
export const looseFiles = { one: '{count} fichier', many: '{count} de fichiers', other: '{count} fichiers' }
export const skipInvalid = 'Ignorer les lignes non valides'
export const upload = 'Envoyer'
export const uploading = 'Envoi en cours…'
export const noFile = 'Choisissez un fichier.'
export const fileTooLarge = 'Le fichier dépasse {size}.'
export const fileChanged = 'Le fichier n’est plus lisible. Choisissez-le de nouveau.'

export const underWay = 'Fichiers'
export const states = {
  receiving: 'Envoi',
  waiting: 'En attente',
  importing: 'Importation',
  done: 'Terminé',
  failed: 'Échec',
} as const
export const sent = '{part} envoyés sur {whole}. Choisissez le même fichier pour continuer.'
export const sending = '{part} sur {whole}'
export const checking = 'Vérification, {share}'
export const importing = {
  one: 'Importation, {share}, {count} événement',
  many: 'Importation, {share}, {count} d’événements',
  other: 'Importation, {share}, {count} événements',
}
export const brought = {
  one: '{count} événement importé',
  many: '{count} d’événements importés',
  other: '{count} événements importés',
}
export const broughtSums = {
  one: 'Sommes de {count} jour importées',
  many: 'Sommes de {count} de jours importées',
  other: 'Sommes de {count} jours importées',
}
export const already = 'Ce fichier a déjà été importé'
export const skippedLines = {
  one: '{count} ligne non valide a été ignorée',
  many: '{count} de lignes non valides ont été ignorées',
  other: '{count} lignes non valides ont été ignorées',
}
export const droppedEngagements = {
  one: '{count} événement d’engagement sans visite a été écarté',
  many: '{count} d’événements d’engagement sans visite ont été écartés',
  other: '{count} événements d’engagement sans visite ont été écartés',
}
export const daysOut = {
  one: '{count} jour a été laissé de côté, car le site a déjà des chiffres pour ce jour',
  many: '{count} de jours ont été laissés de côté, car le site a déjà des chiffres pour ces jours',
  other: '{count} jours ont été laissés de côté, car le site a déjà des chiffres pour ces jours',
}
export const partly = 'Certains fichiers, colonnes ou lignes n’ont pas été importés'
export const progressOf = 'Progression de {name}'
export const cancel = 'Annuler'
export const cancelOf = 'Annuler : {name}'
export const dismiss = 'Masquer'
export const dismissOf = 'Masquer : {name}'

export const past = 'Importations'
export const none = 'Aucune importation pour l’instant.'
export const requests = {
  one: '{count} requête de page',
  many: '{count} de requêtes de pages',
  other: '{count} requêtes de pages',
}
export const sources = { ndjson: 'Événements', demo: 'Démonstration', coverage: 'Requêtes de pages' } as const
export const importStates = {
  running: 'En cours',
  abandoned: 'Interrompue',
  done: '',
  deleting: 'Suppression en cours',
} as const
export const events = { one: '{count} événement', many: '{count} d’événements', other: '{count} événements' }
export const sums = {
  one: '{count} total journalier',
  many: '{count} de totaux journaliers',
  other: '{count} totaux journaliers',
}
export const days = 'du {first} au {last}'
export const unknownDays = 'jours inconnus'
export const remove = 'Supprimer'
export const removeOf = 'Supprimer l’importation : {name}'
export const removeAsk = 'Supprimer l’importation « {name} » ?'
export const removeLead =
  'Éléments supprimés : {rows} ({days}). Le trafic mesuré et les autres importations sont conservés. Vous pouvez importer de nouveau le fichier.'
export const removed = 'L’importation est en cours de suppression'

export const exportTitle = 'Exportation'
export const exportLead =
  'Téléchargez les données brutes sous forme de lignes JSON compressées (.ndjson.gz). Les événements exportés peuvent être importés de nouveau.'
export const what = 'Lignes'
export const whats = { events: 'Événements', sessions: 'Visites' } as const
export const from = 'Du'
export const to = 'Au'
export const rangeHint = 'Jours dans le fuseau horaire du site. Laissez vide pour exporter tous les jours.'
export const download = 'Télécharger'
