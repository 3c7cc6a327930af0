export const kinds = {
  ip: 'Direcciones',
  country: 'Países',
  network: 'Redes',
  page: 'Páginas',
  hostname: 'Nombres de host',
} as const
export const leads = {
  ip: 'Los eventos de estas direcciones IP no se cuentan. Hasta {most} direcciones.',
  country: 'Los eventos de estos países no se cuentan. Hasta {most} países.',
  network:
    'Los eventos de estas redes no se cuentan. Escriba el número de una red, por ejemplo AS16509. Hasta {most} redes.',
  page: 'Los eventos en estas páginas no se cuentan. Use * para una parte de la ruta y ** para cualquier número de partes, por ejemplo /admin/**. Hasta {most} páginas.',
  hostname:
    'Si indica aquí nombres de host, solo se cuentan sus eventos. Si no, se cuentan los eventos de todos los nombres de host. Use * para cualesquiera caracteres, por ejemplo *.example.com. Hasta {most} nombres de host.',
} as const
export const fields = {
  ip: 'Dirección',
  country: 'País',
  network: 'Red',
  page: 'Página',
  hostname: 'Nombre de host',
} as const
export const description = 'Descripción'
export const optional = 'Opcional, por ejemplo Oficina.'
export const add = 'Añadir regla'
export const added = 'Regla añadida'
export const ownAddress = 'Añadir mi dirección'
export const ownHint = 'Su dirección es {address}.'
export const seen = 'Nombres de host contados en los últimos {days} días'
export const allow = 'Añadir: {value}'
export const none = 'Todavía no hay reglas.'
export const dropped = {
  one: 'Estas reglas descartaron {count} evento en los últimos {days} días.',
  many: 'Estas reglas descartaron {count} de eventos en los últimos {days} días.',
  other: 'Estas reglas descartaron {count} eventos en los últimos {days} días.',
} as const
export const remove = 'Quitar'
export const removeOf = 'Quitar: {value}'
export const removed = 'Regla quitada'
export const hosting = 'Todos los centros de datos'
export const addHosting = 'Añadir todos los centros de datos'
export const networksFrom = 'Las redes se buscan en «{source}» del {date}. La lista de centros de datos es del {list}.'
export const noNetworks =
  'No hay ninguna base de datos de redes, así que estas reglas no coinciden con nada. El operador de este servicio define ASN_DATABASE.'
