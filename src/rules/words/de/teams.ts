export const ownTeam = 'Meine Websites'
export const teamOf = 'Websites von {owner}'
export const field = 'Name des Teams'
export const fieldHint = 'Diesen Namen sehen Personen, die Sie einladen. Ohne Namen sehen sie Ihre erste Website.'
