export const pages = {
  general: 'Général',
  installation: 'Installation',
  goals: 'Objectifs',
  funnels: 'Tunnels',
  properties: 'Propriétés',
  shields: 'Exclusions',
  people: 'Personnes',
  sharing: 'Partage',
  imports: 'Imports et exports',
  tokens: 'Jetons d’extension',
  reports: 'Rapports',
  'audit-log': 'Journal d’audit',
} as const
export const groups = { site: 'Site', data: 'Données', people: 'Personnes et accès' } as const
export const section = 'Section : {page}'
export const navigation = 'Paramètres'
export const back = 'Tableau de bord'
