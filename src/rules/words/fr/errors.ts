export const errors = {
  notYours: 'L’élément a peut-être été supprimé, ou vous n’y avez pas accès.',
  toSites: 'Vos sites',
  toStart: 'Aller à la page d’accueil',
  again: 'Réessayer',
  reasons: {
    gone: 'Ce site est introuvable.',
    nothing: 'Il n’y a rien à cette adresse.',
    settings: 'Votre rôle ne donne pas accès aux paramètres de ce site.',
    noSites: 'Aucun de vos rôles ne permet d’ajouter des sites.',
    linkGone: 'Ce lien partagé est introuvable.',
    locked: 'Ce site est verrouillé car son équipe n’a pas d’abonnement actif.',
    expired: 'Ce lien a expiré.',
  },
} as const
