// The event names the product itself knows; every other name is a custom event.

/** Reserved for the tracker's own measurements (spec/ingestion 16.7). */
export const engagementName = 'engagement'

/** Always interactive, whatever the sender says (spec/ingestion 18.3). */
export const alwaysInteractive: ReadonlySet<string> = new Set([
  'pageview',
  engagementName,
  'Outbound Link: Click',
  'Cloaked Link: Click',
  'File Download',
  '404',
  'WP Form Completions',
  'Form: Submission',
])

/** These get a prop `path` with the event's pathname (spec/ingestion 15). */
export const pathPropEventNames: ReadonlySet<string> = new Set(['404', 'Form: Submission', 'WP Form Completions'])
