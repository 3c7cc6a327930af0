// Goals of the Plugins API over real HTTP: each line of the status and message tables (spec/management 2 and 3).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const site = await service.provision({ domain: 'goals.test', plan: 'business' })
const starter = await service.provision({ domain: 'starter.test', plan: 'starter' })
const call = createCall(service.url, site.plugin_token)
const path = '/api/plugins/v1/goals'
const put = (body: unknown, token?: string | null) => call('PUT', path, body, token)
const event = (event_name: unknown, more: object = {}) => ({
  goal_type: 'Goal.CustomEvent',
  goal: { event_name, ...more },
})
const page = (pathname: unknown, more: object = {}) => ({
  goal_type: 'Goal.Pageview',
  goal: { path: pathname, ...more },
})
const revenue = (event_name: unknown, currency: unknown, more: object = {}) => ({
  goal_type: 'Goal.Revenue',
  goal: { event_name, currency, ...more },
})

t.test('the largest bulk request fits, written as \\u escapes too', async (t) => {
  for (const character of ['漢', '😀']) {
    const custom_props = Object.fromEntries(
      ['a', 'b', 'c'].map((key) => [key + character.repeat(299), character.repeat(2000)]),
    )
    const goals = Array.from({ length: 8 }, (_, index) => event(`${index}${character.repeat(119)}`, { custom_props }))
    const escaped = JSON.stringify({ goals }).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const made = await put(escaped)
    t.equal(made.status, 201, `${escaped.length} bytes`)
    t.strictSame(made.body.goals[7].goal.custom_props, custom_props)
    const goal_ids = made.body.goals.map(({ goal }: { goal: { id: number } }) => goal.id)
    t.equal((await call('DELETE', path, { goal_ids })).status, 204)
  }
})

t.test('created goals have exactly the documented keys', async (t) => {
  const custom = await put(event('  Signup  '))
  t.equal(custom.status, 201)
  const { id } = custom.body.goals[0].goal
  t.strictSame(custom.body, {
    goals: [
      { goal_type: 'Goal.CustomEvent', goal: { id, display_name: 'Signup', event_name: 'Signup', custom_props: {} } },
    ],
  })
  t.equal(custom.headers.get('location'), `http://tidemark.test${path}/${id}`)
  t.equal(custom.headers.get('content-type'), 'application/json; charset=utf-8')

  const visit = await put(page(' blog/* ', { custom_props: { plan: 'pro' } }))
  t.match(visit.body.goals[0], {
    goal_type: 'Goal.Pageview',
    goal: { display_name: 'Visit /blog/*', path: '/blog/*', custom_props: { plan: 'pro' } },
  })
  t.strictSame(Object.keys(visit.body.goals[0].goal).sort(), ['custom_props', 'display_name', 'id', 'path'])

  const money = await put(revenue('Purchase', 'USD'))
  t.strictSame(Object.keys(money.body.goals[0].goal).sort(), [
    'currency',
    'custom_props',
    'display_name',
    'event_name',
    'id',
  ])
})

