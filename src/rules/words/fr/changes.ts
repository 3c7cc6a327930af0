export const changedBy = {
  one: '{change} visiteur par rapport à {days} :',
  many: '{change} visiteurs par rapport à {days} :',
  other: '{change} visiteurs par rapport à {days} :',
}
export const unchanged = 'Autant de visiteurs que sur la période {days} :'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged =
  'Aucune source, aucune page, aucun pays et aucun appareil n’a changé par rapport à {days}.'
export const asking = 'Comparaison des sources, pages, pays et appareils…'
export const others = 'Autres'
export const othersMean = 'Autres: le reste du changement, y compris les visiteurs comptés dans plusieurs lignes.'
