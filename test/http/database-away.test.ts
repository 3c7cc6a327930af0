// Without the database every endpoint that needs it says so, by 503 with Retry-After, as the document describes;
// afterwards all is well.
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
const wire = await createWire(database.url)
const service = await startApp({ databaseUrl: wire.url, env: { LOG_LEVEL: 'silent' } })
t.teardown(async () => {
  await service.stop()
  await wire.stop()
  await database.drop()
})
const site = await service.provision({ domain: 'away.test' })
const key = createCall(service.url, site.api_key)
const token = createCall(service.url, site.plugin_token)
const goal = { goal_type: 'Goal.CustomEvent', goal: { event_name: 'Signup' } }
const id = 'site_id=away.test'

t.test('away and back', async (t) => {
  const requests: [call: typeof key, method: string, path: string, body?: unknown][] = [
    [token, 'GET', '/api/plugins/v1/goals'],
    [token, 'PUT', '/api/plugins/v1/goals', goal],
    [token, 'DELETE', '/api/plugins/v1/goals/1'],
    [token, 'GET', '/api/plugins/v1/shared_links'],
    [token, 'GET', '/api/plugins/v1/tracker_script_configuration'],
    [key, 'GET', '/api/v1/sites/teams'],
    [key, 'GET', '/api/v1/sites/away.test'],
    [key, 'PUT', '/api/v1/sites/away.test', { domain: 'gone.test' }],
    [key, 'DELETE', '/api/v1/sites/away.test'],
    [key, 'POST', '/api/v1/sites', { domain: 'more.test' }],
    [key, 'GET', `/api/v1/sites/goals?${id}`],
    [key, 'PUT', `/api/v1/sites/custom-props?${id}`, { property: 'plan' }],
    [key, 'PUT', '/api/v1/sites/guests', { site_id: 'away.test', email: 'a@away.test', role: 'viewer' }],
    [key, 'GET', `/api/v1/stats/timeseries?${id}`],
    [key, 'POST', '/api/v2/query', { site_id: 'away.test', metrics: ['visitors'], date_range: '7d' }],
  ]
  t.equal((await token('GET', '/api/plugins/v1/capabilities')).body.authorized, true)
  const checks = { database: 'ok', salts: 'ok', directory: 'ok', workers: 'ok' }
  const asPlausible = ['/api/health', '/api/system/health/ready']
  for (const path of asPlausible) {
    const { status, body } = await key('GET', path, undefined, null)
    t.equal(status, 200, path)
    t.match(body, { status: 'ok', checks, postgres: 'ok', clickhouse: 'ok', sites_cache: 'ok' }, path)
    const head = await fetch(`${service.url}${path}`, { method: 'HEAD' })
    t.strictSame([head.status, await head.text()], [200, ''], path)
  }
  wire.cut()
  for (const [call, method, path, body] of requests) {
    const answer = await call(method, path, body)
    t.strictSame(
      [answer.status, answer.body, answer.headers.get('retry-after')],
      [503, { error: 'The database cannot be reached at the moment. Please try again' }, '5'],
      `${method} ${path}`,
    )
  }
  // A token seen a moment ago may still be known.
  await until(async () => (await token('GET', '/api/plugins/v1/capabilities')).status === 503)
  t.equal(
    (await key('GET', '/api/v1/sites', undefined, null)).status,
    401,
    'what needs no database is answered as ever',
  )
  t.equal((await key('GET', '/api/health/ready')).status, 503)
  for (const path of asPlausible) {
    const { status, body } = await key('GET', path)
    t.equal(status, 503, path)
    const names = { postgres: 'failed', clickhouse: 'failed', sites_cache: 'ok' }
    t.match(body, { status: 'not ready', checks: { database: 'failed' }, ...names }, path)
  }
  t.strictSame((await key('GET', '/api/system/health/live')).body, { ok: true }, 'the process lives')
  wire.mend()
  await until(async () => (await key('GET', '/api/health/ready')).status === 200)
  t.equal(
    (await key('GET', '/api/v1/sites/away.test')).body.domain,
    'away.test',
    'nothing of what was refused has happened',
  )
  t.equal((await token('PUT', '/api/plugins/v1/goals', goal)).status, 201)
})
