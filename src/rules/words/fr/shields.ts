export const kinds = {
  ip: 'Adresses',
  country: 'Pays',
  network: 'Réseaux',
  page: 'Pages',
  hostname: 'Noms d’hôte',
} as const
export const leads = {
  ip: 'Les événements venant de ces adresses IP ne sont pas comptés. Jusqu’à {most} adresses.',
  country: 'Les événements venant de ces pays ne sont pas comptés. Jusqu’à {most} pays.',
  network:
    'Les événements de ces réseaux ne sont pas comptés. Saisissez le numéro d’un réseau, par exemple AS16509. Jusqu’à {most} réseaux.',
  page: 'Les événements sur ces pages ne sont pas comptés. * remplace une partie du chemin et ** un nombre quelconque de parties, par exemple /admin/**. Jusqu’à {most} pages.',
  hostname:
    'Si vous indiquez ici des noms d’hôte, seuls leurs événements sont comptés. Sinon, les événements de tous les noms d’hôte sont comptés. * remplace des caractères quelconques, par exemple *.example.com. Jusqu’à {most} noms d’hôte.',
} as const
export const fields = {
  ip: 'Adresse',
  country: 'Pays',
  network: 'Réseau',
  page: 'Page',
  hostname: 'Nom d’hôte',
} as const
export const description = 'Description'
export const optional = 'Facultatif, par exemple Bureau.'
export const add = 'Ajouter une règle'
export const added = 'Règle ajoutée'
export const ownAddress = 'Ajouter mon adresse'
export const ownHint = 'Votre adresse est {address}.'
export const seen = 'Noms d’hôte comptés au cours des {days} derniers jours'
export const allow = 'Ajouter : {value}'
export const none = 'Aucune règle pour l’instant.'
export const dropped = {
  one: '{count} événement a été rejeté par ces règles au cours des {days} derniers jours.',
  many: '{count} d’événements ont été rejetés par ces règles au cours des {days} derniers jours.',
  other: '{count} événements ont été rejetés par ces règles au cours des {days} derniers jours.',
} as const
export const remove = 'Retirer'
export const removeOf = 'Retirer : {value}'
export const removed = 'Règle retirée'
export const hosting = 'Tous les centres de données'
export const addHosting = 'Ajouter tous les centres de données'
export const networksFrom =
  'Les réseaux sont recherchés dans « {source} » du {date}. La liste des centres de données est du {list}.'
export const noNetworks =
  'Aucune base de réseaux n’est configurée : ces règles ne s’appliquent à rien. L’opérateur de ce service définit ASN_DATABASE.'
