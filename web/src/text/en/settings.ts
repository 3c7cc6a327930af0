// Settings of a site: names of the pages, and the pages that are here.

export const settings = {
  pages: {
    general: 'General',
    installation: 'Installation',
  },
} as const
