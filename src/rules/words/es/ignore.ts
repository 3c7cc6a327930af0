export const lead =
  'Deje sus propias visitas a {domain} fuera de las estadísticas. La elección se guarda en este navegador, así que hágala en cada uno de sus dispositivos.'
export const ignore = 'No contar este navegador'
export const count = 'Volver a contar este navegador'
export const show = '¿Se cuenta este navegador?'
export const hint =
  'Cada botón abre {domain}, que muestra «{mark}: false» si este navegador no se cuenta y «{mark}: true» si se cuenta.'
export const team = 'Envíe la dirección de esta página a todas las personas que no deban contarse.'
