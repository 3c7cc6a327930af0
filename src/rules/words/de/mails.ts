export const days = '{first} – {last}'
export const noValue = '–'

export const notSet = '(nicht gesetzt)'
export const none = '(ohne)'
export const direct = 'Direkt / keine'

export const same = 'keine Veränderung'
export const up = '{size} mehr'
export const down = '{size} weniger'
export const points = { one: '{count} Prozentpunkt', other: '{count} Prozentpunkte' }

export const weekSubject = '{domain}: Wochenbericht {days}'
export const monthSubject = '{domain}: Monatsbericht {days}'
export const weekLead = 'Wochenbericht {days}'
export const monthLead = 'Monatsbericht {days}'
export const daily = 'Besucher pro Tag'
export const graph = 'Besucher pro Tag: {counts}'

export const dashboard = 'Dashboard'
export const openDashboard = 'Dashboard öffnen'
export const recipients = 'Empfänger ändern'
export const unsubscribe = 'Abbestellen'
export const address = '{name}: {url}'

export const notices = {
  spike: {
    one: '{domain} hat im Moment {count} Besucher',
    other: '{domain} hat im Moment {count} Besucher',
  },
  drop: {
    one: '{domain} hatte in den letzten {over} Stunden {count} Besucher',
    other: '{domain} hatte in den letzten {over} Stunden {count} Besucher',
  },
  silence: {
    one: '{domain} hat seit {count} Stunde kein Ereignis gesendet',
    other: '{domain} hat seit {count} Stunden kein Ereignis gesendet',
  },
}
export const rules = {
  above: {
    one: '{metric} von {domain} in der letzten Stunde: {value}, über {limit}',
    other: '{metric} von {domain} in den letzten {count} Stunden: {value}, über {limit}',
  },
  below: {
    one: '{metric} von {domain} in der letzten Stunde: {value}, unter {limit}',
    other: '{metric} von {domain} in den letzten {count} Stunden: {value}, unter {limit}',
  },
  up: {
    one: '{metric} von {domain} in der letzten Stunde: {value}, {share} mehr als üblich ({usual})',
    other: '{metric} von {domain} in den letzten {count} Stunden: {value}, {share} mehr als üblich ({usual})',
  },
  down: {
    one: '{metric} von {domain} in der letzten Stunde: {value}, {share} weniger als üblich ({usual})',
    other: '{metric} von {domain} in den letzten {count} Stunden: {value}, {share} weniger als üblich ({usual})',
  },
}
export const droppedShare = 'Verworfene Ereignisse'
export const sentence = '{notice}.'

export const invitation = {
  subject: 'Einladung zu {to} von {by}',
  text: '{who} lädt Sie zu Tidemark ein, um die Statistiken von {to} zu sehen (Rolle: {role}). Der Link gilt einmal und {days} Tage lang. Wenn Sie {by} nicht kennen, ignorieren Sie diese E-Mail.',
  link: 'Einladung annehmen',
}
export const reset = {
  subject: 'Ein neues Passwort für Tidemark',
  text:
    'Jemand hat ein neues Passwort für Ihr Konto angefordert. Der Link gilt einmal und {hours} Stunden lang. ' +
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
  link: 'Neues Passwort wählen',
}
export const addressNotice = {
  subject: 'Ihre E-Mail-Adresse bei Tidemark',
  text:
    'Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse zu {to} ändern. ' +
    'Die Adresse ändert sich, sobald der Link in der E-Mail an {to} geöffnet wird. ' +
    'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort.',
}
export const confirmation = {
  subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Tidemark',
  text:
    'Öffnen Sie diesen Link in dem Browser, in dem Sie angemeldet sind, um Ihre E-Mail-Adresse zu ' +
    'bestätigen. Er gilt einmal und {hours} Stunden lang. Wenn Sie kein Konto mit dieser Adresse haben, ' +
    'ignorieren Sie diese E-Mail.',
  link: 'Adresse bestätigen',
}
