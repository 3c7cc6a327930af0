export const changedBy = {
  one: '{change} visiteur par rapport à {days} :',
  many: '{change} visiteurs par rapport à {days} :',
  other: '{change} visiteurs par rapport à {days} :',
}
export const unchanged = 'Autant de visiteurs qu’en {days} :'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'Aucune source, page, aucun pays ni appareil ne diffère de {days}.'
export const asking = 'Comparaison des sources, pages, pays et appareils…'
