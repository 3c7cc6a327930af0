// The answer about a site's events by outcome. The route and the pages share it.
import { type Static, Type } from '@sinclair/typebox'

const Outcome = { total: Type.Integer(), counts: Type.Array(Type.Integer(), { description: 'By label' }) }

export const TrafficReply = Type.Object({
  interval: Type.String(),
  labels: Type.Array(Type.String()),
  accepted: Type.Object(Outcome),
  dropped: Type.Array(Type.Object({ reason: Type.String(), ...Outcome })),
})
export type Traffic = Static<typeof TrafficReply>
