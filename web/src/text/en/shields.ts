// Rules by which events of a site are dropped.

export const tabs = 'Shields'
export const kinds = { ip: 'Addresses', country: 'Countries', page: 'Pages', hostname: 'Hostnames' } as const
export const leads = {
  ip: 'Events from these addresses are not counted. 30 at most.',
  country: 'Events from these countries are not counted. 30 at most.',
  page: 'Events on these pages are not counted. * stands for anything between two slashes, ** for anything. 30 at most.',
  hostname: 'Only events of these hostnames are counted; without any, those of all. * stands for anything. 10 at most.',
} as const
export const fields = { ip: 'Address', country: 'Country', page: 'Page', hostname: 'Hostname' } as const
export const description = 'Description'
export const optional = 'Optional.'
export const add = 'Add rule'
export const added = 'Rule added'
export const ownAddress = 'Add my address'
export const ownHint = 'Yours is {address}.'
export const seen = 'Counted in the last 30 days'
export const allow = 'Add: {value}'
export const none = 'No rule yet.'
export const dropped = {
  one: '{count} event was dropped by these in the last 7 days.',
  other: '{count} events were dropped by these in the last 7 days.',
} as const
export const remove = 'Remove'
export const removeOf = 'Remove: {value}'
export const removed = 'Rule removed'
