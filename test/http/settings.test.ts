// The settings of a site: who may change them, what is refused, what changes (spec/dashboard 11, spec/management 8).
import t, { type Test } from 'tap'
import { send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'

t.setTimeout(240_000)

const service = await startDashboard({ domain: 'set.test', days: 1 })
t.teardown(() => service.stop())
const { registry, directory } = service.app
const siteId = directory.find('set.test')?.id ?? 0
const teamId = directory.find('set.test')?.teamId ?? 0
const foreign = await service.provision({ domain: 'foreign.test', email: 'other@foreign.test' })
const owner = service.site.email

const ask = (cookie: string, method: string, path: string, body?: unknown, site = 'set.test') =>
  send(service, method, `/api/sites/${site}/${path}`, body, { cookie })
const asOwner = (method: string, path: string, body?: unknown) => ask(service.owner.cookie, method, path, body)

async function personOf(role: string): Promise<string> {
  const email = `${role}@set.test`
  const user = await registry.users.create({ email, ifMissing: true })
  if (role === 'guest_viewer' || role === 'guest_editor')
    await registry.teams.addGuest(siteId, email, role === 'guest_editor' ? 'editor' : 'viewer', { replaceRole: true })
  else if (role !== 'none') await registry.teams.addMember(teamId, user.id, role as 'admin')
  return (await signIn(service, email)).cookie
}

const taken = 'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?'

const refused = async (
  t: Test,
  method: string,
  path: string,
  table: readonly (readonly [body: object, error: string, status?: number])[],
) => {
  for (const [body, error, status = 400] of table) {
    const answer = await asOwner(method, path, body)
    t.strictSame([answer.status, answer.body], [status, { error }], JSON.stringify(body).slice(0, 80))
  }
}

t.test('roles: reading and writing by who may write, people by owners and administrators', async (t) => {
  const roles = ['admin', 'editor', 'guest_editor', 'viewer', 'billing', 'guest_viewer', 'none'] as const
  const reading = [200, 200, 200, 404, 404, 404, 404]
  const managing = [404, 404, 404, 404, 404, 404, 404].map((status, index) => (index === 0 ? 0 : status))
  for (const [index, role] of roles.entries()) {
    const cookie = await personOf(role)
    for (const path of ['general', 'goals', 'property-keys', 'people', 'shared-links', 'shields', 'tokens'])
      t.equal((await ask(cookie, 'GET', path)).status, reading[index], `${role} ${path}`)
    const invited = await ask(cookie, 'POST', 'invitations', { email: `${role}1@x.test`, role: 'viewer', to: 'site' })
    t.equal(invited.status, managing[index] || 201, `${role} invites`)
    const kept = await ask(cookie, 'PUT', 'general', { retention_months: 12 })
    t.equal(kept.status, { admin: 200, editor: 403, guest_editor: 403 }[role as string] ?? 404, `${role} deletes data`)
  }
  t.equal((await asOwner('PUT', 'general', { retention_months: null })).status, 200)
  t.strictSame((await ask(await personOf('guest_editor'), 'GET', 'people')).body.members, [], 'guests see guests only')
})

t.test('no access without a session of one’s own, from a page of the service', async (t) => {
  const path = '/api/sites/set.test/shields'
  const rule = { type: 'page', value: '/x' }
  t.equal((await send(service, 'GET', path)).status, 401)
  t.equal(
    (await send(service, 'GET', path, undefined, { authorization: `Bearer ${service.site.api_key}` })).status,
    401,
  )
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.test' },
  ]
  for (const headers of elsewhere)
    t.equal((await send(service, 'POST', path, rule, { ...headers, cookie: service.owner.cookie })).status, 403)
  const other = await signIn(service, foreign.email)
  t.equal((await ask(other.cookie, 'GET', 'shields')).status, 404, 'of another site')
  t.equal((await ask(service.owner.cookie, 'GET', 'shields', undefined, 'none.test')).status, 404)
  t.strictSame(await registry.shields.list(siteId), [])
})

