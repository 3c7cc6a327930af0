// Settings of a site: what all of them say, and their first page.

export const pages = {
  general: 'General',
  installation: 'Installation',
  goals: 'Goals',
  funnels: 'Funnels',
  properties: 'Properties',
  shields: 'Shields',
  people: 'People',
  sharing: 'Sharing',
  imports: 'Imports and exports',
  tokens: 'Plugin tokens',
  reports: 'Reports',
} as const
/** The sections of the list, each with its pages. */
export const groups = [
  ['Site', ['general', 'installation', 'imports']],
  ['Data', ['goals', 'funnels', 'properties', 'shields']],
  ['People and access', ['people', 'sharing', 'reports', 'tokens']],
] as const
export const section = 'Section: {page}'
export const navigation = 'Settings'
export const back = 'Dashboard'
