// Notices on any number: the numbers are the numbers of the API, whatever the filters; each occasion is told once, outside
// quiet hours, with the view that shows it (spec/management 13.2).
import t from 'tap'
import { createReports } from '../../src/reports/reports.ts'
import { createWatching } from '../../src/stats/live/watch.ts'
import { createMeasures } from '../../src/stats/measures.ts'
import { createStats } from '../../src/stats/stats.ts'
import { send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { own } from '../support/own.ts'
import { startReceiver } from '../support/receiver.ts'

t.setTimeout(240_000)

let now = Date.now()
const clock = { now: () => new Date(now) }
const domain = 'rules.test'
const service = await startDashboard({ domain, days: 40, clock, env: { WEBHOOKS_TO_PRIVATE: 'true' } })
const receiver = await startReceiver()
t.teardown(async () => {
  receiver.stop()
  await service.stop()
})
const { db, directory, registry, log } = service.app
const site = directory.find(domain)!
const reading = { db, clock, statementTimeoutMs: 20_000 }
const stats = createStats({ ...reading, log })
const measures = createMeasures({ ...reading, log })
const reports = createReports({
  db,
  log,
  directory,
  recipients: registry.recipients,
  channels: registry.channels,
  stats,
  watching: createWatching(reading),
  measures,
  mailer: undefined,
  allowsPrivateWebhooks: true,
  baseUrl: 'https://stats.test',
})
const sendAll = () => reports.send(clock.now, new AbortController().signal)
const owner = async () => (await signIn(service, service.site.email)).headers
const call = async (method: string, path: string, body?: object, of = domain) =>
  send(service, method, `/api/sites/${of}/${path}`, body, await owner())
const hook = `${receiver.url}/hooks/rules`
const rule = (more: object) => ({
  metric: 'visitors',
  condition: 'above',
  value: 2,
  hours: 1,
  recipients: [hook],
  ...more,
})
interface Listed {
  rules: { id: number; problem: string | null; told_at: string | null; filters: unknown[]; view: string }[]
}
const listed = async () => ((await call('GET', 'notice-rules')).body as Listed).rules
const clear = async () => {
  for (const { id } of await listed()) await call('DELETE', `notice-rules/${id}`)
  receiver.received.length = 0
}
const sent = () => receiver.received.map(({ body }) => JSON.parse(body.toString()))

const visit = async (
  visitor: number,
  more: { path?: string; name?: string; source?: string; props?: object; revenue?: object } = {},
) => {
  const { path = '/', name = 'pageview', source, props, revenue } = more
  const answer = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130 Safari/537.36',
      'x-forwarded-for': `203.0.113.${visitor}`,
    },
    body: JSON.stringify({
      name,
      url: `https://${domain}${path}${source ? `?utm_source=${source}` : ''}`,
      domain,
      ...(props && { props }),
      ...(revenue && { revenue }),
    }),
  })
  t.equal(answer.status, 202)
}

t.test('goals, segments and traffic of the last hour', async (t) => {
  for (const goal of [
    { goal_type: 'event', event_name: 'Signup' },
    { goal_type: 'event', event_name: 'Purchase', currency: 'EUR' },
    { goal_type: 'event', event_name: '404' },
    { goal_type: 'page', page_path: '/blog/**' },
  ])
    t.match(await send(service, 'PUT', '/api/v1/sites/goals', { site_id: domain, ...goal }, await owner()), {
      status: 200,
    })
  for (let visitor = 1; visitor <= 6; visitor += 1) {
    await visit(visitor, { source: visitor % 2 ? 'Google' : 'O\'Neil \\ "x"' })
    await visit(visitor, { path: visitor % 3 ? '/blog/a' : '/pricing' })
    if (visitor % 2) await visit(visitor, { name: 'Signup', props: { plan: 'a,b "c"' } })
    if (visitor === 4) await visit(visitor, { name: 'Purchase', revenue: { amount: '12.5', currency: 'EUR' } })
    if (visitor > 4) await visit(visitor, { name: '404', path: '/nowhere', props: { path: '/nowhere' } })
  }
})

