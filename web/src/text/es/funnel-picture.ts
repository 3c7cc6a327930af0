export const dropped = {
  one: '{count} visitante ({share}) no alcanzó {step}. Mostrarlo',
  many: '{count} visitantes ({share}) no alcanzaron {step}. Mostrarlos',
  other: '{count} visitantes ({share}) no alcanzaron {step}. Mostrarlos',
}
export const droppedShort = '{count} abandonos ({share})'
export const noDrop = 'Sin abandonos'
