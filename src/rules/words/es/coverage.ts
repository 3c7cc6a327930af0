export const coverage = 'Cobertura'
export const headline = 'El script vio el {share} de las solicitudes de páginas: {seen} de {requests}.'
export const neverSeen = 'Se solicitaron páginas {requests} veces. El script no vio ninguna.'
export const lead =
  'Las solicitudes de páginas se conocen por un kit en su servidor o por registros de acceso. Se excluyen rastreadores, archivos, redirecciones, errores y precargas. El resto se bloqueó, o los visitantes se fueron antes de que se ejecutara el script.'
export const above =
  'Por encima del 100 %, se abrieron páginas sin una solicitud a su servidor: desde una caché o por un script de la página.'
export const daysLeftOut = 'Faltan los días sin solicitudes de páginas conocidas.'
export const unknown = 'No se conocen solicitudes de páginas en este periodo.'
export const how = 'Active la cobertura en el kit de su servidor o cuente un registro de acceso:'
export const by = 'Cobertura por'
export const groups = { date: 'Días', browser: 'Navegadores', page: 'Páginas', country: 'Países' } as const
export const heads = { date: 'Día', browser: 'Navegador', page: 'Página', country: 'País' } as const
export const requests = 'Solicitudes de páginas'
export const seen = 'Vistas'
export const share = 'Proporción'
