export const palette = {
  title: 'Befehle',
  field: 'Befehl',
  none: 'Kein Befehl gefunden.',
  site: 'Website',
  go: 'Zu {page}',
  sites: 'Websites',
  addSite: 'Website hinzufügen',
  account: 'Konto',
  settings: 'Einstellungen: {page}',
  theme: 'Design: {theme}',
  signOut: 'Abmelden',
} as const
