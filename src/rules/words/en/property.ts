// Words of the search among properties.
export const searchProperties = 'Search properties'
export const list = 'Properties'
export const noMatch = 'No properties match “{typed}”.'
