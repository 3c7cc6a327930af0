// Which sites statistics are about and what else goes into an answer: consolidated views, previous domains, locks,
// plans, imported sums, dropped history (spec/stats 1, 12, 14, 16 and 17).
import t from 'tap'
import type { App } from '../../src/app.ts'
import type { Feature } from '../../src/rules/roles.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { startApp } from '../support/app.ts'
import { checkedFetch } from '../support/contract.ts'
import { own } from '../support/own.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const now = new Date('2021-01-10T12:00:00Z')
const service = await startApp({ clock: { now: () => now } })
t.teardown(() => service.stop())
const { app } = service
const { db, registry } = app
const owner = await service.provision({ domain: 'a.test', plan: 'business', email: 'owner@x.test' })

type Body = { error?: string; results?: unknown; warning?: string; meta?: Record<string, unknown> }
async function get(
  path: string,
  site: string,
  params: Record<string, string> = {},
  key = owner.api_key,
): Promise<{ status: number; body: Body }> {
  const query = new URLSearchParams({ site_id: site, ...params })
  const response = await checkedFetch(`${service.url}/api/v1/stats/${path}?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return { status: response.status, body: (await response.json()) as Body }
}
async function query(site: string, body: object): Promise<{ status: number; body: Body }> {
  const response = await checkedFetch(`${service.url}/api/v2/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: site, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}
const siteOf = (domain: string) => app.directory.find(domain)!
/** What changed is heard of through the database; nothing here waits for it. */
const changed = async (directory: App['directory'], ...ids: number[]) => {
  for (const id of ids) await directory.refresh(id)
}
const setPlan = async (domain: string, plan: 'business' | 'enterprise' | 'growth', features?: readonly Feature[]) => {
  await registry.teams.setPlan(siteOf(domain).teamId, { plan, ...(features ? { features } : {}) })
  await changed(app.directory, siteOf(domain).id)
}

const pageview = (visitor: number, time: string, more: Partial<ModelEvent> = {}): ModelEvent => ({
  visitor,
  at: Date.parse(time) / 1000,
  name: 'pageview',
  pathname: '/',
  hostname: 'a.test',
  props: null,
  engagedMs: 0,
  scroll: 0,
  ...more,
})
const fill = async (domain: string, events: ModelEvent[]) => {
  const { id, timezone } = siteOf(domain)
  // Ids of visitors and visits are never the same on two sites.
  const sessions = sessionsOf(events, () => ({ source: 'Google' })).map((session) => ({
    ...session,
    id: session.id + id * 10_000,
    visitor: session.visitor + id * 10_000,
  }))
  await insertTraffic(db.write, id, timezone, sessions)
  await rebuildRollups(db, { site: domain }, now)
}
const range = { period: 'custom', date: '2021-01-01,2021-01-03' }
const unsupported = /query parameters are not supported/

t.test('a consolidated view is the union of its sites', async (t) => {
  const team = (await registry.teams.findById(siteOf('a.test').teamId))!
  await service.provision({ domain: 'b.test', plan: 'business', email: 'owner@x.test' })
  await changed(app.directory, ...(await db.write.query<{ id: number }>('select id from sites')).map((row) => row.id))
  await fill('a.test', [
    pageview(1, '2021-01-01T10:00:00Z'),
    pageview(1, '2021-01-01T10:05:00Z'),
    pageview(2, '2021-01-02T10:00:00Z'),
  ])
  await fill('b.test', [
    pageview(1, '2021-01-01T12:00:00Z', { hostname: 'b.test' }),
    pageview(3, '2021-01-03T10:00:00Z', { name: 'Signup' }),
    pageview(4, '2021-01-10T11:58:00Z'),
  ])
  const view = await registry.consolidated.enable(team)
  await changed(app.directory, ...(await db.write.query<{ id: number }>('select id from sites')).map((row) => row.id))
  const viewId = app.directory.findConsolidated(view.domain)!.id
  await db.write.query(`insert into goals (site_id, event_name, display_name) values ($1, 'Signup', 'Signup')`, [
    viewId,
  ])
  const metrics = 'visitors,visits,pageviews,bounce_rate'
  t.strictSame((await get('aggregate', view.domain, { ...range, metrics })).body, {
    results: { visitors: { value: 4 }, visits: { value: 4 }, pageviews: { value: 4 }, bounce_rate: { value: 75 } },
  })
  t.strictSame((await get('timeseries', view.domain, { ...range, metrics: 'visitors,events' })).body, {
    results: [
      { date: '2021-01-01', visitors: 2, events: 3 },
      { date: '2021-01-02', visitors: 1, events: 1 },
      { date: '2021-01-03', visitors: 1, events: 1 },
    ],
  })
  t.strictSame(
    (await get('breakdown', view.domain, { ...range, property: 'visit:source', metrics: 'visitors,visits' })).body,
    { results: [{ source: 'Google', visitors: 4, visits: 4 }] },
  )
  t.strictSame(
    (
      await get('aggregate', view.domain, {
        ...range,
        metrics: 'visitors,conversion_rate',
        filters: 'event:goal==Signup',
      })
    ).body,
    { results: { visitors: { value: 1 }, conversion_rate: { value: 25 } } },
  )
  // Rows leave out the hostname of their own site only.
  for (const [hostname, visits] of [
    ['a.test', 3],
    ['b.test', 1],
    ['c.test', 0],
  ] as const) {
    const filters = `event:hostname==${hostname}`
    t.strictSame((await get('aggregate', view.domain, { ...range, metrics: 'visits', filters })).body, {
      results: { visits: { value: visits } },
    })
  }
  t.strictSame((await get('realtime/visitors', view.domain)).body, 1)
  t.strictSame(
    (await query(view.domain, { metrics: ['visitors'], date_range: ['2021-01-01', '2021-01-03'] })).body.results,
    [{ dimensions: [], metrics: [4] }],
  )
  t.strictSame((await get('aggregate', 'b.test', range)).body, { results: { visitors: { value: 2 } } }, 'a site alone')
  const setDropped = async (day: string | null) => {
    await db.write.query('update sites set dropped_before = $2 where id = $1', [siteOf('b.test').id, day])
    await app.directory.refresh(siteOf('b.test').id)
  }
  await setDropped('2021-01-02')
  t.match(
    (await get('aggregate', view.domain, range)).body,
    { warning: /older than the retention time/ },
    'what one site lacks the view lacks',
  )
  await setDropped(null)
})

t.test('the previous domain still works', async (t) => {
  const id = siteOf('a.test').id
  await registry.sites.update(id, { domain: 'renamed.test' })
  await changed(app.directory, id)
  for (const path of ['aggregate', 'timeseries', 'breakdown', 'realtime/visitors']) {
    const params = { ...range, property: 'visit:source' }
    t.strictSame(await get(path, 'a.test', params), await get(path, 'renamed.test', params), path)
    t.equal((await get(path, 'a.test', params)).status, 200)
  }
  const asked = { metrics: ['visitors'], date_range: '7d' }
  t.strictSame((await query('a.test', asked)).body.results, (await query('renamed.test', asked)).body.results)
  await registry.sites.update(id, { domain: 'a.test' })
  await changed(app.directory, id)
})

t.test('locks and plans', async (t) => {
  const params = { ...range, property: 'visit:source' }
  const teamId = siteOf('a.test').teamId
  const other = await service.provision({ domain: 'other.test', plan: 'business', email: 'other@x.test' })
  await registry.teams.setLocked(teamId, true)
  await changed(app.directory, siteOf('a.test').id)
  for (const path of ['aggregate', 'timeseries', 'breakdown', 'realtime/visitors']) {
    t.match(
      await get(path, 'a.test', params),
      { status: 402, body: { error: /locked.*active subscription/ } },
      `locked ${path}`,
    )
    t.match(
      await get(path, 'a.test', params, other.api_key),
      { status: 401 },
      `a stranger learns nothing of the lock: ${path}`,
    )
  }
  t.match(await query('a.test', { metrics: ['visitors'], date_range: '7d' }), {
    status: 402,
    body: { error: /locked/ },
  })
  await registry.teams.setLocked(teamId, false)
  await setPlan('a.test', 'growth')
  t.match(
    await get('aggregate', 'a.test', { period: 'nonsense' }),
    { status: 402, body: { error: /Stats API/ } },
    'the plan comes before the parameters',
  )

  await setPlan('a.test', 'enterprise', ['goals', 'stats_api'])
  await db.write.query(
    `insert into goals (site_id, event_name, display_name, custom_props) values ($1, 'Buy', 'Buy', '{"plan":"pro"}')`,
    [siteOf('a.test').id],
  )
  const props = /custom properties/
  const cases: [
    name: string,
    path: string,
    params: Record<string, string>,
    status: number,
    error: RegExp | undefined,
  ][] = [
    ['a property filter', 'aggregate', { filters: 'event:props:author==x' }, 402, props],
    [
      'a property in JSON filters',
      'timeseries',
      { filters: '[["or",[["is","event:props:a",["x"]],["is","event:page",["/"]]]]]' },
      402,
      props,
    ],
    ['a property breakdown', 'breakdown', { property: 'event:props:author' }, 402, props],
    ['after all other checks', 'breakdown', { property: 'event:props:author', limit: '0' }, 400, /1 and 1000/],
    ['after the metrics', 'aggregate', { filters: 'event:props:author==x', metrics: 'x' }, 400, /not recognized/],
    ['what the tracker sends itself', 'aggregate', { filters: 'event:props:url==x' }, 200, undefined],
    ['by what the tracker sends itself', 'breakdown', { property: 'event:props:path' }, 200, undefined],
    [
      'a goal with properties is not configured',
      'aggregate',
      { filters: 'event:goal==Buy' },
      400,
      /`Buy` is not configured/,
    ],
  ]
  for (const [name, path, asked, status, error] of cases) {
    const found = await get(path, 'a.test', { ...range, ...asked })
    t.equal(found.status, status, name)
    if (error) t.match(found.body.error, error, name)
  }
  const v2 = await query('a.test', { metrics: ['visitors'], date_range: '7d', dimensions: ['event:props:author'] })
  t.match(v2, { status: 400, body: { error: props } })
  const revenue = await query('a.test', { metrics: ['total_revenue'], date_range: '7d' })
  t.match(revenue, { status: 400, body: { error: /revenue/ } })
  await setPlan('a.test', 'business')
})

t.test('any role may read', async (t) => {
  const { teamId, id } = siteOf('a.test')
  for (const role of ['admin', 'editor', 'billing', 'viewer'] as const) {
    const { api_key: key, email } = await service.provision({
      domain: `${role}.test`,
      plan: 'business',
      email: `${role}@x.test`,
    })
    t.equal((await get('aggregate', 'a.test', range, key)).status, 401, `${role}: a stranger`)
    const [user] = await db.write.query<{ id: number }>('select id from users where email = $1', [email])
    await registry.teams.addMember(teamId, user!.id, role)
    await app.directory.refresh(id)
    t.equal((await awaitStatus(() => get('aggregate', 'a.test', range, key), 200)).status, 200, `${role}: a member`)
  }
  const { api_key: key } = await service.provision({ domain: 'guest.test', plan: 'business', email: 'guest@x.test' })
  await registry.teams.addGuest(id, 'guest@x.test', 'viewer')
  t.equal((await awaitStatus(() => get('aggregate', 'a.test', range, key), 200)).status, 200, 'a guest')
})

/** A grant is remembered for a second. */
async function awaitStatus<T extends { status: number }>(ask: () => Promise<T>, status: number): Promise<T> {
  const until = Date.now() + 20_000
  for (;;) {
    const found = await ask()
    if (found.status === status || Date.now() > until) return found
  }
}

t.test('imported sums and what is not included', async (t) => {
  await service.provision({ domain: 'import.test', plan: 'business', email: 'owner@x.test' })
  const id = siteOf('import.test').id
  await fill('import.test', [pageview(1, '2021-01-02T10:00:00Z'), pageview(2, '2021-01-03T10:00:00Z')])
  await (await own(db, id)).query(
    `insert into imported_days ({{part,}}site_id, local_day, dimension, value, visitors, visits, pageviews, events, bounces, duration)
     values ({{=part,}}$1, '2021-01-01', '', '', 10, 20, 30, 35, 5, 600), ({{=part,}}$1, '2021-01-02', '', '', 1, 1, 2, 2, 0, 60)`,
    [id],
  )
  const metrics = 'visitors,visits,pageviews,events,bounce_rate,visit_duration,views_per_visit'
  const asked = async (path: string, params: Record<string, string>) => (await get(path, 'import.test', params)).body
  t.strictSame(await asked('aggregate', { ...range, metrics, with_imported: 'true' }), {
    results: {
      visitors: { value: 13 },
      visits: { value: 23 },
      pageviews: { value: 34 },
      events: { value: 39 },
      bounce_rate: { value: 30 },
      visit_duration: { value: 29 },
      views_per_visit: { value: 1.48 },
    },
  })
  t.strictSame(
    await asked('aggregate', { ...range, metrics: 'visitors' }),
    { results: { visitors: { value: 2 } } },
    'only where asked for',
  )
  t.strictSame(await asked('timeseries', { ...range, metrics: 'visitors,bounce_rate', with_imported: 'true' }), {
    results: [
      { date: '2021-01-01', visitors: 10, bounce_rate: 25 },
      { date: '2021-01-02', visitors: 2, bounce_rate: 50 },
      { date: '2021-01-03', visitors: 1, bounce_rate: 100 },
    ],
  })
  const warnings: [name: string, path: string, params: Record<string, string>, warning: RegExp | undefined][] = [
    ['hours', 'timeseries', { period: 'day', date: '2021-01-01' }, /time dimension \(interval\) is too short/],
    ['a property', 'aggregate', { ...range, filters: 'event:props:plan==pro' }, unsupported],
    ['two dimensions', 'aggregate', { ...range, filters: 'visit:source==Google;visit:os==Mac' }, unsupported],
    [
      'filter and breakdown by different dimensions',
      'breakdown',
      { ...range, property: 'visit:source', filters: 'visit:os==Mac' },
      unsupported,
    ],
    ['a dimension days are not brought by', 'breakdown', { ...range, property: 'visit:channel' }, unsupported],
    ['bounces by page', 'aggregate', { ...range, filters: 'event:page==/', metrics: 'bounce_rate' }, undefined],
    [
      'nothing else by page',
      'aggregate',
      { ...range, filters: 'event:page==/', metrics: 'visit_duration' },
      unsupported,
    ],
    ['one dimension', 'aggregate', { ...range, filters: 'visit:source==Google' }, undefined],
    [
      'a range without imports',
      'aggregate',
      { period: 'day', date: '2021-01-03', filters: 'visit:source==Google' },
      undefined,
    ],
  ]
  for (const [name, path, params, warning] of warnings) {
    const body = await asked(path, { ...params, with_imported: 'true' })
    if (warning) t.match(body.warning, warning, name)
    else t.notOk('warning' in body, name)
    t.notOk('warning' in (await asked(path, { ...params, with_imported: 'false' })), `${name}, not asked for`)
  }
  await (await own(db, id)).query(
    `insert into imported_days ({{part,}}site_id, local_day, dimension, value, visitors, visits, pageviews, events)
     select {{=part,}}$1, '2021-01-01', dimension, value, visitors, visitors, visitors, visitors
     from (values ('visit:country+visit:region+visit:city', E'DE\\x1fDE-BE\\x1f2950159', 4),
                  ('visit:country+visit:region+visit:city', E'DE\\x1fDE-BY\\x1f', 3),
                  ('visit:country+visit:region+visit:city', E'EE\\x1f\\x1f', 2),
                  ('visit:os+visit:os_version', E'Mac\\x1f11', 5), ('visit:os+visit:os_version', E'Mac\\x1f12', 4),
                  ('visit:os', 'Mac', 9), ('event:name', 'pageview', 7),
                  ('event:name', 'Signup', 3), ('event:page', '/blog', 8), ('event:page', '/blub', 1),
                  ('event:page+event:hostname', E'/blog\\x1fimport.test', 6)) as sums (dimension, value, visitors)`,
    [id],
  )
  await db.write.query(
    `insert into goals (site_id, event_name, path, display_name, custom_props)
     values ($1, 'Signup', null, 'Signup', '{}'), ($1, 'Signup', null, 'Pro', '{"plan": "pro"}'),
            ($1, null, '/blog', 'Visit /blog', '{}'), ($1, null, '/bl*', 'Visit /bl*', '{}')`,
    [id],
  )
  const first = { period: 'day', date: '2021-01-01', with_imported: 'true', metrics: 'visitors' }
  const visitors = (filters: string) => asked('aggregate', { ...first, filters })
  const groups: [filters: string, visitors: number][] = [
    ['visit:country==DE;visit:region==DE-BE', 4],
    ['visit:country==DE;visit:city!=2950159', 3],
    ['visit:country==DE|EE;visit:region!=DE-BE', 5],
    ['visit:os==Mac;visit:os_version==11', 5],
    ['visit:os_version==12', 4],
    ['event:page==/bl*;event:hostname==import.test', 6],
    ['event:name==pageview', 7],
    ['event:goal==Signup', 3],
    ['event:goal==Visit /blog', 8],
    ['event:goal==Visit /bl*', 9],
  ]
  for (const [filters, count] of groups)
    t.strictSame(await visitors(filters), { results: { visitors: { value: count } } }, filters)
  for (const filters of ['event:goal==Pro', 'event:goal==Signup|Visit /blog'])
    t.match((await asked('aggregate', { ...first, filters })).warning, unsupported, filters)
  t.strictSame(await asked('aggregate', { ...first, metrics: 'conversion_rate', filters: 'event:goal==Signup' }), {
    results: { conversion_rate: { value: 30 } },
  })
  t.strictSame(await asked('breakdown', { ...first, property: 'visit:os_version' }), {
    results: [
      { os: 'Mac', os_version: '11', visitors: 5 },
      { os: 'Mac', os_version: '12', visitors: 4 },
    ],
  })
  t.strictSame(
    await asked('breakdown', { ...first, property: 'visit:region', filters: 'visit:country==DE|EE' }),
    {
      results: [
        { region: 'DE-BE', visitors: 4 },
        { region: 'DE-BY', visitors: 3 },
      ],
    },
    'blank regions are left out',
  )
  const places = await query('import.test', {
    metrics: ['visitors'],
    date_range: ['2021-01-01', '2021-01-01'],
    dimensions: ['visit:country', 'visit:region', 'visit:city'],
    include: { imports: true },
  })
  t.match(places.body, {
    results: [
      { dimensions: ['DE', 'DE-BE', 2950159], metrics: [4] },
      { dimensions: ['DE', 'DE-BY'], metrics: [3] },
      { dimensions: ['EE'], metrics: [2] },
    ],
    meta: { imports_included: true },
  })
  const v2 = await query('import.test', {
    metrics: ['visitors'],
    date_range: ['2021-01-01', '2021-01-03'],
    include: { imports: true },
  })
  t.strictSame([v2.body.results, v2.body.meta], [[{ dimensions: [], metrics: [13] }], { imports_included: true }])
})

t.test('imported sums by one dimension', async (t) => {
  await service.provision({ domain: 'dimensions.test', plan: 'business', email: 'owner@x.test' })
  const id = siteOf('dimensions.test').id
  await fill('dimensions.test', [pageview(1, '2021-01-03T10:00:00Z', { pathname: '/a' })])
  const days = [
    ['2021-01-01', '', '', 10, 20, 30, 30, 5, 600],
    ['2021-01-01', 'visit:source', 'Google', 6, 12, 20, 20, 3, 500],
    ['2021-01-01', 'visit:source', 'Bing', 3, 4, 5, 5, 2, 100],
    ['2021-01-01', 'visit:source', '', 1, 4, 5, 5, 0, 0],
    ['2021-01-01', 'visit:city', '588409', 10, 20, 30, 30, 5, 600],
    ['2021-01-01', 'visit:country', 'EE', 10, 20, 30, 30, 5, 600],
    ['2021-01-01', 'visit:utm_medium', '', 10, 20, 30, 30, 5, 600],
    ['2021-01-01', 'event:page', '/a', 7, 0, 20, 20, 0, 0],
    ['2021-01-01', 'event:page', '/b', 4, 0, 10, 10, 0, 0],
    ['2021-01-02', '', '', 2, 2, 2, 5, 2, 0],
    ['2021-01-02', 'visit:source', 'Google', 2, 2, 2, 2, 2, 0],
    ['2021-01-02', 'event:name', 'Signup', 2, 0, 0, 3, 0, 0],
  ]
  for (const day of days) {
    await (await own(db, id)).query(
      `insert into imported_days ({{part,}}site_id, local_day, dimension, value, visitors, visits, pageviews, events, bounces, duration)
       values ({{=part,}}$1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [id, ...day],
    )
  }
  const by = (property: string, more: Record<string, string> = {}): [string, Record<string, string>] => [
    'breakdown',
    { property, ...more },
  ]
  const cases: [name: string, question: [path: string, params: Record<string, string>], results: unknown][] = [
    [
      'sources',
      by('visit:source', { metrics: 'visitors,visits,pageviews,bounce_rate,visit_duration' }),
      [
        { source: 'Google', visitors: 9, visits: 15, pageviews: 23, bounce_rate: 40, visit_duration: 33 },
        { source: 'Bing', visitors: 3, visits: 4, pageviews: 5, bounce_rate: 50, visit_duration: 25 },
        { source: 'Direct / None', visitors: 1, visits: 4, pageviews: 5, bounce_rate: 0, visit_duration: 0 },
      ],
    ],
    ['the second page of them', by('visit:source', { limit: '1', page: '2' }), [{ source: 'Bing', visitors: 3 }]],
    [
      'some of them',
      by('visit:source', { filters: 'visit:source==B*|Direct / None;visit:source!=Bing' }),
      [{ source: 'Direct / None', visitors: 1 }],
    ],
    ['cities are numbers', by('visit:city'), [{ city: 588409, visitors: 10 }]],
    ['blank ones are left out', by('visit:utm_medium'), []],
    [
      'pages',
      by('event:page', { metrics: 'visitors,pageviews' }),
      [
        { page: '/a', visitors: 8, pageviews: 21 },
        { page: '/b', visitors: 4, pageviews: 10 },
      ],
    ],
    [
      'names of events',
      by('event:name', { metrics: 'events,visitors' }),
      [
        { name: 'Signup', events: 3, visitors: 2 },
        { name: 'pageview', events: 1, visitors: 1 },
      ],
    ],
    [
      'a filter',
      ['aggregate', { metrics: 'visitors,visits,bounce_rate,views_per_visit', filters: 'visit:source==Google' }],
      { visitors: { value: 9 }, visits: { value: 15 }, bounce_rate: { value: 40 }, views_per_visit: { value: 1.53 } },
    ],
    ['a filter that excludes', ['aggregate', { filters: 'visit:source!=Google' }], { visitors: { value: 4 } }],
    [
      'a page',
      ['aggregate', { metrics: 'visitors,pageviews', filters: 'event:page==/a' }],
      { visitors: { value: 8 }, pageviews: { value: 21 } },
    ],
    [
      'by day',
      ['timeseries', { filters: 'visit:source==Google' }],
      [
        { date: '2021-01-01', visitors: 6 },
        { date: '2021-01-02', visitors: 2 },
        { date: '2021-01-03', visitors: 1 },
      ],
    ],
  ]
  for (const [name, [path, params], results] of cases)
    t.strictSame(
      (await get(path, 'dimensions.test', { ...range, with_imported: 'true', ...params })).body,
      { results },
      name,
    )

  const asked = { date_range: ['2021-01-01', '2021-01-03'], include: { imports: true } }
  const questions: [body: object, results: unknown][] = [
    [{ metrics: ['visitors', 'percentage'] }, [{ dimensions: [], metrics: [13, 100] }]],
    [
      { metrics: ['visitors', 'percentage'], dimensions: ['time:day'] },
      [
        { dimensions: ['2021-01-01'], metrics: [10, 76.9] },
        { dimensions: ['2021-01-02'], metrics: [2, 15.4] },
        { dimensions: ['2021-01-03'], metrics: [1, 7.7] },
      ],
    ],
    [
      { metrics: ['visitors', 'percentage'], dimensions: ['visit:source'], pagination: { limit: 2 } },
      [
        { dimensions: ['Google'], metrics: [9, 69.2] },
        { dimensions: ['Bing'], metrics: [3, 23.1] },
      ],
    ],
    [
      {
        metrics: ['visitors'],
        dimensions: ['time:day', 'visit:source'],
        filters: [['contains', 'visit:source', ['GOO'], { case_sensitive: false }]],
      },
      [
        { dimensions: ['2021-01-01', 'Google'], metrics: [6] },
        { dimensions: ['2021-01-02', 'Google'], metrics: [2] },
        { dimensions: ['2021-01-03', 'Google'], metrics: [1] },
      ],
    ],
    [
      { metrics: ['visitors'], dimensions: ['visit:country_name'] },
      [
        { dimensions: ['Estonia'], metrics: [10] },
        { dimensions: [''], metrics: [1] },
      ],
    ],
  ]
  for (const [body, results] of questions) {
    const found = await query('dimensions.test', { ...asked, ...body })
    t.strictSame([found.body.results, found.body.meta], [results, { imports_included: true }], JSON.stringify(body))
  }
  const rangeOf = async (body: object) => {
    const found = await query('dimensions.test', { metrics: ['visitors'], date_range: 'all', ...body })
    return [(found.body as { query: { date_range: string[] } }).query.date_range[0], found.body.results]
  }
  t.strictSame(await rangeOf({}), ['2021-01-03T00:00:00+00:00', [{ dimensions: [], metrics: [1] }]])
  t.strictSame(await rangeOf({ include: { imports: true } }), [
    '2021-01-01T00:00:00+00:00',
    [{ dimensions: [], metrics: [13] }],
  ])
  const refused = await query('dimensions.test', {
    ...asked,
    metrics: ['visitors'],
    filters: [['has_done', ['is', 'event:page', ['/a']]]],
  })
  t.match(refused.body, {
    results: [{ metrics: [1] }],
    meta: { imports_included: false, imports_skip_reason: 'unsupported_query', imports_warning: unsupported },
  })
  const between = async (from: string, to: string) => {
    const date_range = [`2021-01-01T${from}+00:00`, `2021-01-03T${to}+00:00`]
    return (await query('dimensions.test', { metrics: ['visitors'], include: { imports: true }, date_range })).body
  }
  t.match(await between('00:00:00', '23:59:59'), { results: [{ metrics: [13] }], meta: { imports_included: true } })
  for (const [from, to] of [
    ['00:00:01', '23:59:59'],
    ['00:00:00', '23:59:58'],
  ] as const)
    t.match(
      await between(from, to),
      {
        results: [{ metrics: [1] }],
        meta: { imports_included: false, imports_skip_reason: 'unsupported_interval', imports_warning: /too short/ },
      },
      'parts of days',
    )
})

t.test('history that retention dropped', async (t) => {
  const id = siteOf('import.test').id
  // Retention has the sums of days made before it drops their rows.
  await (await own(db, id)).query(
    `insert into breakdown_days ({{part,}}site_id, local_day, state)
     select {{=part,}}$1, day::date, 'dirty' from generate_series('2021-01-01'::date, '2021-01-03', interval '1 day') as day`,
    [id],
  )
  await fillBreakdowns(db, now)
  await db.write.query(`update sites set dropped_before = '2021-01-03' where id = $1`, [id])
  await app.directory.refresh(id)
  const asked = async (path: string, params: Record<string, string>) => (await get(path, 'import.test', params)).body
  const dropped = /older than the retention time/
  t.match(await asked('aggregate', { ...range, filters: 'visit:source==Google' }), { warning: dropped })
  t.match(await asked('breakdown', { ...range, property: 'event:page' }), { warning: dropped })
  t.notOk('warning' in (await asked('timeseries', range)), 'sums of days stay')
  t.notOk(
    'warning' in (await asked('aggregate', { period: 'day', date: '2021-01-03', filters: 'visit:source==Google' })),
    'nothing of it is asked for',
  )
})
