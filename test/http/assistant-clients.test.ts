// What clients of assistants send, by public reports and the documents of their makers: each request over HTTP and
// through the bridge, and the schemas that they pass on to models (spec/assistants 1, 2.9).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { readRpc } from '../../src/rules/json-rpc.ts'
import { checkedFetch } from '../support/contract.ts'
import { inherited } from '../support/process.ts'
import { startStatsService } from '../support/stats-service.ts'

t.setTimeout(240_000)

const service = await startStatsService({ seed: 42 })
t.teardown(() => service.stop())
const { domain, key } = service

/** A request of a client, and the part of the answer that it waits for. */
interface Case {
  /** The client, and the report or the document that tells what it sends. */
  readonly source: string
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body: unknown
  /** The text itself, for what JSON.stringify cannot write. */
  readonly text?: string
  readonly status?: number
  readonly answer: unknown
}

const initialize = (version: string, more: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'client', version: '1' }, ...more },
})
const started = (version: string) => ({ id: 0, result: { protocolVersion: version, serverInfo: { name: 'tidemark' } } })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const listed = { id: 1, result: { tools: Array } }
const call = (given: unknown, name = 'query', id: unknown = 2) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
})
const question = { site_id: domain, metrics: ['visitors'], date_range: '28d' }
const answered = { id: 2, result: { structuredContent: { results: Array } } }
const invalid = (message: RegExp, id: unknown = 2) => ({ id, error: { code: -32602, message } })

