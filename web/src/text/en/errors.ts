// What stands on the pages of errors beside the service's own sentence.

export const errors = {
  notFound: 'There is nothing at this address, or it is not yours to see.',
  notFoundSignedOut: 'There is nothing at this address.',
  toSites: 'Your sites',
  toStart: 'To the start',
  again: 'Try again',
} as const
