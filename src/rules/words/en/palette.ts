// Commands of every page.

export const palette = {
  title: 'Commands',
  field: 'Command',
  none: 'No command matches this.',
  site: 'Site',
  go: 'Go to {page}',
  sites: 'Sites',
  addSite: 'Add a site',
  account: 'Account',
  settings: 'Settings: {page}',
  theme: 'Theme: {theme}',
  signOut: 'Sign out',
} as const
