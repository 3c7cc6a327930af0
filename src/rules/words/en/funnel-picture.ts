// Words of a funnel's steps.
export const dropped = {
  one: '{count} visitor ({share}) did not reach {step}. Show this visitor',
  other: '{count} visitors ({share}) did not reach {step}. Show these visitors',
} as const
export const droppedShort = '{count} dropped off'
export const noDrop = 'No drop-off'
