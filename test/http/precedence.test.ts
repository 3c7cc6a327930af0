// Which refusal wins when several are due: each request breaks a rule of one step and of all steps after it
// (spec/management 2.4, 4.1, 6.3; spec/stats 2).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { registry } = service.app

const noApi = (api: string) =>
  `The account that owns this API key does not have access to ${api}. Please make sure you're using the API key of a subscriber account and that the subscription plan includes ${api}`
const locked =
  'This site is locked due to missing active subscription. In order to access it, the site owner should subscribe to a suitable plan'
const missingKey = 'Missing API key. Please use a valid API key as a Bearer Token.'
const badKey =
  "Invalid API key. Please make sure you're using a valid API key with access to the resource you've requested."
const badStatsKey =
  "Invalid API key or site ID. Please make sure you're using a valid API key with access to the site you've requested."
const payload = "Payload must contain at least one of the parameters 'domain', 'tracker_script_configuration'"
const notFound = 'Site could not be found'

async function keyOf(email: string, options: { scopes?: string[]; hourlyLimit?: number } = {}): Promise<string> {
  const user = await registry.users.create({ email, ifMissing: true })
  return (await registry.keys.create({ userId: user.id, scopes: ['sites:*'], ...options })).key
}

const free = await service.provision({ domain: 'free.test', email: 'free@order.test', plan: 'business' })
const poor = await service.provision({ domain: 'poor.test', email: 'poor@order.test', plan: 'growth' })
const shut = await service.provision({ domain: 'shut.test', email: 'shut@order.test', plan: 'growth' })
await registry.teams.setLocked((await registry.teams.find(shut.team))?.id ?? 0, true)
await service.provision({ domain: 'taken.test', email: 'taken@order.test' })
const viewer = await keyOf('viewer@order.test')
for (const { team } of [free, poor, shut])
  await registry.teams.addMember(
    (await registry.teams.find(team))?.id ?? 0,
    (await registry.users.find('viewer@order.test'))?.id ?? 0,
    'viewer',
  )
const stranger = await keyOf('stranger@order.test')
const reader = await keyOf('free@order.test', { scopes: ['stats:read:*'] })
const spent = await keyOf('stranger@order.test', { scopes: [], hourlyLimit: 0 })
const call = createCall(service.url, free.api_key)

t.test('update site', async (t) => {
  const bad = { domain: 'taken.test', tracker_script_configuration: { outbound_links: 5, installation_type: 5 } }
  const taken = 'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?'
  const cases: [name: string, domain: string, token: string | null, body: unknown, status: number, error: string][] = [
    ['no key', 'shut.test', null, '{', 401, missingKey],
    ['an unknown key', 'shut.test', 'unknown', '{', 401, badKey],
    [
      'a spent key without the scope',
      'shut.test',
      spent,
      '{',
      429,
      'Too many API requests. Your API key is limited to 0 requests per hour. Please contact us to request more capacity.',
    ],
    ['no scope, a site of others', 'shut.test', reader, '{', 401, badKey],
    ['no scope, no site', 'nowhere.test', reader, '{', 401, badKey],
    ['locked before feature, body and role', 'shut.test', viewer, '{', 402, locked],
    ['feature before body and role', 'poor.test', viewer, '{', 402, noApi('Sites API')],
    ['a stranger does not learn of locks', 'shut.test', stranger, bad, 404, notFound],
    ['a stranger does not learn of plans', 'poor.test', stranger, bad, 404, notFound],
    ['an unreadable body before the site', 'nowhere.test', free.api_key, '{', 400, 'Invalid JSON body'],
    ['an empty body before the site', 'nowhere.test', free.api_key, {}, 400, payload],
    ['an empty body before the role', 'free.test', viewer, { domain: null }, 400, payload],
    ['the site before its values', 'nowhere.test', free.api_key, bad, 404, notFound],
    ['the role before the values', 'free.test', viewer, bad, 404, notFound],
    ['the domain before the configuration', 'free.test', free.api_key, bad, 400, taken],
    ['the blank domain too', 'free.test', free.api_key, { ...bad, domain: '' }, 400, "domain: can't be blank"],
    [
      'the first field in order',
      'free.test',
      free.api_key,
      { tracker_script_configuration: bad.tracker_script_configuration },
      400,
      'tracker_script_configuration.installation_type: is invalid',
    ],
  ]
  for (const [name, domain, token, body, status, error] of cases) {
    const answer = await call('PUT', `/api/v1/sites/${domain}`, body, token)
    t.strictSame([answer.status, answer.body], [status, { error }], name)
  }
  t.match(await registry.sites.find('free.test'), { domain: 'free.test', domain_changed_from: null })
})

t.test('sub-resources', async (t) => {
  const required = 'Parameter `site_id` is required to create a goal'
  const cases: [name: string, query: string, token: string | null, body: unknown, status: number, error: string][] = [
    ['the key before the parameter', '', reader, '{', 401, badKey],
    ['the body before the parameter', '', free.api_key, '{', 400, 'Invalid JSON body'],
    ['the parameter before the site', '', free.api_key, {}, 400, required],
    ['an unknown site', '?site_id=nowhere.test', free.api_key, {}, 404, notFound],
    ['membership before the lock', '?site_id=shut.test', stranger, {}, 401, badKey],
    ['the lock before the feature', '?site_id=shut.test', viewer, {}, 402, locked],
    ['the feature before the role', '?site_id=poor.test', viewer, {}, 402, noApi('Sites API')],
    ['the role before the values', '?site_id=free.test', viewer, {}, 404, notFound],
    ['the values', '?site_id=free.test', free.api_key, {}, 400, 'Parameter `goal_type` is required to create a goal'],
  ]
  for (const [name, query, token, body, status, error] of cases) {
    const answer = await call('PUT', `/api/v1/sites/goals${query}`, body, token)
    t.strictSame([answer.status, answer.body], [status, { error }], name)
  }
  for (const path of ['/api/v1/sites/poor.test', '/api/v1/sites/goals?site_id=poor.test', '/api/v1/sites/teams'])
    t.equal((await call('GET', path, undefined, poor.api_key)).status, 200, `${path} needs no feature`)
})

