export const errors = {
  notYours: 'Puede que se haya eliminado o que usted no tenga acceso.',
  toSites: 'Sus sitios',
  toStart: 'Ir a la página de inicio',
  again: 'Reintentar',
} as const
