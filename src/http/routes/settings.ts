// What the settings pages of a site need beside the Sites API (spec/dashboard 11): for people who are signed in, not
// for keys, which could give themselves more than they have.
import type { Route } from '../route.ts'
import type { Services } from './services.ts'
import { settingsExportRoutes } from './settings-export.ts'
import { settingsGeneralRoutes } from './settings-general.ts'
import { settingsImportRoutes } from './settings-imports.ts'
import { settingsListRoutes } from './settings-lists.ts'
import { settingsPeopleRoutes } from './settings-people.ts'
import { settingsReportRoutes } from './settings-reports.ts'
import { settingsSharingRoutes } from './settings-sharing.ts'

/** Routes below /api/sites/:site_id. */
export const settingsRoutes = (services: Services): Route[] => [
  ...settingsGeneralRoutes(services),
  ...settingsPeopleRoutes(services),
  ...settingsSharingRoutes(services),
  ...settingsListRoutes(services),
  ...settingsImportRoutes(services),
  ...settingsExportRoutes(services),
  ...settingsReportRoutes(services),
]
