export const pages = {
  general: 'Allgemein',
  installation: 'Installation',
  goals: 'Ziele',
  funnels: 'Trichter',
  properties: 'Eigenschaften',
  shields: 'Schutzregeln',
  people: 'Personen',
  sharing: 'Teilen',
  imports: 'Importe und Exporte',
  tokens: 'Plugin-Tokens',
  reports: 'Berichte',
  'audit-log': 'Änderungsprotokoll',
} as const
export const groups = { site: 'Website', data: 'Daten', people: 'Personen und Zugriff' } as const
export const section = 'Bereich: {page}'
export const navigation = 'Einstellungen'
export const back = 'Dashboard'
