export const dropped = {
  one: '{count} visitante ({share}) não atingiu {step}. Mostrar',
  many: '{count} visitantes ({share}) não atingiram {step}. Mostrar',
  other: '{count} visitantes ({share}) não atingiram {step}. Mostrar',
}
export const droppedShort = '{count} abandonos ({share})'
export const noDrop = 'Sem abandonos'
