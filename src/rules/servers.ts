// The database servers that Tidemark runs on: first and last versions that the suite has passed on. `tidemark doctor`
// tells when a server is outside.

export interface Versions {
  readonly least: string
  readonly most: string
}

export const postgresVersions: Versions = { least: '15', most: '18' }

/** The extensions that engines are made of, by their names in `create extension`; `title`: in a sentence. */
export const extensions = {
  timescaledb: { title: 'TimescaleDB', versions: { least: '2.19', most: '2.29' } },
  citus: { title: 'Citus', versions: { least: '14.0', most: '14.0' } },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly versions: Versions }>>

export type ExtensionName = keyof typeof extensions

/** The titles of the extensions in a sentence. */
export const extensionsInWords = Object.values(extensions)
  .map(({ title }) => title)
  .join(' or ')
