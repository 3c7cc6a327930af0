// Words of the pages of errors beside the service's own sentence.

export const errors = {
  notYours: 'Or it is not yours to see.',
  toSites: 'Your sites',
  toStart: 'To the start',
  again: 'Try again',
} as const
