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
export const navigation = 'Settings'
export const back = 'Dashboard'