t.test('refused bodies', async (t) => {
  const nine = Array.from({ length: 9 }, (_, index) => event(`Nine ${index}`))
  const cases: [name: string, body: unknown, status: number, answer: object][] = [
    ['not JSON', '{', 400, { error: 'Invalid JSON body' }],
    ['an array', '[]', 400, { error: 'Invalid JSON body' }],
    ['an empty body', '', 400, { error: 'Invalid JSON body' }],
    ['no goal at all', {}, 422, { errors: { goal_type: ["can't be blank"] } }],
    ['an unknown type', { goal_type: 'Goal.Scroll', goal: {} }, 422, { errors: { goal_type: ['is invalid'] } }],
    ['no goal', { goal_type: 'Goal.CustomEvent' }, 422, { errors: { goal: ["can't be blank"] } }],
    ['goal is a text', { goal_type: 'Goal.CustomEvent', goal: 'x' }, 422, { errors: { goal: ['is invalid'] } }],
    ['goals is an object', { goals: {} }, 422, { errors: { goals: ['is invalid'] } }],
    ['nine goals', { goals: nine }, 422, { errors: { goals: ['Array length 9 is larger than maxItems: 8'] } }],
    ['a blank name', event('\u00a0 \u3000'), 422, { errors: { event_name: ["can't be blank"] } }],
    ['no name', event(undefined), 422, { errors: { event_name: ["can't be blank"] } }],
    ['a number as name', event(404), 422, { errors: { event_name: ['is invalid'] } }],
    ['121 characters', event('x'.repeat(121)), 422, { errors: { event_name: ['should be at most 120 character(s)'] } }],
    [
      'engagement',
      event(' engagement '),
      422,
      { errors: { event_name: ["The event name 'engagement' is reserved and cannot be used as a goal"] } },
    ],
    ['a blank path', page(' '), 422, { errors: { path: ["can't be blank"] } }],
    ['a number as path', page(1), 422, { errors: { path: ['is invalid'] } }],
    ['no currency', revenue('A', ''), 422, { errors: { currency: ["can't be blank"] } }],
    ['lower case currency', revenue('A', 'eur'), 422, { errors: { currency: ['is invalid'] } }],
    ['historic currency', revenue('A', 'DEM'), 422, { errors: { currency: ['is invalid'] } }],
    [
      'two bad fields',
      revenue('', 'XTS'),
      422,
      { errors: { event_name: ["can't be blank"], currency: ['is invalid'] } },
    ],
    [
      'props as list',
      event('A', { custom_props: [] }),
      422,
      { errors: { custom_props: ['must be a map with string keys and string values'] } },
    ],
    [
      'four props',
      event('A', { custom_props: { a: 'a', b: 'b', c: 'c', d: 1 } }),
      422,
      { errors: { custom_props: ['use at most 3 properties per goal'] } },
    ],
    [
      'a number as value',
      event('A', { custom_props: { a: 1 } }),
      422,
      { errors: { custom_props: ['must be a map with string keys and string values'] } },
    ],
    [
      'an empty key',
      event('A', { custom_props: { '': 'x' } }),
      422,
      { errors: { custom_props: ['key length is 1..300 characters'] } },
    ],
    [
      'an empty value',
      event('A', { custom_props: { a: '' } }),
      422,
      { errors: { custom_props: ['value length is 1..2000 characters'] } },
    ],
    [
      '2001 characters',
      event('A', { custom_props: { a: 'é'.repeat(2001) } }),
      422,
      { errors: { custom_props: ['value length is 1..2000 characters'] } },
    ],
    ['the second entry', { goals: [event('Fine'), page('')] }, 422, { errors: { path: ["can't be blank"] } }],
    [
      'another currency',
      revenue('Purchase', 'EUR'),
      422,
      { errors: { event_name: ["'Purchase' (with currency: USD) has already been taken"] } },
    ],
    [
      'another currency with other props',
      revenue('Purchase', 'EUR', { custom_props: { a: 'b' } }),
      422,
      { errors: { event_name: ["'Purchase' (with currency: USD) has already been taken"] } },
    ],
    [
      'a currency for a custom event',
      revenue('Signup', 'EUR'),
      422,
      { errors: { event_name: ["'Signup' (with currency: none) has already been taken"] } },
    ],
    [
      'a conflict inside one request',
      { goals: [revenue('Both', 'EUR'), revenue('Both', 'USD')] },
      422,
      { errors: { event_name: ["'Both' (with currency: EUR) has already been taken"] } },
    ],
  ]
  for (const [name, body, status, expected] of cases) {
    const answer = await put(body)
    t.equal(answer.status, status, name)
    t.strictSame(answer.body, expected, name)
  }
  const names = (await call('GET', `${path}?limit=1000`)).body.goals.map(
    (entry: { goal: { display_name: string } }) => entry.goal.display_name,
  )
  t.strictSame(names, ['Purchase', 'Visit /blog/*', 'Signup'], 'nothing of a refused request is left')
})

