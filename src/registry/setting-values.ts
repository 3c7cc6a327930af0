// Checks values of a site's settings (rules/site-settings.ts).
import { type Failure, refuseField } from '../failure.ts'
import {
  type SettingEntry,
  type SettingName,
  type SiteSettings,
  settingEntry,
  takesSetting,
} from '../rules/site-settings.ts'

/** The 400 Failure that names the values of the setting. */
export function refusedSetting(name: string, entry: SettingEntry, value: unknown): Failure {
  switch (entry.kind) {
    case 'number':
      return refuseField(name, 'number', { least: entry.least, most: entry.most })
    case 'flag':
      return refuseField(name, 'invalid')
    case 'choice':
      return refuseField(name, 'choice', { values: entry.choices.join(', ') })
    case 'text':
      if (typeof value !== 'string') return refuseField(name, 'invalid')
      return value.trim() === '' ? refuseField(name, 'blank') : refuseField(name, 'long', { most: entry.most })
  }
}

/** The value, or the 400 Failure that names the values of the setting. */
export function readSetting<Name extends SettingName>(name: Name, value: unknown): SiteSettings[Name] {
  const entry = settingEntry(name)
  if (!takesSetting(entry, value)) throw refusedSetting(name, entry, value)
  return value as SiteSettings[Name]
}
