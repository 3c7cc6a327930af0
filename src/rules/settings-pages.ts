// The pages of a site's settings, in the order of their list (spec/dashboard 11). Shared with the browser.
export const settingsPages = [
  'general',
  'installation',
  'goals',
  'funnels',
  'properties',
  'shields',
  'people',
  'sharing',
  'imports',
  'tokens',
  'reports',
] as const
export type SettingsPage = (typeof settingsPages)[number]

export const isSettingsPage = (name: string): name is SettingsPage =>
  (settingsPages as readonly string[]).includes(name)