t.test('time zone and retention', async (t) => {
  t.strictSame((await asOwner('GET', 'general')).body, {
    domain: 'set.test',
    previous_domain: null,
    timezone: 'Etc/UTC',
    retention_months: null,
    pixel: false,
    preset: 'standard',
  })
  await refused(t, 'PUT', 'general', [
    [{ timezone: 'Nowhere/Land' }, 'timezone: is invalid'],
    [{ timezone: 1 }, 'timezone: is invalid'],
    [{ retention_months: 0 }, 'retention_months: must be a whole number from 1 to 1200'],
    [{ retention_months: 1201 }, 'retention_months: must be a whole number from 1 to 1200'],
    [{ retention_months: 1.5 }, 'retention_months: must be a whole number from 1 to 1200'],
    [{ retention_months: '3' }, 'retention_months: must be a whole number from 1 to 1200'],
  ])
  const changed = await asOwner('PUT', 'general', { timezone: 'Europe/Berlin', retention_months: 24 })
  t.match(changed.body, { timezone: 'Europe/Berlin', retention_months: 24 })
  t.equal((await asOwner('PUT', 'general', { retention_months: null })).body.retention_months, null)
})

t.test('what a shorter retention and the end of the site would delete, and the newest event', async (t) => {
  const all = (await asOwner('GET', 'deletion')).body
  t.equal(all.before, null)
  t.ok(all.events > 0)
  const month = await asOwner('GET', 'deletion?months=1')
  t.match(month.body, { before: /^\d{4}-\d\d-\d\d$/, events: 0 }, 'yesterday stays')
  const odd = await asOwner('GET', 'deletion?months=0')
  t.strictSame([odd.status, odd.body], [400, { error: 'retention_months: must be a whole number from 1 to 1200' }])
  const { last_event: last } = (await asOwner('GET', 'last-event')).body
  t.match(last, { at: /Z$/, pathname: /^\// })
})

t.test('a goal gets another name and other properties, and stays different from others', async (t) => {
  const put = (body: object) => send(service, 'PUT', '/api/v1/sites/goals', body, { cookie: service.owner.cookie })
  const make = async (name: string) =>
    (await put({ site_id: 'set.test', goal_type: 'event', event_name: name, display_name: `The ${name}` })).body.id
  const [first, second] = [await make('edited'), await make('other')]
  const renamed = await asOwner('PUT', `goals/${first}`, { display_name: 'Renamed', custom_props: {} })
  t.match(renamed.body, { id: first, display_name: 'Renamed', event_name: 'edited' })
  await refused(t, 'PUT', `goals/${first}`, [
    [{ display_name: 'The other' }, 'display_name: has already been taken'],
    [{ display_name: 7 }, 'display_name: is invalid'],
  ])
  const narrower = await asOwner('PUT', `goals/${first}`, { display_name: 'Renamed', custom_props: { plan: 'pro' } })
  t.match(narrower.body, { display_name: 'Renamed', custom_props: { plan: 'pro' } })
  const again = await put({ site_id: 'set.test', goal_type: 'event', event_name: 'edited', display_name: 'All' })
  await refused(t, 'PUT', `goals/${again.body.id}`, [
    [{ display_name: 'All', custom_props: { plan: 'pro' } }, 'custom_props: has already been taken'],
  ])
  t.equal((await asOwner('PUT', `goals/${first}`, { display_name: 'Gone' })).status, 404, 'other properties: a new id')
  await registry.goals.remove(siteId, [narrower.body.id, second, again.body.id])
})

t.test('domain, zone and retention change together or not at all', async (t) => {
  const before = (await asOwner('GET', 'general')).body
  await refused(t, 'PUT', 'general', [
    [{ domain: 'foreign.test', timezone: 'Asia/Tokyo', retention_months: 5 }, taken],
    [{ domain: 'a b', timezone: 'Asia/Tokyo' }, 'domain: only letters, numbers, slashes and period allowed'],
    [{ domain: 'moved.test', timezone: 'Nowhere/Land', retention_months: 5 }, 'timezone: is invalid'],
    [{ domain: 'moved.test', retention_months: 0 }, 'retention_months: must be a whole number from 1 to 1200'],
  ])
  t.strictSame((await asOwner('GET', 'general')).body, before)
  const moved = await asOwner('PUT', 'general', { domain: 'Moved.test', timezone: 'Asia/Tokyo', retention_months: 5 })
  t.strictSame(moved.body, {
    domain: 'moved.test',
    previous_domain: 'set.test',
    timezone: 'Asia/Tokyo',
    retention_months: 5,
    pixel: false,
    preset: 'standard',
  })
  t.equal(directory.find('set.test')?.timezone, 'Asia/Tokyo', 'the process that answered knows at once')
  await asOwner('PUT', 'general', { domain: 'set.test', timezone: before.timezone, retention_months: null })
})

t.test('shields: refusals, and ingestion hears of them', async (t) => {
  await refused(t, 'POST', 'shields', [
    [{ type: 'port', value: '1' }, 'type: is invalid'],
    [{ type: 'ip', value: 'example' }, 'value: is invalid'],
    [{ type: 'ip' }, "value: can't be blank"],
    [{ type: 'country', value: 'XQ' }, 'value: is invalid'],
    [{ type: 'page', value: 'blog' }, 'value: must start with /'],
    [{ type: 'page', value: '/x', description: 'x'.repeat(256) }, 'description: should be at most 255 character(s)'],
  ])
  const made = await asOwner('POST', 'shields', { type: 'page', value: '/wp-admin/**', description: 'ours\0' })
  t.match(made, { status: 201, body: { type: 'page', value: '/wp-admin/**', description: 'ours' } })
  await refused(t, 'POST', 'shields', [[{ type: 'page', value: '/wp-admin/**' }, 'value: has already been taken']])
  t.equal(directory.find('set.test')?.shields.page.length, 1, 'the process that answered knows at once')
  const visit = async (path: string): Promise<string | null> => {
    const body = JSON.stringify({ n: 'pageview', u: `https://set.test${path}`, d: 'set.test' })
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
    const headers = { 'user-agent': agent, 'x-forwarded-for': '192.0.2.7' }
    return (await fetch(`${service.url}/api/event`, { method: 'POST', headers, body })).headers.get('x-service-dropped')
  }
  t.equal(await visit('/wp-admin/x'), '1', 'ingestion drops from the next event on')
  t.equal(await visit('/blog'), null)
  const listed = await asOwner('GET', 'shields')
  t.equal(listed.body.shields.length, 1)
  t.match(listed.body.own_address, /^[\d.:a-f]+$/)
  const other = await signIn(service, foreign.email)
  const foreignRemoval = await ask(other.cookie, 'DELETE', `shields/${made.body.id}`, undefined, 'foreign.test')
  t.equal(foreignRemoval.status, 404, 'of another site')
  t.equal((await asOwner('DELETE', `shields/${made.body.id}`)).status, 204)
  t.equal((await asOwner('DELETE', `shields/${made.body.id}`)).status, 404)
  t.equal((await asOwner('DELETE', 'shields/x')).status, 404)
})

t.test('plugin tokens: shown once, used, revoked', async (t) => {
  await refused(t, 'POST', 'tokens', [
    [{ description: ' ' }, "description: can't be blank"],
    [{}, "description: can't be blank"],
    [{ description: 'x'.repeat(256) }, 'description: should be at most 255 character(s)'],
  ])
  const made = await asOwner('POST', 'tokens', { description: 'WordPress' })
  t.equal(made.status, 201)
  const { token } = made.body
  const goals = () =>
    send(service, 'GET', '/api/plugins/v1/goals', undefined, { authorization: `Bearer ${token}` }).then((a) => a.status)
  t.equal(await goals(), 200)
  const list = await asOwner('GET', 'tokens')
  t.notMatch(JSON.stringify(list.body), token)
  t.match(list.body.tokens.at(-1), { description: 'WordPress', hint: token.slice(-4) })
  t.equal((await asOwner('DELETE', `tokens/${made.body.id}`)).status, 204)
  t.equal(await goals(), 401)
  t.equal((await asOwner('DELETE', `tokens/${made.body.id}`)).status, 404)
})

t.test('shared links: names, passwords, deletion', async (t) => {
  await refused(t, 'POST', 'shared-links', [
    [{ name: '' }, "name: can't be blank"],
    [{ name: 5, password: 5 }, "name: can't be blank"],
    [{ name: 'A', password: 5 }, "password: can't be blank"],
    [{ name: 'x'.repeat(256) }, 'name: should be at most 255 character(s)'],
    [{ name: 'WordPress - Shared Dashboard' }, 'name: This name is reserved. Please choose another one'],
    [{ name: 'A', password: 'short' }, 'password: should be at least 10 character(s)'],
    [{ name: 'A', password: 'password123' }, 'password: is among the most common ones'],
  ])
  const made = await asOwner('POST', 'shared-links', { name: 'Board' })
  t.match(made, { status: 201, body: { name: 'Board', password_protected: false } })
  t.match(made.body.url, /\/share\/set\.test\?auth=[\w-]{21}$/)
  await refused(t, 'POST', 'shared-links', [[{ name: 'Board' }, 'name: has already been taken']])
  const auth = new URL(made.body.url).searchParams.get('auth')
  const opens = async (): Promise<number> =>
    (await send(service, 'GET', `/api/v1/stats/aggregate?site_id=set.test&auth=${auth}`, undefined)).status
  t.equal(await opens(), 200)
  const path = `shared-links/${made.body.id}`
  const locked = await asOwner('PUT', path, { password: 'a long enough password' })
  t.match(locked, { status: 200, body: { name: 'Board', password_protected: true } })
  t.equal(await opens(), 401, 'the password counts at once')
  t.match((await asOwner('PUT', path, { name: 'Wall' })).body, { name: 'Wall', password_protected: true })
  t.match((await asOwner('PUT', path, { password: null })).body, { name: 'Wall', password_protected: false })
  t.equal((await asOwner('PUT', 'shared-links/0', { name: 'X' })).status, 404)
  t.equal((await asOwner('DELETE', path)).status, 204)
  t.equal(await opens(), 404)
  t.equal((await asOwner('DELETE', path)).status, 404)
})

t.test('people: invitations, roles, removal', async (t) => {
  const admin = await personOf('admin')
  await refused(t, 'POST', 'invitations', [
    [{ email: '', role: 'viewer', to: 'team' }, "email: can't be blank"],
    [{ email: 'nobody', role: 'viewer', to: 'team' }, 'email: is invalid'],
    [{ email: 'a@b.test', role: 'viewer', to: 'moon' }, 'to: is invalid'],
    [{ email: 'a@b.test', role: 'king', to: 'site' }, 'role: is invalid. Possible values: viewer, editor'],
    [{ email: owner.toUpperCase(), role: 'viewer', to: 'team' }, 'email: is a member already'],
    [{ email: 'guest_editor@set.test', role: 'viewer', to: 'site' }, 'email: is a guest already'],
  ])
  const first = await asOwner('POST', 'invitations', { email: 'new@x.test', role: 'viewer', to: 'team' })
  const again = await asOwner('POST', 'invitations', { email: 'NEW@x.test', role: 'editor', to: 'team' })
  t.equal(again.status, 201)
  const tokenOf = (answer: typeof first): string => new URL(answer.body.url).pathname.slice('/invite/'.length)
  const accept = (answer: typeof first) =>
    send(service, 'POST', `/api/invitations/${tokenOf(answer)}`, { name: 'New', password: 'a long enough password' })
  t.equal((await accept(first)).status, 410, 'the newer invitation voids the older')
  const { invitations } = (await asOwner('GET', 'people')).body
  t.match(invitations[0], { email: 'NEW@x.test', role: 'editor', to: 'team' })
  t.equal((await accept(again)).status, 200)
  const people = async () => (await asOwner('GET', 'people')).body
  t.match(
    (await people()).members.find((one: { email: string }) => one.email === 'NEW@x.test'),
    { role: 'editor', name: 'New' },
  )

  const admins = 'Your role does not include making or removing owners'
  for (const [method, path, body] of [
    ['POST', 'invitations', { email: 'o@x.test', role: 'owner', to: 'team' }],
    ['PUT', `members/${owner}`, { role: 'viewer' }],
    ['PUT', 'members/new@x.test', { role: 'owner' }],
    ['DELETE', `members/${owner}`, undefined],
  ] as const) {
    const answer = await ask(admin, method, path, body)
    t.strictSame([answer.status, answer.body], [403, { error: admins }], `${method} ${path}`)
  }
  t.equal((await ask(admin, 'PUT', 'members/new@x.test', { role: 'viewer' })).status, 204)
  t.equal((await asOwner('PUT', 'members/nobody@x.test', { role: 'viewer' })).status, 404)
  const team = 'role: is invalid. Possible values: owner, admin, editor, billing, viewer'
  for (const role of ['guest', 5, undefined]) await refused(t, 'PUT', 'members/nobody@x.test', [[{ role }, team]])
  const guests = 'role: is invalid. Possible values: viewer, editor'
  await refused(t, 'PUT', 'guests/nobody@x.test', [[{ role: 'owner' }, guests]])
  const last = await asOwner('PUT', `members/${owner}`, { role: 'viewer' })
  t.strictSame([last.status, last.body], [400, { error: 'the last owner of a team cannot be removed' }])

  const member = await signIn(service, 'new@x.test')
  const seen = () =>
    send(service, 'GET', '/api/v1/stats/aggregate?site_id=set.test', undefined, { cookie: member.cookie })
  t.equal((await seen()).status, 200)
  t.equal((await ask(admin, 'DELETE', 'members/new@x.test')).status, 204)
  t.equal((await seen()).status, 404, 'who was removed sees nothing, at once')

  t.equal((await asOwner('PUT', 'guests/guest_viewer@set.test', { role: 'editor' })).status, 204)
  t.equal((await asOwner('PUT', 'guests/nobody@x.test', { role: 'editor' })).status, 404)
  const guest = await asOwner('POST', 'invitations', { email: 'g@x.test', role: 'viewer', to: 'site' })
  const { id } = (await people()).invitations.find((one: { email: string }) => one.email === 'g@x.test')
  t.equal((await asOwner('DELETE', `invitations/${id}`)).status, 204)
  t.equal((await asOwner('DELETE', `invitations/${id}`)).status, 404)
  t.equal((await accept(guest)).status, 410, 'what was taken back opens nothing')
})

t.test('who is invited to the site is a guest for programs, until it is taken back', async (t) => {
  const authorization = `Bearer ${service.site.api_key}`
  const path = '/api/v1/sites/guests'
  const listed = async () =>
    (await send(service, 'GET', `${path}?site_id=set.test`, undefined, { authorization })).body.guests.filter(
      ({ email }: { email: string }) => /^(soon|later)@/i.test(email),
    )
  const invite = async (email: string) =>
    new URL((await asOwner('POST', 'invitations', { email, role: 'editor', to: 'site' })).body.url).pathname
  const soon = await invite('soon@x.test')
  await invite('later@x.test')
  t.strictSame(await listed(), [
    { email: 'later@x.test', role: 'editor', status: 'invited' },
    { email: 'soon@x.test', role: 'editor', status: 'invited' },
  ])
  const again = { site_id: 'set.test', email: 'SOON@x.test', role: 'viewer' }
  t.strictSame(
    (await send(service, 'PUT', path, again, { authorization })).body,
    { email: 'soon@x.test', role: 'editor', status: 'invited' },
    'unchanged',
  )
  t.notOk((await asOwner('GET', 'people')).body.guests.some(({ email }: { email: string }) => email === 'soon@x.test'))
  t.equal(
    (await send(service, 'DELETE', `${path}/Later@x.test?site_id=set.test`, undefined, { authorization })).status,
    200,
  )
  const body = { name: 'Soon', password: 'a long enough password' }
  t.equal((await send(service, 'POST', soon.replace('/invite/', '/api/invitations/'), body)).status, 200)
  t.strictSame(await listed(), [{ email: 'soon@x.test', role: 'editor', status: 'accepted' }])
  t.notOk((await asOwner('GET', 'people')).body.invitations.some(({ email }: { email: string }) => /later/.test(email)))
})

t.test('goals with currencies, and keys of properties', async (t) => {
  await send(
    service,
    'PUT',
    '/api/v1/sites/goals',
    { site_id: 'set.test', goal_type: 'event', event_name: 'Buy', currency: 'EUR' },
    { cookie: service.owner.cookie },
  )
  t.match((await asOwner('GET', 'goals')).body.goals, [
    { display_name: 'Buy', event_name: 'Buy', page_path: null, scroll_threshold: null, currency: 'EUR' },
  ])
  t.strictSame((await asOwner('GET', 'property-keys')).body, { keys: [] })
})

t.test('what a plan lacks is said', async (t) => {
  await registry.teams.setPlan(teamId, { plan: 'starter' })
  await refused(t, 'POST', 'shared-links', [
    [{ name: 'B' }, 'Your current subscription plan does not include Shared Links', 402],
  ])
  await refused(t, 'POST', 'invitations', [
    [
      { email: 'b@x.test', role: 'viewer', to: 'team' },
      'Your current subscription plan does not include team members',
      402,
    ],
  ])
  t.equal((await asOwner('POST', 'invitations', { email: 'b@x.test', role: 'viewer', to: 'site' })).status, 201)
  await registry.teams.setLocked(teamId, true)
  t.equal((await asOwner('GET', 'shields')).status, 402)
  await registry.teams.setLocked(teamId, false)
})
