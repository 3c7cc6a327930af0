export const errors = {
  notYours: 'Möglicherweise wurde die Seite gelöscht oder Sie haben keinen Zugriff darauf.',
  toSites: 'Ihre Websites',
  toStart: 'Zur Startseite',
  again: 'Erneut versuchen',
  reasons: {
    gone: 'Diese Website wurde nicht gefunden.',
    nothing: 'Unter dieser Adresse gibt es nichts.',
    settings: 'Ihre Rolle umfasst die Einstellungen dieser Website nicht.',
    noSites: 'Keine Ihrer Rollen erlaubt es, Websites hinzuzufügen.',
    linkGone: 'Dieser geteilte Link wurde nicht gefunden.',
    locked: 'Diese Website ist gesperrt, weil das Team kein aktives Abonnement hat.',
    expired: 'Dieser Link ist abgelaufen.',
  },
} as const