/** Filters of every kind that the engine knows. */
const trees: readonly (readonly unknown[])[] = [
  [],
  [['is', 'visit:source', ['Google']]],
  [['is', 'visit:source', ['Google', 'Bing']]],
  [['is_not', 'visit:source', ['Google']]],
  [['contains', 'visit:source', ['o'], { case_sensitive: false }]],
  [['is', 'visit:source', ['O\'Neil \\ "x"']]],
  [['matches', 'event:page', ['^/bl.g/']]],
  [['is', 'event:page', ['/blog/a']]],
  [['contains', 'event:page', ['blog', 'pric']]],
  [['is', 'visit:entry_page', ['/']]],
  [['is', 'event:goal', ['Signup']]],
  [['is', 'event:goal', ['Signup', 'Visit /blog/**']]],
  [['is', 'event:goal', ['404']]],
  [['is', 'event:props:plan', ['a,b "c"']]],
  [['is_not', 'event:props:plan', ['(none)']]],
  [['is', 'event:hostname', [domain]]],
  [['is', 'visit:country', ['DE']]],
  [['is', 'visit:country_name', ['Germany']]],
  [['contains', 'visit:region_name', ['a']]],
  [['is', 'visit:browser', ['Chrome']]],
  [['has_done', ['is', 'event:goal', ['Signup']]]],
  [['has_not_done', ['is', 'event:page', ['/pricing']]]],
  [
    [
      'or',
      [
        ['is', 'visit:source', ['Google']],
        ['is', 'event:page', ['/pricing']],
      ],
    ],
  ],
  [['not', ['is', 'visit:source', ['Google']]]],
  [
    ['is', 'visit:source', ['Google']],
    ['is', 'event:goal', ['Signup']],
  ],
]
const metrics = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounce_rate',
  'visit_duration',
  'views_per_visit',
  'conversion_rate',
]

t.test('every number is that of the API, now and in the weeks before', async (t) => {
  const end = Math.floor(now / 1000) * 1000 + 120_000
  const stretch = { start: end - 24 * 3_600_000, end }
  const week = 7 * 86_400_000
  const asked: { id: number; site: typeof site; metric: string; filters: readonly unknown[] }[] = []
  for (const filters of trees) for (const metric of metrics) asked.push({ id: asked.length, site, metric, filters })
  asked.push({ id: asked.length, site, metric: 'total_revenue', filters: [['is', 'event:goal', ['Purchase']]] })
  const measured = await measures.measure(asked, stretch, [0, week])
  let compared = 0
  let refused = 0
  for (const { id, metric, filters } of asked) {
    const found = measured.get(id)
    for (const [index, shift] of [0, week].entries()) {
      const dates = [stretch.start - shift, stretch.end - shift - 1000].map((at) => new Date(at).toISOString())
      const body = { site_id: domain, metrics: [metric], filters, date_range: dates }
      const answer = await send(service, 'POST', '/api/v2/query', body, await owner())
      if (answer.status !== 200) {
        t.equal(typeof found, 'string', `${metric} ${JSON.stringify(filters)} is refused by both`)
        refused += 1
        continue
      }
      const [row] = (answer.body as { results: { metrics: (number | { value: number } | null)[] }[] }).results
      const value = row?.metrics[0] ?? null
      const wanted = typeof value === 'object' && value !== null ? value.value : value
      t.equal(Array.isArray(found) ? found[index] : found, wanted, `${metric} ${JSON.stringify(filters)} ${index}`)
      if (wanted) compared += 1
    }
  }
  t.ok(compared > 150, `${compared} numbers that are not nothing`)
  t.ok(refused > 0)
})

t.test('rules that cannot be are refused with their field or their reason', async (t) => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ metric: 'love' }, /Invalid metric|metric/],
    [{ condition: 'near' }, /condition/],
    [{ value: 'many' }, /value: must be a whole number/],
    [{ value: -1 }, /value/],
    [{ condition: 'up', value: 0 }, /value/],
    [{ hours: 2 }, /hours/],
    [{ quiet_from: 24, quiet_to: 1 }, /quiet_from/],
    [{ quiet_from: 3 }, /quiet_to/],
    [{ name: 'x'.repeat(201) }, /name/],
    [{ filters: [['is', 'visit:nonsense', ['x']]] }, /filter/i],
    [{ filters: [['is', 'event:goal', ['Nothing']]] }, /goal/i],
    [{ metric: 'conversion_rate' }, /conversion_rate/],
    [{ metric: 'total_revenue', filters: [['is', 'event:goal', ['Signup']]] }, /revenue/i],
    [{ reason: 'bot' }, /reason/],
    [{ metric: 'dropped', reason: 'No such!' }, /reason/],
    [{ recipients: ['nobody'] }, /recipients/],
    [{ recipients: [], channels: [999_999] }, /recipients/],
    [{ view: 5 }, /view/],
  ]
  for (const [more, error] of cases)
    t.match(await call('POST', 'notice-rules', rule(more)), { status: 400, body: { error } }, JSON.stringify(more))
  t.match(await call('PUT', 'notice-rules/999999', rule({})), { status: 404 })
  t.match(await call('DELETE', 'notice-rules/999999'), { status: 404 })
  t.strictSame(await listed(), [])
  const viewer = await registry.users.create({ email: 'viewer@rules.test' })
  await registry.teams.addMember(site.teamId, viewer.id, 'viewer')
  const { headers } = await signIn(service, viewer.email)
  t.match(await send(service, 'POST', `/api/sites/${domain}/notice-rules`, rule({}), headers), { status: 404 })
})

