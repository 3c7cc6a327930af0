// Journeys: what visitors do next, and what they did before (spec/journeys). Who asks for which site is settled by the
// caller, everything else by stats/.
import { Type } from '@sinclair/typebox'
import { statsFailures } from '../../failure.ts'
import { directions, journeyLimitMax, journeyStepsMax } from '../../stats/journeys/journey.ts'
import { JourneyReply } from '../contracts/stats.ts'
import { type Definition, route } from '../definition.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'
import { siteId } from './stats.ts'

const one = { additionalProperties: false }
const Page = Type.Object(
  { page: Type.String({ description: 'A path; `*` is any characters, as in goals of pages' }) },
  one,
)
const Event = Type.Object({ event: Type.String({ description: 'The name of a custom event' }) }, one)
const Goal = Type.Object({ goal: Type.String({ description: 'The display name of a goal, none of scrolling' }) }, one)

/** The body of a question about journeys. */
export const JourneyBody = Type.Object(
  {
    site_id: siteId,
    date_range: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 2, maxItems: 2 })]),
    filters: Type.Optional(Type.Array(Type.Unknown())),
    direction: Type.Optional(Type.String({ enum: [...directions], default: 'after' })),
    steps: Type.Optional(
      Type.Array(Type.Union([Page, Event, Goal]), {
        maxItems: journeyStepsMax,
        description: 'Without any, the answer holds what a journey may begin with',
      }),
    ),
    group: Type.Optional(
      Type.Boolean({ default: false, description: 'Pages that share their first segment are one row' }),
    ),
    search: Type.Optional(
      Type.String({ default: '', description: 'A part of the name of a page or an event, letters of any case' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: journeyLimitMax, default: 10 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  },
  {
    additionalProperties: false,
    examples: [
      { site_id: 'example.com', date_range: '28d' },
      {
        site_id: 'example.com',
        date_range: '28d',
        filters: [['is', 'visit:source', ['Google']]],
        direction: 'after',
        steps: [{ page: '/' }, { page: '/docs/**' }],
        group: true,
        limit: 10,
      },
    ],
  },
)

/** The route of spec/journeys 5. */
export function journeyRoutes({ stats, caller }: Services): Definition[] {
  return [
    route({
      name: 'QueryJourney',
      endpoint: 'POST /api/v2/journeys',
      summary: 'What visitors do next, and what they did before',
      access: ['key', 'session', 'link'],
      body: JourneyBody,
      replies: {
        200: JourneyReply,
        400: ErrorReply,
        401: ErrorReply,
        402: ErrorReply,
        429: ErrorReply,
        503: ErrorReply,
      },
      async handle(context) {
        caller.requireCredential(context)
        const body = await context.readJson()
        const given = body['site_id']
        if (given !== undefined && typeof given !== 'string')
          throw statsFailures.query('#/site_id: Type mismatch. Expected String.')
        const access = await caller.forStats(context, given)
        return { status: 200, body: await stats.journey(access, body, context.gone) }
      },
    }),
  ]
}
