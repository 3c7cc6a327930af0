export const links = 'Geteilte Links'
export const linksLead = 'Alle, die den Link haben, können dieses Dashboard ansehen. Ändern können sie nichts.'
export const noLinks = 'Noch keine geteilten Links.'
export const add = 'Link hinzufügen'
export const name = 'Name'
export const password = 'Passwort'
export const optional = 'Optional. Verwenden Sie mindestens {least} Zeichen.'
export const made = 'Link hinzugefügt'
export const hasPassword = 'mit Passwort'

export const copy = 'Link kopieren'
export const copyOf = 'Link kopieren: {name}'
export const setPassword = 'Passwort'
export const setPasswordOf = 'Passwort: {name}'
export const newPassword = 'Neues Passwort'
export const newPasswordHint =
  'Leer lassen für kein Passwort. Personen, die den Link schon geöffnet haben, werden erneut gefragt.'
export const remove = 'Löschen'
export const removeOf = 'Link löschen: {name}'
export const removeAsk = 'Link „{name}“ löschen?'
export const removeLead = 'Alle, die das Dashboard über diesen Link ansehen, verlieren sofort den Zugriff.'
export const removed = 'Link gelöscht'
export const noPlan = 'Der Tarif des Teams enthält keine geteilten Links.'

export const embed = 'Einbetten'
export const embedLead =
  'Zeigen Sie dieses Dashboard auf einer anderen Website. Der Code öffnet die Ansicht, die Sie zuletzt gesehen haben.'
export const embedLink = 'Link'
export const theme = 'Design'
export const width = 'Breite'
export const widths = { own: 'Bis zu 1.440 px', full: 'Volle Breite des Frames' } as const
export const copyEmbed = 'Einbettungscode kopieren'
export const passwordInFrames =
  'Dieser Link hat ein Passwort, das nicht innerhalb einer anderen Seite eingegeben werden kann. Das Dashboard wird stattdessen in einem neuen Tab geöffnet.'
export const frameTitle = 'Tidemark: {domain}'

export const badges = 'Badges und Zähler'
export const allowBadges = 'Badges'
export const badgesOf = 'Badges und Zähler: {name}'
export const hasBadges = 'mit Badges'
export const badgesLead =
  'Zeigen Sie eine Zahl dieser Website auf anderen Seiten, als Bild oder als JSON. Ergänzen Sie in der Adresse nach Wunsch Pfad, Kennzahl oder Beschriftung.'
export const copyBadge = 'Badge-Code kopieren'
export const copyCounter = 'Zähleradresse kopieren'