t.test('told once an occasion, with its view, and again after it was false in between', async (t) => {
  await clear()
  const start = now
  const view = 'f=is,source,Google&period=year&x=<script>'
  const filters = [['is', 'visit:source', ['Google']]]
  t.match(await call('POST', 'notice-rules', rule({ name: 'From Google', filters, view })), { status: 201 })
  now = Date.now() + 1_000
  t.equal(await reports.watch(clock.now()), 1)
  t.equal(await reports.watch(clock.now()), 0, 'told already')
  t.equal(await sendAll(), 1)
  t.match(sent(), [
    {
      kind: 'rule',
      site: domain,
      text: `From Google: Unique visitors of ${domain} in the last hour: 3, above 2`,
      rule: { name: 'From Google', metric: 'visitors', condition: 'above', value: 2, hours: 1 },
      value: 3,
      dashboard: `https://stats.test/sites/${domain}?f=is%2Csource%2CGoogle&period=24h`,
    },
  ])
  now += 5 * 60_000
  t.equal(await reports.watch(clock.now()), 0, 'still true')
  now += 2 * 3_600_000
  t.equal(await reports.watch(clock.now()), 0, 'no longer true')
  for (const visitor of [21, 22, 23, 24]) await visit(visitor, { source: 'Google' })
  now += 1_000
  t.equal(await reports.watch(clock.now()), 1, 'true again')
  const [{ id } = { id: 0 }] = await listed()
  await call('PUT', `notice-rules/${id}`, rule({ condition: 'below', value: 5, filters }))
  t.equal(await reports.watch(clock.now()), 1, 'a rule that was changed is told afresh')
  now = start
})

t.test('quiet hours are waited for', async (t) => {
  await clear()
  const start = now
  now = Date.now() + 1_000
  const hour = new Date(now).getUTCHours()
  await call('POST', 'notice-rules', rule({ hours: 24, quiet_from: hour, quiet_to: (hour + 1) % 24 }))
  t.equal(await reports.watch(clock.now()), 0)
  now += 3_600_000
  t.equal(await reports.watch(clock.now()), 1, 'still true when they are over')
  now = start
})

