// A site's events by outcome, for people who can change its settings (spec/dashboard 6.2).
import { Type } from '@sinclair/typebox'
import { statsFailures } from '../../failure.ts'
import { rolesThatMay } from '../../rules/role-words.ts'
import { mayDo } from '../../rules/roles.ts'
import { crawlerKinds } from '../../rules/tables/crawlers.ts'
import type { Sent } from '../contracts/contract.ts'
import { type CrawlersAnswer, CrawlersReply, type Traffic, TrafficReply } from '../contracts/traffic.ts'
import { type Definition, route } from '../definition.ts'
import { ErrorReply, SiteQuery } from '../schemas.ts'
import type { StatsAccess } from '../stats-access.ts'
import type { Services } from './services.ts'

/** Throws the 403 Failure for those who can do nothing about what was dropped (spec/dashboard 6.2). */
export function requireTrafficRole({ role }: Pick<StatsAccess, 'role'>): void {
  if (!mayDo(role, 'read_drops')) throw statsFailures.trafficRole(rolesThatMay('read_drops'))
}

const refusals = { 400: ErrorReply, 402: ErrorReply, 403: ErrorReply, 404: ErrorReply }
const days = {
  from: Type.Optional(Type.String({ description: 'A date; six days before `to`, when it is left out' })),
  to: Type.Optional(Type.String({ description: 'A date, inclusive; today, when it is left out' })),
}

/** `GET /api/v1/stats/traffic` and `/crawlers`. */
export function trafficRoutes({ countTraffic, countCrawlers, caller }: Services): Definition[] {
  return [
    route({
      name: 'GetCrawlers',
      endpoint: 'GET /api/v1/stats/crawlers',
      summary: 'Dropped crawlers by name, kind, day and page',
      access: ['key', 'session', 'link'],
      query: Type.Composite([
        SiteQuery,
        Type.Object({
          ...days,
          kind: Type.Optional(Type.String({ enum: [...crawlerKinds] })),
          crawler: Type.Optional(Type.String({ description: 'A name of the answer' })),
        }),
      ]),
      replies: { 200: CrawlersReply, ...refusals },
      async handle(context) {
        const access = await caller.forStats(context, context.query.get('site_id'))
        requireTrafficRole(access)
        const body: Sent<CrawlersAnswer> = await countCrawlers(access, context.query)
        return { status: 200, body }
      },
    }),
    route({
      name: 'GetTraffic',
      endpoint: 'GET /api/v1/stats/traffic',
      summary: 'Accepted and dropped events by reason',
      access: ['key', 'session', 'link'],
      query: Type.Composite([
        SiteQuery,
        Type.Object({
          ...days,
          interval: Type.Optional(Type.String({ enum: ['hour', 'day'], default: 'day' })),
        }),
      ]),
      replies: { 200: TrafficReply, ...refusals },
      async handle(context) {
        const access = await caller.forStats(context, context.query.get('site_id'))
        requireTrafficRole(access)
        const body: Sent<Traffic> = await countTraffic(access, context.query)
        return { status: 200, body }
      },
    }),
  ]
}
