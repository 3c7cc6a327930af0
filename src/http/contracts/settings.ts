// Contracts of all routes of a site's settings, by their names.
import { generalContracts } from './general.ts'
import { importContracts } from './imports.ts'
import { kitContracts } from './kits.ts'
import { listContracts } from './lists.ts'
import { peopleContracts } from './people.ts'
import { ruleContracts } from './rules.ts'
import { signContracts } from './signs.ts'

export const settingsContracts = {
  ...listContracts,
  ...ruleContracts,
  ...peopleContracts,
  ...importContracts,
  ...generalContracts,
  ...kitContracts,
  ...signContracts,
}
export type SettingsContracts = typeof settingsContracts
