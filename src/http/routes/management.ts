// All routes of the control plane.
import type { Definition } from '../definition.ts'
import { capabilityRoutes } from './capabilities.ts'
import { erasureRoutes } from './erasures.ts'
import { goalRoutes } from './goals.ts'
import { pluginRoutes } from './plugins.ts'
import type { Services } from './services.ts'
import { siteResourceRoutes } from './site-resources.ts'
import { siteRoutes } from './sites.ts'

/** Plugins API and Sites API (spec/management 1). */
export function managementRoutes(services: Services): Definition[] {
  return [
    ...goalRoutes(services),
    ...capabilityRoutes(services),
    ...pluginRoutes(services),
    ...siteResourceRoutes(services),
    ...erasureRoutes(services),
    ...siteRoutes(services),
  ]
}
