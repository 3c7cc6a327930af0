export const inviter = '{name}（{email}）'
export const andMore = { other: '{site} ほか {count} サイト' }
export const teamAndSites = '{team}（{sites}）'