t.test('accepted at the border', async (t) => {
  const cases: [name: string, body: unknown, length: number][] = [
    ['no goals', { goals: [] }, 0],
    ['eight goals, twice the same', { goals: Array.from({ length: 8 }, (_, index) => event(`Eight ${index % 2}`)) }, 8],
    ['120 characters in spaces', event(` ${'👩‍👩‍👧‍👦'.repeat(120)} `), 1],
    [
      'a full set of props',
      event('Props', { custom_props: { [`k${'é'.repeat(299)}`]: '漢'.repeat(2000), b: 'b', c: 'c' } }),
      1,
    ],
    ['no props at all', event('Null props', { custom_props: null }), 1],
    ['pageview as a name', event('pageview'), 1],
    ['unknown keys', { ...event('Unknown', { currency: 'x', display_name: 'y' }), foo: 1 }, 1],
    ['a very long path', page(`/${'x'.repeat(5000)}`), 1],
  ]
  for (const [name, body, length] of cases) {
    const answer = await put(body)
    t.equal(answer.status, 201, name)
    t.equal(answer.body.goals.length, length, name)
  }
})

t.test('what exists is returned unchanged', async (t) => {
  const idOf = async (body: unknown) => (await put(body)).body.goals[0].goal.id
  t.equal(await idOf(event(' Signup ')), await idOf(event('Signup')))
  t.not(await idOf(event('signup')), await idOf(event('Signup')), 'case counts')
  t.equal(
    await idOf(page('blog/*', { custom_props: { plan: 'pro' } })),
    await idOf(page('/blog/*', { custom_props: { plan: 'pro' } })),
  )
  t.equal(
    await idOf(event('P', { custom_props: { a: '1', b: '2' } })),
    await idOf(event('P', { custom_props: { b: '2', a: '1' } })),
  )
  t.not(await idOf(event('P')), await idOf(event('P', { custom_props: { a: '1' } })))
  const existing = await put(event('Purchase'))
  t.match(existing.body.goals[0], { goal_type: 'Goal.Revenue', goal: { currency: 'USD' } })
})

t.test('plans', async (t) => {
  const upgrade = (feature: string) => ({
    error: `${feature} is part of the Business plan. To get access to this feature, please upgrade your account.`,
  })
  const money = await put(revenue('Purchase', 'EUR'), starter.plugin_token)
  t.strictSame([money.status, money.body], [402, upgrade('Revenue Goals')])
  const props = await put(event('A', { custom_props: { a: 'b' } }), starter.plugin_token)
  t.strictSame([props.status, props.body], [402, upgrade('Custom Properties')])
  const invalid = await put(revenue('', 'EUR'), starter.plugin_token)
  t.equal(invalid.status, 422, '422 comes before 402')
  const bulk = await put({ goals: [event('Kept out'), revenue('Purchase', 'EUR')] }, starter.plugin_token)
  t.equal(bulk.status, 402)
  t.strictSame((await call('GET', path, undefined, starter.plugin_token)).body.goals, [])
})

t.test('tokens', async (t) => {
  const unauthorized = { error: 'Plugins API: unauthorized' }
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  for (const [name, token] of [
    ['none', null],
    ['unknown', 'tidemark-plugin-x'],
    ['an API key', site.api_key],
    ['another scheme', 'token x'],
    ['undecodable', 'Basic ???'],
  ] as const) {
    const answer = await put('{', token)
    t.strictSame([answer.status, answer.body], [401, unauthorized], name)
    t.equal(answer.headers.get('www-authenticate'), 'Basic realm="Plugins API Access"', name)
  }
  for (const token of [basic(`anyone:${site.plugin_token}`), basic(site.plugin_token), `bearer ${site.plugin_token}`]) {
    t.equal((await put(event('Signup'), token)).status, 201)
  }
})

