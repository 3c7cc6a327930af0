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
  'audit-log': 'Audit log',
} as const
/** Titles of the groups of pages. */
export const groups = { site: 'Site', data: 'Data', people: 'People and access' } as const
export const section = 'Section: {page}'
export const navigation = 'Settings'
export const back = 'Dashboard'
