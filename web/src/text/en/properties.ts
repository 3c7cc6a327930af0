// The allowed properties of a site.

export const title = 'Properties'
export const lead = 'Only these are shown on the dashboard. Without any, all that events bring are.'
export const none = 'No property is on the list: all are shown.'
export const property = 'Property'
export const add = 'Add property'
export const added = '{name} is on the list'
export const seen = 'Seen in events of the last 30 days'
export const allow = 'Allow: {name}'
export const remove = 'Remove'
export const removeOf = 'Remove: {name}'
export const removed = '{name} is off the list'
export const noPlan = 'Of the team’s plan are url, path and search_query only.'
