// Words of the pages of errors beside the service's own sentence.

export const errors = {
  notYours: 'It may have been deleted, or you may not have access to it.',
  toSites: 'Your sites',
  toStart: 'Go to the start page',
  again: 'Try again',
  /** By the code of the refusal. */
  reasons: {
    gone: 'Site could not be found',
    nothing: 'There is nothing at this address.',
    settings: 'Your role does not include the settings of this site.',
    noSites: 'None of your roles includes adding sites.',
    linkGone: 'Shared link could not be found',
    locked:
      'This site is locked due to missing active subscription. In order to access it, the site owner should subscribe to a suitable plan',
    expired: 'This link has expired',
  },
} as const
