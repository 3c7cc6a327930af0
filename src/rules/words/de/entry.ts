export const email = 'E-Mail-Adresse'
export const name = 'Name'
export const password = 'Passwort'
export const newPassword = 'Neues Passwort'
export const passwordHint = 'Verwenden Sie mindestens {least} Zeichen.'

export const code = 'Code'
export const codeHint = 'Geben Sie den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.'

export const signIn = 'Anmelden'
export const signInWith = 'Mit {name} anmelden'
export const wrong = 'E-Mail-Adresse oder Passwort ist falsch'
export const forgot = 'Passwort vergessen?'
export const forgotLead = 'Geben Sie Ihre E-Mail-Adresse ein, um einen Link für ein neues Passwort zu erhalten.'
export const sendLink = 'Link senden'
export const linkSent =
  'Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs. Der Link darin gilt einmal und {hours} Stunden lang.'
export const noMail =
  'E-Mail ist hier nicht eingerichtet. Bitten Sie den Betreiber dieses Dienstes, diesen Befehl auf dem Server auszuführen. Er gibt einen Link aus, der Sie einmal anmeldet.'
export const backToSignIn = 'Zurück zur Anmeldung'
export const forgottenCommand = '{tidemark} user link --email {email}'
export const linkFor = 'Dieser Link meldet Sie ohne Passwort als {email} an. Er gilt einmal.'
export const signInExpired = 'Dieser Link ist abgelaufen. Ein Anmeldelink gilt einmal und {hours} Stunden lang.'
export const you = 'sie@example.com'

export const setUpLead = 'Diesem Konto gehören alle vorhandenen Websites und alle, die Sie hinzufügen.'
export const createAccount = 'Konto erstellen'
export const setUpExpired =
  'Ein Link zur Einrichtung gilt einmal und {hours} Stunden lang. Führen Sie diesen Befehl auf dem Server aus, um einen neuen zu erhalten.'
export const setUpMissing =
  'Beim Start gibt Tidemark nach „Set up:“ einen Link aus. Öffnen Sie diesen Link oder führen Sie diesen Befehl auf dem Server aus, um einen neuen zu erhalten.'
export const setUpCommand = '{tidemark} user link'
export const setUpDone = 'Tidemark ist eingerichtet.'
export const noAccount =
  'Es ist noch kein Konto eingerichtet. Beim Start gibt Tidemark nach „Set up:“ einen Link aus. Öffnen Sie diesen Link oder führen Sie diesen Befehl auf dem Server aus, um einen neuen zu erhalten.'

export const invitedSite = 'Sie wurden als {role} zu {to} eingeladen.'
export const invitedBy = '{who} lädt Sie als {role} zu {to} ein.'
export const invitedHasAccount = 'Sie haben bereits ein Konto. Melden Sie sich mit Ihrem Passwort an, um anzunehmen.'
export const accept = 'Einladung annehmen'
export const inviteExpired =
  'Eine Einladung gilt einmal und {days} Tage lang. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.'

export const savePassword = 'Passwort speichern'
export const revokeKeys = 'Alle API-Schlüssel dieses Kontos widerrufen'
export const revokeKeysHint =
  'Wählen Sie dies, wenn jemand anderes das Konto benutzt haben könnte. Sonst gelten Ihre Schlüssel weiter.'
export const resetExpired = 'Ein Link für ein neues Passwort gilt einmal und {hours} Stunden lang.'

export const openDashboard = 'Dashboard öffnen'
export const shareLead = 'Dieses Dashboard ist mit einem Passwort geschützt.'
export const framed =
  'Das Passwort kann nicht innerhalb einer anderen Seite eingegeben werden. Öffnen Sie das Dashboard in einem neuen Tab.'
export const openInTab = 'In neuem Tab öffnen'
