// /metrics: every number an operator needs is there and moves with what happens; the dashboard in docs/ asks only for
// what exists.
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import t from 'tap'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { createPools } from '../../src/db/pool.ts'
import { lockAllStripes } from '../../src/db/stripes.ts'
import { projectPath } from '../../src/paths.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { startApp } from '../support/app.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { own } from '../support/own.ts'

const database = await createDatabase()
const wire = await createWire(database.url)
const direct = createPools({ databaseUrl: database.url })
let aheadMs = 0
const service = await startApp({
  databaseUrl: wire.url,
  tasks: true,
  clock: { now: () => new Date(Date.now() + aheadMs) },
})
const agent = new Agent({ keepAlive: true })
t.teardown(async () => {
  agent.destroy()
  await service.stop()
  await direct.stop()
  await wire.stop()
  await database.drop()
})

/**
 * All samples, by name and labels as they are written. Gauges of the database are read again after five seconds: the
 * clock moves by ten.
 */
async function scrape(): Promise<Map<string, number>> {
  aheadMs += 10_000
  const response = await fetch(`${service.url}/metrics`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

/** The sum of all samples with a name and labels that fit. */
const sum = (samples: Map<string, number>, pattern: RegExp): number =>
  [...samples].reduce((total, [name, value]) => total + (pattern.test(name) ? value : 0), 0)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'

function post(body: object | string, userAgent = firefox): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.7' }
    request(`${service.url}/api/event`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(
        typeof body === 'string' ? body : JSON.stringify({ n: 'pageview', u: 'https://m.test/', d: 'm.test', ...body }),
      )
  })
}

let after = new Map<string, number>()

t.test('what happened is counted', async (t) => {
  const made = await service.provision({ domain: 'm.test' })
  const before = await scrape()
  t.equal(await post({}), 202)
  t.equal(await post({}, 'Googlebot/2.1 (+http://www.google.com/bot.html)'), 202)
  t.equal(await post('not json'), 400)
  const ask = async (path: string, body?: object) => {
    const init = { headers: { authorization: `Bearer ${made.api_key}`, 'content-type': 'application/json' } }
    const response = await fetch(
      service.url + path,
      body ? { ...init, method: 'POST', body: JSON.stringify(body) } : init,
    )
    t.equal(response.status, 200, path)
    await response.arrayBuffer()
  }
  await ask('/api/v1/stats/timeseries?site_id=m.test')
  await ask('/api/v1/stats/aggregate?site_id=m.test')
  await ask('/api/v1/stats/breakdown?site_id=m.test&property=event:page')
  await ask('/api/v1/stats/realtime/visitors?site_id=m.test')
  await ask('/api/v2/query', { site_id: 'm.test', metrics: ['visitors'], date_range: 'day' })
  await (await fetch(`${service.url}/js/script.js`)).arrayBuffer()
  // 40 days old: a day that late events made dirty, and that was not filled again.
  const [site] = await direct.write.query<{ id: number }>(`select id from sites where domain = 'm.test'`)
  await (await own(direct, site!.id)).query(
    `insert into breakdown_days ({{part,}}site_id, local_day, state) values ({{=part,}}$1, current_date - 40, 'dirty')`,
    [site!.id],
  )
  await direct.write.query("select graphile_worker.add_job('end_sessions')")
  await until(async () => (await scrape()).has('tidemark_tasks_total{task="end_sessions",outcome="done"}'))
  // The lag of days is looked at once a minute.
  aheadMs += 60_000
  after = await scrape()

  const moved: readonly [what: string, pattern: RegExp, by: number][] = [
    ['requests for events, accepted', /^tidemark_http_requests_total\{route="IngestEvent",status="202"\}/, 2],
    ['requests for events, refused', /^tidemark_http_requests_total\{route="IngestEvent",status="400"\}/, 1],
    ['requests for scripts', /^tidemark_http_requests_total\{route="GetScript",status="200"\}/, 1],
    [
      'requests of the statistics interface',
      /^tidemark_http_requests_total\{route="\w*(Timeseries|Aggregate|Breakdown|Realtime|Query)\w*",status="200"\}/,
      5,
    ],
    ['accepted events', /^tidemark_events_total\{outcome="accepted"\}/, 1],
    ['drops by reason', /^tidemark_events_total\{outcome="bot"\}/, 1],
    ['submissions in batches', /^tidemark_ingest_batch_size_sum/, 2],
    ['batches that were timed', /^tidemark_ingest_batch_seconds_count/, 2],
    ['remembered visitors', /^tidemark_visitors_known/, 1],
    ['running visits', /^tidemark_sessions_running/, 1],
    ['statistics queries', /^tidemark_stats_query_seconds_count\{class="[a-z+ -]+"\}/, 5],
  ]
  for (const [what, pattern, by] of moved) t.equal(sum(after, pattern) - sum(before, pattern), by, what)
})

