// German words of mails and notices (reports/words).
import type { Words } from './keys.ts'

export const words: Words = {
  minutes: '{minutes} Min. {seconds} Sek.',
  seconds: '{seconds} Sek.',
  days: '{first} – {last}',
  noValue: '–',

  notSet: '(nicht gesetzt)',
  none: '(ohne)',
  direct: 'Direkt / keine',

  same: 'keine Veränderung',
  up: '{size} mehr',
  down: '{size} weniger',
  points: { one: '{count} Prozentpunkt', other: '{count} Prozentpunkte' },

  weekSubject: '{domain}: Wochenbericht {days}',
  monthSubject: '{domain}: Monatsbericht {days}',
  graph: 'Besucher pro Tag: {counts}',

  dashboard: 'Dashboard',
  openDashboard: 'Dashboard öffnen',
  recipients: 'Empfänger ändern',
  unsubscribe: 'Abbestellen',
  address: '{name}: {url}',

  notices: {
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
  },
  sentence: '{notice}.',

  invitation: {
    subject: 'Einladung zu {to}',
    text: 'Sie sind eingeladen, die Statistiken von {to} zu sehen. Der Link gilt einmal und {days} Tage lang.',
    link: 'Einladung annehmen',
  },
  reset: {
    subject: 'Ein neues Passwort für Tidemark',
    text:
      'Jemand hat ein neues Passwort für Ihr Konto angefordert. Der Link gilt einmal und {hours} Stunden lang. ' +
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
    link: 'Neues Passwort wählen',
  },
  addressNotice: {
    subject: 'Ihre E-Mail-Adresse bei Tidemark',
    text:
      'Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse zu {to} ändern. ' +
      'Die Adresse ändert sich, sobald der Link in der E-Mail an {to} geöffnet wird. ' +
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort.',
  },
  confirmation: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Tidemark',
    text:
      'Öffnen Sie diesen Link in dem Browser, in dem Sie angemeldet sind, um Ihre E-Mail-Adresse zu ' +
      'bestätigen. Er gilt einmal und {hours} Stunden lang. Wenn Sie kein Konto mit dieser Adresse haben, ' +
      'ignorieren Sie diese E-Mail.',
    link: 'Adresse bestätigen',
  },
}
