export const general = {
  same: 'Das ist die jetzige Domain. Geben Sie eine andere ein.',
  large: 'Die Datei ist zu groß. Sie darf höchstens {most} Bytes haben.',
  blank: 'Dieses Feld darf nicht leer sein.',
  invalid: 'Der Dienst nimmt diesen Wert nicht an.',
  long: 'Das ist zu lang. Erlaubt sind höchstens {most} Zeichen.',
  longBytes: 'Das ist zu lang. Erlaubt sind höchstens {most} Byte.',
  tooLong: 'Das ist zu lang.',
  short: 'Das ist zu kurz. Verwenden Sie mindestens {least} Zeichen.',
  taken: 'Das wird bereits verwendet. Wählen Sie etwas anderes.',
  number: 'Geben Sie eine ganze Zahl von {least} bis {most} ein.',
  wrong: 'Das ist falsch. Versuchen Sie es erneut.',
  full: 'Die höchste Anzahl ist erreicht. Löschen Sie zuerst einen Eintrag.',
}

export const byField = {
  domain: {
    blank: 'Geben Sie die Domain Ihrer Website ein, zum Beispiel example.com.',
    invalid: 'Geben Sie eine Domain ein, zum Beispiel example.com.',
    signs: 'Eine Domain enthält nur Buchstaben, Ziffern, Bindestriche und Punkte, zum Beispiel example.com.',
    taken: 'Ein anderes Konto dieses Dienstes hat diese Domain bereits. Fragen Sie den Betreiber, welches es ist.',
  },
  timezone: {
    blank: 'Wählen Sie eine Zeitzone, zum Beispiel Europe/Berlin.',
    invalid:
      'Diese Zeitzone ist unbekannt. Geben Sie eine Stadt ein und wählen Sie aus der Liste, zum Beispiel Berlin.',
  },
  event_name: {
    blank: 'Geben Sie den Namen eines Ereignisses ein, zum Beispiel Signup.',
    reserved:
      'Das Skript sendet „{name}“ automatisch, daher kann es kein Ziel sein. Geben Sie einen anderen Namen ein.',
    currency:
      'Für „{name}“ gibt es bereits ein Ziel in {currency}. Alle Ziele eines Ereignisses haben dieselbe Währung.',
    full: 'Diese Website hat die Höchstzahl von {goals} Zielen erreicht. Löschen Sie zuerst eines.',
  },
  page_path: {
    blank: 'Geben Sie einen Pfad ein, zum Beispiel /thank-you.',
    full: 'Diese Website hat die Höchstzahl von {goals} Zielen erreicht. Löschen Sie zuerst eines.',
  },
  scroll_threshold: {
    blank: 'Geben Sie eine ganze Zahl von 0 bis 100 ein.',
    number: 'Geben Sie eine ganze Zahl von 0 bis 100 ein.',
  },
  currency: {
    invalid: 'Dieser Währungscode ist unbekannt. Geben Sie einen Code aus drei Buchstaben ein, zum Beispiel EUR.',
  },
  display_name: { taken: 'Ein anderes Ziel heißt bereits so. Wählen Sie einen anderen Namen.' },
  custom_props: {
    blank: 'Geben Sie für jede Eigenschaft einen Namen und einen Wert ein.',
    taken: 'Ein anderes Ziel hat dieselben Eigenschaften. Ändern oder entfernen Sie eine.',
  },
  property: {
    blank: 'Geben Sie den Namen einer Eigenschaft ein, zum Beispiel author.',
    tooLong: 'Dieser Name ist zu lang. Erlaubt sind höchstens {characters} Zeichen.',
    full: 'Diese Website hat die Höchstzahl von {properties} Eigenschaften erreicht. Entfernen Sie zuerst eine.',
  },
  'value:ip': {
    blank: 'Geben Sie eine IP-Adresse ein, zum Beispiel 203.0.113.7.',
    invalid:
      'Geben Sie eine einzelne IP-Adresse ein, zum Beispiel 203.0.113.7. Bereiche wie 10.0.0.0/8 können nicht gesperrt werden.',
    taken: 'Diese Adresse steht bereits auf der Liste.',
    full: 'Die Liste hat die Höchstzahl von {most} Adressen erreicht. Entfernen Sie zuerst eine.',
  },
  'value:country': {
    taken: 'Dieses Land steht bereits auf der Liste.',
    full: 'Die Liste hat die Höchstzahl von {most} Ländern erreicht. Entfernen Sie zuerst eines.',
  },
  'value:page': {
    blank: 'Geben Sie einen Pfad ein, zum Beispiel /admin/**.',
    signs: 'Ein Pfad beginnt mit /, zum Beispiel /admin/**.',
    taken: 'Dieser Pfad steht bereits auf der Liste.',
    full: 'Die Liste hat die Höchstzahl von {most} Seiten erreicht. Entfernen Sie zuerst eine.',
  },
  'value:hostname': {
    blank: 'Geben Sie einen Hostnamen ein, zum Beispiel shop.example.com.',
    taken: 'Dieser Hostname steht bereits auf der Liste.',
    full: 'Die Liste hat die Höchstzahl von {most} Hostnamen erreicht. Entfernen Sie zuerst einen.',
  },
  email: {
    blank: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel sie@example.com.',
    invalid: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel sie@example.com.',
    taken: 'Es gibt bereits ein Konto mit dieser Adresse.',
    member: 'Diese Person ist bereits Mitglied des Teams.',
    guest: 'Diese Person ist bereits Gast dieser Website.',
  },
  password: {
    blank: 'Geben Sie ein Passwort ein.',
    short: 'Verwenden Sie mindestens {least} Zeichen.',
    common: 'Dieses Passwort wird zu häufig verwendet. Wählen Sie ein anderes.',
    address: 'Ihr Passwort darf nicht Ihre E-Mail-Adresse sein.',
    wrong: 'Das Passwort ist falsch. Versuchen Sie es erneut.',
  },
  current_password: {
    needed: 'Ihre Anmeldung liegt schon eine Weile zurück. Geben Sie Ihr aktuelles Passwort ein, um fortzufahren.',
    wrong: 'Das aktuelle Passwort ist falsch. Versuchen Sie es erneut.',
  },
  code: {
    needed: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
    wrongCode: 'Dieser Code ist falsch oder wurde bereits verwendet. Warten Sie auf den nächsten.',
  },
  name: {
    blank: 'Geben Sie einen Namen ein.',
    reserved: 'Plugins verwenden diesen Namen. Wählen Sie einen anderen.',
  },
  description: { blank: 'Geben Sie eine Beschreibung ein, zum Beispiel WordPress.' },
  steps: {
    invalid: 'Ein Trichter hat {least} bis {most} Schritte.',
    reserved: 'Eines dieser Ziele wurde gelöscht. Wählen Sie für diesen Schritt ein anderes Ziel.',
  },
  retention_months: {
    number: 'Geben Sie eine ganze Zahl von Monaten von {least} bis {most} ein oder lassen Sie das Feld leer.',
  },
  threshold: { number: 'Geben Sie eine ganze Zahl von {least} bis {most} ein.' },
  address: {
    blank: 'Geben Sie die Adresse ein, die Sie vom Dienst erhalten haben.',
    invalid: 'Geben Sie eine vollständige Adresse ein, zum Beispiel https://hooks.example.com/tidemark.',
    reserved:
      'Office-365-Connectors funktionieren nicht mehr. Erstellen Sie in Teams einen Workflow und geben Sie dessen Adresse ein.',
    taken: 'Es gibt bereits einen Kanal mit dieser Adresse.',
  },
  token: {
    blank: 'Geben Sie das Token des Bots ein.',
    invalid: 'Das ist kein Token. Kopieren Sie es so, wie @BotFather es zeigt, zum Beispiel 123456:ABC-DEF.',
  },
  chat: {
    blank: 'Geben Sie die Nummer des Chats ein.',
    invalid:
      'Geben Sie die Nummer des Chats ein, zum Beispiel -1001234567890, oder @name für einen öffentlichen Kanal.',
    taken: 'Es gibt bereits einen Kanal für diesen Chat.',
  },
  value: { number: 'Geben Sie eine Zahl von {least} bis {most} ein.' },
  recipients: {
    invalid: '„{name}“ ist keine E-Mail-Adresse. Geben Sie eine Adresse pro Zeile ein, zum Beispiel sie@example.com.',
    signs:
      '„{name}“ ist weder eine E-Mail-Adresse noch ein Webhook. Geben Sie einen Empfänger pro Zeile ein, zum Beispiel sie@example.com oder https://hooks.example.com/tidemark.',
    long: 'Eine Liste darf höchstens {most} Empfänger haben.',
  },
}

