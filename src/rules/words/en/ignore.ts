// The page that keeps a browser out of the statistics of a site. `{mark}` is the mark that the script shows.
export const lead =
  'Keep your own visits to {domain} out of its statistics. The choice is kept in this browser, so make it on each of your devices.'
export const ignore = 'Do not count this browser'
export const count = 'Count this browser again'
export const show = 'Is this browser counted?'
export const hint =
  'Each of these opens {domain}, which then shows “{mark}: false” if this browser is not counted and “{mark}: true” if it is.'
export const team = 'Send the address of this page to everyone who should not be counted.'
