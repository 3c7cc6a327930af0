export const dropped = {
  one: '{count} visitante ({share}) não atingiu {step}. Mostrar',
  many: '{count} de visitantes ({share}) não atingiram {step}. Mostrar',
  other: '{count} visitantes ({share}) não atingiram {step}. Mostrar',
}
export const droppedShort = 'Abandonos: {count}'
export const noDrop = 'Sem abandonos'