export const messages = {
  signedOut: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
  wrongSignIn: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  passwordsOff: 'Passwörter sind hier nicht in Gebrauch. Melden Sie sich mit {name} an.',
  forged:
    'Diese Anfrage kam nicht von einer Seite dieses Dienstes. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  linkPassword: 'Dieser Link hat ein Passwort. Laden Sie die Seite neu und geben Sie es ein.',
  factor: 'Die Zwei-Faktor-Authentifizierung wurde inzwischen geändert. Laden Sie die Seite neu.',
  factorMissing:
    'Richten Sie zuerst die Zwei-Faktor-Authentifizierung für Ihr Konto ein, oder geben Sie den Code auf Ihrer Kontoseite ein.',
  request:
    'Der Dienst konnte diese Anfrage nicht verarbeiten. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  tooLarge: 'Das ist mehr, als der Dienst auf einmal annimmt.',
  questions: 'Im Moment sehen sich viele Personen Zahlen an. Versuchen Sie es in ein paar Sekunden noch einmal.',
  pages: 'Es sind zu viele Seiten geöffnet. Schließen Sie einige.',
  timeout: 'Das hat zu lange gedauert. Versuchen Sie es mit einem kürzeren Zeitraum oder weniger Filtern.',
  internal: 'Im Dienst ist etwas schiefgegangen. Sein Protokoll nennt die Einzelheiten unter {request}.',
  consolidated: 'Eine Ansicht mehrerer Websites hat das nicht.',
  wrongTeam: 'Sie können diesem Team keine Websites hinzufügen. Fragen Sie eine Person, der das Team gehört.',
  locked: 'Diese Website ist gesperrt, weil das Team kein aktives Abonnement hat.',
  query: 'Das lässt sich nicht beantworten. {said}',
  lastOwner: 'Ein Team braucht mindestens einen Inhaber. Geben Sie zuerst jemand anderem die Rolle Inhaber.',
  role: 'Ihre Rolle auf dieser Website erlaubt das nicht. Fragen Sie einen Inhaber des Teams.',
  gone: 'Dies wurde inzwischen gelöscht. Laden Sie die Seite neu.',
  linkGone: 'Diesen geteilten Link gibt es nicht mehr.',
  full: 'Die höchste Anzahl ist erreicht. Löschen Sie zuerst einen Eintrag.',
  propertiesFull:
    'Diese Website hat die Höchstzahl von {properties} Eigenschaften erreicht. Entfernen Sie zuerst eine.',
  tries: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
  busy: 'Im Moment melden sich viele Personen an. Versuchen Sie es in einigen Sekunden erneut.',
  otherName:
    'Diese Seite ist unter {page} geöffnet, der Dienst aber unter {base} eingerichtet. Öffnen Sie ihn dort, oder setzen Sie BASE_URL auf die Adresse, die Sie verwenden.',
  noMail: 'E-Mail ist hier nicht eingerichtet. Bitten Sie den Betreiber dieses Dienstes um einen Anmeldelink.',
  addressKnown:
    'Es gibt bereits ein Konto mit dieser Adresse. Bitten Sie den Betreiber dieses Dienstes um einen Anmeldelink.',
  importRunning: 'Ein Import in diese Website läuft gerade. Warten Sie, bis er fertig ist.',
  importGoing: 'Ein Import dieser Datei wird gerade gelöscht. Warten Sie, bis er entfernt ist.',
  erasureChanged:
    'Die Zahl hat sich geändert: Sie ist jetzt {number}. Prüfen Sie, was gelöscht wird, und geben Sie sie erneut ein.',
  erasureNothing: 'Hier gibt es keine Statistik, die gelöscht werden könnte.',
  erasureBegun: 'Diese Löschung hat begonnen und lässt sich nicht mehr stoppen.',
  importUnmarked:
    'Dieser Import stammt aus einer früheren Version von Tidemark. Seine Ereignisse lassen sich nicht von anderen unterscheiden, daher kann er nicht gelöscht werden.',
  importing: 'Diese Datei wird gerade importiert. Warten Sie, bis sie fertig ist.',
  noRoom: 'Auf dem Server ist nicht genug Speicherplatz für diese Datei.',
  filesFull:
    'Für eine Website können höchstens {most} Dateien gleichzeitig hochgeladen werden. Warten Sie, bis eine fertig ist, oder brechen Sie eine ab.',
  exportsBusy: 'Andere Exporte laufen gerade. Versuchen Sie es in einigen Sekunden erneut.',
  databaseAway: 'Der Dienst erreicht seine Datenbank im Moment nicht. Versuchen Sie es erneut.',
  readOnly: 'Die Datenbank nimmt im Moment keine Änderungen an. Versuchen Sie es später erneut.',
  password: 'Das Passwort ist falsch. Versuchen Sie es erneut.',
  expired: 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
  plan: 'Der Tarif des Teams enthält dies nicht.',
  sitesFull: 'Der Tarif des Teams enthält {limit} Websites, und alle sind in Gebrauch.',
}
