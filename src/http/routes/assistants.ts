// `POST /mcp`: questions of assistants by the Model Context Protocol, with an API key (spec/assistants).
import { Type } from '@sinclair/typebox'
import { type RpcText, readRpc, rpcCodes, rpcError } from '../../rules/json-rpc.ts'
import { type Definition, rawRoute } from '../definition.ts'
import type { Answered, Caller } from '../mcp/server.ts'
import { createOwnPages, type OwnPages } from '../own-pages.ts'
import type { Reply, RouteContext } from '../route.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

/** Refuses pages of other origins: a browser names the page that asks, programs name none (spec/assistants 1). */
function requireOwnOrigin(ownPages: OwnPages, { headers }: RouteContext): void {
  if (headers.origin !== undefined && !ownPages.isOwn(headers)) throw ownPages.refusal(headers)
}

/** The revision that ended lists of messages. */
const withoutBatches = '2025-06-18'
/** Messages of a list, each of which may ask statistics. */
const batchMax = 50

const types = { json: 'application/json', stream: 'text/event-stream' } as const

/**
 * The type of the answer: JSON if the client takes it, or names nothing; else an event stream of one message.
 * Undefined if it takes neither. Parameters and the order of preference do not matter: both hold the same.
 */
function answerType(accept: string | undefined): (typeof types)[keyof typeof types] | undefined {
  const ranges = (accept ?? '')
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/i.test(range))
    .map((range) => range.split(';', 1)[0]!.trim().toLowerCase())
    .filter((range) => range !== '')
  const takes = (type: string) => ranges.some((range) => [type, '*/*', `${type.split('/', 1)[0]}/*`].includes(range))
  if (ranges.length === 0 || takes(types.json)) return types.json
  return takes(types.stream) ? types.stream : undefined
}

/** True for JSON by any of its names; a body without a type is taken for JSON. */
const isJsonType = (type: string | undefined): boolean =>
  type === undefined || /^application\/(?:[\w.-]+\+)?json(?:-rpc)?\s*(?:;|$)/i.test(type)

/** The request as the SDK takes it, without its secret: the key is known already. */
const requestFor =
  (baseUrl: string, { headers }: RouteContext) =>
  (body: unknown): Request => {
    const given = new Headers({ accept: `${types.json}, ${types.stream}`, 'content-type': types.json })
    for (const [name, value] of Object.entries(headers))
      if (typeof value === 'string' && name.startsWith('mcp-')) given.set(name, value)
    return new Request(new URL('/mcp', baseUrl), { method: 'POST', headers: given, body: JSON.stringify(body) })
  }

/** Refuses a list of messages that the client's revision does not know, or that is no list of messages. */
function faultOfBatch({ messages }: RpcText, { headers }: RouteContext): string | undefined {
  const revision = headers['mcp-protocol-version']
  if (typeof revision === 'string' && revision >= withoutBatches)
    return `Revision ${revision.slice(0, 20)} has no lists of messages: send one at a time.`
  if (messages.length === 0) return 'A list must hold a message.'
  return messages.length > batchMax ? `A list can hold ${batchMax} messages.` : undefined
}

/** Answers a text of the protocol: its message, or its list of messages one after the other. */
async function answerText(
  { isBatch, messages }: RpcText,
  answer: (message: Exclude<RpcText['messages'][number], { kind: 'fault' }>) => Promise<Answered>,
): Promise<Answered> {
  const answers: Answered[] = []
  for (const message of messages) {
    if (message.kind === 'fault')
      answers.push({ status: 400, text: rpcError(message.id, message.code, message.message) })
    else if (isBatch && message.method === 'initialize')
      answers.push({ status: 400, text: rpcError(message.id, rpcCodes.invalidRequest, 'initialize stands alone.') })
    else answers.push(await answer(message))
  }
  if (!isBatch) return answers[0]!
  const texts = answers.map(({ text }) => text).filter((text) => text !== '')
  return texts.length === 0 ? { status: 202, text: '' } : { status: 200, text: `[${texts.join(',')}]` }
}

const replyOf = ({ status, text }: Answered, type: string): Reply => {
  if (text === '') return { status }
  const body = type === types.stream ? `event: message\ndata: ${text}\n\n` : text
  return { status, body, headers: { 'content-type': type } }
}

/** A refusal of the whole request, as a message of the protocol. */
const refusal = (status: number, code: number, message: string): Reply =>
  replyOf({ status, text: rpcError('null', code, message) }, types.json)

async function handle(baseUrl: string, services: Services, context: RouteContext): Promise<Reply> {
  const key = await services.caller.forStatsKey(context)
  const { headers, refusalOf, gone } = context
  const type = answerType(headers.accept)
  if (type === undefined)
    return refusal(406, rpcCodes.invalidRequest, `The answer is ${types.json} or ${types.stream}: accept one of them.`)
  if (!isJsonType(headers['content-type']))
    return refusal(415, rpcCodes.invalidRequest, `The body must be ${types.json}.`)
  const read = readRpc(await context.readText())
  if (read === undefined) return refusal(400, rpcCodes.parse, 'Invalid JSON body')
  const wrong = read.isBatch ? faultOfBatch(read, context) : undefined
  if (wrong !== undefined) return refusal(400, rpcCodes.invalidRequest, wrong)
  for (const message of read.messages) if (message.kind !== 'fault' && message.method === 'tools/call') key.count()
  const { answerMessage } = await import('../mcp/server.ts')
  const caller: Caller = { services, key, refusalOf, gone }
  const request = requestFor(baseUrl, context)
  return replyOf(await answerText(read, (message) => answerMessage(caller, request, message)), type)
}

/** `POST /mcp`. */
export function assistantRoutes(services: Services): Definition[] {
  const { baseUrl } = services
  const ownPages = createOwnPages(baseUrl)
  const Message = Type.Object(
    { jsonrpc: Type.Literal('2.0'), id: Type.Optional(Type.Unknown()), method: Type.Optional(Type.String()) },
    { additionalProperties: Type.Unknown() },
  )
  const Answer = Type.Object({ jsonrpc: Type.Literal('2.0') }, { additionalProperties: Type.Unknown() })
  /** Of the protocol, or of the service. */
  const Refusal = Type.Object({}, { additionalProperties: Type.Unknown() })
  return [
    rawRoute({
      name: 'AskByAssistant',
      endpoint: 'POST /mcp',
      summary: 'A message of the Model Context Protocol: tools that read statistics (docs/assistants.md)',
      access: ['key'],
      body: Type.Union([Message, Type.Array(Message, { minItems: 1, maxItems: batchMax })], {
        description: 'A list is of revisions before 2025-06-18',
      }),
      replies: {
        200: Type.Union([Answer, Type.Array(Answer)], {
          description: 'JSON, or an event stream of one message for a client that takes nothing else',
          'x-event-stream': true,
        }),
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
        return handle(baseUrl, services, context)
      },
    }),
  ]
}
