// All routes that are built on the services, in the order of the API's document.
import type { Definition } from '../definition.ts'
import { accountRoutes } from './account.ts'
import { assistantRoutes } from './assistants.ts'
import { auditLogRoutes } from './audit-log.ts'
import { batchRoutes } from './batch.ts'
import { exportRoutes } from './export.ts'
import { funnelRoutes } from './funnels.ts'
import { journeyRoutes } from './journeys.ts'
import { liveRoutes } from './live.ts'
import { managementRoutes } from './management.ts'
import { noteRoutes } from './notes.ts'
import { overviewRoutes } from './overview.ts'
import { pinRoutes } from './pins.ts'
import { segmentRoutes } from './segments.ts'
import { sentEventRoutes } from './sent-events.ts'
import type { Services } from './services.ts'
import { sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { setupRoutes } from './setup.ts'
import { statsRoutes } from './stats.ts'
import { trafficRoutes } from './traffic.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

/** Routes of programs, of assistants and of the pages' own requests. */
export const apiRoutes = (services: Services): Definition[] =>
  [
    statsRoutes,
    journeyRoutes,
    batchRoutes,
    exportRoutes,
    liveRoutes,
    trafficRoutes,
    sentEventRoutes,
    overviewRoutes,
    segmentRoutes,
    funnelRoutes,
    noteRoutes,
    pinRoutes,
    auditLogRoutes,
    managementRoutes,
    settingsRoutes,
    sessionRoutes,
    setupRoutes,
    accountRoutes,
    assistantRoutes,
    unsubscribeRoutes,
  ].flatMap((routesOf) => routesOf(services))