const cases: readonly Case[] = [
  // Headers.
  {
    source: 'MCP TypeScript SDK: both types',
    headers: { accept: 'application/json, text/event-stream' },
    body: list,
    answer: listed,
  },
  {
    source: 'Claude Code (claude-code#45368): JSON alone',
    headers: { accept: 'application/json' },
    body: list,
    answer: listed,
  },
  { source: 'embedded clients (Citadel#45): anything', headers: { accept: '*/*' }, body: list, answer: listed },
  { source: 'embedded clients (Citadel#45): no Accept', headers: { accept: null }, body: list, answer: listed },
  {
    source: 'ruby-mcp-client#29: no Accept, other case',
    headers: { accept: null },
    body: initialize('2025-03-26'),
    answer: started('2025-03-26'),
  },
  {
    source: 'dify-plugin-tools-mcp_sse#70: JSON with a weight',
    headers: { accept: 'application/json;q=0.9, */*;q=0.1' },
    body: list,
    answer: listed,
  },
  {
    source: 'a type of its own beside JSON',
    headers: { accept: 'application/json, application/mcp+json' },
    body: list,
    answer: listed,
  },
  {
    source: 'MCP C# SDK (csharp-sdk#1527): a charset',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: list,
    answer: listed,
  },
  {
    source: 'mcp-go#501, mcp-grafana#215: a charset in capitals',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: list,
    answer: listed,
  },
  {
    source: 'a page as the only type',
    headers: { accept: 'text/html' },
    body: list,
    status: 406,
    answer: { error: { code: -32600 } },
  },
  {
    source: 'JSON refused by weight',
    headers: { accept: 'application/json;q=0, text/html' },
    body: list,
    status: 406,
    answer: { error: { code: -32600 } },
  },
  {
    source: 'a form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: list,
    status: 415,
    answer: { error: { code: -32600 } },
  },
  // Beginnings.
  { source: 'Claude Desktop: 2024-11-05', body: initialize('2024-11-05'), answer: started('2024-11-05') },
  {
    source: 'Cursor, Windsurf: 2025-03-26',
    body: initialize('2025-03-26', {
      capabilities: { tools: true, prompts: false, logging: false, elicitation: {}, roots: { listChanged: false } },
    }),
    answer: started('2025-03-26'),
  },
  {
    source: 'VS Code, Gemini CLI, Cline: 2025-06-18',
    body: initialize('2025-06-18', { capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} } }),
    answer: started('2025-06-18'),
  },
  {
    source: 'Codex, Claude Code: 2025-11-25',
    body: initialize('2025-11-25', { clientInfo: { name: 'codex-mcp-client', title: 'Codex', version: '0.50.0' } }),
    answer: started('2025-11-25'),
  },
  {
    source: 'a client of the future',
    body: initialize('2099-01-01'),
    answer: { result: { protocolVersion: /^2025/ } },
  },
  {
    source: 'n8n, LangChain adapters: capabilities left out',
    body: { ...initialize('2025-03-26'), params: { protocolVersion: '2025-03-26', clientInfo: null } },
    answer: started('2025-03-26'),
  },
  {
    source: 'clientInfo without a version',
    body: initialize('2025-06-18', { clientInfo: { name: 'x' } }),
    answer: started('2025-06-18'),
  },
  {
    source: 'initialize without params',
    body: { jsonrpc: '2.0', id: 2, method: 'initialize' },
    answer: invalid(/^initialize: protocolVersion must be a text, such as 2025-06-18\.$/),
  },
  {
    source: 'initialize with params: null',
    body: { jsonrpc: '2.0', id: 2, method: 'initialize', params: null },
    answer: invalid(/^initialize: protocolVersion/),
  },
  // Nothing.
  {
    source: 'Go, Java and C# libraries (typescript-sdk#2012): arguments: null',
    body: call(null, 'list_sites'),
    answer: { id: 2, result: { structuredContent: { sites: Array } } },
  },
  {
    source: 'keeperhub#2108: arguments left out',
    body: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_sites' } },
    answer: { id: 2, result: { structuredContent: { sites: Array } } },
  },
  {
    source: 'models: dimensions and filters: null',
    body: call({ ...question, dimensions: null, filters: null, order_by: null, pagination: null, include: null }),
    answer: answered,
  },
  {
    source: 'models: null below',
    body: call({ ...question, pagination: { limit: 5, offset: null }, include: { comparisons: null, imports: null } }),
    answer: answered,
  },
  {
    source: 'models: null for what is required',
    body: call({ ...question, metrics: null }),
    answer: { id: 2, result: { isError: true, content: [{ text: /metrics/ }] } },
  },
  { source: 'params: null of tools/list (Go)', body: { ...list, params: null }, answer: listed },
  {
    source: 'cursor: null of tools/list (C#)',
    body: { ...list, params: { cursor: null, _meta: null } },
    answer: listed,
  },
  {
    source: 'tools/call without params',
    body: { jsonrpc: '2.0', id: 2, method: 'tools/call' },
    answer: invalid(/^tools\/call: name must be a text\.$/),
  },
  {
    source: 'mergework#93: arguments as a text',
    body: call('{}'),
    answer: invalid(/^tools\/call: arguments must be an object\.$/),
  },
  { source: 'sourcemeta/one#964: arguments as a list', body: call([]), answer: invalid(/arguments must be an object/) },
  {
    source: 'params as a list (JSON-RPC by position)',
    body: { ...list, id: 2, params: [] },
    status: 400,
    answer: invalid(/^tools\/list: params must be an object\.$/),
  },
  // Ids.
  { source: 'a text as id (Spring AI)', body: { ...list, id: 'a7c1-0' }, answer: { id: 'a7c1-0', result: {} } },
  { source: 'an empty text as id', body: { ...list, id: '' }, answer: { id: '', result: {} } },
  { source: 'a fraction as id', body: { ...list, id: 1.5 }, answer: { id: 1.5, result: {} } },
  { source: 'a negative id', body: { ...list, id: -7 }, answer: { id: -7, result: {} } },
  {
    source: 'an id above 2^53',
    body: undefined,
    text: '{"jsonrpc":"2.0","id":12345678901234567891,"method":"ping"}',
    answer: /"id":12345678901234567891,/,
  },
  {
    source: 'an id with trailing zeros',
    body: undefined,
    text: '{"jsonrpc":"2.0","id":1234567890123456.70,"method":"ping"}',
    answer: /"id":1234567890123456\.70,/,
  },
  {
    source: 'id: null of a notification (older C#)',
    body: { jsonrpc: '2.0', id: null, method: 'notifications/initialized' },
    status: 202,
    answer: undefined,
  },
  {
    source: 'id: null of a request',
    body: { ...list, id: null },
    status: 400,
    answer: { id: null, error: { code: -32600 } },
  },
  { source: 'an object as id', body: { ...list, id: {} }, status: 400, answer: { id: null, error: { code: -32600 } } },
  // Lists.
  { source: 'a list, 2025-03-26', body: [list, call(question)], answer: [listed, answered] },
  {
    source: 'a list of notifications',
    body: [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    status: 202,
    answer: undefined,
  },
  {
    source: 'a list with what is no message',
    body: [list, 5, { ...list, id: 3, method: 5 }],
    answer: [listed, { id: null, error: { code: -32600 } }, { id: 3, error: { code: -32600 } }],
  },
  {
    source: 'a list of revision 2025-06-18',
    headers: { 'mcp-protocol-version': '2025-06-18' },
    body: [list],
    status: 400,
    answer: { id: null, error: { code: -32600, message: /has no lists/ } },
  },
  { source: 'an empty list', body: [], status: 400, answer: { id: null, error: { code: -32600 } } },
  {
    source: 'a list of 51',
    body: Array.from({ length: 51 }, (_, id) => ({ ...list, id })),
    status: 400,
    answer: { error: { message: /50 messages/ } },
  },
  // Others.
  { source: 'ping', body: { jsonrpc: '2.0', id: 4, method: 'ping' }, answer: { id: 4, result: {} } },
  {
    source: 'Cline, LM Studio: resources of a server without',
    body: { jsonrpc: '2.0', id: 5, method: 'resources/list' },
    answer: { id: 5, error: { code: -32601 } },
  },
  {
    source: 'Cursor: prompts of a server without',
    body: { jsonrpc: '2.0', id: 5, method: 'prompts/list', params: {} },
    answer: { id: 5, error: { code: -32601 } },
  },
  {
    source: 'MCP Inspector: a level of logs',
    body: { jsonrpc: '2.0', id: 5, method: 'logging/setLevel', params: { level: 'debug' } },
    answer: { id: 5, error: { code: -32601 } },
  },
  {
    source: 'a progress token (Goose, LibreChat)',
    body: { ...call(question), params: { name: 'query', arguments: question, _meta: { progressToken: 3 } } },
    answer: answered,
  },
  { source: 'an answer of the client', body: { jsonrpc: '2.0', id: 9, result: {} }, status: 202, answer: undefined },
  {
    source: 'a number for a funnel',
    body: call({ site_id: domain, funnel: 12 }, 'funnel'),
    answer: { id: 2, result: { isError: true, content: [{ text: /The funnel `12` is not configured/ }] } },
  },
  { source: 'no JSON', body: undefined, text: 'hello', status: 400, answer: { id: null, error: { code: -32700 } } },
  {
    source: 'JSON-RPC 1.0',
    body: { id: 1, method: 'ping', params: [] },
    status: 400,
    answer: { id: 1, error: { code: -32600 } },
  },
]

