// The answer of each route that pages ask by its address, by method and path.
import type { Static, TSchema } from '@sinclair/typebox'
import type { SignedInReply } from './entry.ts'
import type { SettingsContracts } from './settings.ts'
import type { sitesReplies } from './sites.ts'
import type { BatchEndReply, BatchLine, JourneyReply, QueryReply, RealtimeReply } from './stats.ts'
import type { TrafficReply } from './traffic.ts'

type Replies = typeof sitesReplies & {
  'GET /api/v1/stats/realtime/visitors': typeof RealtimeReply
  'GET /api/v1/stats/traffic': typeof TrafficReply
  'POST /api/v2/query': typeof QueryReply
  'POST /api/v2/journeys': typeof JourneyReply
  'POST /api/setup': typeof SignedInReply
  'POST /api/reset': typeof SignedInReply
  'POST /api/invitations/:token': typeof SignedInReply
  'GET /api/sites/:site_id/goals': SettingsContracts['ListGoalsOfSettings']['reply']
}

/** An endpoint with any text for each parameter. */
type Pattern<Endpoint> = Endpoint extends `${infer Before}/:${string}/${infer After}`
  ? `${Before}/${string}/${Pattern<After>}`
  : Endpoint extends `${infer Before}/:${string}`
    ? `${Before}/${string}`
    : Endpoint
type WithoutQuery<Path> = Path extends `${infer Bare}?${string}` ? Bare : Path
type Matching<Asked, Endpoint = keyof Replies> = Endpoint extends keyof Replies
  ? [Asked, Pattern<Endpoint>] extends [Pattern<Endpoint>, Asked]
    ? Endpoint
    : never
  : never
type StaticOf<Reply> = Reply extends TSchema ? Static<Reply> : never

/**
 * The answer to a method and a path; `unknown` if no page reads it.
 * @example AnswerAt<'GET', '/api/v1/sites/notes?site_id=example.com'> // { notes: { id: number, … }[] }
 */
export type AnswerAt<Of extends string, Path extends string> = [Matching<`${Of} ${WithoutQuery<Path>}`>] extends [never]
  ? unknown
  : StaticOf<Replies[Matching<`${Of} ${WithoutQuery<Path>}`>]>

/** Parts of the answers that come part by part. */
export interface PartOf {
  /** A line. */
  readonly 'POST /api/v2/query/batch': BatchLine | Static<typeof BatchEndReply>
  /** The event `current`. */
  readonly 'GET /api/live': { readonly visitors: number }
}
