// The answer about a site's events by outcome. The route and the pages share it.
import { type Static, Type } from '@sinclair/typebox'
import { crawlerKinds } from '../../rules/tables/crawlers.ts'

const Outcome = { total: Type.Integer(), counts: Type.Array(Type.Integer(), { description: 'By label' }) }

export const TrafficReply = Type.Object({
  interval: Type.String(),
  labels: Type.Array(Type.String()),
  accepted: Type.Object(Outcome),
  dropped: Type.Array(Type.Object({ reason: Type.String(), ...Outcome })),
})
export type Traffic = Static<typeof TrafficReply>

/** Dropped crawlers: only names of a fixed list, no visitor's data. */
export const CrawlersReply = Type.Object({
  labels: Type.Array(Type.String({ description: 'Local days' })),
  kinds: Type.Array(Type.Object({ kind: Type.String({ enum: [...crawlerKinds] }), ...Outcome })),
  crawlers: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Of a fixed list; other: all that are not on it' }),
      kind: Type.String({ enum: [...crawlerKinds] }),
      ...Outcome,
    }),
  ),
  pages: Type.Array(
    Type.Object({
      page: Type.Union([Type.String(), Type.Null()], { description: 'Null: pages beyond the first 500 of their day' }),
      total: Type.Integer(),
    }),
  ),
})
export type CrawlersAnswer = Static<typeof CrawlersReply>
