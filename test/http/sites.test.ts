// The Sites API over real HTTP: update site with all messages, keys, roles, plans, and the rest (spec/management 4, 6,
// 7, 8).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { registry } = service.app
const site = await service.provision({
  domain: 'site.test',
  timezone: 'Europe/Paris',
  props: ['author'],
  email: 'owner@site.test',
})
const other = await service.provision({ domain: 'other.test' })
const call = createCall(service.url, site.api_key)
const put = (domain: string, body: unknown, token?: string | null) =>
  call('PUT', `/api/v1/sites/${encodeURIComponent(domain)}`, body, token)

const notFound = { error: 'Site could not be found' }
const badKey = {
  error: "Invalid API key. Please make sure you're using a valid API key with access to the resource you've requested.",
}
const noApi = (api: string) => ({
  error: `The account that owns this API key does not have access to ${api}. Please make sure you're using the API key of a subscriber account and that the subscription plan includes ${api}`,
})
const locked = {
  error:
    'This site is locked due to missing active subscription. In order to access it, the site owner should subscribe to a suitable plan',
}

t.test('update: refused', async (t) => {
  const payload = "Payload must contain at least one of the parameters 'domain', 'tracker_script_configuration'"
  const reserved = "domain: must not contain URI reserved characters :?#[]@!$&'()*+,;="
  const letters = 'domain: only letters, numbers, slashes and period allowed'
  const taken = 'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?'
  const config = (value: unknown) => ({ tracker_script_configuration: value })
  const cases: [body: unknown, message: string][] = [
    ['{', 'Invalid JSON body'],
    [{}, payload],
    [{ domain: null, tracker_script_configuration: null }, payload],
    [{ timezone: 'Etc/UTC', foo: 1 }, payload],
    [{ domain: ' https://www.SITE.test/ ' }, 'domain: New domain must be different than the current one'],
    [{ domain: 1 }, 'domain: is invalid'],
    [{ domain: ['a'] }, 'domain: is invalid'],
    [{ domain: {} }, 'domain: is invalid'],
    [{ domain: false }, 'domain: is invalid'],
    [{ domain: '' }, "domain: can't be blank"],
    [{ domain: ' ' }, "domain: can't be blank"],
    [{ domain: 'https://' }, "domain: can't be blank"],
    [{ domain: 'localhost:3000' }, reserved],
    [{ domain: 'h&llo_.test' }, reserved],
    [{ domain: 'foo bar.com' }, letters],
    [{ domain: 'foo_bar.com' }, letters],
    [{ domain: 'x'.repeat(256) }, 'domain: should be at most 255 character(s)'],
    [{ domain: 'other.test' }, taken],
    [config('x'), 'tracker_script_configuration: is invalid'],
    [config([]), 'tracker_script_configuration: is invalid'],
    [config({ installation_type: 'gtm' }), 'tracker_script_configuration.installation_type: is invalid'],
    [config({ pageview_props: 1, outbound_links: null }), 'tracker_script_configuration.outbound_links: is invalid'],
    [config({ form_submissions: 'yes' }), 'tracker_script_configuration.form_submissions: is invalid'],
    [{ domain: 'other.test', ...config({ installation_type: 'gtm' }) }, taken],
    [
      { domain: 'fresh.test', ...config({ file_downloads: 0 }) },
      'tracker_script_configuration.file_downloads: is invalid',
    ],
  ]
  for (const [body, error] of cases) {
    const answer = await put('site.test', body)
    t.strictSame([answer.status, answer.body], [400, { error }], JSON.stringify(body))
  }
  t.equal(
    (await call('GET', '/api/v1/sites/site.test')).body.domain,
    'site.test',
    'a refused part takes the other back',
  )
  t.equal((await registry.sites.find('site.test'))?.domain_changed_from, null)

  for (const unknown of ['unknown.test', 'other.test', 'SITE.test', 'www.site.test']) {
    const good = await put(unknown, { domain: 'new.test' })
    t.strictSame([good.status, good.body], [404, notFound], unknown)
    t.equal((await put(unknown, {})).status, 400, `${unknown}: an empty body comes first, for foreign sites too`)
  }
})

