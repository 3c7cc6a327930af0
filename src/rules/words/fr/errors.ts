export const errors = {
  notYours: 'L’élément a peut-être été supprimé, ou vous n’y avez pas accès.',
  toSites: 'Vos sites',
  toStart: 'Aller à la page d’accueil',
  again: 'Réessayer',
} as const
