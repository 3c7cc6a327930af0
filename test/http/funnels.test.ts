// Funnels over HTTP: each documented answer and refusal of their routes and of the query (spec/management 7.7,
// spec/stats 24).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startStatsService } from '../support/stats-service.ts'

t.setTimeout(120_000)

const service = await startStatsService({ seed: 26 })
t.teardown(() => service.stop())
const { domain, key, siteId, app } = service
const { registry, db } = app
const call = createCall(service.url, key)
const path = '/api/v1/sites/funnels'
const owner = (await registry.users.find('owner@numbers.test'))!
const reading = createCall(service.url, (await registry.keys.create({ userId: owner.id, scopes: [] })).key)
const goalIds = new Map((await registry.goals.list(siteId)).map(({ displayName, id }) => [displayName, id] as const))
const [blog, signup, purchase] = ['Visit /blog**', 'Signup', 'Purchase'].map((name) => goalIds.get(name)!) as [
  number,
  number,
  number,
]
const foreign = await service.provision({ domain: 'foreign.test' })

t.test('put, list and delete', async (t) => {
  const base = { site_id: domain, name: ' Sign up ', steps: [blog, signup] }
  const made = await call('PUT', path, base)
  const { id } = made.body
  const steps = [
    { goal_id: blog, display_name: 'Visit /blog**' },
    { goal_id: signup, display_name: 'Signup' },
  ]
  t.strictSame([made.status, made.body], [200, { id, name: 'Sign up', steps, domain }])
  t.strictSame((await call('PUT', path, base)).body, made.body, 'again: the same')
  const longer = await call('PUT', path, { ...base, steps: [blog, blog, signup] })
  t.strictSame([longer.body.id, longer.body.steps], [id, [steps[0], ...steps]], 'other steps, one goal twice')
  const [otherGoal] = await registry.goals.upsert({ ...app.directory.find('foreign.test')! }, [
    { kind: 'event', eventName: 'Theirs', currency: null, customProps: {} },
  ])
  const cases: [what: string, change: object, status: number, error: string][] = [
    ['no site', { site_id: undefined }, 400, 'Parameter `site_id` is required to create a funnel'],
    ['an unknown site', { site_id: 'no.test' }, 404, 'Site could not be found'],
    ['no name', { name: undefined }, 400, 'Parameter `name` is required to create a funnel'],
    ['a blank name', { name: ' ' }, 400, 'Parameter `name` is required to create a funnel'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 400, 'name: should be at most 255 character(s)'],
    ['no steps', { steps: undefined }, 400, 'Parameter `steps` is required to create a funnel'],
    ['steps that are no list', { steps: 'Signup' }, 400, 'steps: must be ids of goals'],
    ['steps that are no ids', { steps: [blog, 'Signup'] }, 400, 'steps: must be ids of goals'],
    ['one step', { steps: [blog] }, 400, 'steps: should be 2 to 8 goals'],
    ['nine steps', { steps: Array(9).fill(blog) }, 400, 'steps: should be 2 to 8 goals'],
    ['no such goal', { steps: [blog, 999_999] }, 400, 'steps: the goal 999999 could not be found'],
    [
      'a goal of another site',
      { steps: [blog, otherGoal!.id] },
      400,
      `steps: the goal ${otherGoal!.id} could not be found`,
    ],
  ]
  for (const [what, change, status, error] of cases) {
    const answer = await call('PUT', path, { ...base, ...change })
    t.strictSame([answer.status, answer.body], [status, { error }], what)
  }
  t.equal((await call('PUT', path, { ...base, name: 'x'.repeat(255), steps: Array(8).fill(blog) })).status, 200)
  t.equal((await reading('PUT', path, base)).status, 401, 'a key that only reads')
  const list = await reading('GET', `${path}?site_id=${domain}`)
  t.strictSame(
    list.body.funnels.map((funnel: { name: string }) => funnel.name),
    ['x'.repeat(255), 'Sign up'],
    'newest first',
  )
  const page = await reading('GET', `${path}?site_id=${domain}&limit=1`)
  t.equal((await reading('GET', `${path}?site_id=${domain}&after=${page.body.meta.after}`)).body.funnels[0].id, id)
  t.equal((await call('DELETE', `${path}/999999?site_id=${domain}`)).body.error, 'Funnel could not be found')
  t.equal((await call('DELETE', `${path}/x?site_id=${domain}`)).status, 404)
  const stranger = createCall(service.url, foreign.api_key)
  t.equal((await stranger('DELETE', `${path}/${id}?site_id=foreign.test`)).status, 404, 'one of another site')
  t.equal((await stranger('GET', `${path}?site_id=${domain}`)).status, 401)
  for (const funnel of list.body.funnels)
    t.strictSame((await call('DELETE', `${path}/${funnel.id}?site_id=${domain}`)).body, { deleted: true })
})

