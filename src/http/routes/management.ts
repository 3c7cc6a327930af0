// All routes of the control plane.
import type { Directory } from '../../registry/directory.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Caller } from '../caller.ts'
import type { Route } from '../route.ts'
import { capabilityRoutes } from './capabilities.ts'
import { goalRoutes } from './goals.ts'
import { pluginRoutes } from './plugins.ts'
import { siteResourceRoutes } from './site-resources.ts'
import { siteRoutes } from './sites.ts'

/** Plugins API and Sites API (spec/management 1). */
export function managementRoutes(parts: {
  registry: Registry
  caller: Caller
  directory: Directory
  baseUrl: string
}): Route[] {
  return [
    ...goalRoutes(parts),
    ...capabilityRoutes(parts),
    ...pluginRoutes(parts),
    ...siteResourceRoutes(parts),
    ...siteRoutes(parts),
  ]
}
