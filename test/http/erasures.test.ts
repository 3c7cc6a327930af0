// Deleting statistics over HTTP: counted, confirmed by the number, waiting, stopped or done; what visitors do afterwards.
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { eraseDue } from '../../src/app/erasing.ts'
import type { EnrichedBatch } from '../../src/ingest/event.ts'
import { toLines } from '../../src/ingest/spool-line.ts'
import { waitForSpools } from '../../src/ingest/spool-waiting.ts'
import { noDimensions } from '../../src/ingest/visitor-columns.ts'
import { createLog } from '../../src/log.ts'
import { erasureWaitMs } from '../../src/rules/erasure.ts'
import { createStats } from '../../src/stats/stats.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { signIn } from '../support/dashboard.ts'

t.setTimeout(180_000)

let now = new Date('2026-03-10T12:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const service = await startApp({ clock: { now: () => now } })
t.teardown(() => service.stop())
const { db, directory, registry } = service.app
const path = '/api/v1/sites/erasures'

interface Made {
  readonly domain: string
  readonly id: number
  readonly call: ReturnType<typeof createCall>
  readonly email: string
}

async function createSite(name: string): Promise<Made> {
  const domain = `${name}.erase.test`
  const { api_key: key, email } = await service.provision({ domain, plan: 'business' })
  const made = await registry.keys.create({
    userId: (await registry.users.find(email))!.id,
    scopes: ['sites:provision:*'],
  })
  t.ok(key)
  return { domain, id: directory.find(domain)!.id, call: createCall(service.url, made.key), email }
}

/** One event of a visitor, by the last number of the address. */
async function send({ domain }: Made, visitor: number, page: string, more: object = {}): Promise<string | null> {
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': `192.0.2.${visitor}`,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Firefox/121.0',
    },
    body: JSON.stringify({ n: 'pageview', u: `https://${domain}${page}`, d: domain, ...more }),
  })
  t.equal(response.status, 202)
  return response.headers.get('x-service-dropped')
}

const engagement = { n: 'engagement', sd: 50, e: 4_000 }

/** Visits, pageviews and realtime visitors of a site, by the API. */
async function numbersOf({ domain, call }: Made) {
  const body = { site_id: domain, metrics: ['visitors', 'visits', 'pageviews', 'events'], date_range: 'all' }
  const { body: answer } = await call('POST', '/api/v2/query', body)
  const { body: current } = await call('GET', `/api/v1/stats/realtime/visitors?site_id=${domain}`)
  return [...answer.results[0].metrics, current]
}

/** Counts and confirms a deletion. */
async function begin({ domain, call }: Made, scope: object) {
  const query = new URLSearchParams({ site_id: domain })
  for (const [name, value] of Object.entries(scope))
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const { status, body: count } = await call('GET', `${path}/count?${query}`)
  t.equal(status, 200, JSON.stringify(count))
  const { until, confirm } = count
  const made = await call('POST', path, { site_id: domain, ...scope, until, confirm })
  t.equal(made.status, 201, JSON.stringify(made.body))
  return { count, made: made.body }
}

async function erase(site: Made, scope: object) {
  const { count } = await begin(site, scope)
  later(6)
  t.equal(await eraseDue(db, now), 1)
  return count
}

/** Rows of a site in every table of traffic. */
async function rowsOf({ id }: Made): Promise<Record<string, number>> {
  const tables = [
    'events',
    'engagements',
    'sessions',
    'visitors',
    'traffic_counts',
    'daily_breakdowns',
    'imported_days',
  ]
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [row] = await db.write.query<{ count: number }>(`select count(*) as count from ${table} where site_id = $1`, [
      id,
    ])
    counts[table] = row!.count
  }
  return counts
}