t.test('update: done', async (t) => {
  const answer = await put('site.test', {
    domain: 'HTTPS://www.New.test/blog/',
    tracker_script_configuration: { outbound_links: 'true' },
  })
  t.equal(answer.status, 200)
  t.strictSame(answer.body, {
    domain: 'new.test/blog',
    timezone: 'Europe/Paris',
    custom_properties: ['author'],
    tracker_script_configuration: {
      id: site.tracker_script_id,
      installation_type: null,
      track_404_pages: false,
      hash_based_routing: false,
      outbound_links: true,
      file_downloads: false,
      revenue_tracking: false,
      tagged_events: false,
      form_submissions: false,
      pageview_props: false,
    },
  })
  t.equal((await call('GET', '/api/v1/sites/site.test')).body.domain, 'new.test/blog', 'the old domain goes on working')
  t.equal((await call('GET', '/api/v1/sites/new.test%2Fblog')).status, 200)
  t.equal((await put('site.test', { tracker_script_configuration: {} })).status, 200)
  const goals = await call('GET', '/api/v1/sites/goals?site_id=site.test')
  t.strictSame(
    goals.body.goals.map((goal: { event_name: string }) => goal.event_name),
    ['Outbound Link: Click'],
    'a flag brings its goal',
  )
  await put('site.test', { tracker_script_configuration: { outbound_links: false, installation_type: 'manual' } })
  t.strictSame((await call('GET', '/api/v1/sites/goals?site_id=site.test')).body.goals, [])
  t.equal((await put('site.test', { domain: 'other.test' })).status, 400)
  t.equal(
    (await put('other.test', { domain: 'site.test' }, other.api_key)).status,
    400,
    'a live previous domain of another team is taken',
  )
  t.equal((await put('site.test', { domain: 'site.test' })).body.domain, 'site.test', 'and may be taken back')
  t.equal((await call('GET', '/api/v1/sites/new.test%2Fblog')).body.domain, 'site.test')
  t.equal((await put('site.test', { domain: 'третий.test' })).body.domain, 'третий.test')
  t.equal((await call('GET', '/api/v1/sites/new.test%2Fblog')).status, 404, 'history is one deep')
  await put('site.test', { domain: 'site.test' })
  t.equal(await registry.sites.expireDomains(0), 1)
  t.equal((await call('GET', `/api/v1/sites/${encodeURIComponent('третий.test')}`)).status, 404, 'expired')
})

t.test('one winner of a name, and swaps inside a team', async (t) => {
  const sites = await Promise.all(
    Array.from({ length: 6 }, (_, index) => service.provision({ domain: `race${index}.test` })),
  )
  const answers = await Promise.all(sites.map((each) => put(each.domain, { domain: 'prize.test' }, each.api_key)))
  t.equal(answers.filter((answer) => answer.status === 200).length, 1)
  const moved = answers.find((answer) => answer.status === 200)?.body.domain
  t.equal(moved, 'prize.test')
  const mixed = await Promise.all(
    sites.slice(0, 4).flatMap((each, index) => {
      const current = answers[index]?.status === 200 ? moved : each.domain
      const domain = 'second-prize.test'
      return [put(current, { domain }, each.api_key), call('POST', '/api/v1/sites', { domain }, each.api_key)]
    }),
  )
  t.equal(mixed.filter((answer) => answer.status === 200).length, 1, 'changes and creations together')
  const [a, b] = await Promise.all([
    service.provision({ domain: 'swap-a.test', email: 'swap@site.test' }),
    service.provision({ domain: 'swap-other.test' }),
  ])
  await service.provision({ domain: 'swap-b.test', email: 'swap@site.test' })
  const ask = (domain: string, to: string) => put(domain, { domain: to }, a.api_key)
  t.equal((await ask('swap-b.test', 'swap-c.test')).status, 200)
  t.equal((await ask('swap-a.test', 'swap-b.test')).status, 200)
  t.equal((await ask('swap-c.test', 'swap-a.test')).status, 200)
  t.equal(
    service.app.directory.find('swap-b.test')?.domainChangedFrom,
    'swap-a.test',
    'the current holder is found first',
  )
  t.equal((await put(b.domain, { domain: 'swap-c.test' }, b.api_key)).status, 400)
})