const textOf = ({ text, body }: Case) => text ?? JSON.stringify(body)

/** The answer as parsed, or as text where its digits matter. */
const shown = (wanted: unknown, text: string): unknown => (wanted instanceof RegExp ? text : JSON.parse(text))

t.test('over HTTP', async (t) => {
  for (const one of cases) {
    const headers = new Headers({
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    })
    for (const [name, value] of Object.entries(one.headers ?? {}))
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    const response = await checkedFetch(`${service.url}/mcp`, { method: 'POST', headers, body: textOf(one) })
    t.equal(response.status, one.status ?? 200, one.source)
    const text = await response.text()
    if (one.answer === undefined) t.equal(text, '', one.source)
    else t.match(shown(one.answer, text), one.answer, one.source)
  }
})

t.test('a client that takes event streams alone (ElevenLabs, composio#2152) gets one', async (t) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' }
  const response = await checkedFetch(`${service.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(list) })
  t.strictSame([response.status, response.headers.get('content-type')], [200, 'text/event-stream'])
  const [, data = ''] = /^event: message\ndata: (.*)\n\n$/.exec(await response.text()) ?? []
  t.match(JSON.parse(data), listed)
})

t.test('through the bridge, each line that asks something is answered once', async (t) => {
  const child = spawn(process.execPath, [projectPath('src/main.ts'), 'mcp', '--url', service.url], {
    env: { ...inherited, TIDEMARK_KEY: key },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  // A revision that the client agreed on would be said of each list after it.
  const asked = cases.filter(
    ({ headers, body, source }) =>
      headers === undefined && (body as { id?: unknown })?.id !== 0 && source !== 'a list of 51',
  )
  for (const one of asked) {
    child.stdin.write(`${textOf(one)}\r\n`)
    if (one.answer === undefined) continue
    const { value } = await lines.next()
    t.match(shown(one.answer, value as string), one.answer, one.source)
  }
  child.stdin.write(`\n${'x'.repeat(1_100_000)}\n${JSON.stringify({ ...list, id: 99 })}`)
  child.stdin.end()
  t.match(JSON.parse((await lines.next()).value as string), { id: null, error: { code: -32700 } }, 'a line too long')
  t.match(JSON.parse((await lines.next()).value as string), { id: 99, result: {} }, 'a last line without its end')
  t.strictSame(await once(child, 'exit'), [0, null])
})

t.test('the bridge answers each request of a list that the service refuses', async (t) => {
  const child = spawn(process.execPath, [projectPath('src/main.ts'), 'mcp', '--url', service.url], {
    env: { ...inherited, TIDEMARK_KEY: key },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value as string) as unknown
  child.stdin.write(`${JSON.stringify(initialize('2025-06-18'))}\n`)
  t.match(await next(), started('2025-06-18'))
  child.stdin.end(`${JSON.stringify([list, { ...list, id: 7 }])}\n`)
  const refused = { error: { code: -32600, message: /has no lists/ } }
  t.match(await next(), [
    { id: 1, ...refused },
    { id: 7, ...refused },
  ])
  await once(child, 'exit')
})

/** Faults of a schema by the rules of the strictest known reader (Gemini's function declarations, OpenAI's tools). */
function faultsOf(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${path}: no schema`]
  const { type, anyOf, items, properties, required = [], enum: values, ...rest } = schema as Record<string, unknown>
  const known = ['description', 'default', 'minItems', 'maxItems', 'minimum', 'maximum', 'additionalProperties']
  const faults = Object.keys(rest)
    .filter((word) => !known.includes(word))
    .map((word) => `${path}: ${word}`)
  if ((type === undefined) === (anyOf === undefined)) faults.push(`${path}: one type, or anyOf`)
  if (type !== undefined && typeof type !== 'string') faults.push(`${path}: type is no text`)
  if (anyOf !== undefined && path === '') faults.push('anyOf at the top')
  if (type === 'array' && items === undefined) faults.push(`${path}: items are missing`)
  if (items !== undefined && type !== 'array') faults.push(`${path}: items of no list`)
  if (
    values !== undefined &&
    (type !== 'string' || !(values as unknown[]).every((one) => typeof one === 'string' && one !== ''))
  )
    faults.push(`${path}: enum of no texts`)
  if (type === 'object' && path !== '' && Object.keys(properties ?? {}).length === 0)
    faults.push(`${path}: no properties`)
  const names = Object.keys(properties ?? {})
  faults.push(
    ...(required as string[]).filter((name) => !names.includes(name)).map((name) => `${path}: ${name} is required`),
  )
  faults.push(
    ...names.filter((name) => !/^[A-Za-z_][\w.-]{0,63}$/.test(name)).map((name) => `${path}: the name ${name}`),
  )
  if ('additionalProperties' in rest && (path !== '' || rest['additionalProperties'] !== false))
    faults.push(`${path}: additionalProperties`)
  return [
    ...faults,
    ...names.flatMap((name) => faultsOf((properties as Record<string, unknown>)[name], `${path}/${name}`)),
    ...((anyOf as unknown[]) ?? []).flatMap((one, index) => faultsOf(one, `${path}/anyOf${index}`)),
    ...(items === undefined ? [] : faultsOf(items, `${path}/items`)),
  ]
}

