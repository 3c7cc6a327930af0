// Who gets the code of a refusal: sessions, shared links and forms on the way in; keys, tokens and events get the words
// alone (spec/dashboard 7).
import t from 'tap'
import { checkedFetch } from '../support/contract.ts'
import { startDashboard } from '../support/dashboard.ts'

t.setTimeout(120_000)

const service = await startDashboard({ domain: 'code.test', days: 1 })
t.teardown(() => service.stop())
const { registry, directory } = service.app
const siteId = directory.find('code.test')?.id ?? 0
const link = await registry.sharedLinks.findOrCreate(siteId, 'Board')
const closed = await registry.sharedLinks.create(siteId, { name: 'Closed', password: 'shared secret' })
const { token: secret } = await registry.tokens.create(siteId, 'WordPress')

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const session = { ...own, cookie: service.owner.cookie }
const key = { 'content-type': 'application/json', authorization: `Bearer ${service.site.api_key}` }
const token = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }

async function ask(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await checkedFetch(service.url + path, { method, headers, ...sent })
  return [response.status, await response.text()] as const
}

const goalPath = '/api/v1/sites/goals'
const noEvent = { site_id: 'code.test', goal_type: 'event', event_name: 'engagement' }
const reserved = "event_name: The event name 'engagement' is reserved and cannot be used as a goal"
const query = { site_id: 'code.test', metrics: ['visitor'], date_range: '7d' }
const wrongMetric = '#/metrics/0: Invalid metric "visitor"'
const settings = '/api/sites/code.test'

type Told = { code: string; field?: string; gaps?: object }
type Row = readonly [
  what: string,
  request: readonly [method: string, path: string, headers: Record<string, string>, body?: unknown],
  status: number,
  error: string,
  told?: Told,
]

const rows: readonly Row[] = [
  ['a key', ['PUT', goalPath, key, noEvent], 400, reserved],
  [
    'a session',
    ['PUT', goalPath, session, noEvent],
    400,
    reserved,
    { code: 'reserved', field: 'event_name', gaps: { name: 'engagement' } },
  ],
  [
    'a session, a parameter that is missing',
    ['PUT', goalPath, session, { site_id: 'code.test', goal_type: 'event' }],
    400,
    'Parameter `event_name` is required to create a goal',
    { code: 'blank', field: 'event_name' },
  ],
  ['a session, no JSON', ['PUT', goalPath, session, '{'], 400, 'Invalid JSON body', { code: 'request' }],
  ['a key, no JSON', ['PUT', goalPath, key, '{'], 400, 'Invalid JSON body'],
  [
    'a session, a site that is not there',
    ['GET', '/api/sites/none.test/general', session],
    404,
    'Site could not be found',
    { code: 'gone', gaps: { thing: 'Site' } },
  ],
  [
    'a setting',
    ['PUT', `${settings}/general`, session, { retention_months: 0 }],
    400,
    'retention_months: must be a whole number from 1 to 1200',
    { code: 'number', field: 'retention_months', gaps: { least: 1, most: 1200 } },
  ],
  [
    'the domain that the site has',
    ['PUT', `${settings}/general`, session, { domain: 'code.test' }],
    400,
    'domain: New domain must be different than the current one',
    { code: 'same', field: 'domain' },
  ],
  [
    'a session that has ended',
    ['GET', '/api/account/keys', { ...own, cookie: 'tidemark=gone' }],
    401,
    'Please sign in',
    { code: 'signedOut' },
  ],
  ['no cookie', ['GET', `${settings}/general`, own], 401, 'Please sign in'],
  [
    'a page of somebody else',
    ['PUT', `${settings}/general`, { ...session, 'sec-fetch-site': 'cross-site' }, {}],
    403,
    'This request did not come from a page of this service',
    { code: 'forged' },
  ],
  [
    'the sign-in form',
    ['POST', '/api/session', own, { email: 'a@b.test', password: 'x' }],
    401,
    'E-mail or password is wrong',
    { code: 'wrongSignIn' },
  ],
  [
    'the form of a used link',
    ['POST', '/api/reset', own, { token: 'x', password: 'long enough it is' }],
    410,
    'This link has expired',
    { code: 'expired' },
  ],
  [
    'the password of a shared link',
    ['POST', `/api/share/${closed.slug}/password`, own, { password: 'x' }],
    401,
    'Password is wrong',
    { code: 'password' },
  ],
  ['a question by a key', ['POST', '/api/v2/query', key, query], 400, wrongMetric],
  ['a question by a session', ['POST', '/api/v2/query', session, query], 400, wrongMetric, { code: 'query' }],
  [
    'a question by a shared link',
    ['POST', `/api/v2/query?auth=${link.slug}`, own, query],
    400,
    wrongMetric,
    { code: 'query' },
  ],
  [
    'a link that is gone',
    ['POST', '/api/v2/query?auth=none', own, query],
    404,
    'Shared link could not be found',
    { code: 'linkGone' },
  ],
  ['a key beside a session', ['POST', '/api/v2/query', { ...session, ...key }, query], 400, wrongMetric],
  [
    'a batch by a key',
    ['POST', '/api/v2/query/batch', key, { site_id: 'code.test' }],
    400,
    '#: Required property queries was not present.',
  ],
]

t.test('the code stands beside the words', async (t) => {
  for (const [what, request, status, error, told] of rows) {
    const [found, text] = await ask(...request)
    t.equal(found, status, what)
    t.strictSame(JSON.parse(text), { error, ...told }, what)
  }
})

t.test('to the byte as before: a key, a token, an event', async (t) => {
  t.equal((await ask('PUT', goalPath, key, noEvent))[1], JSON.stringify({ error: reserved }))
  const goal = { goal_type: 'Goal.CustomEvent', goal: { event_name: 'engagement' } }
  t.strictSame(await ask('PUT', '/api/plugins/v1/goals', token, goal), [
    422,
    JSON.stringify({ errors: { event_name: [reserved.slice('event_name: '.length)] } }),
  ])
  const [status, text] = await ask('POST', '/api/event', { 'user-agent': 'Mozilla/5.0' }, { name: 'pageview' })
  t.equal(status, 400)
  t.strictSame(Object.keys(JSON.parse(text)), ['errors'])
})

t.test('each line of a batch has the code for a session, and none for a key', async (t) => {
  const body = { site_id: 'code.test', queries: [{ id: 'a', metrics: ['visitor'], date_range: '7d' }] }
  for (const [headers, told] of [
    [session, { code: 'query' }],
    [key, {}],
  ] as const) {
    const [, text] = await ask('POST', '/api/v2/query/batch', headers, body)
    t.strictSame(JSON.parse(text.split('\n')[0] ?? '').body, { error: wrongMetric, ...told })
  }
})
