// `tidemark mcp`: a bridge for assistants that start a program of their own. Each line from standard input goes to
// `POST /mcp` of the service as it is, and its answer to standard output. The bridge keeps no state but the agreed
// revision, so it speaks every revision that the service does.
import type { Readable } from 'node:stream'
import { loadBridgeKey } from '../config.ts'
import { type RpcMessage, type RpcText, readRpc, rpcCodes, rpcError } from '../rules/json-rpc.ts'
import { type Command, optional, required, UsageError, type Values } from './command.ts'
import { may, needed } from './options.ts'

/** Longer than any statement of the service may take. */
const answerMsMax = 120_000
const versionKey = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC leaves -32000 to -32099 to implementations. */
const refusedCode = -32_000
/** Characters of a line: the service takes a megabyte of bytes. */
const lineCharactersMax = 1_000_000

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
function headersOf({ method, params }: RpcMessage, agreed: string | undefined): Record<string, string> {
  const meta = params?.['_meta'] as Readonly<Record<string, unknown>> | undefined
  const claimed = meta?.[versionKey]
  const version = typeof claimed === 'string' ? claimed : agreed
  const name = params?.['name']
  return {
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    ...(typeof claimed === 'string' ? { 'mcp-method': method } : {}),
    ...(typeof claimed === 'string' && typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
  }
}

/** The JSON of a body: the body itself, or the event of a stream. On one line, as the client reads it. */
function lineOf(text: string): string {
  const data = text.startsWith('{') || text.startsWith('[') ? undefined : /^data: ?(.*)$/m.exec(text)?.[1]
  const line = data ?? text
  return line.includes('\n') ? JSON.stringify(JSON.parse(line)) : line
}

/** The words of a refusal by the service, and when another try makes sense. */
function refusalOf(response: Response, text: string): { message: string; data: Record<string, unknown> } {
  let said: unknown
  try {
    said = (JSON.parse(text) as { error?: unknown }).error
  } catch {
    // A proxy may answer with a page.
  }
  const retry = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    message: typeof said === 'string' ? said : `The service answered with the status ${response.status}`,
    data: { status: response.status, ...(Number.isNaN(retry) ? {} : { retry_after_seconds: retry }) },
  }
}

/** True for a message of the protocol, or a list of them. */
const isOfProtocol = (text: string): boolean => readRpc(text)?.messages.every(({ kind }) => kind !== 'fault') ?? false

/** An error for each request of a text, as one line; no line if the text asks nothing. */
function errorsFor({ isBatch, messages }: RpcText, code: number, message: string, data?: unknown): string | undefined {
  const asked = messages.filter(({ kind }) => kind === 'request' || kind === 'fault')
  if (asked.length === 0) return undefined
  const errors = asked.map(({ id }) => rpcError(id, code, message, data))
  return isBatch ? `[${errors.join(',')}]` : errors[0]
}

/** A refusal of a whole text by the protocol. */
interface WholeRefusal {
  readonly id: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Makes the function that forwards a line, and answers with one; undefined where nothing is to be answered. */
function createForward(endpoint: URL, key: string, warn: (line: string) => void) {
  let agreed: string | undefined
  return async (line: string, read: RpcText, signal: AbortSignal): Promise<string | undefined> => {
    const [first] = read.messages
    const own = read.isBatch || first?.kind === 'fault' ? undefined : first
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(own ? headersOf(own, agreed) : agreed === undefined ? {} : { 'mcp-protocol-version': agreed }),
        },
        body: line,
        // A key goes to the address it was given for, and no further.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
      })
      const text = await response.text()
      if (text === '' && response.ok) return undefined
      if (!isOfProtocol(text) && !isOfProtocol(lineOf(text))) {
        const { message, data } = refusalOf(response, text)
        // Clients show their log where they cannot connect, and not always the error.
        warn(message)
        return errorsFor(read, refusedCode, message, data)
      }
      const answer = lineOf(text)
      const whole = response.ok ? undefined : (JSON.parse(answer) as WholeRefusal)
      // The service names no request if it refuses the text as a whole, and each of them waits for an answer.
      if (whole?.id === null && whole.error) return errorsFor(read, whole.error.code, whole.error.message)
      if (own?.method === 'initialize') agreed = /"protocolVersion":"([^"\\]*)"/.exec(answer)?.[1] ?? agreed
      return errorsFor(read, refusedCode, '') === undefined ? undefined : answer
    } catch {
      if (signal.aborted) return undefined
      const message = `The service at ${endpoint.origin} cannot be reached`
      const errors = errorsFor(read, refusedCode, message)
      if (errors !== undefined) warn(message)
      return errors
    }
  }
}

/** The lines of a stream of text, blank ones left out; a line too long is cut where no message goes on. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let carry = ''
  for await (const chunk of input.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = chunk.split('\n')
    lines[0] = carry.length > lineCharactersMax ? carry : carry + lines[0]
    carry = lines.pop()!
    for (const line of lines) if (line.trim() !== '') yield line.trim()
  }
  if (carry.trim() !== '') yield carry.trim()
}

/** The requests that `notifications/cancelled` can name, by their ids. */
type Open = Map<string, AbortController>

/** Answers a line: each request of it, and one that is no message too. */
async function answerLine(
  line: string,
  open: Open,
  forward: ReturnType<typeof createForward>,
): Promise<string | undefined> {
  const read = line.length > lineCharactersMax ? undefined : readRpc(line)
  if (read === undefined) return rpcError('null', rpcCodes.parse, 'The line is no JSON message of the protocol')
  if (read.messages.length === 0) return rpcError('null', rpcCodes.invalidRequest, 'A list must hold a message.')
  const aborting = new AbortController()
  for (const message of read.messages) {
    if (message.kind === 'request') open.set(message.id, aborting)
    if (message.kind === 'notification' && message.method === 'notifications/cancelled')
      open.get(JSON.stringify(message.params?.['requestId']))?.abort()
  }
  const [first] = read.messages
  try {
    if (!read.isBatch && first?.kind === 'fault') return rpcError(first.id, first.code, first.message)
    return await forward(line, read, aborting.signal)
  } finally {
    for (const message of read.messages) if (message.kind === 'request') open.delete(message.id)
  }
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
  json: 'no effect: the output is the protocol',
  options: {
    url: needed('U', 'the address of the service'),
    key: may('K', 'an API key, in place of TIDEMARK_KEY'),
  },
  help: `Speaks the Model Context Protocol on standard input and output, and asks the service at U with
the API key of the environment variable TIDEMARK_KEY. --key gives it too, but other people on
the machine can read the words of a command. An assistant starts this command itself:
docs/assistants.md has the lines for each one. It only reads statistics, of the sites that the
key can access. When its standard input is closed, it ends after the answers under way.`,
  async run({ io, values }) {
    const forward = createForward(endpointOf(required(values, 'url')), keyOf(values), io.err)
    const open: Open = new Map()
    const answering = new Set<Promise<void>>()
    for await (const line of linesOf(process.stdin)) {
      const answered = answerLine(line, open, forward)
        .then((answer) => {
          if (answer !== undefined) process.stdout.write(`${answer}\n`)
        })
        .finally(() => answering.delete(answered))
      answering.add(answered)
    }
    while (answering.size > 0) await Promise.all(answering)
    return 0
  },
}
