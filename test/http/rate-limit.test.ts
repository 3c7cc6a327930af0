// Limits of a key over real HTTP: the hour of the clock and the short burst, their answers, and when they end
// (spec/management 6.5).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const hourStart = Date.parse('2026-03-01T10:00:00Z')
let now = hourStart
const service = await startApp({
  env: { API_BURST_LIMIT: '5', API_BURST_SECONDS: '10' },
  clock: { now: () => new Date(now) },
})
t.teardown(() => service.stop())
const { registry } = service.app
const site = await service.provision({ domain: 'limit.test' })
const user = await registry.users.find(site.email)

async function makeKey(hourlyLimit: number) {
  const made = await registry.keys.create({ userId: user?.id ?? 0, scopes: ['sites:provision:*'], hourlyLimit })
  const call = createCall(service.url, made.key)
  const ask = async (path = '/api/v1/sites/limit.test') => {
    const { status, body, headers } = await call('GET', path)
    return status === 429 ? [status, body.error, headers.get('retry-after')] : [status]
  }
  return { ...made, ask, call }
}

const tooManyInAnHour = (limit: number) =>
  `Too many API requests. Your API key is limited to ${limit} requests per hour. Please contact us to request more capacity.`
const tooManyAtOnce =
  'Too many API requests in a short period of time. The limit is 5 per 10 seconds. Please throttle your requests.'

t.test('the hour of the clock', async (t) => {
  const { ask, call } = await makeKey(3)
  now = hourStart + 40 * 60_000
  t.strictSame(await ask(), [200])
  t.strictSame(await ask('/api/v1/sites/unknown.test'), [404], 'what is refused counts')
  t.strictSame(await ask('/api/v1/stats/timeseries'), [400], 'but not what was refused before the key was looked at')
  t.equal((await call('PUT', '/api/v1/sites/limit.test', '{')).status, 400)
  t.strictSame(await ask(), [429, tooManyInAnHour(3), '1200'], 'the hour ends in 20 minutes')
  t.strictSame(
    await ask('/api/v1/stats/timeseries?site_id=limit.test'),
    [429, tooManyInAnHour(3), '1200'],
    'one count for all APIs',
  )
  now = hourStart + 3_600_000 - 1
  t.strictSame(await ask(), [429, tooManyInAnHour(3), '1'], 'never 0 seconds')
  now = hourStart + 3_600_000
  t.strictSame(await ask(), [200], 'the next hour')
})

t.test('each key has its own count, plugin tokens have none', async (t) => {
  now = hourStart + 2 * 3_600_000
  const [one, other] = [await makeKey(1), await makeKey(1)]
  t.strictSame([await one.ask(), (await one.ask())[0], await other.ask()], [[200], 429, [200]])
  const plugin = createCall(service.url, site.plugin_token)
  for (let index = 0; index < 8; index += 1) t.equal((await plugin('GET', '/api/plugins/v1/goals')).status, 200)
})

t.test('unknown keys are refused as such, and the limit comes before scope, site and body', async (t) => {
  now = hourStart + 3 * 3_600_000
  const { ask, call, id } = await makeKey(1)
  await ask()
  t.equal((await call('PUT', '/api/v1/sites/unknown.test', '{')).status, 429)
  for (let index = 0; index < 3; index += 1)
    t.equal((await call('GET', '/api/v1/sites', undefined, 'unknown')).status, 401)
  await registry.keys.setLimit(id, 100)
  t.strictSame(await ask(), [200], 'a raised limit counts at once')
  await registry.keys.setLimit(id, 0)
  t.strictSame((await ask()).slice(0, 2), [429, tooManyInAnHour(0)])
})

t.test('the burst', async (t) => {
  now = hourStart + 5 * 3_600_000 + 4_000
  const { ask } = await makeKey(1_000)
  for (let index = 0; index < 5; index += 1) t.strictSame(await ask(), [200])
  t.strictSame(await ask(), [429, tooManyAtOnce, '6'], 'the window of ten seconds ends in six')
  now += 5_999
  t.strictSame(await ask(), [429, tooManyAtOnce, '1'])
  now += 1
  t.strictSame(await ask(), [200])
})

t.test('without a burst limit there is none', async (t) => {
  const plain = await startApp()
  t.teardown(() => plain.stop())
  const made = await plain.provision({ domain: 'plain.test' })
  const call = createCall(plain.url, made.api_key)
  const answers = await Promise.all(Array.from({ length: 60 }, () => call('GET', '/api/v1/sites/plain.test')))
  t.ok(answers.every(({ status }) => status === 200))
})
