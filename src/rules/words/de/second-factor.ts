export const title = 'Zwei-Faktor-Authentifizierung'
export const lead = 'Die Anmeldung verlangt zusätzlich einen Code aus einer App auf Ihrem Smartphone.'
export const isOff = 'Aus'
export const isOn = {
  one: 'Ein. {count} Wiederherstellungscode ist übrig.',
  other: 'Ein. {count} Wiederherstellungscodes sind übrig.',
} as const
export const turnOn = 'Einschalten'
export const turnOff = 'Ausschalten'
export const setUp = 'Zwei-Faktor-Authentifizierung einrichten'
export const currentPassword = 'Aktuelles Passwort'
export const start = 'Beginnen'
export const secretLead =
  'Geben Sie diesen Schlüssel in Ihrer Authenticator-App ein oder öffnen Sie den Link auf Ihrem Smartphone. Geben Sie dann den Code ein, den die App anzeigt.'
export const openApp = 'In der App öffnen'
export const code = 'Code'
export const codeHint = 'Sechs Ziffern. Der Code wechselt alle 30 Sekunden.'
export const anyCodeHint = 'Geben Sie den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.'
export const codesLead =
  'Mit jedem dieser Codes können Sie sich einmal anmelden, wenn Sie Ihr Smartphone verlieren. Kopieren Sie sie jetzt und bewahren Sie sie sicher auf. Sie werden nicht noch einmal angezeigt.'
export const copyCodes = 'Wiederherstellungscodes kopieren'
export const done = 'Fertig'
export const turnedOff = 'Zwei-Faktor-Authentifizierung ist aus'
export const offTitle = 'Zwei-Faktor-Authentifizierung ausschalten'
