// Routes of a site's settings pages beside the Sites API (spec/dashboard 11). They are for signed-in people. A key
// could give itself more rights than it has.
import type { Definition } from '../definition.ts'
import type { Services } from './services.ts'
import { settingsExportRoutes } from './settings-export.ts'
import { settingsGeneralRoutes } from './settings-general.ts'
import { settingsImportRoutes } from './settings-imports.ts'
import { settingsKitRoutes } from './settings-kits.ts'
import { settingsListRoutes } from './settings-lists.ts'
import { settingsPeopleRoutes } from './settings-people.ts'
import { settingsReportRoutes } from './settings-reports.ts'
import { settingsRuleRoutes } from './settings-rules.ts'
import { settingsSharingRoutes } from './settings-sharing.ts'
import { settingsSignRoutes } from './settings-signs.ts'

/** Routes below /api/sites/:site_id. */
export const settingsRoutes = (services: Services): Definition[] => [
  ...settingsGeneralRoutes(services),
  ...settingsKitRoutes(services),
  ...settingsSignRoutes(services),
  ...settingsPeopleRoutes(services),
  ...settingsSharingRoutes(services),
  ...settingsListRoutes(services),
  ...settingsImportRoutes(services),
  ...settingsExportRoutes(services),
  ...settingsReportRoutes(services),
  ...settingsRuleRoutes(services),
]
