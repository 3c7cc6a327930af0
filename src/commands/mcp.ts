// `tidemark mcp`: a bridge for assistants that start a program of their own. Each message from standard input goes to
// `POST /mcp` of the service, and its answer to standard output. The bridge keeps no state but the revision that was
// agreed on, so it speaks every revision that the service does.
import { PassThrough, type Readable } from 'node:stream'
import { loadBridgeKey } from '../config.ts'
import { type Command, optional, required, UsageError, type Values } from './command.ts'

/** Longer than any statement of the service may take. */
const answerMsMax = 120_000
const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC leaves -32000 to -32099 to implementations. */
const refusedCode = -32_000

interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly jsonrpc: '2.0'
  readonly id: string | number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** The address of `/mcp` below that of the service. */
function endpointOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url must be the address of the service, such as https://stats.example.com; it is ${text}`)
  return new URL(`${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/mcp$/, '')}/mcp`)
}

/** A name as a header can carry it (MCP 2026-07-28). */
const headerText = (text: string): string =>
  /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** Headers that repeat what the message says of itself; `agreed`: the revision of an earlier `initialize`. */
function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const meta = params?.['_meta'] as Readonly<Record<string, unknown>> | undefined
  const claimed = meta?.[versionKey]
  const version = typeof claimed === 'string' ? claimed : agreed
  const name = params?.['name']
  return {
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    ...(typeof claimed === 'string' && method !== undefined ? { 'mcp-method': method } : {}),
    ...(typeof claimed === 'string' && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
  }
}

/** The JSON-RPC message of a body: JSON, or an event stream of one message. */
function parseBody(text: string): unknown {
  const data = /^data: ?(.*)$/m.exec(text)?.[1]
  try {
    return JSON.parse(data !== undefined && !text.startsWith('{') ? data : text)
  } catch {
    return undefined
  }
}

/** The answer to a request that the service refused, in its own words. */
function refusalOf(id: string | number, response: Response, body: unknown): Answer {
  const said = (body as { error?: unknown } | undefined)?.error
  const message = typeof said === 'string' ? said : `The service answered with the status ${response.status}`
  const retry = Number(response.headers.get('retry-after') ?? Number.NaN)
  const data = { status: response.status, ...(Number.isNaN(retry) ? {} : { retry_after_seconds: retry }) }
  return { jsonrpc: '2.0', id, error: { code: refusedCode, message, data } }
}

/** Makes the function that forwards a message; undefined where nothing is to be answered. */
function createForward(endpoint: URL, key: string, warn: (line: string) => void) {
  let agreed: string | undefined
  return async (message: Message, signal: AbortSignal): Promise<Answer | undefined> => {
    const { id } = message
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...headersOf(message, agreed),
        },
        body: JSON.stringify(message),
        // A key goes to the address it was given for, and no further.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
      })
      const body = parseBody(await response.text())
      if (id === undefined) return undefined
      const isAnswer = (body as { jsonrpc?: unknown } | undefined)?.jsonrpc === '2.0'
      if (!isAnswer) {
        const refusal = refusalOf(id, response, body)
        // Clients show their log where they cannot connect, and not always the error.
        warn(refusal.error?.message ?? '')
        return refusal
      }
      const answer = body as Answer
      const version = (answer.result as { protocolVersion?: unknown } | undefined)?.protocolVersion
      if (message.method === 'initialize' && typeof version === 'string') agreed = version
      return { ...answer, id }
    } catch {
      if (id === undefined || signal.aborted) return undefined
      const error = { code: refusedCode, message: `The service at ${endpoint.origin} cannot be reached` }
      warn(error.message)
      return { jsonrpc: '2.0', id, error }
    }
  }
}

/** Passes the input on. Its end waits for the answers under way: `echo … | tidemark mcp` prints one. */
async function forwardAll(from: Readable, to: PassThrough, answering: ReadonlySet<Promise<void>>): Promise<void> {
  for await (const chunk of from) to.write(chunk)
  // The last lines reach the transport first.
  await new Promise<void>((resolve) => setImmediate(resolve))
  while (answering.size > 0) await Promise.all(answering)
  to.end()
}

/** The key of the option, else of the environment. */
function keyOf(values: Values): string {
  const key = optional(values, 'key') ?? loadBridgeKey()
  if (key === undefined) throw new UsageError('TIDEMARK_KEY is not set, and --key is missing')
  return key
}

export const command: Command = {
  name: 'mcp',
  summary: 'Connect an assistant on this machine to a service by the Model Context Protocol',
  usage: 'tidemark mcp --url U [--key K] [--json]',
  help: `Speaks the Model Context Protocol on standard input and output, and asks the service at U with
the API key of the environment variable TIDEMARK_KEY. --key gives it too, but other people on
the machine can read the words of a command. An assistant starts this command itself:
docs/assistants.md has the lines for each one. It only reads statistics, of the sites that the
key can access. When its standard input is closed, it ends after the answers under way.`,
  async run({ io, values }) {
    const forward = createForward(endpointOf(required(values, 'url')), keyOf(values), io.err)
    const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
    const input = new PassThrough()
    const transport = new StdioServerTransport(input)
    const open = new Map<string | number, AbortController>()
    const answering = new Set<Promise<void>>()
    const answer = async (message: Message) => {
      const aborting = new AbortController()
      const { id, method, params } = message
      if (method === 'notifications/cancelled') open.get(params?.['requestId'] as string | number)?.abort()
      if (id !== undefined) open.set(id, aborting)
      const reply = await forward(message, aborting.signal)
      if (id !== undefined) open.delete(id)
      if (reply) await transport.send(reply as Parameters<typeof transport.send>[0])
    }
    await new Promise<void>((resolve) => {
      transport.onclose = resolve
      transport.onmessage = (message) => {
        const answered = answer(message as Message)
          .catch(() => transport.close())
          .finally(() => answering.delete(answered))
        answering.add(answered)
      }
      void transport.start()
      void forwardAll(process.stdin, input, answering)
    })
    for (const aborting of open.values()) aborting.abort()
    return 0
  },
}
