// Settings of a site. Each is a column of `sites` and a field of the API under its name here. The database's reads and
// writes, the routes and the page follow from this table; pages read it, so it holds plain data. Domain and time zone
// are no such settings: a change of them moves history.
import { presets } from './presets.ts'
import type { Action } from './roles.ts'

interface EveryEntry {
  /** The right that a change of it needs, and its name in a refusal. */
  readonly right: Action
  readonly doing: string
  /** In the API document. */
  readonly meaning: string
  /** The page of settings that changes it; `general` if absent. */
  readonly page?: 'installation'
}

/** A whole number, or null for none. */
interface NumberEntry extends EveryEntry {
  readonly kind: 'number'
  readonly least: number
  readonly most: number
}

/** Yes or no. Its column is `boolean not null` with a default. */
interface FlagEntry extends EveryEntry {
  readonly kind: 'flag'
}

/** One of some names. Its column is `text not null` with a default. */
interface ChoiceEntry extends EveryEntry {
  readonly kind: 'choice'
  readonly choices: readonly string[]
}

/** A text of 1 to `most` characters, or null for none. */
interface TextEntry extends EveryEntry {
  readonly kind: 'text'
  readonly most: number
}

export type SettingEntry = NumberEntry | FlagEntry | ChoiceEntry | TextEntry
export type SettingValue = number | boolean | string | null

/** The right to delete data, in the words of refusals. */
export const deletingData = 'deleting data'

export const siteSettings = {
  /** A century is for ever. */
  retention_months: {
    kind: 'number',
    least: 1,
    most: 1_200,
    right: 'delete_data',
    doing: deletingData,
    meaning: 'Raw rows older than that are deleted; null: none are',
  },
  pixel: {
    kind: 'flag',
    right: 'write_site',
    doing: 'counting without JavaScript',
    meaning: 'Pageviews that come by the picture without JavaScript are counted',
  },
  preset: {
    kind: 'choice',
    choices: presets,
    right: 'write_site',
    doing: 'choosing what is measured',
    meaning:
      '`standard`; `no_script`: events of browsers are dropped; `no_campaigns`: campaigns are stored with ' +
      'consent alone',
    page: 'installation',
  },
} as const satisfies Readonly<Record<string, SettingEntry>>

export type SettingName = keyof typeof siteSettings

interface ValueOfKind {
  number: number | null
  flag: boolean
  choice: string
  text: string | null
}

/** The settings of a site, each with a value of its kind. */
export type SiteSettings = {
  readonly [Name in SettingName]: (typeof siteSettings)[Name] extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : ValueOfKind[(typeof siteSettings)[Name]['kind']]
}

/** Changes of the first settings page: settings that are left out stay. */
export interface SettingsChanges extends Partial<SiteSettings> {
  readonly domain?: unknown
  readonly timezone?: string | undefined
}

export const settingNames = Object.keys(siteSettings) as readonly SettingName[]

/** A setting that the page General changes. */
export type GeneralSetting = {
  [Name in SettingName]: (typeof siteSettings)[Name] extends { readonly page: string } ? never : Name
}[SettingName]

/** The settings of the page General, in the order of its fields. */
export const generalSettings = (): readonly GeneralSetting[] =>
  settingNames.filter((name): name is GeneralSetting => settingEntry(name).page === undefined)

/** The entry of a setting, of any kind. */
export const settingEntry = (name: SettingName): SettingEntry => siteSettings[name]

/** The settings of a row, which has them among its columns. */
export const settingsOf = (row: SiteSettings): SiteSettings =>
  Object.fromEntries(settingNames.map((name) => [name, row[name]] as const)) as unknown as SiteSettings

/** True for a value that a setting of this entry takes. */
export function takesSetting(entry: SettingEntry, value: unknown): value is SettingValue {
  switch (entry.kind) {
    case 'number':
      return value === null || (Number.isInteger(value) && Number(value) >= entry.least && Number(value) <= entry.most)
    case 'flag':
      return typeof value === 'boolean'
    case 'choice':
      return typeof value === 'string' && entry.choices.includes(value)
    case 'text':
      return value === null || (typeof value === 'string' && value.trim() !== '' && [...value].length <= entry.most)
  }
}