t.test('counted, confirmed, waiting, done', async (t) => {
  const site = await createSite('order')
  for (const visitor of [1, 2]) await send(site, visitor, '/')
  await send(site, 2, '/price')
  await send(site, 2, '/price', engagement)
  t.strictSame(await numbersOf(site), [2, 2, 3, 3, 2])
  const filters = [['is', 'event:page', ['/price']]]
  const { count, made } = await begin(site, { kind: 'filters', filters })
  t.match(count, { visits: 1, events: 2, days: 1, imported_days: 0, summed_days: 0, confirm: 1 })
  t.match(made, { kind: 'filters', filters, state: 'waiting', visits: 1, events: 2, days: 1, progress: 0 })
  t.equal(Date.parse(made.begins_at) - Date.parse(made.made_at), erasureWaitMs)
  t.equal(await eraseDue(db, now), 0, 'it waits')
  t.strictSame(await numbersOf(site), [2, 2, 3, 3, 2])
  later(6)
  t.equal(await eraseDue(db, now), 1)
  t.strictSame((await numbersOf(site)).slice(0, 4), [1, 1, 1, 1])
  const { body } = await site.call('GET', `${path}?site_id=${site.domain}`)
  t.match(body.erasures, [{ id: made.id, state: 'done', progress: 1, finished_at: now.toISOString() }])
  t.match(await rowsOf(site), { events: 1, engagements: 0, visitors: 1 })
})

t.test('a deletion is stopped before it begins, and not afterwards', async (t) => {
  const site = await createSite('stop')
  await send(site, 1, '/')
  const { made } = await begin(site, { kind: 'everything' })
  const stop = () => site.call('DELETE', `${path}/${made.id}?site_id=${site.domain}`)
  t.match(await stop(), { status: 200, body: { state: 'stopped', finished_at: now.toISOString() } })
  t.match(await stop(), { status: 200, body: { state: 'stopped' } }, 'twice')
  later(6)
  t.equal(await eraseDue(db, now), 0)
  t.match(await rowsOf(site), { events: 1 })
  const other = await begin(site, { kind: 'everything' })
  later(6)
  t.equal(await eraseDue(db, now), 1)
  t.match(await site.call('DELETE', `${path}/${other.made.id}?site_id=${site.domain}`), {
    status: 409,
    body: { error: 'the deletion has begun and cannot be stopped any more' },
  })
  t.match(await site.call('DELETE', `${path}/999999?site_id=${site.domain}`), { status: 404 })
})

t.test('everything goes, and nothing of it comes back', async (t) => {
  const site = await createSite('reset')
  await send(site, 1, '/old')
  later(40)
  for (const visitor of [1, 2]) await send(site, visitor, '/')
  await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Googlebot/2.1' },
    body: JSON.stringify({ n: 'pageview', u: `https://${site.domain}/`, d: site.domain }),
  })
  await erase(site, { kind: 'everything' })
  const { traffic_counts: _, ...rows } = await rowsOf(site)
  t.strictSame(rows, { events: 0, engagements: 0, sessions: 0, visitors: 0, daily_breakdowns: 0, imported_days: 0 })
  t.strictSame(await numbersOf(site), [0, 0, 0, 0, 0])
  t.equal(await send(site, 1, '/', engagement), '1', 'late engagement has no visit any more')
  t.strictSame(await numbersOf(site), [0, 0, 0, 0, 0])
  await send(site, 1, '/new')
  t.strictSame(await numbersOf(site), [1, 1, 1, 1, 1])
})

t.test('running visits: what goes on is a visit of its own', async (t) => {
  const site = await createSite('running')
  for (const visitor of [1, 2]) await send(site, visitor, visitor === 1 ? '/spam' : '/')
  const { count } = await begin(site, { kind: 'filters', filters: 'event:page==/spam' })
  t.equal(count.confirm, 1)
  later(3)
  // While it waits the visit goes on: it goes with all of its events.
  await send(site, 1, '/more')
  await send(site, 2, '/more')
  later(3)
  t.equal(await eraseDue(db, now), 1)
  t.strictSame(await numbersOf(site), [1, 1, 2, 2, 1])
  await send(site, 1, '/')
  await send(site, 2, '/third')
  t.strictSame(await numbersOf(site), [2, 2, 4, 4, 2])
  const { body } = await site.call('POST', '/api/v2/query', {
    site_id: site.domain,
    metrics: ['visits', 'bounce_rate'],
    dimensions: ['visit:entry_page'],
    date_range: 'all',
  })
  t.strictSame(
    body.results.map((row: { metrics: unknown }) => row.metrics),
    [[2, 50]],
  )
})

