// POST /api/v1/events: events that programs send, up to a thousand at once (spec/ingestion 23.1).
import { Type } from '@sinclair/typebox'
import { commonFailures, eventFailures } from '../../failure.ts'
import { mayDo } from '../../rules/roles.ts'
import { createTurns } from '../by-turns.ts'
import { type Definition, route } from '../definition.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import { type ReadItem, readItem, readSent, sentBytesMax, sentItemsMax } from '../sent-events.ts'
import type { SitesCaller } from '../sites-caller.ts'
import type { Services } from './services.ts'

/**
 * Batches at work in a process: with all of their events in the lanes there is room for events of browsers. Those that
 * wait hold 64 MiB at most.
 */
const turns = { atOnce: 8, ofAsker: 6, waiting: 64, waitMs: 15_000 } as const

const Item = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Counts once a site within 48 hours' }),
  site_id: Type.String({ description: 'The domain of the site' }),
  name: Type.String({ description: '`pageview`, or the name of an event' }),
  url: Type.String({ description: 'The address of the page' }),
  referrer: Type.Optional(Type.String()),
  props: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  revenue: Type.Optional(Type.Object({ amount: Type.Union([Type.Number(), Type.String()]), currency: Type.String() })),
  interactive: Type.Optional(Type.Boolean({ default: true })),
  ip: Type.Optional(Type.String({ description: `The visitor's address. It is held in memory alone` })),
  user_agent: Type.Optional(Type.String({ description: `The visitor's agent. It is held in memory alone` })),
  consent: Type.Optional(Type.Boolean({ description: 'The visitor agreed to campaign data' })),
  visit: Type.Optional(Type.String({ description: 'A token of `POST /api/visit`' })),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'At most an hour ago; now, when it is left out' })),
})

const Result = Type.Object({
  id: Type.Union([Type.String(), Type.Null()]),
  status: Type.String({ enum: ['counted', 'dropped', 'duplicate', 'refused'] }),
  reason: Type.Optional(Type.String({ description: 'Why a rule dropped it, or `not_found`' })),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})

/** The body up to its limit; a longer one is a 413. */
async function readBytes({ readPieces, headers }: RouteContext): Promise<string> {
  if (Number(headers['content-length'] ?? 0) > sentBytesMax) throw commonFailures.bodyTooLarge()
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of readPieces()) {
    length += piece.length
    if (length > sentBytesMax) throw commonFailures.bodyTooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length).toString('utf8')
}

/** The id of a site whose events the sender may send. */
const siteFinder = (directory: Services['directory'], sender: SitesCaller) => (domain: string) => {
  const site = directory.find(domain)
  const role = site && !site.isConsolidated ? sender.roleOn(site) : undefined
  return role !== undefined && mayDo(role, 'write_site') ? site?.id : undefined
}

/** Takes the items that can be taken; answers about each, in their order. */
async function takeItems(takeBatch: Services['takeBatch'], read: readonly ReadItem[]) {
  const items = read.flatMap((one) => ('item' in one ? [one.item] : []))
  const taken = items.length === 0 ? [] : await takeBatch(items)
  if (taken === 'refused') throw eventFailures.notTaken()
  let next = 0
  return read.map((one) => {
    if ('item' in one) return { id: one.id, ...taken[next++]! }
    const { id, errors } = one
    return { id, status: 'refused', ...('reason' in one && { reason: one.reason }), errors }
  })
}

/** `POST /api/v1/events`. */
export function sentEventRoutes({ directory, takeBatch, now, caller }: Services): Definition[] {
  const inTurn = createTurns(turns, eventFailures.tooMany)
  return [
    route({
      name: 'SendEvents',
      endpoint: 'POST /api/v1/events',
      summary: 'Count events that a program sends',
      access: ['key'],
      body: Type.Array(Item, { minItems: 1, maxItems: sentItemsMax }),
      replies: {
        200: Type.Object({ results: Type.Array(Result) }),
        400: ErrorReply,
        401: ErrorReply,
        413: ErrorReply,
        429: ErrorReply,
        503: ErrorReply,
      },
      replyHeaders: { 503: { 'Retry-After': 'Seconds until the events may be sent again' } },
      async handle(context) {
        const sender = await caller.forSender(context)
        const sent = readSent(await readBytes(context), context.headers['content-type'] ?? '')
        const siteIdOf = siteFinder(directory, sender)
        const nowMs = now().getTime()
        const read = sent.map((one) => readItem(one, siteIdOf, nowMs))
        const results = await inTurn(sender.grant.asker.name, () => takeItems(takeBatch, read))
        return { status: 200, body: { results } }
      },
    }),
  ]
}
