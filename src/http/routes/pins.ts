// Pins: the sites a person wants first in the list (spec/dashboard 9).
import { Type } from '@sinclair/typebox'
import { type Definition, type SiteCall, siteRoute } from '../definition.ts'
import { SiteQuery } from '../schemas.ts'
import type { Services } from './services.ts'

/** Routes of /api/v1/sites/pin. */
export function pinRoutes({ registry: { pins } }: Services): Definition[] {
  const common = { action: 'read_stats', reply: Type.Object({ is_pinned: Type.Boolean() }) } as const

  async function set({ sites, site }: SiteCall, isPinned: boolean) {
    await pins[isPinned ? 'add' : 'remove'](sites.grant.userId, site.id)
    return { is_pinned: isPinned }
  }

  return [
    siteRoute({
      ...common,
      name: 'PinSite',
      endpoint: 'PUT /api/v1/sites/pin',
      summary: 'Put a site first in one’s list',
      purpose: 'pin a site',
      body: SiteQuery,
      answer: (call) => set(call, true),
    }),
    siteRoute({
      ...common,
      name: 'UnpinSite',
      endpoint: 'DELETE /api/v1/sites/pin',
      summary: 'Put a site back where it was',
      purpose: 'unpin a site',
      answer: (call) => set(call, false),
    }),
  ]
}
