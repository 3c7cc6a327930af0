export const coverage = 'Couverture'
export const headline = 'Le script a vu {share} des requêtes de pages : {seen} sur {requests}.'
export const neverSeen = 'Des pages ont été demandées {requests} fois. Le script n’en a vu aucune.'
export const lead =
  'Les requêtes de pages sont connues grâce à un kit sur votre serveur ou à des journaux d’accès. Robots, fichiers, redirections, erreurs et préchargements sont exclus. Le reste a été bloqué, ou les visiteurs sont partis avant l’exécution du script.'
export const above =
  'Au-dessus de 100 %, des pages ont été ouvertes sans requête à votre serveur : depuis un cache ou par un script de la page.'
export const daysLeftOut = 'Les jours sans requête de page connue sont absents.'
export const unknown = 'Aucune requête de page n’est connue pour cette période.'
export const how = 'Activez la couverture dans le kit de votre serveur, ou comptez un journal d’accès :'
export const by = 'Couverture par'
export const groups = { date: 'Jours', browser: 'Navigateurs', page: 'Pages', country: 'Pays' } as const
export const heads = { date: 'Jour', browser: 'Navigateur', page: 'Page', country: 'Pays' } as const
export const requests = 'Requêtes de pages'
export const seen = 'Vues'
export const share = 'Part'
