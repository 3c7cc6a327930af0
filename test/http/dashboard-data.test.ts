// What people keep beside a site's numbers, the list of sites, and what was dropped (spec/dashboard 4.5, 5.6, 6.2, 9).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { own } from '../support/own.ts'
import { startStatsService } from '../support/stats-service.ts'

t.setTimeout(120_000)

const now = new Date('2021-05-01T12:00:00Z')
const service = await startStatsService({ seed: 31, clock: { now: () => now } })
t.teardown(() => service.stop())
const { domain, key, siteId } = service
const { registry, db } = service.app
const call = createCall(service.url, key)
const write = call
const owner = (await registry.users.find('owner@numbers.test')) ?? (await registry.users.findById(1))!
const reading = createCall(service.url, (await registry.keys.create({ userId: owner.id, scopes: [] })).key)

t.test('segments: kept as they are, checked as a query', async (t) => {
  const path = '/api/v1/sites/segments'
  const base = { site_id: domain, name: ' Readers ', kind: 'site', filters: [['is', 'event:goal', ['Signup']]] }
  const made = await write('POST', path, base)
  t.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body
  t.strictSame(made.body, {
    id,
    name: 'Readers',
    kind: 'site',
    filters: base.filters,
    is_own: false,
    problem: null,
  })
  const cases: [what: string, change: object, status: number, message: RegExp][] = [
    ['the name again', {}, 400, /name: has already been taken/],
    ['the name of a personal one', { kind: 'personal' }, 201, /Readers/],
    ['no name', { name: ' ' }, 400, /name: can't be blank/],
    ['255 characters', { name: 'x'.repeat(255) }, 201, /xxx/],
    ['256 characters', { name: 'x'.repeat(256) }, 400, /at most 255/],
    ['another kind', { name: 'a', kind: 'team' }, 400, /kind: must be personal or site/],
    ['no filters', { name: 'a', filters: [] }, 400, /filters: can't be empty/],
    ['no query', { name: 'a', filters: [['is', 'event:goal', ['Gone']]] }, 400, /filters: The goal `Gone` is not/],
    ['no tree', { name: 'a', filters: [['is']] }, 400, /filters: Invalid filter/],
    ['no site', { site_id: undefined }, 400, /Parameter `site_id` is required to create a segment/],
    ['an unknown site', { site_id: 'no.test' }, 404, /Site could not be found/],
  ]
  for (const [what, change, status, message] of cases) {
    const answer = await write('POST', path, { ...base, ...change })
    t.equal(answer.status, status, what)
    t.match(answer.body.error ?? answer.body.name, message, what)
  }
  t.equal((await reading('POST', path, base)).status, 401, 'a key that only reads')
  const renamed = await write('PUT', `${path}/${id}`, { site_id: domain, name: 'Visitors' })
  t.match(renamed, { status: 200, body: { id, name: 'Visitors', filters: base.filters } })
  await db.write.query(`delete from goals where site_id = $1 and display_name = 'Signup'`, [siteId])
  const list = await call('GET', `${path}?site_id=${domain}`)
  t.equal(list.status, 200)
  t.equal(list.body.segments.length, 3)
  const gone = list.body.segments.find((segment: { id: number }) => segment.id === id)
  t.match(gone, { name: 'Visitors', problem: /The goal `Signup` is not configured/ })
  t.equal((await write('PUT', `${path}/${id}`, { site_id: domain, name: 'Again' })).status, 200, 'and can be edited')
  t.strictSame((await write('DELETE', `${path}/${id}?site_id=${domain}`)).body, { deleted: true })
  for (const wrong of [id, 0, 'x', '99999999999999999999'])
    t.match(await write('DELETE', `${path}/${wrong}?site_id=${domain}`), {
      status: 404,
      body: { error: 'Segment could not be found' },
    })
  await db.write.query(
    `insert into segments (site_id, name, filters) select $1, 'n' || n, '[]' from generate_series(1, 998) n`,
    [siteId],
  )
  const filters = [['is', 'visit:country', ['DE']]]
  t.match(await write('POST', path, { ...base, filters, name: 'more' }), {
    status: 400,
    body: { error: 'Maximum number of segments reached' },
  })
  await db.write.query(`update teams set plan = 'growth'`)
  await service.app.directory.refresh()
  t.equal((await call('GET', `${path}?site_id=${domain}`)).status, 402)
  await db.write.query(`update teams set plan = 'enterprise', features = '{stats_api,sites_api}'`)
  await service.app.directory.refresh()
  t.match(await write('POST', path, { ...base, filters }), { status: 402, body: { error: /segments of the site/ } })
  await db.write.query(`update teams set plan = 'business', features = '{}'`)
  await service.app.directory.refresh()
})

t.test('notes', async (t) => {
  const path = '/api/v1/sites/notes'
  const base = { site_id: domain, day: '2021-04-30', text: 'Launch' }
  const { status, body } = await write('POST', path, base)
  t.equal(status, 201)
  t.strictSame(body, { id: body.id, day: '2021-04-30', text: 'Launch', show_on_shared_links: false })
  const cases: [what: string, change: object, status: number, message: RegExp][] = [
    ['150 characters', { text: '🦆'.repeat(150), day: '2021-04-01' }, 201, /🦆/u],
    ['151 characters', { text: 'x'.repeat(151) }, 400, /text: should be at most 150/],
    ['no text', { text: '  ' }, 400, /text: can't be blank/],
    ['no day', { day: undefined }, 400, /day: must be a date/],
    ['an impossible day', { day: '2021-02-30' }, 400, /day: must be a date/],
    ['shown perhaps', { show_on_shared_links: 1 }, 400, /show_on_shared_links: must be true or false/],
  ]
  for (const [what, change, expected, message] of cases) {
    const answer = await write('POST', path, { ...base, ...change })
    t.equal(answer.status, expected, what)
    t.match(answer.body.error ?? answer.body.text, message, what)
  }
  const days = async (query: string) =>
    (await call('GET', `${path}?site_id=${domain}${query}`)).body.notes.map((note: { day: string }) => note.day)
  t.strictSame(await days(''), ['2021-04-30', '2021-04-01'])
  t.strictSame(await days('&from=2021-04-02&to=2021-04-30'), ['2021-04-30'])
  t.match(await call('GET', `${path}?site_id=${domain}&from=x`), { status: 400, body: { error: /from: must be/ } })
  t.match(await write('PUT', `${path}/${body.id}`, { site_id: domain, show_on_shared_links: true }), {
    status: 200,
    body: { text: 'Launch', show_on_shared_links: true },
  })
  const link = await registry.sharedLinks.findOrCreate(siteId, 'public')
  const shared = await call('GET', `${path}?site_id=${domain}&auth=${link.slug}`, undefined, null)
  t.strictSame(
    shared.body.notes.map((note: { text: string }) => note.text),
    ['Launch'],
    'a shared link shows what may be shown',
  )
  t.equal((await write('DELETE', `${path}/${body.id}?site_id=${domain}`)).status, 200)
  t.match(await write('DELETE', `${path}/${body.id}?site_id=${domain}`), {
    status: 404,
    body: { error: 'Note could not be found' },
  })
  await db.write.query(
    `insert into notes (site_id, day, text) select $1, '2021-01-01', 'n' from generate_series(1, 9999)`,
    [siteId],
  )
  t.match(await write('POST', path, base), { status: 400, body: { error: 'Maximum number of notes reached' } })
})

t.test('accepted and dropped', async (t) => {
  const counts: [hour: string, reason: string, count: number][] = [
    ['2021-04-29T22:00:00Z', 'accepted', 5],
    ['2021-04-30T10:00:00Z', 'bot', 2],
    ['2021-04-30T11:00:00Z', 'site_hostname_allowlist', 31],
    ['2021-04-30T23:00:00Z', 'bot', 1],
    ['2021-03-30T10:00:00Z', 'bot', 9],
  ]
  for (const [hour, reason, count] of counts)
    await (await own(db, siteId)).query(
      'insert into traffic_counts ({{part,}}site_id, hour, reason, lane, count) values ({{=part,}}$1, $2, $3, 0, $4)',
      [siteId, hour, reason, count],
    )
  const path = `/api/v1/stats/traffic?site_id=${domain}`
  const answer = await call('GET', `${path}&from=2021-04-30&to=2021-05-01`)
  t.strictSame(answer.body, {
    interval: 'day',
    labels: ['2021-04-30', '2021-05-01'],
    accepted: { total: 5, counts: [5, 0] },
    dropped: [
      { reason: 'site_hostname_allowlist', total: 31, counts: [31, 0] },
      { reason: 'bot', total: 3, counts: [2, 1] },
    ],
  })
  t.match((await call('GET', path)).body, { labels: { length: 7 }, accepted: { total: 5 } })
  t.match((await call('GET', `${path}&interval=hour&from=2021-04-30&to=2021-04-30`)).body, { labels: { length: 24 } })
  for (const [query, message] of [
    ['&from=x', /`from`/],
    ['&from=2021-05-02', /`to`.*before/],
    ['&interval=week', /`interval`/],
    ['&interval=hour&from=2021-01-01', /at most 31 days/],
  ] as const)
    t.match(await call('GET', path + query), { status: 400, body: { error: message } }, query)
  const link = await registry.sharedLinks.findOrCreate(siteId, 'public')
  t.equal((await call('GET', `${path}&auth=${link.slug}`, undefined, null)).status, 403)
})

t.test('the list of sites', async (t) => {
  for (let index = 0; index < 25; index++)
    await db.write.query('insert into sites (team_id, domain) select team_id, $2 from sites where id = $1', [
      siteId,
      `b${String(index).padStart(2, '0')}.test`,
    ])
  await service.app.directory.refresh()
  const day = async (hours: number, visitor: number, id = siteId) =>
    (await own(db, id)).query(
      `insert into events ({{part,}}site_id, recorded_at, visitor_id, session_id, local_day, name, pathname,
         first_of_visitor_day, first_of_visitor_month, first_of_visit_day, first_of_visit_month, seen_day_before)
       values ({{=part,}}$1, $2, $3, $3, '2021-05-01', 'pageview', '/', true, true, true, true, false)`,
      [id, new Date(now.getTime() - hours * 3_600_000), visitor],
    )
  const [base] = await db.write.query<{ visitors: number; before: number }>(
    `select count(distinct visitor_id) filter (where recorded_at >= $2::timestamptz - interval '24 hours') as visitors,
       count(distinct visitor_id) filter (where recorded_at < $2::timestamptz - interval '24 hours') as before
     from events where site_id = $1 and recorded_at >= $2::timestamptz - interval '48 hours' and recorded_at < $2`,
    [siteId, now],
  )
  await day(1.5, 9_001)
  await day(1.2, 9_002)
  await day(30, 9_003)
  const path = '/api/v1/sites/overview'
  const { body } = await call('GET', path)
  t.match(body, { page: 1, pages: 2, total: 26, invitations: [], teams: [{ name: String }] })
  t.equal(body.sites.length, 24)
  const [first] = body.sites
  t.match(first, { domain, role: 'owner', is_pinned: false, is_consolidated: false, has_events: true })
  t.equal(first.visitors, base!.visitors + 2)
  t.equal(
    first.change,
    base!.before === 0 ? 100 : Math.round(((first.visitors - base!.before - 1) / (base!.before + 1)) * 100),
  )
  t.equal(first.visitors_before, base!.before + 1)
  t.equal(first.hours.length, 24)
  t.equal(first.hours[22], 3, 'one of the random traffic, and these two')
  t.match(body.sites[1], { domain: 'b00.test', visitors: 0, change: 0, has_events: false })
  const isYoung = async (domain: string) => (await call('GET', `${path}?q=${domain}`)).body.sites[0].is_young
  const fresh = service.app.directory.find('b00.test')!.id
  t.equal(await isYoung('b00.test'), false, 'of a site without events nothing is young')
  await day(47, 9_004, fresh)
  t.equal(await isYoung('b00.test'), true)
  await day(49, 9_005, fresh)
  t.equal(await isYoung('b00.test'), false)
  const { sites, sum } = (await call('GET', `${path}?details=true`)).body
  const young = sites.find((site: { domain: string }) => site.domain === 'b00.test')
  t.match(young, { written: 'b00.test', last_event: /Z$/ })
  t.equal(sites.find((site: { domain: string }) => site.domain === 'b01.test').last_event, null)
  t.equal(sum.visitors, first.visitors, 'of all pages')
  t.equal('sum' in body || 'written' in first, false, 'only where they are asked for')
  t.match(await write('PUT', '/api/v1/sites/pin', { site_id: 'b24.test' }), { status: 200, body: { is_pinned: true } })
  const names = async (query: string) =>
    (await call('GET', path + query)).body.sites.map((site: { domain: string }) => site.domain)
  t.strictSame((await names('')).slice(0, 2), ['b24.test', domain])
  t.strictSame((await names('?sort=name')).slice(0, 2), ['b24.test', 'b00.test'])
  t.equal((await names('?page=2')).length, 2)
  t.strictSame(await names('?q=B1&sort=name'), [
    'b10.test',
    'b11.test',
    'b12.test',
    'b13.test',
    'b14.test',
    'b15.test',
    'b16.test',
    'b17.test',
    'b18.test',
    'b19.test',
  ])
  t.strictSame(await names('?team=00000000-0000-0000-0000-000000000000'), [])
  t.match(await write('DELETE', '/api/v1/sites/pin?site_id=b24.test'), { status: 200, body: { is_pinned: false } })
  t.strictSame((await names(''))[0], domain)
  for (const query of ['?sort=age', '?page=0', '?page=x']) t.equal((await call('GET', path + query)).status, 400, query)
})