t.test('keys', async (t) => {
  const user = await registry.users.find('owner@site.test')
  const userId = user?.id ?? 0
  const reader = await registry.keys.create({ userId, scopes: [] })
  const writer = await registry.keys.create({ userId, scopes: ['sites:*'], hourlyLimit: 3 })
  const missing = { error: 'Missing API key. Please use a valid API key as a Bearer Token.' }
  for (const token of [null, 'Basic eDp5', 'token x']) {
    const answer = await put('site.test', {}, token)
    t.strictSame([answer.status, answer.body], [401, missing], String(token))
  }
  for (const token of ['nonsense', site.plugin_token, reader.key]) {
    const answer = await put('site.test', { domain: 'x.test' }, token)
    t.strictSame([answer.status, answer.body], [401, badKey])
  }
  t.equal((await call('GET', '/api/v1/sites/site.test', undefined, reader.key)).status, 200, 'any key reads')
  for (const status of [400, 400, 400]) t.equal((await put('site.test', {}, writer.key)).status, status)
  const tooMany = await put('site.test', {}, writer.key)
  t.strictSame(
    [tooMany.status, tooMany.body],
    [
      429,
      {
        error:
          'Too many API requests. Your API key is limited to 3 requests per hour. Please contact us to request more capacity.',
      },
    ],
  )
  const retryAfter = Number(tooMany.headers.get('retry-after'))
  t.ok(retryAfter > 0 && retryAfter <= 3600)
  await registry.keys.revoke(reader.id)
  t.equal((await call('GET', '/api/v1/sites/site.test', undefined, reader.key)).status, 401, 'revoked at once')

  const team = await registry.teams.find(other.team)
  const scoped = await registry.keys.create({ userId, teamId: team?.id })
  t.equal(
    (await call('GET', '/api/v1/sites/other.test', undefined, scoped.key)).status,
    404,
    'not a member of the key’s team',
  )
})

t.test('roles', async (t) => {
  const team = await registry.teams.find(site.team)
  const teamId = team?.id ?? 0
  const siteId = (await registry.sites.find('site.test'))?.id ?? 0
  const flags = { tracker_script_configuration: { tagged_events: true } }
  const table: [role: string, getSite: number, putSite: number, guests: number, remove: number, props: number][] = [
    ['admin', 200, 200, 200, 404, 200],
    ['editor', 200, 200, 404, 404, 200],
    ['billing', 404, 404, 404, 404, 404],
    ['viewer', 200, 404, 404, 404, 404],
    ['guest editor', 200, 200, 404, 404, 200],
    ['guest viewer', 200, 404, 404, 404, 404],
    ['none', 404, 404, 401, 404, 401],
  ]
  for (const [role, getSite, putSite, guests, remove, props] of table) {
    const email = `${role.replace(' ', '-')}@roles.test`
    const user = await registry.users.create({ email })
    if (role.startsWith('guest'))
      await registry.teams.addGuest(siteId, email, role.endsWith('editor') ? 'editor' : 'viewer')
    else if (role !== 'none') await registry.teams.addMember(teamId, user.id, role as 'admin')
    const { key } = await registry.keys.create({ userId: user.id, scopes: ['sites:provision:*'] })
    t.equal((await call('GET', '/api/v1/sites/site.test', undefined, key)).status, getSite, `${role} GET site`)
    t.equal((await put('site.test', flags, key)).status, putSite, `${role} PUT site`)
    const guest = { site_id: 'site.test', email: 'g@roles.test', role: 'viewer' }
    t.equal((await call('PUT', '/api/v1/sites/guests', guest, key)).status, guests, `${role} PUT guest`)
    t.equal((await call('DELETE', '/api/v1/sites/site.test', undefined, key)).status, remove, `${role} DELETE site`)
    const property = await call('PUT', '/api/v1/sites/custom-props', { site_id: 'site.test', property: 'role' }, key)
    t.equal(property.status, props, `${role} PUT property`)
    if (role === 'none') t.strictSame(property.body, badKey)
  }
})

