export const domain = 'Domaine'
export const domainHint =
  'Vous pouvez renommer le site à tout moment. L’ancien domaine reste valable dans votre script, vos liens et l’API.'
export const domainBefore = 'L’ancien domaine {domain} reste valable.'
export const timezone = 'Fuseau horaire'
export const timezoneHint =
  'Les jours commencent et finissent dans ce fuseau horaire. Le changement s’applique immédiatement. Les jours passés sont recalculés en arrière-plan.'
export const settings = {
  retention_months: {
    label: 'Durée de conservation des événements bruts (mois)',
    hint: 'Laissez vide pour conserver les événements bruts sans limite. Les événements plus anciens sont supprimés définitivement chaque jour. Les totaux et les listes principales sont conservés.',
    locked: 'Seuls {roles} de l’équipe peuvent modifier cette durée.',
  },
  pixel: {
    label: 'Compter sans JavaScript',
    hint: 'Compte les pages vues des visiteurs sans JavaScript grâce à une image que vous ajoutez à vos pages, selon les mêmes règles que le script.',
    locked: 'Seuls {roles} de l’équipe peuvent modifier cette durée.',
  },
}

export const deleteEvents = 'Supprimer les anciens événements'
export const deleteEventsLead = {
  one: '{count} événement antérieur au {day} sera supprimé définitivement en un jour. Les totaux et les listes principales sont conservés.',
  many: '{count} d’événements antérieurs au {day} seront supprimés définitivement en un jour. Les totaux et les listes principales sont conservés.',
  other:
    '{count} événements antérieurs au {day} seront supprimés définitivement en un jour. Les totaux et les listes principales sont conservés.',
} as const
export const deleteEventsLater = 'Ensuite, les événements de plus de {months} sont supprimés chaque jour.'
export const months = { one: '{count} mois', many: '{count} de mois', other: '{count} mois' } as const

export const deleteTitle = 'Supprimer le site'
export const deleteLead = 'Supprime définitivement ce site et toutes ses statistiques.'
export const deleteCount = {
  one: '{count} événement de {domain} sera supprimé, avec ses objectifs, tunnels, notes, liens partagés et rapports.',
  many: '{count} d’événements de {domain} seront supprimés, avec ses objectifs, tunnels, notes, liens partagés et rapports.',
  other:
    '{count} événements de {domain} seront supprimés, avec ses objectifs, tunnels, notes, liens partagés et rapports.',
} as const
export const deleteSite = 'Supprimer le site'
export const typeDomain = 'Saisissez {domain} pour confirmer'
export const deleted = '{domain} a été supprimé'
