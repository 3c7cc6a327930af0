// Rules by which events of a site are dropped.
import type { ShieldType } from '../../shield-types.ts'

type OfType = Readonly<Record<ShieldType, string>>

export const kinds: OfType = {
  ip: 'Addresses',
  country: 'Countries',
  network: 'Networks',
  page: 'Pages',
  hostname: 'Hostnames',
}
export const leads: OfType = {
  ip: 'Events from these IP addresses are not counted. Up to {most} addresses.',
  country: 'Events from these countries are not counted. Up to {most} countries.',
  network:
    'Events from these networks are not counted. Type the number of a network, for example AS16509. Up to {most} networks.',
  page: 'Events on these pages are not counted. Use * for one part of the path and ** for any number of parts, for example /admin/**. Up to {most} pages.',
  hostname:
    'If you list hostnames here, only their events are counted. Otherwise events of all hostnames are counted. Use * for any characters, for example *.example.com. Up to {most} hostnames.',
}
export const fields: OfType = {
  ip: 'Address',
  country: 'Country',
  network: 'Network',
  page: 'Page',
  hostname: 'Hostname',
}
export const description = 'Description'
export const optional = 'Optional, for example Office.'
export const add = 'Add rule'
export const added = 'Rule added'
export const ownAddress = 'Add my address'
export const ownHint = 'Your address is {address}.'
export const seen = 'Hostnames counted in the last {days} days'
export const allow = 'Add: {value}'
export const none = 'No rules yet.'
export const dropped = {
  one: '{count} event was dropped by these rules in the last {days} days.',
  other: '{count} events were dropped by these rules in the last {days} days.',
} as const
export const remove = 'Remove'
export const removeOf = 'Remove: {value}'
export const removed = 'Rule removed'
export const hosting = 'All data centres'
export const addHosting = 'Add all data centres'
export const networksFrom = 'Networks are looked up in “{source}” of {date}. The list of data centres is of {list}.'
export const noNetworks =
  'No database of networks is set, so these rules match nothing. The operator of this service sets ASN_DATABASE.'
