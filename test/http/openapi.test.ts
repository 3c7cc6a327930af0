// The OpenAPI document is valid, and the page that shows it needs nothing from elsewhere.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { checkedFetch, readContract } from '../support/contract.ts'

const service = await startApp()
t.teardown(() => service.stop())
const get = (path: string) => checkedFetch(service.url + path)

/** The schemas of bodies, replies, headers and parameters. */
function schemasIn(part: unknown): AnySchema[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => (name === 'schema' ? [value] : schemasIn(value)))
}

t.test('the document validates as OpenAPI 3.1', async (t) => {
  const answer = await get('/api/openapi.json')
  t.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  const document = (await answer.json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  t.ok(valid, JSON.stringify(errors))
  const ajv = new Ajv2020({ strict: false })
  const schemas = schemasIn(document)
  t.ok(schemas.length > 300, `${schemas.length} schemas`)
  t.strictSame(
    schemas.filter((schema) => !ajv.validateSchema(schema)),
    [],
    'each of them is a schema',
  )
  t.equal(document.openapi, '3.1.0')
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map((operation) => operation.operationId),
  )
  t.equal(new Set(ids).size, ids.length, 'operation ids are unique')
  for (const id of ['UpsertGoals', 'UpdateSite', 'GetTimeseries', 'IngestEvent']) t.ok(ids.includes(id), id)
})

t.test('the page loads only its own files', async (t) => {
  const page = await (await get('/api/docs')).text()
  t.notMatch(page, /https?:\/\//)
  for (const [, file = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g))
    t.equal((await get(`/api/${file}`)).status, 200, file)
  t.equal((await get('/api/docs/package.json')).status, 404)
  t.equal((await get('/api/docs/..%2fpackage.json')).status, 404)
})

t.test('health and metrics are described', async (t) => {
  const paths = ['/api/health/live', '/api/health/ready', '/metrics', '/api/health', '/api/system/health/ready']
  for (const path of [...paths, '/api/system/health/live']) t.equal((await get(path)).status, 200, path)
  t.equal((await get('/api/nothing')).status, 404)
})

t.test('the body of an event: what the document allows is accepted, what it refuses is refused', async (t) => {
  type Body = { requestBody: { content: Record<string, { schema: AnySchema }> } }
  const { paths } = (await (await get('/api/openapi.json')).json()) as { paths: { '/api/event': { post: Body } } }
  const { content } = paths['/api/event'].post.requestBody
  t.strictSame(Object.keys(content), ['application/json', 'text/plain'])
  const ajv = new Ajv2020({ strict: false })
  const page = { n: 'pageview', u: 'https://x.test/', d: 'x.test' }
  const engaged = { ...page, n: 'engagement' }
  const cases: [what: string, body: object, status: number][] = [
    ['what the tracker sends', { ...page, r: null, v: 1 }, 202],
    [
      'long names',
      { name: 'pageview', url: 'https://x.test/', domain: 'x.test', referrer: 'https://y.test/', hashMode: 1 },
      202,
    ],
    ['a name that is an integer', { ...page, n: 404 }, 202],
    ['no domain', { n: 'pageview', u: 'https://x.test/' }, 202],
    ['nothing but null', { ...page, d: null, r: null, p: null, h: null, i: null, revenue: null }, 202],
    ['properties', { ...page, p: { plan: 'a', count: 1, paid: true } }, 202],
    ['properties as text', { ...page, p: '{"plan":"a"}' }, 202],
    ['hash mode as text', { ...page, h: '1' }, 202],
    ['hash mode that is no number', { ...page, h: 'x' }, 400],
    ['revenue', { ...page, n: 'Buy', revenue: { amount: 10.2, currency: 'EUR' } }, 202],
    ['revenue as text', { ...page, n: 'Buy', revenue: '{"amount":"10.20","currency":"EUR"}' }, 202],
    ['1,000 domains', { ...page, d: Array.from({ length: 1_000 }, () => 'x.test').join() }, 202],
    ['1,001 domains', { ...page, d: Array.from({ length: 1_001 }, () => 'x.test').join() }, 400],
    ['engagement with depth', { ...engaged, sd: 0 }, 202],
    ['engagement with time', { ...engaged, e: 1 }, 202],
    ['engagement with depth and no time', { ...engaged, sd: '50', e: 0 }, 202],
    ['engagement with neither', engaged, 400],
    ['engagement without time', { ...engaged, e: 0 }, 400],
    ['engagement by its long name', { name: 'engagement', u: page.u }, 400],
    ['no name', { u: page.u }, 400],
    ['no address', { n: 'pageview' }, 400],
    ['a name that is a list', { ...page, n: ['x'] }, 400],
  ]
  for (const [type, { schema }] of Object.entries(content)) {
    const isAllowed = ajv.compile(schema)
    for (const [what, body, status] of cases) {
      t.equal(isAllowed(body), status === 202, `${type}: ${what}`)
      const init = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) }
      t.equal((await checkedFetch(`${service.url}/api/event`, init)).status, status, `${type}: ${what}`)
    }
  }
})

