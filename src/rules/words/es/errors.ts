export const errors = {
  reasons: {
    gone: 'No se encuentra este sitio.',
    address: 'No hay nada en esta dirección.',
    adding: 'Ninguno de sus roles permite añadir sitios.',
  },
  notYours: 'Puede que se haya eliminado o que usted no tenga acceso.',
  toSites: 'Sus sitios',
  toStart: 'Ir a la página de inicio',
  again: 'Reintentar',
} as const
