// Words of the pages of errors beside the service's own sentence.

export const errors = {
  notYours: 'It may have been deleted, or you may not have access to it.',
  toSites: 'Your sites',
  toStart: 'Go to the start page',
  again: 'Try again',
} as const
