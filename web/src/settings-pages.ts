// The pages of a site's settings, in the order of their list.
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