t.test('a plan without funnels; a thousand of them', async (t) => {
  const poor = await service.provision({ domain: 'poor.test', plan: 'enterprise' })
  const { id: team } = (await registry.teams.find(poor.team))!
  const asks = createCall(service.url, poor.api_key)
  const change = (features: string[]) =>
    registry.teams.setPlan(team, { plan: 'enterprise', features: ['sites_api', 'stats_api', ...features] })
  await change([])
  const goal = await asks('PUT', '/api/v1/sites/goals', { site_id: 'poor.test', goal_type: 'event', event_name: 'A' })
  const body = { site_id: 'poor.test', name: 'A', steps: [goal.body.id, goal.body.id] }
  const refusal = {
    error: 'Funnels is part of the Business plan. To get access to this feature, please upgrade your account.',
  }
  const answer = await asks('PUT', path, body)
  t.strictSame([answer.status, answer.body], [402, refusal])
  t.equal((await asks('GET', `${path}?site_id=poor.test`)).status, 200, 'they may be read')
  await change(['funnels'])
  const made = await asks('PUT', path, body)
  t.equal(made.status, 200)
  const question = {
    site_id: 'poor.test',
    metrics: ['visitors'],
    date_range: 'day',
    dimensions: [`funnel:${made.body.id}`],
  }
  t.equal((await asks('POST', '/api/v2/query', question)).status, 200)
  await db.write.query(
    `insert into funnels (site_id, name) select site_id, 'f' || n from funnels, generate_series(2, 1000) n where id = $1`,
    [made.body.id],
  )
  t.equal((await asks('PUT', path, { ...body, name: 'B' })).body.error, 'Maximum number of funnels reached')
  t.equal((await asks('PUT', path, body)).status, 200, 'one that is there may change')
  await change([])
  const message = 'The owner of this site does not have access to the funnels feature'
  t.strictSame((await asks('POST', '/api/v2/query', question)).body, { error: message })
})

t.test('a deleted goal leaves its funnels; one of two steps goes with it', async (t) => {
  const [spare] = await registry.goals.upsert(app.directory.find(domain)!, [
    { kind: 'event', eventName: 'Spare', currency: null, customProps: {} },
  ])
  const put = async (name: string, steps: number[]) =>
    (await call('PUT', path, { site_id: domain, name, steps })).body.id
  const [three, two] = [await put('three', [blog, spare!.id, signup]), await put('two', [spare!.id, signup])]
  const before = await service.query({ metrics: ['visitors'], date_range: '91d', dimensions: [`funnel:${three}`] })
  t.match(before, { status: 200, body: { results: { length: 3 } } })
  await call('DELETE', `/api/v1/sites/goals/${spare!.id}?site_id=${domain}`)
  const { funnels } = (await call('GET', `${path}?site_id=${domain}`)).body
  t.match(funnels, [{ id: three, steps: [{ display_name: 'Visit /blog**' }, { display_name: 'Signup' }] }])
  const gone = await service.query({ metrics: ['visitors'], date_range: '91d', dimensions: [`funnel:${two}`] })
  t.match(gone, { status: 400, body: { error: `The funnel \`${two}\` is not configured for this site` } })
})

