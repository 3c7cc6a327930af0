export const emptyPart =
  '«{host}» contiene dos puntos (.) seguidos o empieza por un punto. Introduzca un dominio como example.com.'
export const hyphen = 'Una parte de «{host}» empieza o termina con un guion. Introduzca un dominio como example.com.'
export const longPart = 'Cada parte de un dominio puede tener como máximo 63 caracteres.'
export const noDot = '¿Es «{domain}» el dominio completo?'
export const noDotLead =
  'Los dominios públicos contienen un punto, por ejemplo example.com. Los eventos solo se cuentan si sus páginas envían exactamente este nombre.'
export const addAnyway = 'Añadir {domain}'
export const renameAnyway = 'Guardar {domain}'
