export const title = 'Zweiter Faktor erforderlich'
export const lead = {
  one: 'Das Team von {teams} verlangt die Zwei-Faktor-Authentifizierung, bevor es seine Websites zeigt.',
  other: 'Diese Teams verlangen die Zwei-Faktor-Authentifizierung, bevor sie ihre Websites zeigen: {teams}.',
} as const
export const turnOn = 'Schalten Sie sie unten ein. Danach öffnen sich Ihre Websites.'
export const goOn = 'Zu Ihren Websites'
export const enter = 'Weiter'