t.test('statistics', async (t) => {
  const cases: [name: string, query: string, token: string | null, status: number, error: string][] = [
    ['no key', '', null, 401, missingKey],
    [
      'the site is missing, whatever the key',
      '',
      'unknown',
      400,
      'Missing site ID. Please provide the required site_id parameter with your request.',
    ],
    [
      'an empty one too',
      '?site_id=',
      'unknown',
      400,
      'Missing site ID. Please provide the required site_id parameter with your request.',
    ],
    ['an unknown key', '?site_id=shut.test&period=x', 'unknown', 401, badStatsKey],
    ['an unknown site', '?site_id=nowhere.test&period=x', free.api_key, 401, badStatsKey],
    ['a stranger', '?site_id=shut.test&period=x', stranger, 401, badStatsKey],
    ['the lock before the feature', '?site_id=shut.test&period=x', shut.api_key, 402, locked],
    ['the feature before the question', '?site_id=poor.test&period=x', viewer, 402, noApi('Stats API')],
  ]
  for (const [name, query, token, status, error] of cases) {
    const answer = await call('GET', `/api/v1/stats/timeseries${query}`, undefined, token)
    t.strictSame([answer.status, answer.body], [status, { error }], name)
  }
  t.equal((await call('GET', '/api/v1/stats/timeseries?site_id=free.test&period=x', undefined, reader)).status, 400)
  const bodies: [name: string, body: unknown, token: string | null, status: number, error: string | RegExp][] = [
    ['no key before the body', '{', null, 401, missingKey],
    ['an unreadable body names no site', '{', 'unknown', 400, 'Invalid JSON body'],
    ['the site is missing, whatever the key', { metrics: [] }, 'unknown', 400, /site_id/],
    ['an unknown key before the question', { site_id: 'shut.test', metrics: [] }, 'unknown', 401, badStatsKey],
    ['the feature before the question', { site_id: 'poor.test', metrics: [] }, viewer, 402, noApi('Stats API')],
    ['the question', { site_id: 'free.test', metrics: [], date_range: '7d' }, reader, 400, /#\/metrics/],
  ]
  for (const [name, body, token, status, error] of bodies)
    t.match(await call('POST', '/api/v2/query', body, token), { status, body: { error } }, name)
})

t.test('goals', async (t) => {
  const view = await service.provision({ domain: 'view.test', email: 'view@order.test', plan: 'growth' })
  const viewTeam = (await registry.teams.find(view.team))?.id ?? 0
  await registry.consolidated.enable({ id: viewTeam, identifier: view.team })
  const viewSite = (await registry.sites.find(view.team))?.id ?? 0
  const { token } = await registry.tokens.create(viewSite, 'view')
  const fill = (domain: string) =>
    service.app.db.write.query(
      `insert into goals (site_id, event_name, display_name) select s.id, 'g' || n, 'g' || n from sites s, generate_series(1, 1000) n where s.domain = $1`,
      [domain],
    )
  await fill(view.team)
  const revenue = { goal_type: 'Goal.Revenue', goal: { event_name: 'New', currency: 'EUR', custom_props: { a: 'b' } } }
  const put = async (body: unknown, with_: string) => {
    const answer = await call('PUT', '/api/plugins/v1/goals', body, with_)
    return [answer.status, answer.body.error ?? answer.body.errors]
  }
  const plan = (name: string) =>
    `${name} is part of the Business plan. To get access to this feature, please upgrade your account.`
  t.strictSame(await put('{', 'unknown'), [401, 'Plugins API: unauthorized'])
  t.strictSame(await put('{', token), [400, 'Invalid JSON body'])
  t.strictSame(
    await put({ goals: [revenue, { goal_type: 'x' }] }, token),
    [422, { goal_type: ['is invalid'] }],
    'rules of all entries first',
  )
  t.strictSame(await put(revenue, token), [402, plan('Revenue Goals')], 'the plan before view, limit and conflict')
  await registry.teams.setPlan(viewTeam, { plan: 'enterprise', features: ['revenue_goals'] })
  t.strictSame(await put(revenue, token), [402, plan('Custom Properties')])
  await registry.teams.setPlan(viewTeam, { plan: 'business' })
  t.strictSame(await put(revenue, token), [
    422,
    { event_name: ['Revenue goals cannot be created for consolidated views'] },
  ])

  await fill('free.test')
  t.strictSame(await put(revenue, free.plugin_token), [422, { event_name: ['Maximum number of goals reached'] }])
  const existing = { goal_type: 'Goal.Revenue', goal: { event_name: 'g7', currency: 'EUR' } }
  t.strictSame(await put(existing, free.plugin_token), [
    422,
    { event_name: ["'g7' (with currency: none) has already been taken"] },
  ])
  t.equal(
    (await put({ ...existing, goal_type: 'Goal.CustomEvent' }, free.plugin_token))[0],
    201,
    'what exists is returned on a full site',
  )
})
