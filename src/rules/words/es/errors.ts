export const errors = {
  notYours: 'Puede que se haya eliminado o que usted no tenga acceso.',
  toSites: 'Sus sitios',
  toStart: 'Ir a la página de inicio',
  again: 'Reintentar',
  reasons: {
    gone: 'No se ha encontrado este sitio.',
    nothing: 'No hay nada en esta dirección.',
    settings: 'Su rol no incluye la configuración de este sitio.',
    noSites: 'Ninguno de sus roles permite añadir sitios.',
    linkGone: 'No se ha encontrado este enlace compartido.',
    locked: 'Este sitio está bloqueado porque su equipo no tiene una suscripción activa.',
    expired: 'Este enlace ha caducado.',
  },
} as const
