export const pages = {
  general: 'General',
  installation: 'Instalación',
  goals: 'Objetivos',
  funnels: 'Embudos',
  properties: 'Propiedades',
  shields: 'Exclusiones',
  people: 'Personas',
  sharing: 'Compartir',
  imports: 'Importar y exportar',
  tokens: 'Tokens de plugins',
  reports: 'Informes',
  'audit-log': 'Registro de auditoría',
} as const
export const groups = { site: 'Sitio', data: 'Datos', people: 'Personas y acceso' } as const
export const section = 'Sección: {page}'
export const navigation = 'Configuración'
export const back = 'Panel'
