export const dropped = {
  one: '{count} visiteur ({share}) n’a pas atteint {step}. L’afficher',
  many: '{count} de visiteurs ({share}) n’ont pas atteint {step}. Les afficher',
  other: '{count} visiteurs ({share}) n’ont pas atteint {step}. Les afficher',
}
export const droppedShort = 'Abandons : {count}'
export const noDrop = 'Aucun abandon'
