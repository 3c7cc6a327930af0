export const inviter = '{name} ({email})'
export const andMore = { one: '{site} und {count} weiteren Website', other: '{site} und {count} weiteren Websites' }
export const teamAndSites = '{team} ({sites})'
