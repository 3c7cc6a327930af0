// All routes of the control plane.
import type { Route } from '../route.ts'
import { capabilityRoutes } from './capabilities.ts'
import { goalRoutes } from './goals.ts'
import type { Parts } from './parts.ts'
import { pluginRoutes } from './plugins.ts'
import { siteResourceRoutes } from './site-resources.ts'
import { siteRoutes } from './sites.ts'

/** Plugins API and Sites API (spec/management 1). */
export function managementRoutes(parts: Parts): Route[] {
  return [
    ...goalRoutes(parts),
    ...capabilityRoutes(parts),
    ...pluginRoutes(parts),
    ...siteResourceRoutes(parts),
    ...siteRoutes(parts),
  ]
}
