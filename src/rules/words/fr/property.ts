export const searchProperties = 'Rechercher des propriétés'
export const list = 'Propriétés'
export const noMatch = 'Aucune propriété ne correspond à « {typed} ».'
