// Journeys over HTTP: each rule on visits written down here, each way in and each refusal
// (spec/journeys). Random visits are compared with a plain walk in test/properties/journeys.test.ts.
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { own } from '../support/own.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

t.setTimeout(120_000)

const service = await startApp({ clock: { now: () => new Date('2026-03-10T12:00:00Z') } })
t.teardown(() => service.stop())
const { app } = service
const domain = 'shop.test'
const provisioned = await service.provision({ domain, plan: 'business' })
const call = createCall(service.url, provisioned.api_key)
const siteId = app.directory.find(domain)!.id
const path = '/api/v2/journeys'

/** Visits by their items: `/a` is a pageview, `~` an engagement, others are events; `@host` and `?plan` may follow. */
const visits: readonly (readonly [visitor: number, day: number, items: string])[] = [
  [1, 2, '/ / /pricing ~ Signup?free Signup?pro /docs/a'],
  [1, 3, '/ /docs/a /docs/b /pricing'],
  [2, 2, '/ /docs/a /blog /blog/'],
  [3, 2, '/ /blog/a'],
  [4, 2, '/'],
  [5, 2, '/blog/b@docs.test / /blog/b@docs.test'],
  [6, 4, '/pricing / 404 /pricing'],
]
const events = visits.flatMap(([visitor, day, items]) =>
  items.split(' ').map((item, index): ModelEvent => {
    const [, name = '', plan, host] = /^([^?@]+)(?:\?(\w+))?(?:@(.+))?$/.exec(item)!
    return {
      visitor,
      at: Date.parse(`2026-03-0${day}T09:00:00Z`) / 1000 + Math.floor(index / 2),
      name: name === '~' ? 'engagement' : name.startsWith('/') ? 'pageview' : name,
      pathname: name.startsWith('/') ? name : '/',
      hostname: host ?? domain,
      props: plan === undefined ? null : { plan },
      engagedMs: 1000,
      scroll: 80,
    }
  }),
)
const source = (visitor: number) => ({ source: visitor === 1 ? 'Google' : null })
await insertTraffic(app.db.write, siteId, 'Etc/UTC', sessionsOf(events, source))
for (const [name, eventName, pathname, threshold, props] of [
  ['Signup', 'Signup', null, -1, {}],
  ['Signup as pro', 'Signup', null, -1, { plan: 'pro' }],
  ['Docs', null, '/docs/**', -1, {}],
  ['Read', null, '/docs/**', 50, {}],
])
  await app.db.write.query(
    `insert into goals (site_id, display_name, event_name, path, scroll_threshold, custom_props)
     values ($1, $2, $3, $4, $5, $6)`,
    [siteId, name, eventName, pathname, threshold, props],
  )

const base = { site_id: domain, date_range: ['2026-03-01', '2026-03-09'] }
const ask = async (change: object = {}) => {
  const answer = await call('POST', path, { ...base, ...change })
  t.equal(answer.status, 200, JSON.stringify([change, answer.body]))
  return answer.body
}
/** Rows as text: name, pages of a folder, visitors, visits and share. */
const lines = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ page, event, goal, pages, visitors, visits, share }) =>
    [page ?? event ?? goal, ...(pages === undefined ? [] : [`(${pages})`]), visitors, visits, share].join(' '),
  )
const home = { page: '/' }

