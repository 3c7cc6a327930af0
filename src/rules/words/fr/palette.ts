export const palette = {
  title: 'Commandes',
  field: 'Commande',
  none: 'Aucune commande trouvée.',
  site: 'Site',
  go: 'Aller à {page}',
  sites: 'Sites',
  addSite: 'Ajouter un site',
  account: 'Compte',
  settings: 'Paramètres : {page}',
  theme: 'Thème : {theme}',
  signOut: 'Se déconnecter',
} as const