t.test('a page of running visits', async (t) => {
  const site = await createSite('page')
  await send(site, 1, '/a')
  later(20)
  await send(site, 1, '/secret')
  await send(site, 1, '/secret', engagement)
  await send(site, 2, '/secret')
  later(20)
  await send(site, 1, '/b')
  await send(site, 1, '/b', engagement)
  await erase(site, { kind: 'page', page: '/secret' })
  // Without the page between them, the two others are too far apart for one visit.
  t.strictSame(await numbersOf(site), [1, 2, 2, 2, 0])
  t.match(await rowsOf(site), { events: 2, engagements: 1, visitors: 1, sessions: 1 })
  await send(site, 1, '/c')
  t.strictSame((await numbersOf(site)).slice(0, 3), [1, 2, 3], 'the last of them still runs')
})

t.test('events that come while a deletion runs', async (t) => {
  const site = await createSite('busy')
  const old = Array.from({ length: 20 }, (_, index) => index + 1)
  for (const visitor of old) await send(site, visitor, visitor % 2 === 0 ? '/spam' : '/')
  await begin(site, { kind: 'filters', filters: [['is', 'visit:entry_page', ['/spam']]] })
  later(6)
  const running = eraseDue(db, now)
  const all = Array.from({ length: 60 }, (_, index) => index + 1)
  await Promise.all(all.map((visitor) => send(site, visitor, '/new')))
  t.equal(await running, 1)
  // Ten visits go on, and ten visitors of deleted ones begin anew, unless their event came before the deletion.
  const [rows] = await db.write.query<Record<string, number>>(
    `select count(*) filter (where pathname = '/spam') as spam, count(*) filter (where pathname = '/') as kept,
       count(distinct session_id) as visits, count(distinct visitor_id) as visitors,
       count(*) filter (where first_of_visitor_day) as flagged, count(*) filter (where first_of_visit_day) as visit_flags
     from events where site_id = $1`,
    [site.id],
  )
  t.match(rows, { spam: 0, kept: 10 })
  t.ok(rows!['visits']! >= 50 && rows!['visits']! <= 60)
  t.equal(rows!['visits'], rows!['visit_flags'])
  t.equal(rows!['visitors'], rows!['flagged'])
  const [sums] = await db.write.query<Record<string, number>>(
    'select count(*) as visits, sum(events) as events from visits where site_id = $1',
    [site.id],
  )
  const [events] = await db.write.query<{ count: number }>('select count(*) as count from events where site_id = $1', [
    site.id,
  ])
  t.match(sums, { visits: rows!['visits'], events: events!.count })
})

t.test('visits and events after the count stay', async (t) => {
  const site = await createSite('until')
  await send(site, 1, '/')
  const { count } = await begin(site, { kind: 'days', from: '2026-03-10', to: '2026-03-10' })
  t.equal(count.confirm, 1)
  later(2)
  await send(site, 2, '/')
  later(4)
  t.equal(await eraseDue(db, now), 1)
  t.strictSame((await numbersOf(site)).slice(0, 3), [1, 1, 1])
})