t.test('plans and locks', async (t) => {
  const growth = await service.provision({ domain: 'growth.test', plan: 'growth' })
  const refused = await put('growth.test', {}, growth.api_key)
  t.strictSame([refused.status, refused.body], [402, noApi('Sites API')])
  t.equal((await call('GET', '/api/v1/sites/growth.test', undefined, growth.api_key)).status, 200)
  const team = await registry.teams.find(growth.team)
  await registry.teams.setPlan(team?.id ?? 0, { plan: 'enterprise', features: ['sites_api'] })
  t.equal((await put('growth.test', {}, growth.api_key)).status, 400, 'visible at once')
  await registry.teams.setLocked(team?.id ?? 0, true)
  const lockedAnswer = await put('growth.test', {}, growth.api_key)
  t.strictSame([lockedAnswer.status, lockedAnswer.body], [402, locked])

  await registry.consolidated.enable({ id: team?.id ?? 0, identifier: growth.team })
  const view = await put(growth.team, { domain: 'x.test' }, growth.api_key)
  t.strictSame([view.status, view.body], [400, { error: 'This operation is unavailable for a consolidated view' }])
})

t.test('create, list and delete', async (t) => {
  const create = (body: unknown, key = site.api_key) => call('POST', '/api/v1/sites', body, key)
  const cases: [body: object, status: number, error: string][] = [
    [{}, 400, "domain: can't be blank"],
    [{ domain: 'a_b' }, 400, 'domain: only letters, numbers, slashes and period allowed'],
    [{ domain: 'tz.test', timezone: 'Mars/Base' }, 400, 'timezone: is invalid'],
    [{ domain: 'tz.test', timezone: 'europe/paris' }, 400, 'timezone: is invalid'],
    [{ domain: 'tz.test', timezone: 'PST' }, 400, 'timezone: is invalid'],
    [{ domain: 'tz.test', timezone: 'US/PACIFIC' }, 400, 'timezone: is invalid'],
    [
      { domain: 'cfg.test', tracker_script_configuration: { tagged_events: 3 } },
      400,
      'tracker_script_configuration.tagged_events: is invalid',
    ],
    [
      { domain: 'other.test' },
      400,
      'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?',
    ],
    [{ domain: 'team.test', team_id: other.team }, 403, "You can't add sites to the selected team."],
    [{ domain: 'team.test', team_id: 'nonsense' }, 403, "You can't add sites to the selected team."],
  ]
  for (const [body, status, error] of cases) {
    const answer = await create(body)
    t.strictSame([answer.status, answer.body], [status, { error }], JSON.stringify(body))
  }
  const made = await create({ domain: 'https://Made.test', tracker_script_configuration: { file_downloads: true } })
  t.equal(made.status, 200)
  t.match(made.body, {
    domain: 'made.test',
    timezone: 'Etc/UTC',
    custom_properties: [],
    tracker_script_configuration: { file_downloads: true },
  })
  const list = await call('GET', '/api/v1/sites?limit=1')
  t.strictSame(list.body.sites, [{ domain: 'made.test', timezone: 'Etc/UTC' }])
  const next = await call('GET', `/api/v1/sites?limit=1&after=${list.body.meta.after}`)
  t.strictSame(next.body.sites, [{ domain: 'site.test', timezone: 'Europe/Paris' }])
  t.strictSame((await call('GET', `/api/v1/sites?limit=1&before=${next.body.meta.before}`)).body.sites, list.body.sites)
  t.strictSame((await call('GET', '/api/v1/sites/teams')).body.teams, [
    { id: site.team, name: 'My Personal Sites', api_available: true },
  ])

  const team = await registry.teams.find(site.team)
  await registry.teams.setPlan(team?.id ?? 0, { plan: 'business', sitesLimit: 2 })
  const full = await create({ domain: 'third.test' })
  t.strictSame(
    [full.status, full.body],
    [
      402,
      {
        error: 'Your account has reached the limit of 2 sites. To unlock more sites, please upgrade your subscription.',
      },
    ],
  )
  const gone = await call('DELETE', '/api/v1/sites/made.test')
  t.strictSame([gone.status, gone.body], [200, { deleted: true }])
  t.equal((await call('DELETE', '/api/v1/sites/made.test')).status, 404)
  t.equal((await create({ domain: 'made.test' })).status, 200, 'a deleted domain may be registered again')
  const owner = await registry.users.find('owner@site.test')
  await registry.teams.create({ ownerId: owner?.id ?? 0 })
  t.strictSame((await create({ domain: 'x.test' })).body, { error: "You must select a team with 'team_id' parameter." })
})

