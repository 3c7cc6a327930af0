export const dropped = {
  one: '{count} visitante ({share}) no alcanzó {step}. Mostrarlo',
  many: '{count} de visitantes ({share}) no alcanzaron {step}. Mostrarlos',
  other: '{count} visitantes ({share}) no alcanzaron {step}. Mostrarlos',
}
export const droppedShort = 'Abandonos: {count}'
export const noDrop = 'Sin abandonos'
