export const title = 'Supprimer des statistiques'
export const lead =
  'Retire des visites ou des événements de tous les chiffres, par exemple après une vague de robots ou à la demande d’une personne. Vous voyez l’étendue de la suppression avant qu’elle n’ait lieu.'
export const what = 'Que supprimer'
export const kinds = {
  filters: 'Les visites qui correspondent à des filtres',
  days: 'Les visites de certains jours',
  page: 'Une page',
  event: 'Un événement',
  everything: 'Toutes les statistiques de ce site',
} as const
export const firstDay = 'Premier jour'
export const lastDay = 'Dernier jour'
export const daysHint = 'Les visites actives pendant ces jours sont supprimées en entier.'
export const page = 'Page'
export const pageHint =
  'Le chemin, par exemple /wp-login.php. * remplace une partie du chemin, ** un nombre quelconque de parties. Les visites restent avec ce qu’il en reste.'
export const event = 'Événement'
export const eventHint = 'Le nom de l’événement. Les visites restent avec ce qu’il en reste.'
export const everythingHint = 'Le site, ses réglages, ses objectifs et ses notes restent.'
export const filtersHint = 'Les visites qui correspondent sont supprimées en entier, avec tous leurs événements.'
export const segmentIs = 'Le segment est {name}'
export const between = 'du {from} au {to}'
export const allDays = 'Tous les jours'
export const count = 'Compter'
export const nothing = 'Aucune statistique ne correspond. Il n’y a rien à supprimer.'
export const sentenceVisits = {
  one: '{count} visite avec {events} sur {days} sera définitivement supprimée.',
  other: '{count} visites avec {events} sur {days} seront définitivement supprimées.',
  many: '{count} de visites avec {events} sur {days} seront définitivement supprimées.',
} as const
export const sentenceEvents = {
  one: '{count} événement dans {visits} sur {days} sera définitivement supprimé. Les visites sont recalculées à partir de ce qui reste.',
  other:
    '{count} événements dans {visits} sur {days} seront définitivement supprimés. Les visites sont recalculées à partir de ce qui reste.',
  many: '{count} d’événements dans {visits} sur {days} seront définitivement supprimés. Les visites sont recalculées à partir de ce qui reste.',
} as const
export const visits = { one: '{count} visite', other: '{count} visites', many: '{count} de visites' } as const
export const events = { one: '{count} événement', other: '{count} événements', many: '{count} d’événements' } as const
export const days = { one: '{count} jour', other: '{count} jours', many: '{count} de jours' } as const
export const sumsStay = {
  one: '{count} jour n’a que des totaux quotidiens, parmi lesquels les filtres ne peuvent pas choisir. Il reste tel quel.',
  other:
    '{count} jours n’ont que des totaux quotidiens, parmi lesquels les filtres ne peuvent pas choisir. Ils restent tels quels.',
  many: '{count} de jours n’ont que des totaux quotidiens, parmi lesquels les filtres ne peuvent pas choisir. Ils restent tels quels.',
} as const
export const sumsGo = {
  one: '{count} jour n’a que des totaux quotidiens. Ils sont supprimés avec lui.',
  other: '{count} jours n’ont que des totaux quotidiens. Ils sont supprimés avec eux.',
  many: '{count} de jours n’ont que des totaux quotidiens. Ils sont supprimés avec eux.',
} as const
export const sumsLose = {
  one: '{count} jour n’a que des totaux quotidiens. Les lignes concernées sont supprimées, mais ses visites et ses visiteurs restent inchangés.',
  other:
    '{count} jours n’ont que des totaux quotidiens. Les lignes concernées sont supprimées, mais leurs visites et leurs visiteurs restent inchangés.',
  many: '{count} de jours n’ont que des totaux quotidiens. Les lignes concernées sont supprimées, mais leurs visites et leurs visiteurs restent inchangés.',
} as const
export const later = 'La suppression commence dans {minutes} minutes. Vous pouvez l’arrêter jusque-là.'
export const typeNumber = 'Saisissez {number} pour confirmer'
export const remove = 'Supprimer'
export const waits = 'La suppression commence dans {minutes} minutes'
export const list = 'Suppressions'
export const states = {
  waiting: 'Commence à {time}',
  running: 'Suppression en cours',
  done: 'Terminée',
  stopped: 'Arrêtée',
} as const
export const by = '{name}, {time}'
export const stop = 'Arrêter'
export const stopOf = 'Arrêter la suppression : {name}'
export const stopped = 'La suppression a été arrêtée'
export const progressOf = 'Progression de la suppression : {name}'