t.test('against the same hours of the weeks before', async (t) => {
  await clear()
  const start = now
  // Yesterday at noon: the seeded days differ from week to week, the same hours of them do not.
  const day = new Date(start)
  day.setUTCHours(0, 0, 0, 0)
  now = day.getTime()
  const usual = async (hours: number) => {
    const found = await measures.measure(
      [{ id: 1, site, metric: 'visitors', filters: [] }],
      { start: now - hours * 3_600_000, end: now },
      [0, 1, 2, 3, 4].map((week) => week * 7 * 86_400_000),
    )
    const [value = 0, ...weeks] = found.get(1) as number[]
    return { value, mean: weeks.reduce((sum, one) => sum + one, 0) / weeks.length }
  }
  const { value, mean } = await usual(24)
  t.ok(value > 0 && mean > 0)
  const share = ((value - mean) / mean) * 100
  await call(
    'POST',
    'notice-rules',
    rule({ condition: 'changed', value: Math.max(1, Math.floor(Math.abs(share))), hours: 24 }),
  )
  await call('POST', 'notice-rules', rule({ condition: 'changed', value: Math.ceil(Math.abs(share)) + 1, hours: 24 }))
  t.equal(await reports.watch(clock.now()), Math.abs(share) >= 1 ? 1 : 0, `${value} against ${mean}`)
  await clear()
  const shift = 30 * 60 * 60_000
  now -= 13 * 3_600_000
  await call('POST', 'notice-rules', rule({ condition: 'down', value: 50, hours: 3 }))
  await db.write.query(
    'update events set site_id = -site_id where site_id = $1 and recorded_at >= $2 and recorded_at < $3',
    [site.id, new Date(now - 3 * 3_600_000), new Date(now + shift)],
  )
  await db.write.query(
    'update sessions set site_id = -site_id where site_id = $1 and ended_at >= $2 and ended_at < $3',
    [site.id, new Date(now - 3 * 3_600_000), new Date(now + shift)],
  )
  const { value: none, mean: some } = await usual(3)
  t.equal(none, 0)
  t.ok(some > 0, 'the weeks before had visitors then')
  t.equal(await reports.watch(clock.now()), 1)
  await sendAll()
  t.match(sent().at(-1).text, /: 0, 100% less than usual \(\d/)
  now = start
})

t.test('events that were dropped, by reason; and a goal that is deleted', async (t) => {
  await clear()
  const start = now
  now = Date.now() + 1_000
  const hour = new Date(Math.floor(now / 3_600_000) * 3_600_000)
  await db.write.query('delete from traffic_counts where site_id = $1', [site.id])
  const counts = { accepted: 60, bot: 30, invalid: 10 }
  for (const [reason, count] of Object.entries(counts))
    await (await own(db, site.id)).query(
      'insert into traffic_counts ({{part,}}site_id, hour, reason, lane, count) values ({{=part,}}$1, $2, $3, 0, $4)',
      [site.id, hour, reason, count],
    )
  await call('POST', 'notice-rules', rule({ metric: 'dropped', value: 39 }))
  await call('POST', 'notice-rules', rule({ metric: 'dropped', value: 41 }))
  await call('POST', 'notice-rules', rule({ metric: 'dropped', reason: 'bot', value: 29 }))
  await call('POST', 'notice-rules', rule({ metric: 'dropped', reason: 'bot', value: 31 }))
  t.equal(await reports.watch(clock.now()), 2)
  await sendAll()
  t.match(sent()[0], { text: `Dropped events of ${domain} in the last hour: 40%, above 39%` })
  await clear()
  const filters = [['is', 'event:goal', ['Signup']]]
  await call('POST', 'notice-rules', rule({ filters, value: 1 }))
  await call('POST', 'notice-rules', rule({ value: 1 }))
  const [goal] = await db.write.query<{ id: number }>("select id from goals where display_name = 'Signup'")
  await registry.goals.remove(site.id, [goal?.id ?? 0])
  t.equal(await reports.watch(clock.now()), 1, 'the other one is told')
  t.match(await listed(), [{ problem: /Signup/ }, { problem: null }])
  now = start
})

t.test('the reader of a mail leaves the list of a rule by its link', async (t) => {
  await clear()
  await call('POST', 'notice-rules', rule({ recipients: ['reader@x.test', hook] }))
  const [row] = await db.write.query<{ id: number }>("select id from recipients where address = 'reader@x.test'")
  const path = `${service.url}/unsubscribe/${registry.recipients.unsubscribeToken(row?.id ?? 0)}`
  t.equal((await fetch(path, { method: 'POST' })).status, 204)
  t.match(await listed(), [{ recipients: [{ address: /^127\.0\.0\.1/ }] }])
  const ofChannel = await db.write.query<{ id: number }>('select id from recipients where channel_id is not null')
  for (const { id } of ofChannel)
    await fetch(`${service.url}/unsubscribe/${registry.recipients.unsubscribeToken(id)}`, { method: 'POST' })
  t.equal((await db.write.query('select from recipients where channel_id is not null')).length, ofChannel.length)
})

t.test('many processes at once, and a channel that is broken', async (t) => {
  await clear()
  const start = now
  now = Date.now() + 1_000
  await call('POST', 'notice-rules', rule({ value: 1 }))
  const planned = await Promise.all([
    reports.watch(clock.now()),
    reports.watch(clock.now()),
    reports.watch(clock.now()),
  ])
  t.equal(
    planned.reduce((sum, one) => sum + one, 0),
    1,
  )
  await clear()
  await db.write.query('update channels set broken_at = now()')
  await call('POST', 'notice-rules', rule({ value: 1 }))
  t.equal(await reports.watch(clock.now()), 0)
  now = start
})