t.test('time, lag and load', async (t) => {
  t.ok(sum(after, /^tidemark_ingest_batch_seconds_sum/) > 0, 'the time of transactions')
  t.ok(sum(after, /^tidemark_stats_query_seconds_sum/) > 0, 'the time of queries')
  t.ok(sum(after, /^tidemark_http_request_seconds_count\{/) > 0, 'the time of requests')
  t.equal(
    sum(after, /^tidemark_http_request_seconds_count\{route="(IngestEvent|GetScript)"/),
    0,
    'as help and dashboard say',
  )
  t.ok(sum(after, /^tidemark_nodejs_eventloop_lag_p99_seconds/) > 0, 'event-loop delay')
  t.ok(sum(after, /^tidemark_process_resident_memory_bytes/) > 1e7, 'memory')
  const lag = (rollup: string) => after.get(`tidemark_rollup_lag_seconds{rollup="${rollup}"}`) ?? -1
  t.ok(lag('daily_breakdowns') > 39 * 86_400, 'the dirty day shows as lag')
  // NaN where the refresh of a continuous aggregate has never run: the jobs of test databases do not.
  for (const rollup of ['event_hours', 'session_hours']) t.notOk(lag(rollup) < 0, rollup)
})

t.test('days that are not filled are lag, whether their visits were ended or not', async (t) => {
  let now = new Date('2025-06-10T22:00:00Z')
  const idle = await startApp({ clock: { now: () => now } })
  t.teardown(() => idle.stop())
  await idle.provision({ domain: 'm.test', timezone: 'America/New_York' })
  const body = JSON.stringify({ n: 'pageview', u: 'https://m.test/', d: 'm.test' })
  const answer = await fetch(`${idle.url}/api/event`, { method: 'POST', headers: { 'user-agent': firefox }, body })
  t.equal(answer.headers.get('x-service-dropped'), null)
  const lagAt = async (at: string) => {
    now = new Date(at)
    const text = await (await fetch(`${idle.url}/metrics`)).text()
    return Number(/^tidemark_rollup_lag_seconds\{rollup="daily_breakdowns"\} (.+)$/m.exec(text)?.[1])
  }
  t.equal(await lagAt('2025-06-11T03:00:00Z'), 0, 'a day that goes on')
  // Midnight in New York.
  t.equal(await lagAt('2025-06-11T05:59:00Z'), 0, 'a day closed for less than two hours')
  t.equal(await lagAt('2025-06-11T06:01:00Z'), 7_260, 'a visit that was not ended')
  t.equal(await lagAt('2025-06-13T04:00:00Z'), 2 * 86_400, 'it grows')
  t.equal(await endIdleSessions(idle.app.db, now), 1)
  t.equal(await lagAt('2025-06-13T04:02:00Z'), 2 * 86_400 + 120, 'an ended visit on a day without sums')
  t.equal(await fillBreakdowns(idle.app.db, now), 1)
  t.equal(await lagAt('2025-06-13T04:04:00Z'), 0, 'filled')
  await idle.app.db.write.query(`update breakdown_days set state = 'dirty'`)
  t.equal(await lagAt('2025-06-13T04:06:00Z'), 2 * 86_400 + 360, 'late events made it dirty')
})

t.test('a lane that cannot write has depth', async () => {
  await direct.transaction(async (tx) => {
    await lockAllStripes(tx)
    const answers = [post({}), post({}), post({})]
    await until(async () => sum(await scrape(), /^tidemark_ingest_lane_depth\{lane="0"\}/) === 3)
    await tx.query('select 1')
    void Promise.all(answers)
  })
  await until(async () => sum(await scrape(), /^tidemark_ingest_lane_depth/) === 0)
})

t.test('while the database is away the spool has bytes, and the metrics are there all the same', async (t) => {
  wire.cut()
  t.equal(await post({}), 202)
  const away = await scrape()
  t.ok((away.get('tidemark_spool_bytes') ?? 0) > 0)
  t.ok(Number.isNaN(away.get('tidemark_sessions_running')))
  wire.mend()
  await until(async () => (await scrape()).get('tidemark_spool_bytes') === 0)
  await until(async () => (await scrape()).get('tidemark_sessions_running') === 1)
})

t.test('a full lane is counted by its cause', async (t) => {
  const full = await startApp({ databaseUrl: database.url, env: { INGEST_QUEUE_MAX: '1' } })
  t.teardown(() => full.stop())
  const send = async () => {
    const body = JSON.stringify({ n: 'pageview', u: 'https://m.test/', d: 'm.test' })
    const response = await fetch(`${full.url}/api/event`, { method: 'POST', headers: { 'user-agent': firefox }, body })
    await response.text()
    return response.status
  }
  let first: Promise<number> | undefined
  await direct.transaction(async (tx) => {
    await lockAllStripes(tx)
    first = send()
    const read = async () => await (await fetch(`${full.url}/metrics`)).text()
    await until(async () => /^tidemark_ingest_lane_depth\{lane="0"\} 1$/m.test(await read()))
    t.equal(await send(), 503)
    t.match(await read(), /^tidemark_ingest_refused_total\{cause="lane_full"\} 1$/m)
  })
  t.equal(await first, 202)
})

t.test('`work` answers health and metrics where it is told to, and nothing else', async (t) => {
  const config = (port: string | undefined) =>
    loadConfig({
      DATABASE_URL: database.url,
      SECRET_KEY: 'x',
      HOST: '127.0.0.1',
      WORK_PORT: port,
      LOG_LEVEL: 'error',
      MIGRATE_ON_START: 'false',
    })
  const parts = { http: false, tasks: true }
  const silent = await createApp(config(undefined), parts)
  t.equal(silent.url, undefined)
  await silent.stop()
  const work = await createApp(config('0'), parts)
  t.teardown(() => work.stop())
  const url = work.url?.replace('localhost', '127.0.0.1')
  const read = async () => await (await fetch(`${url}/metrics`)).text()
  // The other service may be quicker to take one.
  await until(async () => {
    await direct.write.query(`select graphile_worker.add_job('end_sessions', job_key => 'a look at work')`)
    return /^tidemark_tasks_total\{task="end_sessions",outcome="done"\} [1-9]/m.test(await read())
  }, 60_000)
  t.match(await read(), /^tidemark_rollup_lag_seconds\{rollup="daily_breakdowns"\} \d/m)
  const ready = await fetch(`${url}/api/health/ready`)
  t.strictSame(await ready.json(), { status: 'ok', checks: { database: 'ok', tasks: 'ok' } })
  const health = (await (await fetch(`${url}/api/health`)).json()) as object
  t.match(health, { status: 'ok', postgres: 'ok', clickhouse: 'ok' })
  t.notOk('sites_cache' in health, 'a process without sites says nothing of them')
  t.equal((await fetch(`${url}/api/health/live`)).status, 200)
  for (const path of ['/api/event', '/js/script.js', '/api/docs'])
    t.equal((await fetch(`${url}${path}`)).status, 404, path)
})

t.test('the dashboard asks only for metrics that exist, and leaves none of ours out', async (t) => {
  const dashboard = await readFile(projectPath('docs', 'grafana.json'), 'utf8')
  const expressions = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expression = '']) => expression)
  const asked = new Set(expressions.flatMap((expression) => expression.match(/\btidemark_\w+/g) ?? []))
  const declared = await createTelemetry().registry.getMetricsAsJSON()
  // A histogram is asked for by its parts.
  const names = declared.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  )
  t.strictSame(
    [...asked].filter((name) => !names.includes(name)),
    [],
  )
  const ours = declared.map(({ name }) => name).filter((name) => !/^tidemark_(process|nodejs)_/.test(name))
  t.strictSame(
    ours.filter((name) => ![...asked].some((other) => other.startsWith(name))),
    [],
  )
})

t.test('of several processes the one with the longest event-loop delay counts', async (t) => {
  const declared = await createTelemetry().registry.getMetricsAsJSON()
  const aggregators = new Map(declared.map(({ name, aggregator }) => [name, aggregator]))
  for (const part of ['', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_', 'max_'])
    t.equal(aggregators.get(`tidemark_nodejs_eventloop_lag_${part}seconds`), 'max', part)
})