t.test('goals that follow flags', async (t) => {
  const flags = await service.provision({ domain: 'flags.test', email: 'flags@site.test' })
  const goalsOf: Record<string, string> = {
    track_404_pages: '404',
    outbound_links: 'Outbound Link: Click',
    file_downloads: 'File Download',
    form_submissions: 'Form: Submission',
  }
  const set = (configuration: object) =>
    call('PUT', '/api/v1/sites/flags.test', { tracker_script_configuration: configuration }, flags.api_key)
  const goal = (event_name: string, more: object = {}) =>
    call(
      'PUT',
      '/api/plugins/v1/goals',
      { goal_type: 'Goal.CustomEvent', goal: { event_name, ...more } },
      flags.plugin_token,
    )
  const names = async () =>
    (await call('GET', '/api/plugins/v1/goals', undefined, flags.plugin_token)).body.goals
      .map(
        (each: { goal: { event_name: string; custom_props: object } }) =>
          each.goal.event_name + JSON.stringify(each.goal.custom_props),
      )
      .sort()
  for (const [flag, name] of Object.entries(goalsOf)) {
    await goal(name)
    await set({ [flag]: false })
    t.strictSame(await names(), [`${name}{}`], `${flag}: what does not change touches no goal`)
    await goal(name, { custom_props: { a: 'b' } })
    await set({ [flag]: '1' })
    t.strictSame(await names(), [`${name}{"a":"b"}`, `${name}{}`], `${flag}: the goal is there already`)
    await set({ [flag]: 'true', tagged_events: true })
    t.equal((await names()).length, 2)
    await set({ [flag]: '0' })
    t.strictSame(await names(), [], `${flag}: all goals of that name go`)
    await set({ [flag]: true })
    t.strictSame(await names(), [`${name}{}`], `${flag}: the goal comes`)
    t.equal((await set({ [flag]: false, pageview_props: 9 })).status, 400)
    t.strictSame(await names(), [`${name}{}`], `${flag}: a refused change takes nothing`)
    await set({ [flag]: false })
  }
  for (const flag of ['hash_based_routing', 'revenue_tracking', 'tagged_events', 'pageview_props'])
    await set({ [flag]: true })
  t.strictSame(await names(), [], 'the other flags have none')
})

t.test('names of previous domains, words of the API, full lists', async (t) => {
  const mine = await service.provision({ domain: 'mine.test', email: 'mine@site.test' })
  const ask = (method: string, path: string, body?: unknown, key = mine.api_key) =>
    call(method, `/api/v1/sites${path}`, body, key)
  await ask('PUT', '/mine.test', { domain: 'moved.test' })
  t.equal(
    (await ask('POST', '', { domain: 'mine.test' }, other.api_key)).status,
    400,
    'a live previous domain of another team is taken',
  )
  t.equal((await ask('POST', '', { domain: 'mine.test' })).status, 200, 'one’s own is not')
  t.equal((await registry.sites.find('moved.test'))?.domain_changed_from, null, 'and the site that had it forgets it')

  for (const word of ['teams', 'goals', 'guests', 'custom-props', 'shared-links']) {
    t.equal((await ask('POST', '', { domain: word })).status, 200)
    const gone = await ask('DELETE', `/${word}`)
    t.strictSame([gone.status, gone.body], [404, notFound], `${word} is no site to be deleted`)
    t.equal((await ask('DELETE', `/${word.replace('s', '%73')}`)).status, 404)
  }
  t.equal((await ask('GET', '/shared-links')).status, 404)

  const siteId = (await registry.sites.find('moved.test'))?.id ?? 0
  await registry.sites.setProperties(
    siteId,
    Array.from({ length: 299 }, (_, index) => `p${index}`),
  )
  const add = (property: string) => ask('PUT', '/custom-props', { site_id: 'moved.test', property })
  t.equal((await add('p299')).status, 200)
  const full = await add('p300')
  t.strictSame([full.status, full.body], [400, { error: "Can't add any more custom properties" }])
  t.equal((await add(' p5 ')).status, 200, 'what is there is no more')
  const plugin = await call('PUT', '/api/plugins/v1/custom_props', { custom_prop: { key: 'p300' } }, mine.plugin_token)
  t.strictSame(
    [plugin.status, plugin.body],
    [422, { errors: { custom_prop: ["Can't add any more custom properties"] } }],
  )
})