t.test('get, list and delete', async (t) => {
  const fresh = await service.provision({ domain: 'list.test' })
  const ask = createCall(service.url, fresh.plugin_token)
  for (let index = 0; index < 25; index += 1) await ask('PUT', path, event(`Goal ${index}`))
  const first = await ask('GET', path)
  t.equal(first.body.goals.length, 10)
  t.equal(first.body.goals[0].goal.event_name, 'Goal 24')
  t.match(first.body.meta, { before: null, limit: 10, pagination: { has_next_page: true, has_prev_page: false } })
  t.notOk(first.body.meta.pagination.links.prev)
  const follow = (link: string) => ask('GET', link.replace('http://tidemark.test', ''))
  const second = await follow(first.body.meta.pagination.links.next.url)
  t.equal(second.body.goals[0].goal.event_name, 'Goal 14')
  t.strictSame((await follow(second.body.meta.pagination.links.prev.url)).body.goals, first.body.goals)
  const third = await follow(second.body.meta.pagination.links.next.url)
  t.equal(third.body.goals.length, 5)
  t.match(third.body.meta.pagination, { has_next_page: false, has_prev_page: true })
  t.equal((await ask('GET', `${path}?limit=1001`)).body.goals.length, 10)
  t.equal((await ask('GET', `${path}?limit=1000`)).body.goals.length, 25)

  const { id } = first.body.goals[0].goal
  t.strictSame((await ask('GET', `${path}/${id}`)).body, first.body.goals[0])
  for (const foreign of [starter.plugin_token]) {
    const missing = await ask('GET', `${path}/${id}`, undefined, foreign)
    t.strictSame([missing.status, missing.body], [404, { error: 'Goal could not be found' }])
    t.equal((await ask('DELETE', `${path}/${id}`, undefined, foreign)).status, 204)
  }
  t.equal((await ask('GET', `${path}/99999999999999999999999`)).status, 404)
  t.strictSame((await ask('GET', `${path}/abc`)).body, { errors: { id: ['is invalid'] } })
  t.equal((await ask('DELETE', `${path}/abc`)).status, 422)
  t.equal((await ask('GET', `${path}/${id}`)).status, 200, 'another site’s token deletes nothing')
  const gone = await ask('DELETE', `${path}/${id}`)
  t.strictSame([gone.status, gone.body], [204, ''])
  t.equal((await ask('DELETE', `${path}/${id}`)).status, 204)
  t.equal((await ask('GET', `${path}/${id}`)).status, 404)
  const ids = second.body.goals.map((entry: { goal: { id: number } }) => entry.goal.id)
  t.equal((await ask('DELETE', path, { goal_ids: [...ids, 1e15] })).status, 204)
  t.equal((await ask('GET', `${path}?limit=100`)).body.goals.length, 14)
  t.equal((await ask('DELETE', path, {})).status, 422)
  t.equal((await ask('DELETE', path, { goal_ids: ['a'] })).status, 422)
})

t.test('cursors of somebody else', async (t) => {
  const fresh = await service.provision({ domain: 'cursors.test' })
  const ask = createCall(service.url, fresh.plugin_token)
  for (let index = 0; index < 12; index += 1) await ask('PUT', path, event(`Goal ${index}`))
  const names = async (query: string) =>
    (await ask('GET', `${path}?limit=4&${query}`)).body.goals.map(
      (entry: { goal: { event_name: string } }) => entry.goal.event_name,
    )
  const first = await names('')
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const value of ['x', null, true, { a: 1 }, [1]])
    t.strictSame(await names(`after=${cursor(value)}`), first, JSON.stringify(value))
  for (const text of ['', '%00', '!!', '_'.repeat(5000)])
    t.strictSame(await names(`after=${text}`), first, text.slice(0, 9))
  t.strictSame(await names(`after=${cursor(0)}`), [], 'beyond the last')
  t.strictSame(await names(`after=${cursor(2 ** 60)}`), first, 'before the first')
  t.strictSame(await names(`before=${cursor(2 ** 60)}`), [])
  const page = await ask('GET', `${path}?limit=4&x=a%26b`)
  const { next } = page.body.meta.pagination.links
  t.match(next.url, /^http:\/\/tidemark\.test\/api\/plugins\/v1\/goals\?limit=4&x=a%26b&after=[\w-]+$/)
  const { id } = page.body.goals[3].goal
  await ask('DELETE', `${path}/${id}`)
  const second = await ask('GET', next.url.replace('http://tidemark.test', ''))
  t.equal(second.body.goals[0].goal.event_name, 'Goal 7', 'a deleted item leaves no gap')
  t.equal(second.body.meta.limit, 4)
})

