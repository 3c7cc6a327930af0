export const errors = {
  notYours: 'Möglicherweise wurde die Seite gelöscht oder Sie haben keinen Zugriff darauf.',
  toSites: 'Ihre Websites',
  toStart: 'Zur Startseite',
  again: 'Erneut versuchen',
} as const
