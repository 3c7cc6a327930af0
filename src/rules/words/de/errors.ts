export const errors = {
  reasons: {
    gone: 'Diese Website wurde nicht gefunden.',
    address: 'Unter dieser Adresse gibt es nichts.',
    adding: 'Keine Ihrer Rollen erlaubt es, Websites hinzuzufügen.',
  },
  notYours: 'Möglicherweise wurde sie gelöscht oder Sie haben keinen Zugriff darauf.',
  toSites: 'Ihre Websites',
  toStart: 'Zur Startseite',
  again: 'Erneut versuchen',
} as const
