// Stored rows that can be taken out of a site, and the formats of their file: for the API, the command and the export.

/** Rows of an export: events with engagement, or visits. */
export const exportedRows = ['events', 'sessions'] as const
export type ExportedRows = (typeof exportedRows)[number]

/** Formats of its file; the first one unless told. */
export const exportFormats = ['ndjson', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
