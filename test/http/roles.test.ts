// Every role at every endpoint, keys bound to a team, and consolidated views (spec/management 6.1 to 6.4, 8.1, 8.3).
import t from 'tap'
import { type Call, createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const { registry } = service.app
const site = await service.provision({ domain: 'home.test', email: 'owner@roles.test' })
const other = await service.provision({ domain: 'other.test' })
const team = await registry.teams.find(site.team)
const teamId = team?.id ?? 0
const siteId = (await registry.sites.find('home.test'))?.id ?? 0

const badKey =
  "Invalid API key. Please make sure you're using a valid API key with access to the resource you've requested."
const badStatsKey =
  "Invalid API key or site ID. Please make sure you're using a valid API key with access to the site you've requested."
const notFound = 'Site could not be found'
const noCreation = "You can't add sites to the selected team."
const consolidated = 'This operation is unavailable for a consolidated view'

async function callerOf(role: string): Promise<Call> {
  const email = `${role.replace(' ', '-')}@roles.test`
  const user = await registry.users.create({ email, ifMissing: true })
  if (role.startsWith('guest '))
    await registry.teams.addGuest(siteId, email, role.endsWith('editor') ? 'editor' : 'viewer')
  else if (role !== 'none' && role !== 'owner') await registry.teams.addMember(teamId, user.id, role as 'admin')
  return createCall(service.url, (await registry.keys.create({ userId: user.id, scopes: ['sites:provision:*'] })).key)
}

const roles = ['owner', 'admin', 'editor', 'billing', 'viewer', 'guest editor', 'guest viewer', 'none'] as const

t.test('the matrix of roles and endpoints', async (t) => {
  const id = 'site_id=home.test'
  const sites = '/api/v1/sites'
  const refusals: Readonly<Record<string, [status: number, message: string | undefined]>> = {
    ok: [200, undefined],
    '404': [404, notFound],
    '401': [401, badKey],
    stats: [401, badStatsKey],
    '403': [403, noCreation],
  }
  // Columns in the order of `roles`; `ok` is 200.
  const reading = 'ok ok ok 404 ok ok ok'
  const writing = 'ok ok ok 404 404 ok 404'
  const managing = 'ok ok 404 404 404 404 404'
  const table: [method: string, path: string, body: unknown, outcomes: string][] = [
    ['GET', `/api/v1/stats/aggregate?${id}`, undefined, 'ok ok ok ok ok ok ok stats'],
    ['GET', `/api/v1/stats/realtime/visitors?${id}`, undefined, 'ok ok ok ok ok ok ok stats'],
    ['GET', `${sites}/home.test`, undefined, `${reading} 404`],
    ['GET', `${sites}/goals?${id}`, undefined, `${reading} 401`],
    ['GET', `${sites}/funnels?${id}`, undefined, `${reading} 401`],
    ['GET', `${sites}/custom-props?${id}`, undefined, `${reading} 401`],
    ['GET', `${sites}/guests?${id}`, undefined, `${reading} 401`],
    ['GET', `${sites}/erasures?${id}`, undefined, `${managing} 401`],
    ['GET', `${sites}/erasures/count?${id}&kind=everything`, undefined, `${managing} 401`],
    ['PUT', `${sites}/home.test`, { tracker_script_configuration: {} }, `${writing} 404`],
    ['PUT', `${sites}/goals?${id}`, { goal_type: 'event', event_name: 'Signup' }, `${writing} 401`],
    ['PUT', `${sites}/funnels?${id}`, { name: 'Funnel', steps: [1, 1] }, `${writing} 401`],
    ['PUT', `${sites}/custom-props?${id}`, { property: 'plan' }, `${writing} 401`],
    ['DELETE', `${sites}/custom-props/absent?${id}`, undefined, `${writing} 401`],
    ['PUT', `${sites}/shared-links?${id}`, { name: 'Board' }, `${writing} 401`],
    ['PUT', `${sites}/guests?${id}`, { email: 'someone@roles.test', role: 'viewer' }, `${managing} 401`],
    ['DELETE', `${sites}/guests/nobody%40roles.test?${id}`, undefined, `${managing} 401`],
    ['DELETE', `${sites}/home.test`, undefined, 'later 404 404 404 404 404 404 404'],
  ]
  const calls = new Map<string, Call>()
  for (const role of roles) calls.set(role, await callerOf(role))
  for (const [method, path, body, outcomes] of table)
    for (const [index, outcome] of outcomes.split(' ').entries()) {
      if (outcome === 'later') continue
      const role = roles[index] as string
      const answer = await (calls.get(role) as Call)(method, path, body)
      t.strictSame([answer.status, answer.body.error], refusals[outcome], `${role}: ${method} ${path}`)
    }
  for (const [index, role] of roles.entries()) {
    const call = calls.get(role) as Call
    const made = await call('POST', sites, { domain: `made-${index}.test`, team_id: site.team })
    const mayCreate = ['owner', 'admin', 'editor'].includes(role)
    t.strictSame([made.status, made.body.error], refusals[mayCreate ? 'ok' : '403'], `${role} creates a site`)
    const listed = (await call('GET', sites)).body.sites.map((each: { domain: string }) => each.domain)
    if (role === 'none') t.strictSame(listed, [])
    else if (role.startsWith('guest ')) t.strictSame(listed, ['home.test'], `${role} sees one site`)
    else t.ok(listed.includes('home.test') && listed.includes('made-0.test'), `${role} sees the team's sites`)
    const teams = (await call('GET', `${sites}/teams`)).body.teams.map((each: { id: string }) => each.id)
    t.equal(teams.includes(site.team), !/^(none|guest)/.test(role), `${role}: teams`)
  }
  for (const [method, path] of [
    ['DELETE', `${sites}/goals/999999?${id}`],
    ['DELETE', `${sites}/goals/1?site_id=other.test`],
  ] as const)
    t.equal((await (calls.get('viewer') as Call)(method, path)).status, path.includes('other') ? 401 : 404)
  t.equal((await (calls.get('owner') as Call)('DELETE', `${sites}/made-0.test`)).status, 200)
})

t.test('a key bound to a team', async (t) => {
  const owner = await registry.users.find('owner@roles.test')
  const elsewhere = await registry.teams.create({ ownerId: owner?.id ?? 0, name: 'Elsewhere' })
  await registry.sites.create({ domain: 'elsewhere.test', teamId: elsewhere.id })
  const otherId = (await registry.sites.find('other.test'))?.id ?? 0
  await registry.teams.addGuest(otherId, 'owner@roles.test', 'editor')
  const make = async (boundTo?: number) =>
    createCall(
      service.url,
      (await registry.keys.create({ userId: owner?.id ?? 0, teamId: boundTo, scopes: ['sites:*'] })).key,
    )
  const [bound, personal] = [await make(teamId), await make()]
  const cases: [path: string, bound: number, personal: number][] = [
    ['/api/v1/sites/home.test', 200, 200],
    ['/api/v1/sites/elsewhere.test', 404, 200],
    ['/api/v1/sites/other.test', 404, 200],
    ['/api/v1/sites/goals?site_id=elsewhere.test', 401, 200],
    ['/api/v1/sites/goals?site_id=other.test', 401, 200],
    ['/api/v1/sites/goals?site_id=unknown.test', 404, 404],
    ['/api/v1/stats/aggregate?site_id=other.test', 401, 200],
    ['/api/v1/stats/aggregate?site_id=unknown.test', 401, 401],
  ]
  for (const [path, whenBound, whenPersonal] of cases)
    t.strictSame(
      [(await bound('GET', path)).status, (await personal('GET', path)).status],
      [whenBound, whenPersonal],
      path,
    )
  const domains = async (call: Call, query = '') =>
    (await call('GET', `/api/v1/sites${query}`)).body.sites.map((each: { domain: string }) => each.domain)
  t.notOk((await domains(bound)).includes('elsewhere.test'))
  t.strictSame(await domains(bound, `?team_id=${elsewhere.identifier}`), await domains(bound), 'its team_id is ignored')
  t.strictSame(await domains(personal, `?team_id=${elsewhere.identifier}`), ['elsewhere.test'])
  t.strictSame(await domains(personal, `?team_id=${other.team}`), [], 'a guest is no member of the team')
  t.ok((await domains(personal)).includes('other.test'))
  t.strictSame(
    (await bound('GET', '/api/v1/sites/teams')).body.teams.map((each: { id: string }) => each.id),
    [site.team],
  )
  const made = await bound('POST', '/api/v1/sites', { domain: 'bound.test', team_id: elsewhere.identifier })
  t.equal(made.status, 200)
  t.equal((await registry.sites.find('bound.test'))?.team, site.team, 'whatever team_id says')

  const second = await registry.users.create({ email: 'second@roles.test' })
  await registry.teams.addMember(teamId, second.id, 'owner')
  await registry.teams.removeMember(teamId, owner?.id ?? 0)
  t.equal((await bound('GET', '/api/v1/sites/home.test')).status, 404, 'no longer a member')
  t.equal((await personal('GET', '/api/v1/sites/home.test')).status, 404)
  t.equal((await bound('GET', '/api/v1/stats/aggregate?site_id=home.test')).status, 401)
  t.equal((await personal('GET', '/api/v1/sites/elsewhere.test')).status, 200)
})

t.test('invitations become access when the account is made', async (t) => {
  const call = createCall(service.url, other.api_key)
  const invite = { site_id: 'other.test', email: 'late@roles.test', role: 'viewer' }
  t.equal((await call('PUT', '/api/v1/sites/guests', invite)).body.status, 'invited')
  const user = await registry.users.create({ email: 'Late@roles.test' })
  const { key } = await registry.keys.create({ userId: user.id })
  t.equal((await call('GET', '/api/v1/sites/other.test', undefined, key)).status, 200)
  await call('PUT', '/api/v1/sites/guests', { ...invite, email: 'waiting@roles.test' })
  const guests = await call('GET', '/api/v1/sites/guests?site_id=other.test&limit=2')
  t.strictSame(
    guests.body.guests.map((guest: { status: string }) => guest.status),
    ['accepted', 'accepted'],
    'accepted ones first',
  )
  const rest = await call('GET', `/api/v1/sites/guests?site_id=other.test&limit=2&after=${guests.body.meta.after}`)
  t.strictSame(rest.body.guests, [{ email: 'waiting@roles.test', role: 'viewer', status: 'invited' }])
  t.equal(rest.body.meta.after, null)
  t.strictSame(
    (await call('GET', `/api/v1/sites/guests?site_id=other.test&limit=2&before=${rest.body.meta.before}`)).body,
    guests.body,
  )
  t.equal((await call('DELETE', '/api/v1/sites/guests/LATE%40roles.test?site_id=other.test')).status, 200)
  t.equal((await call('GET', '/api/v1/sites/other.test', undefined, key)).status, 404, 'removed at once')
})

t.test('a page of guests goes on where the one before ended, also after removals', async (t) => {
  const made = await service.provision({ domain: 'guests.test', email: 'host@roles.test' })
  const call = createCall(service.url, made.api_key)
  for (const name of ['a', 'b', 'c', 'd'])
    await call('PUT', '/api/v1/sites/guests', { site_id: 'guests.test', email: `${name}@guests.test`, role: 'viewer' })
  await registry.users.create({ email: 'b@guests.test' })
  const list = async (query: string) => {
    const { body } = await call('GET', `/api/v1/sites/guests?site_id=guests.test&limit=1&${query}`)
    return { emails: body.guests.map((guest: { email: string }) => guest.email), meta: body.meta }
  }
  const page1 = await list('')
  t.strictSame(page1.emails, ['b@guests.test'])
  const page2 = await list(`after=${page1.meta.after}`)
  t.strictSame(page2.emails, ['d@guests.test'])
  for (const name of ['b', 'd']) await call('DELETE', `/api/v1/sites/guests/${name}%40guests.test?site_id=guests.test`)
  t.strictSame((await list(`after=${page1.meta.after}`)).emails, ['c@guests.test'])
  t.strictSame((await list(`after=${page2.meta.after}`)).emails, ['c@guests.test'])
  t.strictSame((await list(`before=${page2.meta.before}`)).emails, [])
})

t.test('consolidated views', async (t) => {
  const home = await service.provision({ domain: 'view-a.test', email: 'view@roles.test', timezone: 'Asia/Tokyo' })
  const call = createCall(service.url, home.api_key)
  const viewTeam = await registry.teams.find(home.team)
  await registry.consolidated.enable({ id: viewTeam?.id ?? 0, identifier: home.team })
  const view = await registry.sites.find(home.team)
  const { token } = await registry.tokens.create(view?.id ?? 0, 'view')
  const put = (body: unknown) => call('PUT', '/api/plugins/v1/goals', body, token)
  const goal = (goal_type: string, fields: object) => ({ goal_type, goal: fields })

  t.equal((await put(goal('Goal.CustomEvent', { event_name: 'Signup' }))).status, 201)
  t.equal((await put(goal('Goal.Pageview', { path: '/a' }))).status, 201)
  const revenue = goal('Goal.Revenue', { event_name: 'Buy', currency: 'EUR' })
  const refused = await put({ goals: [goal('Goal.CustomEvent', { event_name: 'Kept out' }), revenue] })
  t.strictSame(
    [refused.status, refused.body],
    [422, { errors: { event_name: ['Revenue goals cannot be created for consolidated views'] } }],
  )
  t.equal((await call('GET', '/api/plugins/v1/goals', undefined, token)).body.goals.length, 2)

  for (const [method, path, body] of [
    ['GET', `/api/v1/sites/${home.team}`, undefined],
    ['PUT', `/api/v1/sites/${home.team}`, {}],
    ['DELETE', `/api/v1/sites/${home.team}`, undefined],
    ['GET', `/api/v1/sites/goals?site_id=${home.team}`, undefined],
    ['PUT', '/api/v1/sites/guests', { site_id: home.team, email: 'x@roles.test', role: 'viewer' }],
  ] as const) {
    const answer = await call(method, path, body)
    t.strictSame([answer.status, answer.body.error], [400, consolidated], `${method} ${path}`)
  }
  t.equal((await call('PUT', `/api/v1/sites/${home.team}`, {}, other.api_key)).status, 400, 'before membership')
  for (const [method, path] of [
    ['POST', '/api/v1/sites'],
    ['PUT', '/api/v1/sites/view-a.test'],
  ] as const) {
    const answer = await call(method, path, { domain: home.team })
    t.match(answer.body.error, /^domain: This domain cannot be registered/, `${method}: its identifier is taken`)
  }
  t.strictSame(
    (await call('GET', '/api/v1/sites')).body.sites,
    [{ domain: 'view-a.test', timezone: 'Asia/Tokyo' }],
    'never listed',
  )
  t.equal((await call('GET', `/api/v1/stats/aggregate?site_id=${home.team}`)).status, 200, 'but read')
  t.equal((await call('GET', `/api/v1/stats/aggregate?site_id=${home.team}`, undefined, other.api_key)).status, 401)

  for (const domain of ['view-b.test', 'view-c.test'])
    await call('POST', '/api/v1/sites', { domain, timezone: 'Europe/Rome' })
  t.equal(service.app.directory.findConsolidated(home.team)?.timezone, 'Europe/Rome', 'the most common zone')
  t.equal(service.app.directory.findConsolidated(home.team)?.memberSiteIds.length, 3)
  for (const domain of ['view-a.test', 'view-b.test', 'view-c.test']) await call('DELETE', `/api/v1/sites/${domain}`)
  t.equal(service.app.directory.findConsolidated(home.team), undefined, 'gone with the last site')
  t.equal((await call('GET', '/api/plugins/v1/goals', undefined, token)).status, 401, 'and its token too')
})