t.test('what is next, and what was before', async (t) => {
  const after = await ask({ steps: [home] })
  t.strictSame(lines(after.steps), ['/ 6 7 100'])
  t.strictSame(
    lines(after.next),
    ['/docs/a 2 2 28.6', '/blog/a 1 1 14.3', '/blog/b 1 1 14.3', '/pricing 1 1 14.3', '404 1 1 14.3'],
    'a reload is no step; events of the tracker are items; by visits, then by name',
  )
  t.strictSame(after.ended, { visitors: 1, visits: 1, share: 14.3 })
  t.strictSame([after.total, after.conversion_rate, after.meta], [5, 100, {}])
  t.match(after.next[4], { event: '404' })
  const before = await ask({ steps: [home], direction: 'before' })
  t.strictSame(lines(before.next), ['/blog/b 1 1 14.3', '/pricing 1 1 14.3'], 'what they did before')
  t.strictSame(before.ended, { visitors: 4, visits: 5, share: 71.4 }, 'entered here')
  const last = await ask({ steps: [{ page: '/pricing' }], direction: 'before' })
  t.strictSame(lines(last.next), ['404 1 1 33.3', '/ 1 1 33.3', '/docs/b 1 1 33.3'].sort(), 'from the last such item')
  const again = await ask({ steps: [home, { page: '/docs/a' }] })
  t.strictSame(lines(again.steps), ['/ 6 7 100', '/docs/a 2 2 28.6'])
  t.strictSame(lines(again.next), ['/blog 1 1 50', '/docs/b 1 1 50'])
  t.equal(again.conversion_rate, 33.33, 'visitors of the last step of those of the first')
  const folder = await ask({ steps: [{ page: '/docs/**' }] })
  t.strictSame(lines(folder.next), ['/blog 1 1 33.3', '/pricing 1 1 33.3'], 'neighbours of one wildcard are one item')
  t.strictSame(folder.ended, { visitors: 1, visits: 1, share: 33.3 })
  const none = await ask({ steps: [{ page: '/none' }, home] })
  t.strictSame(lines(none.steps), ['/none 0 0 100', '/ 0 0 '])
  t.strictSame([none.next, none.ended.share, none.conversion_rate, none.total], [[], null, null, 0])
})

t.test('steps that are events and goals', async (t) => {
  const event = await ask({ steps: [{ event: 'Signup' }] })
  t.strictSame(
    [event.steps[0], lines(event.next)],
    [{ event: 'Signup', visitors: 1, visits: 1, share: 100 }, ['/docs/a 1 1 100']],
  )
  for (const goal of ['Signup', 'Signup as pro'])
    t.strictSame(lines((await ask({ steps: [{ goal }] })).next), ['/docs/a 1 1 100'], `the goal ${goal}`)
  t.strictSame(
    lines((await ask({ steps: [{ goal: 'Signup as pro' }], direction: 'before' })).next),
    ['/pricing 1 1 100'],
    'equal neighbours are one item, whatever their properties',
  )
  t.strictSame(lines((await ask({ steps: [home, { goal: 'Docs' }] })).next), ['/blog 1 1 50', '/pricing 1 1 50'])
  t.strictSame(lines((await ask({ steps: [{ event: 'Sign*' }] })).steps), ['Sign* 0 0 100'], 'a star is a star')
})

t.test('candidates, groups, search and pages of rows', async (t) => {
  const all = await ask()
  t.strictSame([all.steps, all.ended, all.conversion_rate], [[], null, null])
  t.strictSame((await ask({ steps: [] })).next, all.next, 'an empty list is none')
  t.strictSame(
    lines(all.next),
    [
      '/ 6 7 100',
      '/docs/a 2 3 42.9',
      '/pricing 2 3 42.9',
      '/blog 1 1 14.3',
      '/blog/ 1 1 14.3',
      '/blog/a 1 1 14.3',
      '/blog/b 1 1 14.3',
      '/docs/b 1 1 14.3',
      '404 1 1 14.3',
      'Signup 1 1 14.3',
    ],
    'ten rows unless told',
  )
  const grouped = await ask({ group: true })
  t.strictSame(lines(grouped.next), [
    '/ 6 7 100',
    '/blog/** (3) 3 3 42.9',
    '/docs/** (2) 2 3 42.9',
    '/pricing 2 3 42.9',
    '/blog 1 1 14.3',
    '404 1 1 14.3',
    'Signup 1 1 14.3',
  ])
  t.strictSame(Object.keys(grouped.next[1]), ['page', 'pages', 'visitors', 'visits', 'share'])
  const [step] = (await ask({ steps: [{ page: '/blog/**' }] })).steps
  t.strictSame([step.visitors, step.visits], [3, 3], 'a group chosen as a step has the visits of its row')
  t.strictSame(
    lines((await ask({ steps: [home], group: true })).next),
    ['/blog/** (2) 2 2 28.6', '/docs/a 2 2 28.6', '/pricing 1 1 14.3', '404 1 1 14.3'],
    'a row of a single page stays a page',
  )
  const found = await ask({ search: 'G/B', group: true })
  t.strictSame([lines(found.next), found.total], [['/blog/b 1 1 14.3'], 1], 'groups hold the pages that were found')
  t.strictSame(lines((await ask({ search: 'sIGN' })).next), ['Signup 1 1 14.3'])
  t.strictSame((await ask({ search: '%' })).next, [], 'a sign of patterns is itself')
  const page = await ask({ limit: 2, offset: 1 })
  t.strictSame([page.next, page.total], [all.next.slice(1, 3), 10])
  t.strictSame((await ask({ offset: 100 })).total, 10)
})

