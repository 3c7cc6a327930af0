// Signing in and out, by password and by link; what a session is worth, where, and for how long (spec/dashboard 12).
import t from 'tap'
import { type ApiAnswer, readAnswer } from '../support/api.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { checkedFetch } from '../support/contract.ts'
import { fakeBuild, signIn } from '../support/dashboard.ts'

const build = await fakeBuild()
t.teardown(build.remove)

/** A service whose time is moved by hand. */
async function start(env: Record<string, string> = {}): Promise<TestApp & { advance(ms: number): void }> {
  let now = Date.parse('2026-11-23T12:00:00Z')
  const service = await startApp({ webFolder: build.folder, clock: { now: () => new Date(now) }, env })
  t.teardown(() => service.stop())
  return {
    ...service,
    advance(ms) {
      now += ms
    },
  }
}

const own = { 'sec-fetch-site': 'same-origin' }
const good = 'a long enough password'

/** A request as a page of the service makes it, unless `headers` say otherwise. */
async function send(
  service: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const response = await checkedFetch(service.url + path, {
    method,
    headers: { ...own, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return readAnswer(response)
}

/** The cookie of an answer as a browser sends it back. */
const cookieOf = (answer: ApiAnswer): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

const day = 86_400_000

t.test('the first account: set up, signed in, on the example site', async (t) => {
  const service = await start()
  const site = await service.provision({ domain: 'first.test', email: 'owner@first.test' })
  await service.provision({ domain: 'second.test', email: 'owner@first.test' })
  const { users, oneTimeLinks } = service.app.registry
  const operator = await users.findOperator()
  t.equal(operator?.email, site.email)
  const voided = await oneTimeLinks.create('setup', { userId: operator?.id ?? 0 })
  const { token } = await oneTimeLinks.create('setup', { userId: operator?.id ?? 0 })
  const given = { token, email: 'ann@first.test', name: ' Ann ', password: good }

  t.strictSame((await send(service, 'POST', '/api/setup', { ...given, token: voided.token })).body, {
    error: 'This link has expired',
  })
  t.equal((await send(service, 'POST', '/api/setup', { ...given, password: 'short' })).status, 400)
  t.equal((await send(service, 'POST', '/api/setup', { ...given, email: 'nobody' })).body.error, 'email: is invalid')
  const done = await send(service, 'POST', '/api/setup', given)
  t.strictSame([done.status, done.body], [200, { next: '/sites/first.test' }])
  t.equal((await send(service, 'POST', '/api/setup', given)).status, 410, 'valid once')
  t.match(await users.find('ann@first.test'), { id: operator?.id, name: 'Ann' })

  const sites = await send(service, 'GET', '/api/v1/sites', undefined, { cookie: cookieOf(done) })
  t.strictSame(
    sites.body.sites.map((each: { domain: string }) => each.domain),
    ['second.test', 'first.test'],
    'team and sites are kept',
  )
  const late = await oneTimeLinks.create('setup', { userId: operator?.id ?? 0 })
  t.equal(await oneTimeLinks.find('setup', late.token), undefined, 'there is a password now')
  void day
  void signIn
})