t.test('what each kind of route may answer', async (t) => {
  type Operation = { responses: Record<string, { headers?: object }>; security: object[]; requestBody?: object }
  const { paths } = (await (await get('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {}).join(' ')
  const cases: [path: string, method: string, statuses: string][] = [
    ['/api/event', 'post', '200 202 400 503'],
    ['/api/plugins/v1/goals', 'put', '201 400 401 402 413 422 503'],
    ['/api/plugins/v1/goals', 'get', '200 401 503'],
    ['/api/plugins/v1/goals/{id}', 'delete', '204 401 422 503'],
    // 403 and 404 where a session or a shared link may ask as well.
    ['/api/v1/sites/{site_id}', 'put', '200 400 401 402 403 404 413 429 503'],
    ['/api/v1/sites', 'post', '200 400 401 402 403 413 429 503'],
    ['/api/v1/stats/timeseries', 'get', '200 400 401 402 404 429 503'],
    ['/api/v2/query', 'post', '200 400 401 402 403 404 413 429 503'],
  ]
  for (const [path, method, expected] of cases) t.equal(statuses(path, method), expected, `${method} ${path}`)
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses, security, requestBody }] of Object.entries(operations)) {
      const name = `${method} ${path}`
      if (security.length > 0) t.match(responses, { 401: {}, 503: { headers: { 'Retry-After': {} } } }, name)
      if (JSON.stringify(security).includes('apiKey'))
        t.match(responses, { 429: { headers: { 'Retry-After': {} } } }, name)
      // A body that is too large for an event is answered as one that is no JSON.
      if (requestBody && !['/api/event', '/api/visit'].includes(path)) t.match(responses, { 400: {}, 413: {} }, name)
    }
  }
  t.match(paths['/api/event']?.['post']?.responses['202'], {
    headers: { 'X-Service-Dropped': { schema: { type: 'integer' } } },
  })
})

t.test('the contract finds what is not described', async (t) => {
  const contract = readContract((await (await get('/api/openapi.json')).json()) as object)
  const json = { 'content-type': 'application/json; charset=utf-8' }
  const unauthorized = { status: 401, headers: { ...json, 'www-authenticate': 'Basic' }, text: '{"error":"x"}' }
  t.equal(contract('GET', '/api/plugins/v1/goals', unauthorized), undefined)
  const cases: [method: string, path: string, answer: object, problem: RegExp][] = [
    ['GET', '/api/plugins/v1/goals', { headers: json }, /www-authenticate is missing/],
    ['GET', '/api/plugins/v1/goals', { headers: { ...unauthorized.headers, etag: 'x' } }, /etag is not described/],
    [
      'GET',
      '/api/plugins/v1/goals',
      { headers: { ...unauthorized.headers, 'content-type': 'text/plain' } },
      /text\/plain is not described/,
    ],
    ['GET', '/api/plugins/v1/goals', { text: '{"error":1}' }, /must be string/],
    ['GET', '/api/plugins/v1/goals', { text: '{"error":"x","more":1}' }, /additional properties/],
    ['GET', '/api/plugins/v1/goals', { status: 418 }, /status is not described/],
    ['POST', '/api/plugins/v1/goals', {}, /method is not described/],
    ['GET', '/api/unknown', {}, /path is not described/],
    ['DELETE', '/api/plugins/v1/goals/1', { status: 204, headers: {} }, /no body is described/],
  ]
  for (const [method, path, change, problem] of cases)
    t.match(contract(method, path, { ...unauthorized, ...change }), problem)
})