t.test('range and filters', async (t) => {
  const steps = [home]
  const of = async (filters: unknown[], change: object = {}) => {
    const {
      steps: [step],
      next,
    } = await ask({ steps, filters, ...change })
    return [`${step.visitors} ${step.visits}`, ...lines(next)]
  }
  t.strictSame(await of([['is', 'visit:source', ['Google']]]), ['1 2', '/docs/a 1 1 50', '/pricing 1 1 50'])
  t.strictSame(await of([['is', 'event:page', ['/docs/b']]]), ['1 1', '/docs/a 1 1 100'], 'visits with such a page')
  t.strictSame(await of([['is', 'event:goal', ['Signup as pro']]]), ['1 1', '/pricing 1 1 100'])
  t.strictSame(await of([['is', 'event:props:plan', ['free']]]), ['1 1', '/pricing 1 1 100'])
  t.strictSame(await of([['has_done', ['is', 'event:name', ['404']]]]), ['1 1', '404 1 1 100'])
  t.strictSame(await of([['is', 'event:hostname', ['docs.test']]], { steps: [{ page: '/blog/b' }] }), ['1 1'], 'cut')
  t.strictSame(await of([['is_not', 'event:hostname', [domain]]]), ['0 0'], 'of any operator')
  const second = ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z']
  t.strictSame(
    await of([], { date_range: second }),
    ['5 5', '/blog/a 1 1 20', '/docs/a 1 1 20'],
    'items outside the range are not in the sequence',
  )
  const { query } = await ask({ steps, date_range: '28d', filters: [['is', 'visit:source', ['Google']]], group: true })
  t.strictSame(query, {
    site_id: domain,
    date_range: ['2026-02-10T00:00:00+00:00', '2026-03-09T23:59:59+00:00'],
    filters: [['is', 'visit:source', ['Google']]],
    direction: 'after',
    steps,
    group: true,
    search: '',
    limit: 10,
    offset: 0,
  })
  t.equal((await ask({ steps, date_range: 'all' })).steps[0].visits, 7)
})

t.test('imported days have no sequences', async (t) => {
  const { db } = app
  await (await own(db, siteId)).query(
    `insert into imported_days ({{part,}}site_id, local_day, dimension, value, visitors, visits, pageviews, events, bounces, duration)
     values ({{=part,}}$1, '2026-02-01', '', '', 5, 5, 5, 5, 0, 0)`,
    [siteId],
  )
  t.strictSame((await ask()).meta, {}, 'a range beside them')
  const touched = await ask({ date_range: ['2026-02-01', '2026-03-09'] })
  t.strictSame(touched.meta, { imports_skip_reason: 'unsupported_query' })
  await db.write.query('update sites set dropped_before = $2 where id = $1', [siteId, '2026-03-03'])
  await app.directory.refresh()
  t.match((await ask()).meta, { imports_warning: /retention time/ })
  await db.write.query('update sites set dropped_before = null where id = $1', [siteId])
  await app.directory.refresh()
})

