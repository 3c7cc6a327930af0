// The hourly task that forgets previous domains, run by the worker itself, with and without DOMAIN_EXPIRY_HOURS
// (spec/management 4.4).
import { parseCrontab } from 'graphile-worker'
import t from 'tap'
import { crontab } from '../../workers/crontab.ts'
import { createCall } from '../support/api.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

/** Two sites that changed their domain: one 119 minutes ago, one 121. */
async function prepare(service: TestApp) {
  const young = await service.provision({ domain: 'young.test' })
  const old = await service.provision({ domain: 'old.test' })
  for (const [site, minutes] of [
    [young, 119],
    [old, 121],
  ] as const) {
    const call = createCall(service.url, site.api_key)
    await call('PUT', `/api/v1/sites/${site.domain}`, { domain: `new-${site.domain}` })
    await service.app.db.write.query(
      'update sites set domain_changed_at = now() - make_interval(mins => $2) where domain_changed_from = $1',
      [site.domain, minutes],
    )
  }
  return { young, old }
}

/** Has the worker run the task once, and waits until it did. */
async function runTask(service: TestApp): Promise<void> {
  const { write } = service.app.db
  await write.query(`select graphile_worker.add_job('expire_domains', job_key => 'test')`)
  const waiting = `select 1 from graphile_worker.jobs where task_identifier = 'expire_domains' and key = 'test'`
  await until(async () => (await write.query(waiting)).length === 0)
}

t.test('is planned every hour', async (t) => {
  const item = parseCrontab(crontab).find(({ task }) => task === 'expire_domains')
  t.ok(item?.match({ min: 20, hour: 7, date: 3, month: 5, dow: 2 }))
  t.notOk(item?.match({ min: 21, hour: 7, date: 3, month: 5, dow: 2 }))
})

t.test('where the operator asked for it', async (t) => {
  const service = await startApp({ tasks: true, env: { DOMAIN_EXPIRY_HOURS: '2' } })
  t.teardown(() => service.stop())
  const { young, old } = await prepare(service)
  const thief = await service.provision({ domain: 'thief.test' })
  const steal = (domain: string) =>
    createCall(service.url, thief.api_key)('PUT', '/api/v1/sites/thief.test', { domain })
  t.equal((await steal('old.test')).status, 400, 'taken as long as it is set')
  await runTask(service)
  await until(() => service.app.directory.find('old.test') === undefined)
  t.equal((await createCall(service.url, old.api_key)('GET', '/api/v1/sites/old.test')).status, 404)
  t.equal((await createCall(service.url, old.api_key)('GET', '/api/v1/sites/new-old.test')).status, 200)
  t.equal(
    (await createCall(service.url, young.api_key)('GET', '/api/v1/sites/young.test')).body.domain,
    'new-young.test',
    'not yet due',
  )
  const record = await service.app.registry.sites.find('new-old.test')
  t.equal(record?.domain_changed_from, null)
  t.ok(record?.domain_changed_at, 'when it changed is kept')
  t.equal((await steal('old.test')).status, 200, 'an expired name is free')
  t.equal((await steal('young.test')).status, 400, 'one that is not expired is not')
})

t.test('never by default', async (t) => {
  const service = await startApp({ tasks: true })
  t.teardown(() => service.stop())
  const { old } = await prepare(service)
  await service.app.db.write.query(
    `update sites set domain_changed_at = now() - interval '3 years' where domain_changed_from = 'old.test'`,
  )
  await runTask(service)
  t.equal((await createCall(service.url, old.api_key)('GET', '/api/v1/sites/old.test')).status, 200)
  t.equal((await service.app.registry.sites.find('old.test'))?.domain_changed_from, 'old.test')
})
