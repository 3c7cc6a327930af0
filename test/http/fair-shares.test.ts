// One public link that asks too much, beside everybody else: sign-in, pages, readiness and events do not wait for it,
// and it is told to come again (docs/security.md, S5).
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

t.setTimeout(120_000)

const service = await startApp()
const locker = createPools({ databaseUrl: service.databaseUrl })
t.teardown(async () => {
  await locker.stop()
  await service.stop()
})
const { registry } = service.app
const hog = await service.provision({ domain: 'hog.test', email: 'hog@a.test' })
await service.provision({ domain: 'calm.test', email: 'calm@b.test' })
const link = await registry.sharedLinks.findOrCreate((await registry.sites.find('hog.test'))!.id, 'public')
const { cookie } = await signIn(service, 'calm@b.test')

const query = (index: number) => ({
  id: `q${index}`,
  metrics: ['visitors'],
  date_range: '12mo',
  filters: [['contains', 'event:page', [`/${index}`]]],
})

t.test('statistics that hang hold nothing but their share', async (t) => {
  // Whatever asks for rows of the hog's site waits until the test lets go, as the dearest question would.
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
  const held = locker.transaction(async (tx) => {
    await tx.query('lock table sessions, events in access exclusive mode')
    hold()
    await isFree
  })
  // Questions that come before the lock is there would be answered.
  await isHeld
  const gone = new AbortController()
  const batches = Array.from({ length: 10 }, (_, batch) =>
    fetch(`${service.url}/api/v2/query/batch?auth=${link.slug}`, {
      method: 'POST',
      signal: gone.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        site_id: 'hog.test',
        queries: Array.from({ length: 24 }, (_, index) => query(batch * 24 + index)),
      }),
    })
      .then((answer) => answer.text())
      .catch(() => ''),
  )
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
  const gauge = async (name: string) =>
    Number(new RegExp(`^tidemark_${name}\\{class="links"\\} (\\d+)`, 'm').exec(await metrics())?.[1])
  while ((await gauge('statements_waiting')) < 20) await new Promise((resolve) => setImmediate(resolve))
  t.ok((await gauge('statements_at_work')) <= 2, 'two of five connections')
  t.equal((await fetch(`${service.url}/api/health/ready`)).status, 200)
  t.equal((await send(service, 'GET', '/api/v1/sites', undefined, { cookie })).status, 200)
  t.equal((await send(service, 'PUT', '/api/account', { name: 'Calm' }, { cookie })).status, 200)
  t.equal(
    (await send(service, 'GET', '/api/v1/sites', undefined, { authorization: `Bearer ${hog.api_key}` })).status,
    200,
  )
  gone.abort()
  letGo()
  await held
  await Promise.all(batches)
  while ((await gauge('statements_waiting')) > 0) await new Promise((resolve) => setImmediate(resolve))
  const answer = await fetch(`${service.url}/api/v2/query?auth=${link.slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: 'hog.test', metrics: ['visitors'], date_range: 'day' }),
  })
  t.equal(answer.status, 200, 'the link works again')
})
