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
export const scanLead =
  'Scannen Sie den QR-Code mit Ihrer Authenticator-App. Geben Sie dann die sechs Ziffern ein, die die App anzeigt.'
export const qrCode = 'QR-Code für Ihre Authenticator-App'
export const secretLead = 'Wenn Sie ihn nicht scannen können, geben Sie diesen Schlüssel in der App ein:'
export const copySecret = 'Schlüssel kopieren'
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
