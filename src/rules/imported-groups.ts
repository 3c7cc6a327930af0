// Dimensions whose sums an import brings together (spec/stats 16 b), and how imported_days names them: written by
// ingest, read by stats.

/** Between the values of a group, in its order: a control character, which none of them has. */
export const groupSeparator = '\u001f'

/** The groups, named by their dimensions in order. */
export const importedGroups = [
  'visit:country+visit:region+visit:city',
  'visit:os+visit:os_version',
  'event:page+event:hostname',
] as const

/** A dimension of imported_days that holds the values of several. */
export type ImportedGroup = (typeof importedGroups)[number]