t.test('room under the limit', async (t) => {
  const full = await service.provision({ domain: 'full.test' })
  const ask = createCall(service.url, full.plugin_token)
  await service.app.db.write.query(
    `insert into goals (site_id, event_name, display_name) select s.id, 'g' || n, 'g' || n from sites s, generate_series(1, 998) n where s.domain = 'full.test'`,
  )
  const count = async () => (await ask('GET', `${path}?limit=1000`)).body.goals.length
  const limit = ['Maximum number of goals reached']
  const three = await ask('PUT', path, { goals: [event('one'), event('two'), page('/three')] })
  t.strictSame([three.status, three.body], [422, { errors: { event_name: limit, path: limit } }])
  t.equal(await count(), 998, 'nothing of it is stored')
  t.equal(
    (await ask('PUT', path, { goals: [event('one'), event('g5'), event('one'), event('two')] })).status,
    201,
    'what exists takes no room',
  )
  t.equal(await count(), 1000)
  t.strictSame((await ask('PUT', path, revenue('g5x', 'EUR'))).body, { errors: { event_name: limit } })
  const outbound = { tracker_script_configuration: { installation_type: 'manual', outbound_links: true } }
  const synced = await ask('PUT', '/api/plugins/v1/tracker_script_configuration', outbound)
  t.equal(synced.body.tracker_script_configuration.outbound_links, true, 'a full site keeps its configuration change')
  t.equal(await count(), 1000)
  const { id } = (await ask('PUT', path, event('g5'))).body.goals[0].goal
  t.equal((await ask('DELETE', path, { goal_ids: [id, id, 10 ** 15] })).status, 204)
  t.equal((await ask('PUT', path, page('/three'))).status, 201, 'deleting frees room')
  await call('PUT', '/api/v1/sites/full.test', { domain: 'fuller.test' }, full.api_key)
  t.equal(await count(), 1000, 'goals stay when the domain changes, and so does the token')
})

t.test('under concurrency', async (t) => {
  const busy = await service.provision({ domain: 'busy.test' })
  const ask = createCall(service.url, busy.plugin_token)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('PUT', path, event('Same'))))
  t.ok(answers.every((answer) => answer.status === 201))
  t.equal(new Set(answers.map((answer) => answer.body.goals[0].goal.id)).size, 1, '50 identical upserts make one goal')

  await service.app.db.write.query(
    `insert into goals (site_id, event_name, display_name) select s.id, 'g' || n, 'g' || n from sites s, generate_series(1, 998) n where s.domain = 'busy.test'`,
  )
  const full = await Promise.all(
    Array.from({ length: 10 }, (_, index) => ask('PUT', path, index % 2 ? event(`New ${index}`) : page(`/${index}`))),
  )
  t.equal(full.filter((answer) => answer.status === 201).length, 1, 'exactly one finds room')
  const limit = { event_name: ['Maximum number of goals reached'] }
  for (const [index, answer] of full.entries()) {
    if (answer.status === 201) continue
    t.strictSame(
      [answer.status, answer.body],
      [422, { errors: index % 2 ? limit : { ...limit, path: limit.event_name } }],
    )
  }
  t.equal((await ask('PUT', path, event('Same'))).status, 201, 'what exists is not limited')
  t.equal((await ask('GET', `${path}?limit=1000`)).body.goals.length, 1000)
})
