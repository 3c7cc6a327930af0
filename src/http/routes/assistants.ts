// `POST /mcp`: questions of assistants by the Model Context Protocol, with an API key (spec/assistants).
import { Type } from '@sinclair/typebox'
import { type Definition, route } from '../definition.ts'
import { createOwnPages, type OwnPages } from '../own-pages.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

/** Refuses pages of other origins: a browser names the page that asks, programs name none (spec/assistants 1). */
function requireOwnOrigin(ownPages: OwnPages, { headers }: RouteContext): void {
  if (headers.origin !== undefined && !ownPages.isOwn(headers)) throw ownPages.refusal(headers)
}

/** The request as the SDK takes it, without its secret: the key is known already. */
function webRequest(baseUrl: string, { headers }: RouteContext, body: unknown): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name)) given.set(name, value)
  return new Request(new URL('/mcp', baseUrl), { method: 'POST', headers: given, body: JSON.stringify(body) })
}

/** `POST /mcp`. */
export function assistantRoutes(services: Services): Definition[] {
  const { baseUrl, caller } = services
  const ownPages = createOwnPages(baseUrl)
  const Message = Type.Object(
    { jsonrpc: Type.Literal('2.0'), id: Type.Optional(Type.Unknown()), method: Type.Optional(Type.String()) },
    { additionalProperties: Type.Unknown() },
  )
  /** Of the protocol, or of the service. */
  const Refusal = Type.Object({}, { additionalProperties: Type.Unknown() })
  return [
    route({
      name: 'AskByAssistant',
      endpoint: 'POST /mcp',
      summary: 'A message of the Model Context Protocol: tools that read statistics (docs/assistants.md)',
      access: ['key'],
      body: Message,
      replies: {
        200: Type.Object({ jsonrpc: Type.Literal('2.0') }, { additionalProperties: Type.Unknown() }),
        202: Type.Null({ description: 'A notification; nothing is answered' }),
        400: Refusal,
        401: ErrorReply,
        403: ErrorReply,
        404: Refusal,
        406: Refusal,
        413: ErrorReply,
        415: Refusal,
        429: ErrorReply,
        503: ErrorReply,
      },
      replyHeaders: {
        401: { 'WWW-Authenticate': 'Bearer' },
        429: { 'Retry-After': 'Seconds until another try makes sense' },
      },
      async handle(context) {
        requireOwnOrigin(ownPages, context)
        const key = await caller.forStatsKey(context)
        const message = await context.readJson()
        if (message['method'] === 'tools/call') key.count()
        const { answerMessage } = await import('../mcp/server.ts')
        const { refusalOf, gone } = context
        return answerMessage({ services, key, refusalOf, gone }, webRequest(baseUrl, context, message), message)
      },
    }),
  ]
}
