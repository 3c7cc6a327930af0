export const inviter = '{name} ({email})'
export const andMore = {
  one: '{site} et {count} autre site',
  many: '{site} et {count} d’autres sites',
  other: '{site} et {count} autres sites',
}
export const teamAndSites = '{team} ({sites})'
