export const errors = {
  reasons: {
    gone: 'Ce site est introuvable.',
    address: 'Il n’y a rien à cette adresse.',
    adding: 'Aucun de vos rôles ne permet d’ajouter des sites.',
  },
  notYours: 'L’élément a peut-être été supprimé, ou vous n’y avez pas accès.',
  toSites: 'Vos sites',
  toStart: 'Aller à la page d’accueil',
  again: 'Réessayer',
} as const
