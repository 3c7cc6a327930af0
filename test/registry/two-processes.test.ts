// What one process writes, the one that answered sees at once and every other within a second (spec/management 2.7,
// 4.4, 10).
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { changeChannel } from '../../src/registry/changes.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

const one = await startApp()
const other = await startApp({ databaseUrl: one.databaseUrl })
t.teardown(async () => {
  await other.stop()
  await one.stop()
})
const { registry } = one.app
const site = await one.provision({ domain: 'first.test', email: 'two@process.test' })
const teamId = (await registry.teams.find(site.team))?.id ?? 0
const siteId = (await registry.sites.find('first.test'))?.id ?? 0
const here = createCall(one.url, site.api_key)
const there = createCall(other.url, site.api_key)
const plugin = (body: unknown) => here('PUT', '/api/plugins/v1/goals', body, site.plugin_token)

/** Asks the other process until it knows, at most for the second it has. */
async function knowsWithin1s(check: () => Promise<boolean> | boolean): Promise<boolean> {
  for (const deadline = Date.now() + 1_000; Date.now() < deadline; await delay(10)) if (await check()) return true
  return false
}
const status = async (path: string, token?: string) => (await there('GET', path, undefined, token)).status
const viewThere = () => other.app.directory.findById(siteId)

t.test('changes', async (t) => {
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/first.test')) === 200), 'a new site with its key')
  t.equal(await status('/api/plugins/v1/goals', site.plugin_token), 200)

  const { key, id: keyId } = await registry.keys.create({ userId: (await registry.users.find(site.email))?.id ?? 0 })
  t.equal(await status('/api/v1/sites/first.test', key), 200)

  await here('PUT', '/api/v1/sites/first.test', {
    domain: 'second.test',
    tracker_script_configuration: { outbound_links: true },
  })
  t.equal((await here('GET', '/api/v1/sites/second.test')).status, 200, 'here at once')
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/second.test')) === 200), 'there within a second')
  t.equal((await there('GET', '/api/v1/sites/first.test')).body.domain, 'second.test')
  const script = await (await fetch(`${other.url}/js/s-${site.tracker_script_id}.js`)).text()
  t.match(script, /second\.test.*outboundLinks|outboundLinks.*second\.test/s, 'its script')

  await plugin({ goal_type: 'Goal.Revenue', goal: { event_name: 'Buy', currency: 'EUR' } })
  t.equal(one.app.directory.findById(siteId)?.revenueGoals.get('Buy'), 'EUR')
  t.ok(await knowsWithin1s(() => viewThere()?.revenueGoals.get('Buy') === 'EUR'), 'a revenue goal')

  await registry.shields.add(siteId, { type: 'page', value: '/secret' })
  t.ok(await knowsWithin1s(() => viewThere()?.shields.page.includes('/secret') === true), 'a shield')

  await here('PUT', '/api/v1/sites/custom-props', { site_id: 'second.test', property: 'plan' })
  t.ok(await knowsWithin1s(() => viewThere()?.customProperties.includes('plan') === true), 'a property')

  await registry.teams.setPlan(teamId, { plan: 'starter' })
  t.ok(await knowsWithin1s(async () => (await there('PUT', '/api/v1/sites/second.test', {})).status === 402), 'a plan')
  await registry.teams.setPlan(teamId, { plan: 'business' })
  await registry.teams.setLocked(teamId, true)
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/second.test')) === 402), 'a lock')
  await registry.teams.setLocked(teamId, false)
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/second.test')) === 200))

  const guest = await registry.users.create({ email: 'guest@process.test' })
  const guestKey = (await registry.keys.create({ userId: guest.id })).key
  t.equal(await status('/api/v1/sites/second.test', guestKey), 404)
  await here('PUT', '/api/v1/sites/guests', { site_id: 'second.test', email: guest.email, role: 'viewer' })
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/second.test', guestKey)) === 200), 'a guest')
  await here('DELETE', `/api/v1/sites/guests/${guest.email}?site_id=second.test`)
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/second.test', guestKey)) === 404), 'no guest')

  await registry.keys.revoke(keyId)
  t.ok(await knowsWithin1s(async () => (await status('/api/v1/sites/second.test', key)) === 401), 'a revoked key')
  const token = (await registry.tokens.list(siteId))[0]?.id ?? 0
  await registry.tokens.revoke(siteId, token)
  t.ok(
    await knowsWithin1s(async () => (await status('/api/plugins/v1/goals', site.plugin_token)) === 401),
    'a revoked token',
  )

  await here('DELETE', '/api/v1/sites/second.test')
  // The interface asks the database; what takes events hears of it.
  const isGone = async () => (await status('/api/v1/sites/second.test')) === 404 && viewThere() === undefined
  t.ok(await knowsWithin1s(isGone), 'a deleted site')
})

t.test('the last use of keys and tokens is kept to five minutes', async (t) => {
  const used = await one.provision({ domain: 'used.test' })
  const usedId = (await registry.sites.find('used.test'))?.id ?? 0
  const userId = (await registry.users.find(used.email))?.id ?? 0
  const nouns = [
    { table: 'plugin_tokens', last: async () => (await registry.tokens.list(usedId))[0], touch: registry.tokens.touch },
    { table: 'api_keys', last: async () => (await registry.keys.list(userId))[0], touch: registry.keys.touch },
  ]
  for (const { last } of nouns) t.equal((await last())?.last_used_at, null)
  const call = createCall(one.url, used.api_key)
  await call('GET', '/api/v1/sites/used.test')
  await call('GET', '/api/plugins/v1/goals', undefined, used.plugin_token)
  for (const { table, last, touch } of nouns) {
    await until(async () => (await last())?.last_used_at !== null)
    const id = (await last())?.id ?? 0
    const ageAfterUse = async (seconds: number) => {
      await one.app.db.write.query(
        `update ${table} set last_used_at = now() - make_interval(secs => $2) where id = $1`,
        [id, seconds],
      )
      await touch(id)
      return (Date.now() - ((await last())?.last_used_at?.getTime() ?? 0)) / 1000
    }
    t.ok((await ageAfterUse(240)) > 200, `${table}: four minutes ago is recent enough`)
    t.ok((await ageAfterUse(310)) < 200, `${table}: more than five are not`)
  }
})

t.test('whatever a role of the database notifies, later changes are heard', async (t) => {
  const payloads = [
    ...['', 'x', 'null', '[]', '1', '{}', '{"site":"x"}', '{"site":null}', '{"keys":{}}', '{"other":1}'],
    ...['1e400', '-1e400', '1.5', '-1', '99999999999999999999', '{"a":1}'].flatMap((value) => [
      `{"site":${value}}`,
      `{"team":${value}}`,
    ]),
  ]
  for (const [index, payload] of payloads.entries()) {
    await other.app.db.write.query('select pg_notify($1, $2)', [changeChannel, payload])
    const { domain } = await one.provision({ domain: `after-${index}.test` })
    t.ok(await knowsWithin1s(() => other.app.directory.find(domain) !== undefined), payload)
  }
})