t.test('schemas are in the dialect of the strictest client', async (t) => {
  const bad = {
    type: 'object',
    properties: {
      a: { type: ['integer', 'string'] },
      b: { type: 'array', items: {} },
      c: { type: 'array' },
      d: { const: 1 },
    },
  }
  t.equal(faultsOf(bad, '').length, 5, 'the walk finds what it is for')
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(list),
  })
  const { result } = (await response.json()) as {
    result: { tools: { name: string; description: string; inputSchema: unknown }[] }
  }
  t.equal(result.tools.length, 9)
  for (const { name, description, inputSchema } of result.tools) {
    t.strictSame(faultsOf(inputSchema, ''), [], name)
    t.match(name, /^[a-z][a-z_]{0,63}$/)
    t.ok(description.length <= 1024, `${name}: ${description.length} characters`)
  }
})

t.test('property: an id is echoed as it was written', async (t) => {
  const ids = fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.integer().map(String),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  )
  fc.assert(
    fc.property(ids, fc.jsonValue(), (id, params) => {
      const text = `{"jsonrpc":"2.0","id":${id},"method":"x","params":{"a":${JSON.stringify(params)}}}`
      const [alone] = readRpc(text)!.messages
      const [, second] = readRpc(`[${text},${text}]`)!.messages
      t.ok([alone!.id, second!.id].every((found) => found === id || JSON.parse(found) === JSON.parse(id)))
    }),
    { numRuns: 200 },
  )
  // The same number of assertions in each run: they do not depend on made-up ids.
  const digits = fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n })
  fc.assert(
    fc.property(digits, fc.boolean(), (size, isNegative) => {
      const id = String(isNegative ? -size : size)
      t.equal(readRpc(`{"jsonrpc":"2.0","id":${id},"method":"x"}`)!.messages[0]!.id, id)
    }),
    { numRuns: 50 },
  )
})
