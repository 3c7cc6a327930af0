// The allowed properties of a site.

export const lead =
  'If you list properties here, the dashboard shows only these. Otherwise it shows every property your events contain.'
export const none = 'No properties listed. The dashboard shows all of them.'
export const property = 'Property'
export const add = 'Add property'
export const added = '{name} added'
export const seen = 'Properties of events in the last {days} days'
export const allow = 'Allow: {name}'
export const remove = 'Remove'
export const removeOf = 'Remove: {name}'
export const removed = '{name} removed'
export const noPlan = 'The plan of this team includes only the properties url, path and search_query.'
export const search = 'Search properties'
export const noneFound = 'No properties match “{search}”.'
