// Features that a plugin may use with its token. Answered without a token too.
import { Type } from '@sinclair/typebox'
import type { Feature } from '../../rules/roles.ts'
import { type Definition, route } from '../definition.ts'
import { ErrorReply, Nullable } from '../schemas.ts'
import type { Services } from './services.ts'

const names = {
  Funnels: 'funnels',
  Goals: 'goals',
  Props: 'props',
  RevenueGoals: 'revenue_goals',
  StatsAPI: 'stats_api',
  SitesAPI: 'sites_api',
  SiteSegments: 'site_segments',
  Teams: 'teams',
  SharedLinks: 'shared_links',
} as const satisfies Record<string, Feature>

/** GET /api/plugins/v1/capabilities (spec/management 7.6). */
export function capabilityRoutes({ caller }: Services): Definition[] {
  return [
    route({
      name: 'GetCapabilities',
      endpoint: 'GET /api/plugins/v1/capabilities',
      summary: 'Features of the token’s site',
      access: [],
      replies: {
        200: Type.Object({
          authorized: Type.Boolean(),
          data_domain: Nullable(Type.String()),
          features: Type.Object(Object.fromEntries(Object.keys(names).map((name) => [name, Type.Boolean()]))),
        }),
        503: ErrorReply,
      },
      replyHeaders: { 503: { 'Retry-After': 'Seconds until another try makes sense' } },
      async handle({ headers }) {
        const site = await caller.findToken(headers)
        const features = Object.fromEntries(
          Object.entries(names).map(([name, feature]) => [name, site?.features.has(feature) ?? false]),
        )
        return { status: 200, body: { authorized: site !== undefined, data_domain: site?.domain ?? null, features } }
      },
    }),
  ]
}
