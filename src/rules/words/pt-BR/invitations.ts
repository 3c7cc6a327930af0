export const inviter = '{name} ({email})'
export const andMore = {
  one: '{site} e mais {count} site',
  many: '{site} e mais {count} de sites',
  other: '{site} e mais {count} sites',
}
export const teamAndSites = '{team} ({sites})'
