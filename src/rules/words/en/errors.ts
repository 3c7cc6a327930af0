// Words of the pages of errors beside the service's own sentence.

export const errors = {
  reasons: {
    gone: 'This site could not be found.',
    address: 'There is nothing at this address.',
    adding: 'None of your roles includes adding sites.',
  },
  notYours: 'It may have been deleted, or you may not have access to it.',
  toSites: 'Your sites',
  toStart: 'Go to the start page',
  again: 'Try again',
} as const
