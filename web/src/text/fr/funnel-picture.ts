export const dropped = {
  one: '{count} visiteur ({share}) n’a pas atteint {step}. L’afficher',
  many: '{count} visiteurs ({share}) n’ont pas atteint {step}. Les afficher',
  other: '{count} visiteurs ({share}) n’ont pas atteint {step}. Les afficher',
}
export const droppedShort = '{count} abandons ({share})'
export const noDrop = 'Aucun abandon'
