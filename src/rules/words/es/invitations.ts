export const inviter = '{name} ({email})'
export const andMore = {
  one: '{site} y {count} sitio más',
  many: '{site} y {count} de sitios más',
  other: '{site} y {count} sitios más',
}
export const teamAndSites = '{team} ({sites})'