t.test('refusals', async (t) => {
  const cases: [what: string, change: object, message: RegExp | string][] = [
    ['another key', { metrics: ['visitors'] }, '#/metrics: Schema does not allow additional properties.'],
    ['no range', { date_range: undefined }, '#: Required property date_range was not present.'],
    ['a wrong range', { date_range: 'never' }, '#/date_range: Invalid date range "never"'],
    ['a wrong filter', { filters: [['is', 'visit:nothing', ['x']]] }, /^Invalid filter/],
    [
      'an unknown goal to filter by',
      { filters: [['is', 'event:goal', ['Gone']]] },
      /The goal `Gone` is not configured/,
    ],
    ['another direction', { direction: 'up' }, '#/direction: Invalid direction "up"'],
    ['steps that are no list', { steps: {} }, '#/steps: Type mismatch. Expected Array.'],
    ['21 steps', { steps: Array(21).fill(home) }, '#/steps: Expected a maximum of 20 items'],
    ['a step that is none', { steps: ['/'] }, '#/steps/0: Invalid step "/"'],
    ['two in one', { steps: [{ page: '/', event: 'x' }] }, /^#\/steps\/0: Invalid step/],
    ['another kind', { steps: [home, { name: 'x' }] }, '#/steps/1: Invalid step {"name":"x"}'],
    ['a page that is no text', { steps: [{ page: 1 }] }, '#/steps/0/page: Type mismatch. Expected String.'],
    ['a page without a name', { steps: [{ page: '' }] }, '#/steps/0/page: Invalid page ""'],
    ['a NUL character', { steps: [{ event: 'a\0' }] }, /^#\/steps\/0\/event: Invalid event/],
    [
      'a wildcard that is no page',
      { steps: [home, { page: 'blog/**' }] },
      /^#\/steps\/1\/page: Invalid page "blog\/\*\*"/,
    ],
    ['pageview', { steps: [{ event: 'pageview' }] }, '#/steps/0/event: Invalid event "pageview"'],
    ['engagement', { steps: [{ event: 'engagement' }] }, '#/steps/0/event: Invalid event "engagement"'],
    [
      'an unknown goal',
      { steps: [{ goal: 'Gone' }] },
      '#/steps/0/goal: The goal `Gone` is not configured for this site',
    ],
    ['a goal of scrolling', { steps: [{ goal: 'Read' }] }, /^#\/steps\/0\/goal: The goal `Read` is of scrolling/],
    ['a group that is no boolean', { group: 1 }, '#/group: Type mismatch. Expected Boolean.'],
    ['a search that is no text', { search: null }, '#/search: Type mismatch. Expected String.'],
    ['a NUL character to search', { search: '\0' }, /^#\/search: Invalid search/],
    ...[0, 101, 1.5, '10', null].map((limit): [string, object, RegExp] => [
      'limit',
      { limit },
      /^#\/limit: Invalid limit /,
    ]),
    ...[-1, 0.5, 'x'].map((offset): [string, object, RegExp] => ['offset', { offset }, /^#\/offset: Invalid offset /]),
    ['a site that is no text', { site_id: 1 }, '#/site_id: Type mismatch. Expected String.'],
  ]
  for (const [what, change, message] of cases) {
    const answer = await call('POST', path, { ...base, ...change })
    t.equal(answer.status, 400, what)
    if (typeof message === 'string') t.equal(answer.body.error, message, what)
    else t.match(answer.body.error, message, what)
  }
  t.equal((await ask({ steps: Array(20).fill(home) })).steps.length, 20, 'twenty are few enough')
})

t.test('who may ask', async (t) => {
  const body = { ...base, steps: [home] }
  t.equal((await call('POST', path, body, null)).status, 401, 'without a key')
  t.equal((await call('POST', path, body, 'wrong')).status, 401)
  const foreign = await service.provision({ domain: 'foreign.test', plan: 'business' })
  t.equal((await call('POST', path, body, foreign.api_key)).status, 401, 'a key of another team')
  const owner = (await app.registry.users.find(provisioned.email))!
  const { key } = await app.registry.keys.create({ userId: owner.id, scopes: [] })
  t.equal((await call('POST', path, body, key)).status, 200, 'a key that only reads')
  const link = await app.registry.sharedLinks.findOrCreate(siteId, 'Board')
  t.equal((await call('POST', `${path}?auth=${link.slug}`, body, null)).status, 200, 'a shared link')
  await app.registry.teams.setPlan(app.directory.find(domain)!.teamId, { plan: 'enterprise', features: ['stats_api'] })
  await app.directory.refresh()
  t.equal((await call('POST', path, body)).status, 200, 'no feature beyond the way in')
  const message = '#/steps/0/goal: The goal `Signup as pro` is not configured for this site'
  t.equal((await call('POST', path, { ...base, steps: [{ goal: 'Signup as pro' }] })).body.error, message, 'properties')
  await app.registry.teams.setPlan(app.directory.find(domain)!.teamId, { plan: 'business' })
  await app.directory.refresh()
})

t.test('each refusal of access and of limits is that of a v2 query', async (t) => {
  const { teamId } = app.directory.find(domain)!
  const owner = (await app.registry.users.find(provisioned.email))!
  const limited = async () => (await app.registry.keys.create({ userId: owner.id, scopes: [], hourlyLimit: 1 })).key
  const locked = await app.registry.sharedLinks.create(siteId, { name: 'Locked', password: 'opens the board' })
  const { api_key: foreign } = await service.provision({ domain: 'else.test', email: 'else@x.test' })
  const elsewhere = await app.registry.sharedLinks.create(app.directory.find('else.test')!.id, { name: 'Else' })
  const both = async (status: number, what: string, token?: string | null, at = '', change: object = {}) => {
    const answers = []
    for (const [endpoint, more] of [
      ['/api/v2/query', { metrics: ['visitors'] }],
      [path, {}],
    ] as const) {
      const key = token === 'limited' ? await limited() : token
      if (token === 'limited') await call('POST', endpoint, { ...base, ...more }, key)
      const { status, body, headers } = await call('POST', endpoint + at, { ...base, ...more, ...change }, key)
      answers.push([status, body, headers.get('www-authenticate'), headers.has('retry-after')])
    }
    t.strictSame(answers[1], answers[0], what)
    t.equal(answers[1]![0], status, what)
  }
  await both(401, 'nothing', null)
  await both(401, 'a wrong key', 'wrong')
  await both(401, 'another scheme', `Basic ${provisioned.api_key}`)
  await both(401, 'a key of another team', foreign)
  await both(401, 'a site that is not there', undefined, '', { site_id: 'none.test' })
  await both(400, 'no site', undefined, '', { site_id: undefined })
  await both(404, 'a link that is not there', null, '?auth=none')
  await both(404, 'a link of another site', null, `?auth=${elsewhere.slug}`)
  await both(401, 'a link with a password', null, `?auth=${locked.slug}`)
  await both(429, 'more requests than the key has', 'limited')
  await app.registry.teams.setLocked(teamId, true)
  await app.directory.refresh()
  await both(402, 'a locked team')
  await app.registry.teams.setLocked(teamId, false)
  await app.registry.teams.setPlan(teamId, { plan: 'enterprise', features: ['props'] })
  await app.directory.refresh()
  await both(402, 'a plan without the API')
  await app.registry.teams.setPlan(teamId, { plan: 'business' })
  await app.directory.refresh()
  await both(400, 'a property that the plan has, of no name', undefined, '', {
    filters: [['is', 'event:props:', ['x']]],
  })
})

t.test('a question that takes too long ends as a v2 query does', async (t) => {
  const hasty = await startApp({
    databaseUrl: service.databaseUrl,
    clock: { now: () => new Date('2026-03-10T12:00:00Z') },
    env: { STATEMENT_TIMEOUT_MS: '300' },
  })
  t.teardown(() => hasty.stop())
  const callHasty = createCall(hasty.url, provisioned.api_key)
  await app.db.transaction(async (tx) => {
    await tx.query('lock table events in access exclusive mode')
    const query = await callHasty('POST', '/api/v2/query', {
      ...base,
      metrics: ['visitors'],
      filters: [['is', 'event:page', ['/']]],
    })
    const journey = await callHasty('POST', path, { ...base, steps: [home] })
    t.equal(journey.status, 503)
    t.strictSame([journey.status, journey.body], [query.status, query.body])
  })
})

t.test('it is cancelled when the reader leaves', async (t) => {
  const waiting = async () => {
    const rows = await app.db.read.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like 'with chosen%'
         and pid <> pg_backend_pid()`,
    )
    return rows.length
  }
  const until = async (count: number) => {
    const deadline = Date.now() + 30_000
    while ((await waiting()) !== count && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
    return waiting()
  }
  await app.db.transaction(async (tx) => {
    await tx.query('lock table events in access exclusive mode')
    const reader = new AbortController()
    const answer = fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${provisioned.api_key}` },
      body: JSON.stringify({ ...base, steps: [home] }),
      signal: reader.signal,
    })
    t.equal(await until(1), 1, 'it waits for the rows')
    reader.abort()
    await t.rejects(answer)
    t.equal(await until(0), 0, 'and no more')
  })
})

t.test('a consolidated view asks all of its sites', async (t) => {
  await app.registry.consolidated.enable((await app.registry.teams.findById(app.directory.find(domain)!.teamId))!)
  const [{ identifier }] = (await app.db.write.query<{ identifier: string }>(
    'select identifier from teams t join sites s on s.team_id = t.id where s.id = $1',
    [siteId],
  )) as [{ identifier: string }]
  await app.directory.refresh()
  const answer = await call('POST', path, { ...base, site_id: identifier, steps: [home] })
  t.strictSame([answer.status, lines(answer.body.steps ?? [])], [200, ['/ 6 7 100']])
})