t.test('what belongs to a site', async (t) => {
  const id = 'site_id=site.test'
  const cases: [method: string, path: string, body: unknown, status: number, answer: object][] = [
    ['GET', 'goals', undefined, 400, { error: 'Parameter `site_id` is required to list goals' }],
    ['GET', 'goals?site_id=unknown.test', undefined, 404, notFound],
    ['GET', 'goals?site_id=other.test', undefined, 401, badKey],
    ['PUT', 'goals', {}, 400, { error: 'Parameter `site_id` is required to create a goal' }],
    ['PUT', `goals?${id}`, {}, 400, { error: 'Parameter `goal_type` is required to create a goal' }],
    [
      'PUT',
      `goals?${id}`,
      { goal_type: 'event' },
      400,
      { error: 'Parameter `event_name` is required to create a goal' },
    ],
    ['PUT', `goals?${id}`, { goal_type: 'page' }, 400, { error: 'Parameter `page_path` is required to create a goal' }],
    ...[123, true, ['a'], {}].map((value): (typeof cases)[number] => [
      'PUT',
      `goals?${id}`,
      { goal_type: 'event', event_name: value },
      400,
      { error: 'event_name: is invalid' },
    ]),
    [
      'PUT',
      `goals?${id}`,
      { goal_type: 'event', event_name: null },
      400,
      { error: 'Parameter `event_name` is required to create a goal' },
    ],
    [
      'PUT',
      `goals?${id}`,
      { goal_type: 'event', event_name: ' ' },
      400,
      { error: 'Parameter `event_name` is required to create a goal' },
    ],
    ['PUT', `goals?${id}`, { goal_type: 'page', page_path: 404 }, 400, { error: 'page_path: is invalid' }],
    ['PUT', `goals?${id}`, { goal_type: 1 }, 400, { error: 'goal_type: is invalid' }],
    ['PUT', 'goals', { site_id: 404, goal_type: 'page', page_path: '/a' }, 404, notFound],
    [
      'PUT',
      `goals?${id}`,
      { goal_type: 'event', event_name: 'x'.repeat(121) },
      400,
      { error: 'event_name: should be at most 120 character(s)' },
    ],
    [
      'PUT',
      `goals?${id}`,
      { goal_type: 'page', page_path: '/a', scroll_threshold: 101 },
      400,
      { error: 'scroll_threshold: Should be -1 (missing) or in range [0, 100]' },
    ],
    ['DELETE', 'goals/1', undefined, 400, { error: 'Parameter `site_id` is required to delete a goal' }],
    ['DELETE', `goals/999999?${id}`, undefined, 404, { error: 'Goal could not be found' }],
    ['DELETE', `goals/abc?${id}`, undefined, 404, { error: 'Goal could not be found' }],
    ['GET', 'guests', undefined, 400, { error: 'Parameter `site_id` is required to list guests' }],
    ['PUT', 'guests', {}, 400, { error: 'Parameter `site_id` is required to create guest' }],
    ['PUT', 'guests', { site_id: 'site.test' }, 400, { error: 'Parameter `email` is required to create guest' }],
    [
      'PUT',
      'guests',
      { site_id: 'site.test', email: 'a@b.test', role: 'owner' },
      400,
      { error: 'Parameter `role` is required to create guest. Possible values: `viewer` or `editor`' },
    ],
    [
      'PUT',
      'guests',
      { site_id: 'site.test', email: 'A@b.test', role: 'viewer' },
      200,
      { role: 'viewer', email: 'A@b.test', status: 'invited' },
    ],
    [
      'PUT',
      'guests',
      { site_id: 'site.test', email: 'a@b.test', role: 'editor' },
      200,
      { role: 'viewer', email: 'A@b.test', status: 'invited' },
    ],
    ['DELETE', 'guests/a%40b.test', undefined, 400, { error: 'Parameter `site_id` is required to delete a guest' }],
    ['DELETE', `guests/a%40b.test?${id}`, undefined, 200, { deleted: true }],
    ['DELETE', `guests/a%40b.test?${id}`, undefined, 200, { deleted: true }],
    ['GET', 'custom-props', undefined, 400, { error: 'Parameter `site_id` is required to list custom properties' }],
    ['PUT', 'custom-props', {}, 400, { error: 'Parameter `site_id` is required to create a custom property' }],
    ['PUT', `custom-props?${id}`, {}, 400, { error: 'Parameter `property` is required to create a custom property' }],
    ['PUT', `custom-props?${id}`, { property: 'x'.repeat(301) }, 400, { error: 'Parameter `property` is too long' }],
    ['PUT', `custom-props?${id}`, { property: 5 }, 400, { error: 'property: is invalid' }],
    ['PUT', `custom-props?${id}`, { property: ' a/b ' }, 200, { created: true }],
    ['PUT', `custom-props?${id}`, { property: 'a/b' }, 200, { created: true }],
    [
      'GET',
      `custom-props?${id}`,
      undefined,
      200,
      { custom_properties: [{ property: 'author' }, { property: 'role' }, { property: 'a/b' }] },
    ],
    ['DELETE', `custom-props/a/b?${id}`, undefined, 200, { deleted: true }],
    ['DELETE', `custom-props/a%2Fb?${id}`, undefined, 200, { deleted: true }],
    ['DELETE', 'custom-props/role', { site_id: 'site.test' }, 200, { deleted: true }],
    ['GET', `custom-props?${id}`, undefined, 200, { custom_properties: [{ property: 'author' }] }],
    ['PUT', 'shared-links', {}, 400, { error: 'Parameter `site_id` is required to create a shared link' }],
    ['PUT', `shared-links?${id}`, {}, 400, { error: 'Parameter `name` is required to create a shared link' }],
    ['PUT', `shared-links?${id}`, { name: true }, 400, { error: 'name: is invalid' }],
    [
      'PUT',
      `shared-links?${id}`,
      { name: 'WordPress - Shared Dashboard' },
      400,
      { error: 'This name is reserved. Please choose another one' },
    ],
  ]
  for (const [method, path, body, status, expected] of cases) {
    const answer = await call(method, `/api/v1/sites/${path}`, body)
    t.strictSame([answer.status, answer.body], [status, expected], `${method} ${path}`)
  }
  const goal = {
    site_id: 'site.test',
    goal_type: 'page',
    page_path: 'docs',
    display_name: ' Docs ',
    scroll_threshold: 50,
  }
  const made = await call('PUT', '/api/v1/sites/goals', goal)
  t.strictSame(
    [made.status, made.body],
    [
      200,
      {
        id: made.body.id,
        display_name: 'Docs',
        goal_type: 'scroll',
        event_name: null,
        page_path: '/docs',
        custom_props: {},
        domain: 'site.test',
      },
    ],
  )
  t.equal((await call('PUT', '/api/v1/sites/goals', goal)).body.id, made.body.id)
  const taken = await call('PUT', '/api/v1/sites/goals', { ...goal, scroll_threshold: 60 })
  t.strictSame([taken.status, taken.body], [400, { error: 'display_name: has already been taken' }])
  t.strictSame((await call('DELETE', `/api/v1/sites/goals/${made.body.id}?${id}`)).body, { deleted: true })
  const link = await call('PUT', '/api/v1/sites/shared-links', { site_id: 'site.test', name: 'Board' })
  t.match(link.body, { name: 'Board', url: /^http:\/\/tidemark\.test\/share\/site\.test\?auth=[\w-]{21}$/ })
  t.strictSame(
    (await call('PUT', '/api/v1/sites/shared-links', { site_id: 'site.test', name: 'Board' })).body,
    link.body,
  )
})

