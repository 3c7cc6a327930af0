export const crawlers = 'Robots'
export const lead = 'Programmes qui lisent ce site. Ils ne comptent nulle part ailleurs.'
export const crawler = 'Robot'
export const kind = 'Type'
export const page = 'Page'
export const events = 'Événements'
export const allCrawlers = 'Tous les robots'
export const otherCrawlers = 'Autres robots'
export const otherPages = 'Autres pages'
export const show = 'Pages de {name}'
export const none = 'Aucun robot écarté pendant cette période.'
export const kinds = {
  search: 'Recherche',
  ai_training: 'Entraînement d’IA',
  ai_answering: 'Réponses d’IA',
  monitoring: 'Surveillance',
  other: 'Autre',
}
