// Settings of a site that are one whole number, or none. Each is a column of `sites` and a field of the API under its
// name here. The database's reads and writes, the routes and the page follow from this table; pages read it, so it
// holds plain data. Domain and time zone are no such settings: a change of them moves history.
import type { Action } from './roles.ts'

interface SettingEntry {
  readonly least: number
  readonly most: number
  /** The right that a change of it needs, and its name in a refusal. */
  readonly right: Action
  readonly doing: string
  /** In the API document. */
  readonly meaning: string
}

/** The right to delete data, in the words of refusals. */
export const deletingData = 'deleting data'

export const siteSettings = {
  /** A century is for ever. */
  retention_months: {
    least: 1,
    most: 1_200,
    right: 'delete_data',
    doing: deletingData,
    meaning: 'Raw rows older than that are deleted; null: none are',
  },
} as const satisfies Readonly<Record<string, SettingEntry>>

export type SettingName = keyof typeof siteSettings

/** The settings of a site. Null stands for none. */
export type SiteSettings = { readonly [Name in SettingName]: number | null }

/** Changes of the first settings page: what is left out stays. */
export interface SettingsChanges extends Partial<SiteSettings> {
  readonly domain?: unknown
  readonly timezone?: string | undefined
}

export const settingNames = Object.keys(siteSettings) as readonly SettingName[]

/** The settings of a row, which has them among its columns. */
export const settingsOf = (row: SiteSettings): SiteSettings =>
  Object.fromEntries(settingNames.map((name) => [name, row[name]] as const)) as Record<SettingName, number | null>

/** True for a value that the setting takes. */
export function takesSetting(name: SettingName, value: unknown): value is number | null {
  const { least, most } = siteSettings[name]
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
}