t.test('the query', async (t) => {
  const { body } = await call('PUT', path, { site_id: domain, name: 'asked', steps: [blog, signup, purchase] })
  const question = {
    metrics: ['visitors', 'visits', 'percentage', 'drop_off'],
    date_range: ['2021-03-01', '2021-05-01'],
    dimensions: [`funnel:${body.id}`],
  }
  interface Answer {
    results: { dimensions: string[]; metrics: number[]; comparison?: { metrics: number[]; change: number[] } }[]
    meta: Record<string, unknown>
    query: Record<string, unknown>
  }
  const ask = async (change: object = {}) =>
    (await service.query({ ...question, ...change })) as { status: number; body: Answer }
  const whole = await ask()
  t.equal(whole.status, 200)
  t.strictSame(
    whole.body.results.map(({ dimensions }) => dimensions),
    [['Visit /blog**'], ['Signup'], ['Purchase']],
  )
  const [first, second] = whole.body.results as [Answer['results'][0], Answer['results'][0]]
  t.ok(first.metrics[0]! > second.metrics[0]! && second.metrics[0]! > 0, 'some went on')
  t.strictSame([first.metrics[2], first.metrics[3]], [100, null])
  t.match(whole.body.query, { metrics: question.metrics, dimensions: question.dimensions, order_by: [], filters: [] })
  const page = await ask({ pagination: { limit: 1, offset: 1 }, include: { total_rows: true, source: true } })
  t.strictSame(page.body.results, [second])
  t.match(page.body.meta, { total_rows: 3, source: { relations: ['events'], exact: true } })
  const compared = await ask({
    date_range: ['2021-04-01', '2021-04-30'],
    include: { comparisons: { mode: 'custom', date_range: ['2021-03-01', '2021-05-01'] }, imports: true },
  })
  t.match(compared.body.results[0]!.comparison, { dimensions: ['Visit /blog**'], metrics: first.metrics })
  t.equal(compared.body.results[0]!.comparison!.change.length, 4)
  t.match(compared.body.meta, { imports_included: false, comparison_date_range: { length: 2 } })
  const filtered = await ask({ filters: [['is', 'visit:source', ['Google']]] })
  t.ok(filtered.body.results[0]!.metrics[0]! < first.metrics[0]!)
  t.equal((await ask({ date_range: 'all' })).body.results[0]!.metrics[0], first.metrics[0])
  t.equal(
    (await ask({ date_range: ['2020-01-01', '2020-01-02'] })).body.results[0]!.metrics[2],
    null,
    'no visitor came',
  )

  const refusals: [what: string, change: object, message: RegExp][] = [
    [
      'another metric',
      { metrics: ['visitors', 'pageviews'] },
      /#\/metrics\/1: A funnel can be queried for `visitors`, /,
    ],
    ['a metric twice', { metrics: ['visits', 'visits'] }, /#\/metrics: Expected items to be unique/],
    ['no metric', { metrics: [] }, /#\/metrics: Expected a minimum of 1 items/],
    [
      'another dimension',
      { dimensions: [...question.dimensions, 'visit:source'] },
      /cannot be queried with other dimensions/,
    ],
    ['time', { dimensions: ['time:day', ...question.dimensions] }, /cannot be queried with other dimensions/],
    ['no id', { dimensions: ['funnel:x'] }, /#\/dimensions\/0: Invalid dimension "funnel:x"/],
    ['an unknown funnel', { dimensions: ['funnel:999999'] }, /The funnel `999999` is not configured for this site/],
    ['an order', { order_by: [['visitors', 'asc']] }, /#\/order_by: The steps of a funnel have their order/],
    ['labels of time', { include: { time_labels: true } }, /requires a time dimension/],
    ['a wrong range', { date_range: 'never' }, /#\/date_range: Invalid date range/],
    ['a wrong filter', { filters: [['is', 'event:goal', ['Gone']]] }, /The goal `Gone` is not configured/],
    ['an impossible expression', { filters: [['matches', 'visit:source', ['(']]] }, /invalid regular expression/i],
    ['drop-off without a funnel', { dimensions: [], metrics: ['drop_off'] }, /Invalid metric "drop_off"/],
    [
      'a funnel to filter by',
      { dimensions: [], metrics: ['visitors'], filters: [['is', 'funnel:1', ['1']]] },
      /Invalid filter/,
    ],
  ]
  for (const [what, change, message] of refusals) {
    const answer = (await ask(change)) as unknown as { status: number; body: { error: string } }
    t.equal(answer.status, 400, what)
    t.match(answer.body.error, message, what)
  }
  const elsewhere = await createCall(service.url, foreign.api_key)('POST', '/api/v2/query', {
    ...question,
    site_id: 'foreign.test',
  })
  t.match(elsewhere.body.error, /is not configured for this site/, 'the funnel of another site')
  const csv = await fetch(
    `${service.url}/api/v1/stats/export?${new URLSearchParams({
      site_id: domain,
      metrics: question.metrics.join(),
      dimensions: question.dimensions.join(),
      date_range: question.date_range.join(),
    })}`,
    { headers: { authorization: `Bearer ${key}` } },
  )
  t.match(await csv.text(), /^Step,Visitors,Visits,Share,Drop-off\r\nVisit \/blog\*\*,/)
  await db.write.query('update sites set dropped_before = $2 where id = $1', [siteId, '2021-03-20'])
  await app.directory.refresh()
  const dropped = await ask({ include: { source: true, imports: true } })
  t.match(dropped.body.meta, { source: { exact: false }, imports_warning: /retention time/ })
})

t.test('a shared link and a session ask too; a consolidated view has none', async (t) => {
  const { body } = await call('PUT', path, { site_id: domain, name: 'shared', steps: [blog, signup] })
  const question = { site_id: domain, metrics: ['visits'], date_range: '91d', dimensions: [`funnel:${body.id}`] }
  const link = await registry.sharedLinks.findOrCreate(siteId, 'Board')
  const open = await fetch(`${service.url}/api/v2/query?auth=${link.slug}`, {
    method: 'POST',
    body: JSON.stringify(question),
  })
  t.equal(open.status, 200)
  await registry.consolidated.enable((await registry.teams.findById(app.directory.find(domain)!.teamId))!)
  const [{ identifier }] = (await db.write.query<{ identifier: string }>(
    'select identifier from teams t join sites s on s.team_id = t.id where s.id = $1',
    [siteId],
  )) as [{ identifier: string }]
  await app.directory.refresh()
  const put = await call('PUT', path, { site_id: identifier, name: 'All', steps: [blog, signup] })
  t.strictSame([put.status, put.body.error], [400, 'This operation is unavailable for a consolidated view'])
})