t.test('the other resources of the Plugins API', async (t) => {
  const base = '/api/plugins/v1'
  const growth = await service.provision({ domain: 'plugin-growth.test', plan: 'growth' })
  const ask = (method: string, path: string, body?: unknown, token: string | null = site.plugin_token) =>
    call(method, base + path, body, token)
  const off = await ask('GET', '/capabilities', undefined, null)
  t.match(off.body, { authorized: false, data_domain: null, features: { Goals: false, SitesAPI: false } })
  const on = await ask('GET', '/capabilities', undefined, growth.plugin_token)
  t.strictSame(on.body, {
    authorized: true,
    data_domain: 'plugin-growth.test',
    features: {
      Funnels: false,
      Goals: true,
      Props: false,
      RevenueGoals: false,
      StatsAPI: false,
      SitesAPI: false,
      SiteSegments: false,
      Teams: true,
      SharedLinks: true,
    },
  })
  const prop = (key: unknown) => ({ custom_prop: { key } })
  const cases: [method: string, path: string, body: unknown, status: number, token?: string][] = [
    ['PUT', '/custom_props', prop('plan'), 201],
    ['PUT', '/custom_props', { custom_props: [prop('one'), prop('two')] }, 201],
    ['PUT', '/custom_props', prop('plan'), 402, growth.plugin_token],
    ['PUT', '/custom_props', prop('url'), 201, growth.plugin_token],
    ['PUT', '/custom_props', { custom_props: [prop('url'), prop('plan')] }, 402, growth.plugin_token],
    ['PUT', '/custom_props', prop(''), 422],
    ['PUT', '/custom_props', {}, 422],
    ['DELETE', '/custom_props', { custom_props: [prop('one'), prop('two')] }, 204],
    ['PUT', '/shared_links', { shared_link: { name: 'WordPress - Shared Dashboard' } }, 201],
    ['PUT', '/shared_links', {}, 422],
    ['GET', '/shared_links/abc', undefined, 422],
    ['GET', '/shared_links/99999', undefined, 404],
    ['PUT', '/tracker_script_configuration', { tracker_script_configuration: { outbound_links: true } }, 422],
    ['PUT', '/tracker_script_configuration', { tracker_script_configuration: { installation_type: 'x' } }, 422],
    ['PUT', '/tracker_script_configuration', {}, 422],
    ['PUT', '/tracker_script_configuration', '{', 400],
    ['GET', '/shared_links', undefined, 401, 'nonsense'],
  ]
  for (const [method, path, body, status, token] of cases) {
    t.equal((await ask(method, path, body, token)).status, status, `${method} ${path} ${JSON.stringify(body)}`)
  }
  const config = await ask('PUT', '/tracker_script_configuration', {
    tracker_script_configuration: { installation_type: 'wordpress', outbound_links: true, revenue_tracking: 'ignored' },
  })
  t.strictSame(config.body, {
    tracker_script_configuration: {
      id: site.tracker_script_id,
      installation_type: 'wordpress',
      track_404_pages: false,
      hash_based_routing: false,
      outbound_links: true,
      file_downloads: false,
      form_submissions: false,
    },
  })
  t.strictSame((await ask('GET', '/tracker_script_configuration')).body, config.body)
  const links = await ask('GET', '/shared_links')
  t.equal(links.body.shared_links.length, 2)
  const { id } = links.body.shared_links[0].shared_link
  t.strictSame((await ask('GET', `/shared_links/${id}`)).body, links.body.shared_links[0])
})
