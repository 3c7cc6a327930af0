// The pages of a site's settings, in the order of their list.
export const settingsPages = ['general', 'installation'] as const
