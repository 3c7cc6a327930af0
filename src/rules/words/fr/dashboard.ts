export const addNote = 'Ajouter une note'
export const allSites = 'Tous les sites'
export const anonymous = 'Réseaux anonymes'
export const asOf = 'à {time}'
export const campaignField = 'Champ de campagne'
export const campaigns = 'Campagnes'
export const changeFrom = '{change}, contre {before}'
export const clear = 'Effacer'
export const clearFilters = 'Effacer les filtres'
export const compare = 'Comparer'
export const compareOn = 'Comparaison : {words}'
export const comparedUntil = 'Comparé jusqu’à {time}'
export const comparison = 'Comparaison'
export const comparisons = {
  off: 'Désactivée',
  previous_period: 'Période précédente',
  year_over_year: 'Année précédente',
  custom: 'Période personnalisée…',
} as const
export const copyAsCurl = 'Copier en curl'
export const currentVisitors = {
  one: '{count} visiteur en ce moment',
  many: '{count} de visiteurs en ce moment',
  other: '{count} visiteurs en ce moment',
} as const
export const customRange = 'Période personnalisée'
export const demo = 'Données de démonstration'
export const demoWhy = 'Ces chiffres sont inventés pour la démonstration.'
export const details = 'Détails : {tab}'
export const detailsShort = 'Détails'
export const down = 'baisse de {by}'
export const downloadCsv = 'Télécharger le CSV'
export const editFilter = 'Modifier le filtre : {words}'
export const fewer = 'Moins de filtres'
export const filter = 'Filtrer'
export const filters = 'Filtres'
export const graph = 'Graphique'
export const graphCursor = 'Position dans le graphique'
export const graphMetric = 'Indicateur du graphique'
export const howCounted = 'Comment c’est compté'
export const keyboardShortcuts = 'Raccourcis clavier'
export const lastMinutes = '{minutes} dernières minutes'
export const liveTitle = '({count}) {page} · Tidemark'
export const visitorsNow = 'Visiteurs en ce moment'
export const loading = 'Chargement'
export const more = 'Plus : {label}'
export const moreFilters = {
  one: '{count} autre filtre',
  many: '{count} d’autres filtres',
  other: '{count} autres filtres',
} as const
export const nextPeriod = 'Période suivante'
export const noChange = 'aucune évolution'
export const isNew = 'nouveau'
export const noData = 'Aucune donnée sur cette période'
export const note = 'Note'
export const readOnly =
  'La base de données n’accepte pas de modifications pour le moment. Les nouveaux événements sont conservés et apparaîtront ici dès qu’elle les acceptera.'
export const offline = 'Hors ligne. Nouvel essai…'
export const openLabel = 'Ouvrir {label}'
export const options = 'Options'
export const panelMenu = 'Menu {panel}'
export const panelViews = 'Vues {panel}'
export const part = '(partiel)'
export const points = {
  one: '{count} point de pourcentage',
  many: '{count} de points de pourcentage',
  other: '{count} points de pourcentage',
} as const
export const pointsShort = '{count} pt'
export const previousPeriod = 'Période précédente'
export const property = 'Propriété'
export const ranges = {
  day: 'Aujourd’hui',
  yesterday: 'Hier',
  realtime: 'Temps réel',
  '24h': '24 dernières heures',
  '7d': '7 derniers jours',
  '28d': '28 derniers jours',
  '30d': '30 derniers jours',
  '91d': '91 derniers jours',
  month: 'Mois en cours',
  lastMonth: 'Mois dernier',
  year: 'Année en cours',
  '12mo': '12 derniers mois',
  '6mo': '6 derniers mois',
  all: 'Depuis le début',
  custom: 'Période personnalisée…',
} as const
export const removeFilter = 'Retirer le filtre : {words}'
export const save = 'Enregistrer'
export const saveAsSegment = 'Enregistrer comme segment'
export const segmentGone = 'Ce segment n’existe plus'
export const segmentWord = 'Segment'
export const settings = 'Paramètres'
export const soFar = '(à ce jour)'
export const time = 'Date'
export const timeRange = 'Période'
export const totals = 'Totaux'
export const up = 'hausse de {by}'
export const namedValues = {
  'Direct / None': 'Direct / aucune',
  Direct: 'Direct',
  '(not set)': '(non défini)',
  '(none)': '(aucune)',
  'Organic Search': 'Recherche naturelle',
  'Organic Social': 'Réseaux sociaux (naturel)',
  'Organic Video': 'Vidéo (naturelle)',
  'Organic Shopping': 'Shopping (naturel)',
  'Paid Search': 'Recherche payante',
  'Paid Social': 'Réseaux sociaux (payant)',
  'Paid Video': 'Vidéo (payante)',
  'Paid Shopping': 'Shopping (payant)',
  'Paid Other': 'Autre (payant)',
  'Cross-network': 'Multiréseau',
  Referral: 'Sites référents',
  Email: 'E-mail',
  Affiliates: 'Affiliation',
  Display: 'Display',
  Audio: 'Audio',
  SMS: 'SMS',
  'Mobile Push Notifications': 'Notifications push',
  'AI Assistants': 'Assistants IA',
  Desktop: 'Ordinateur',
  Mobile: 'Mobile',
  Tablet: 'Tablette',
}
export const phrases = {
  is: '{dimension} : {value}',
  is_not: '{dimension} autre que {value}',
  contains: '{dimension} contient {value}',
  contains_not: '{dimension} ne contient pas {value}',
  matches: '{dimension} correspond au motif {value}',
  matches_not: '{dimension} ne correspond pas au motif {value}',
  has_done: '{dimension} vue : {value}',
  has_not_done: '{dimension} non vue : {value}',
} as const
export const goalPhrases = { has_done: 'A atteint : {value}', has_not_done: 'N’a pas atteint : {value}' } as const
export const compared = {
  previous_period: 'vs période précédente',
  year_over_year: 'vs année précédente',
  custom: 'vs {days}',
} as const
