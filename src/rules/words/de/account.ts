export const profile = 'Profil'
export const email = 'E-Mail-Adresse'
export const name = 'Name'
export const unconfirmed =
  'Ihre E-Mail-Adresse ist nicht bestätigt. Bestätigen Sie sie, um die Websites zu öffnen, die andere mit Ihnen geteilt haben.'
export const sendConfirmation = 'Bestätigungs-E-Mail senden'
export const confirmationSent = 'Sehen Sie in Ihrem Posteingang nach und öffnen Sie den Link in diesem Browser.'
export const confirmByOperator =
  'E-Mail ist hier nicht eingerichtet. Bitten Sie den Betreiber dieses Dienstes, Ihre Adresse zu bestätigen.'
export const language = 'Sprache'
export const languageOfBrowser = 'Sprache des Browsers'
export const languageHint = 'Sprache dieser Seiten und der E-Mails, die Sie erhalten.'
export const changeEmail = 'E-Mail-Adresse ändern'
export const newEmail = 'Neue E-Mail-Adresse'
export const newEmailHint =
  'An diese Adresse wird ein Link gesendet. Die Adresse ändert sich, sobald Sie ihn in diesem Browser öffnen.'
export const sendLink = 'Link senden'
export const emailSent = 'Sehen Sie im Posteingang von {email} nach und öffnen Sie den Link in diesem Browser.'
export const emailByOperator =
  'E-Mail ist hier nicht eingerichtet. Der Betreiber dieses Dienstes kann Ihre Adresse mit diesem Befehl ändern:'
export const emailCommand = '{tidemark} user email --email {email} --to {to}'
export const emailExample = 'neu@example.com'

export const shortcuts = 'Einzelne Tasten als Kürzel verwenden'
export const shortcutsHint =
  'In einem Dashboard zeigt D den heutigen Tag, W die letzten 7 Tage und ? die Liste aller Tasten.'

export const password = 'Passwort'
export const currentPassword = 'Aktuelles Passwort'
export const newPassword = 'Neues Passwort'
export const passwordHint =
  'Verwenden Sie mindestens {least} Zeichen. Mit der Änderung werden Ihre anderen Browser abgemeldet.'
export const savePassword = 'Passwort ändern'
export const passwordSaved = 'Passwort geändert'

export const sessions = 'Sitzungen'
export const sessionsLead = 'Browser, in denen Sie angemeldet sind.'
export const unknownBrowser = 'Unbekannter Browser'
export const thisBrowser = 'dieser Browser'
export const lastUsed = 'Zuletzt verwendet: {time}'
export const endSession = 'Sitzung beenden: {browser}'
export const end = 'Sitzung beenden'
export const ended = 'Sitzung beendet'
export const everywhere = 'Überall abmelden'

export const keys = 'API-Schlüssel'
export const keysLead = 'Schlüssel für Skripte und Apps, die die Stats-API oder die Sites-API verwenden.'
export const noKeys = 'Noch keine API-Schlüssel.'
export const keyName = 'Name'
export const keyTeam = 'Team'
export const allTeams = 'Alle Teams'
export const keyScopes = 'Berechtigungen'
export const scopes = {
  'stats:read:*': 'Statistiken lesen',
  'sites:read:*': 'Websites lesen',
  'sites:provision:*': 'Websites lesen und verwalten',
  'events:send:*': 'Ereignisse senden',
} as const
export const createKey = 'API-Schlüssel erstellen'
export const keyMade = 'Kopieren Sie diesen Schlüssel jetzt. Er wird nicht noch einmal angezeigt.'
export const copyKey = 'Schlüssel kopieren'
export const onlyTeam = 'Team {team}'
export const keyCreated = 'Erstellt am {day}'
export const never = 'Nie verwendet'
export const revoke = 'Widerrufen'
export const revokeKey = 'Widerrufen: {name}'
export const revokeAsk = 'API-Schlüssel „{name}“ widerrufen?'
export const revokeLead = 'Skripte und Apps mit diesem Schlüssel verlieren sofort den Zugriff.'
export const revoked = 'API-Schlüssel widerrufen'
export const done = 'Fertig'