t.test('the number has to be the number', async (t) => {
  const site = await createSite('number')
  for (const visitor of [1, 2]) await send(site, visitor, '/')
  const body = { site_id: site.domain, kind: 'everything' }
  const cases: readonly (readonly [object, number, RegExp])[] = [
    [{ ...body }, 400, /^confirm: must be the number/],
    [{ ...body, confirm: '2' }, 400, /^confirm: must be the number/],
    [{ ...body, confirm: -1 }, 400, /^confirm/],
    [{ ...body, confirm: 1 }, 409, /the number to confirm is 2 now/],
    [{ ...body, confirm: 2, until: 'now' }, 400, /^until/],
    [{ ...body, confirm: 2, until: '2030-01-01T00:00:00Z' }, 400, /^until/],
    [{ ...body, kind: 'days', confirm: 2 }, 400, /^from: is required/],
    [{ ...body, kind: 'none', confirm: 2 }, 400, /^kind: must be one of/],
    [{ ...body, kind: 'page', page: '/none', confirm: 0 }, 400, /there are no such statistics/],
    [{ ...body, kind: 'filters', filters: [['is', 'visit:nothing', ['x']]], confirm: 1 }, 400, /Invalid filter/],
    [{ ...body, kind: 'filters', filters: [['is', 'event:goal', ['None']]], confirm: 1 }, 400, /goal/],
    [{ ...body, kind: 'filters', filters: 'visit:nothing==x', confirm: 1 }, 400, /filter/],
    [{ kind: 'everything', confirm: 2 }, 400, /site_id/],
    [{ ...body, site_id: 'nowhere.test', confirm: 2 }, 404, /Site could not be found/],
  ]
  for (const [sent, status, error] of cases) {
    const answer = await site.call('POST', path, sent)
    t.match(answer, { status, body: { error } }, JSON.stringify(sent))
  }
  for (const [query, status] of [
    ['kind=everything&page=/', 400],
    ['kind=filters&filters=[["is"', 400],
    ['kind=days&from=2026-03-10', 400],
    ['kind=everything', 200],
  ] as const)
    t.equal((await site.call('GET', `${path}/count?site_id=${site.domain}&${query}`)).status, status, query)
  t.match(await rowsOf(site), { events: 2 })
})

t.test('goals of a deletion are those of its count', async (t) => {
  const site = await createSite('goals')
  await send(site, 1, '/a')
  await send(site, 2, '/b')
  const goal = { site_id: site.domain, goal_type: 'page', page_path: '/a', display_name: 'A' }
  const { body } = await site.call('PUT', '/api/v1/sites/goals', goal)
  await begin(site, { kind: 'filters', filters: [['is', 'event:goal', ['A']]] })
  await site.call('DELETE', `/api/v1/sites/goals/${body.id}?site_id=${site.domain}`)
  await site.call('PUT', '/api/v1/sites/goals', { ...goal, page_path: '/b' })
  later(6)
  t.equal(await eraseDue(db, now), 1)
  const left = await db.write.query('select pathname from events where site_id = $1', [site.id])
  t.strictSame(left, [{ pathname: '/b' }])
})

t.test('nothing begins while events wait on disk', async (t) => {
  const site = await createSite('spooled')
  await send(site, 1, '/')
  await begin(site, { kind: 'everything' })
  later(6)
  const folder = join(service.config.spoolDir, 'elsewhere')
  await mkdir(folder, { recursive: true })
  const event = { at: now.getTime() / 1000, name: 'pageview', dimensions: () => noDimensions }
  const waiting = { id: randomUUID(), events: [event], outcomes: [] } as unknown as EnrichedBatch
  await appendFile(join(folder, '1.spool'), toLines(waiting).join(''))
  const isSpooled = async () => (await waitForSpools(service.config.spoolDir, 0)) > 0
  t.equal(await eraseDue(db, now, { isSpooled }), 0)
  t.match(await rowsOf(site), { events: 1 })
  await rm(folder, { recursive: true })
  t.equal(await eraseDue(db, now, { isSpooled }), 1)
  t.match(await rowsOf(site), { events: 0 })
})

t.test('a person who is signed in, and open dashboards', async (t) => {
  const site = await createSite('signed')
  await send(site, 1, '/')
  const { headers } = await signIn(service, site.email)
  const asked = await fetch(`${service.url}${path}/count?site_id=${site.domain}&kind=everything`, { headers })
  t.match(await asked.json(), { confirm: 1 })
  const access = { site: directory.find(site.domain)!, siteIds: [site.id] }
  const stats = createStats({ db, clock: { now: () => now }, log: createLog('silent'), statementTimeoutMs: 20_000 })
  const before = await stats.accepted([access])
  await erase(site, { kind: 'everything' })
  t.notSame(await stats.accepted([access]), before, 'dashboards ask again')
  const forged = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...headers, origin: 'https://elsewhere.test' },
    body: JSON.stringify({ site_id: site.domain, kind: 'everything', confirm: 1 }),
  })
  t.equal(forged.status, 403, 'a page of another site')
})
