// Dimensions with sums that an import brings together (spec/stats 16 b), and their names in imported_days: written by
// ingest, read by stats.

/** Between the values of a group, in its order: a control character, which none of them has. */
export const groupSeparator = '\u001f'

const tags = 'visit:utm_source+visit:utm_medium+visit:utm_campaign+visit:utm_content+visit:utm_term'
/** Sources with all that is counted beside them. */
export const sourcesGroup = `visit:channel+visit:source+visit:referrer+${tags}` as const

/** The groups, named by their dimensions in order. */
export const importedGroups = [
  'visit:country+visit:region+visit:city',
  'visit:os+visit:os_version',
  'visit:browser+visit:browser_version',
  sourcesGroup,
  'event:page+event:hostname',
  'event:name+event:props:url',
  'event:name+event:props:path',
] as const

/** A dimension of imported_days that holds the values of several. */
export type ImportedGroup = (typeof importedGroups)[number]
