// The person who invites, and the sites: in mails and on pages.

export const inviter = '{name} ({email})'
export const andMore = { one: '{site} and {count} more site', other: '{site} and {count} more sites' }
export const teamAndSites = '{team} ({sites})'
