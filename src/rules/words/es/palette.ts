export const palette = {
  title: 'Comandos',
  field: 'Comando',
  none: 'No se encontró ningún comando.',
  site: 'Sitio',
  go: 'Ir a {page}',
  sites: 'Sitios',
  addSite: 'Añadir un sitio',
  account: 'Cuenta',
  settings: 'Configuración: {page}',
  theme: 'Tema: {theme}',
  signOut: 'Cerrar sesión',
} as const
