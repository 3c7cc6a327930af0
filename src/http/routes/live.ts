// Server-sent events of a site for open pages: who is there now, and that new events came (spec/dashboard 8).
import { Type } from '@sinclair/typebox'
import { commonFailures, Failure, sessionFailures } from '../../failure.ts'
import { networkOf } from '../../rules/client-ip.ts'
import { type Definition, route } from '../definition.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, SiteQuery } from '../schemas.ts'
import type { Services } from './services.ts'

/** Streams a process may have open, and of these one session, or one link in the network of one address. */
export const streamsMax = { process: 5_000, session: 20, link: 100 } as const

/** `GET /api/live`. */
export function liveRoutes({ live, caller }: Services): Definition[] {
  const open = new Map<string, number>()
  let all = 0

  /** Whom the stream belongs to, with how many that one may have. */
  async function ownerOf(context: RouteContext): Promise<{ name: string; most: number }> {
    const slug = context.query.get('auth')
    if (slug !== null) return { name: `link ${slug} ${networkOf(context.ip)}`, most: streamsMax.link }
    return { name: `session ${(await caller.forUser(context)).id}`, most: streamsMax.session }
  }

  return [
    route({
      name: 'WatchSite',
      endpoint: 'GET /api/live',
      summary: 'Who is there now, as server-sent events',
      access: ['session', 'link'],
      query: SiteQuery,
      replies: {
        200: Type.String({
          contentMediaType: 'text/event-stream',
          description:
            'event: current with {"visitors":3}, at once and when it changes; ' +
            'event: activity when new events were counted, at most every 5 seconds, with an id that ' +
            'POST /api/v2/query/batch takes; ' +
            'event: gone when the right to watch is lost',
        }),
        400: ErrorReply,
        402: ErrorReply,
        404: ErrorReply,
        429: ErrorReply,
      },
      async handle(context) {
        // A key has the realtime endpoint.
        if (context.headers.authorization !== undefined) throw sessionFailures.signedOut()
        const siteId = context.query.get('site_id')
        const access = await caller.forStats(context, siteId)
        const { name, most } = await ownerOf(context)
        // The right to watch is that of the link, whatever the address.
        const right = JSON.stringify([context.query.get('auth') ?? name, access.site.id])
        if (all >= streamsMax.process || (open.get(name) ?? 0) >= most) throw commonFailures.tooManyPages()
        return {
          status: 200,
          headers: { 'content-type': 'text/event-stream; charset=utf-8' },
          async stream(sink) {
            all += 1
            open.set(name, (open.get(name) ?? 0) + 1)
            const send = (text: string) => void sink.write(text).catch(() => {})
            const { ended, leave } = live.watch({
              access,
              right,
              mayWatch: () =>
                caller.forStats(context, siteId).then(
                  () => true,
                  (error: unknown) => !(error instanceof Failure) || error.status >= 500,
                ),
              send(event, data, id) {
                const lines = [`event: ${event}`, `data: ${JSON.stringify(data)}`, ...(id ? [`id: ${id}`] : [])]
                send(event === 'heartbeat' ? ':\n\n' : `${lines.join('\n')}\n\n`)
              },
            })
            sink.gone.addEventListener('abort', leave, { once: true })
            try {
              if (sink.gone.aborted) leave()
              await ended
            } finally {
              all -= 1
              const left = (open.get(name) ?? 1) - 1
              if (left > 0) open.set(name, left)
              else open.delete(name)
            }
          },
        }
      },
    }),
  ]
}
