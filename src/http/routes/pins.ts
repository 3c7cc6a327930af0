// Pins: the sites a person wants first in the list (spec/dashboard 9).
import { Type } from '@sinclair/typebox'
import { type Definition, route } from '../definition.ts'
import { readBody, required } from '../readers.ts'
import type { RouteContext } from '../route.ts'
import { SiteQuery, siteOfDelete, siteRefusals } from '../schemas.ts'
import type { Services } from './services.ts'

/** Routes of /api/v1/sites/pin. */
export function pinRoutes({ registry, caller }: Services): Definition[] {
  const common = {
    access: ['key', 'session'],
    replies: { ...siteRefusals, 200: Type.Object({ is_pinned: Type.Boolean() }) },
  } as const

  async function set(context: RouteContext, isPinned: boolean) {
    const sites = await caller.forSites(context, 'sites:provision:*')
    const purpose = isPinned ? 'pin a site' : 'unpin a site'
    const given = required(await readBody(context), context.query, 'site_id', purpose)
    const site = sites.siteByParameter(given, 'read_stats')
    await registry.pins[isPinned ? 'add' : 'remove'](sites.grant.userId, site.id)
    return { status: 200, body: { is_pinned: isPinned } } as const
  }

  return [
    route({
      ...common,
      name: 'PinSite',
      endpoint: 'PUT /api/v1/sites/pin',
      summary: 'Put a site first in one’s list',
      body: SiteQuery,
      handle: (context) => set(context, true),
    }),
    route({
      ...common,
      name: 'UnpinSite',
      endpoint: 'DELETE /api/v1/sites/pin',
      summary: 'Put a site back where it was',
      ...siteOfDelete,
      handle: (context) => set(context, false),
    }),
  ]
}
