export const dropped = {
  one: '{count} Besucher ({share}) hat {step} nicht erreicht. Diesen Besucher zeigen',
  other: '{count} Besucher ({share}) haben {step} nicht erreicht. Diese Besucher zeigen',
} as const
export const droppedShort = '{count} abgebrochen'
export const noDrop = 'Keine Abbrüche'
