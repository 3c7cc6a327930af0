// Verify and rebuild: differences are named, repaired within the asked scope only, and live traffic beside it makes no
// false alarm.
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { findMaterialized } from '../../src/db/rollups.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { createSite, pageview, type TestSite } from './support.ts'

t.setTimeout(120_000)

/** Adds one to a sum of an hour, where the edition keeps it; false: it keeps none. */
async function spoilHour(x: TestSite, column: string, siteId: number, hour: string): Promise<boolean> {
  if ((await findMaterialized(x.db.write)).length === 0) return false
  const [row] = await x.db.write.query<{ name: string }>(
    `select format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name) as name
     from timescaledb_information.continuous_aggregates where view_name = 'event_hours_live'`,
  )
  const values = [siteId, hour]
  await x.db.write.query(`update ${row!.name} set ${column} = ${column} + 1 where site_id = $1 and hour = $2`, values)
  return true
}

t.test('differences are named, and repaired in the scope of site and days', async (t) => {
  const x = await createSite('Asia/Kathmandu', [{ domain: 'y.example', timezone: 'Etc/UTC' }])
  t.teardown(() => x.drop())
  await x.import([
    pageview('a', '2025-03-01T10:00:00Z'),
    pageview('a', '2025-03-01T18:20:00Z'),
    pageview('b', '2025-04-02T10:00:00Z'),
  ])
  await x.import([pageview('a', '2025-03-01T10:00:00Z')], { site: { id: 2, domain: 'y.example', timezone: 'Etc/UTC' } })
  await fillBreakdowns(x.db, new Date())
  t.strictSame(await x.verify(), [])
  const spoil = (column: string, siteId: number, day: string) =>
    x.db.write.query(
      `update daily_breakdowns set ${column} = ${column} + 1 where site_id = $1 and local_day = $2 and dimension = 'all'`,
      [siteId, day],
    )
  await spoil('pageviews', 1, '2025-03-02')
  await spoil('duration', 1, '2025-04-02')
  await spoil('seen_day_before', 2, '2025-03-01')
  const day = { rollup: 'daily_breakdowns', dimension: 'all', value: '' }
  const march = { ...day, site: 'x.example', local_day: '2025-03-02', column: 'pageviews', raw: 1, rolled_up: 2 }
  const april = { ...day, site: 'x.example', local_day: '2025-04-02', column: 'duration', raw: 0, rolled_up: 1 }
  const other = { ...day, site: 'y.example', local_day: '2025-03-01', column: 'seen_day_before', raw: 0, rolled_up: 1 }
  const hour = {
    rollup: 'event_hours',
    site: 'x.example',
    hour: '2025-03-01T18:00:00.000Z',
    local_day: '2025-03-02',
    column: 'pageviews',
    raw: 1,
    rolled_up: 2,
  }
  const hours = (await spoilHour(x, 'pageviews', 1, hour.hour)) ? [hour] : []
  const verify = async (scope = {}) => (await x.verify(scope)).sort((a, b) => b.rollup.localeCompare(a.rollup))
  t.strictSame(await verify(), [...hours, march, april, other])
  t.strictSame(await verify({ site: 'x.example', from: '2025-03-02', to: '2025-03-02' }), [...hours, march])
  t.strictSame(await verify({ site: 'x.example', to: '2025-03-01' }), [])
  t.strictSame(await rebuildRollups(x.db, { site: 'x.example', from: '2025-03-02', to: '2025-03-10' }, new Date()), [
    'x.example',
  ])
  await fillBreakdowns(x.db, new Date())
  t.strictSame(
    (await x.verify()).filter((difference) => difference.site === 'x.example'),
    [april],
  )
  t.strictSame(await rebuildRollups(x.db, {}, new Date()), ['x.example', 'y.example'])
  await fillBreakdowns(x.db, new Date())
  t.strictSame(await x.verify(), [])
  await t.rejects(x.verify({ site: 'nobody.example' }), { message: 'site not found' })
})

t.test('beside live traffic', async (t) => {
  const x = await createSite()
  const service = await startIngest({ databaseUrl: x.url, sites: [siteView({ id: 1, domain: 'x.example' })], lanes: 2 })
  t.teardown(async () => {
    await service.stop()
    await x.drop()
  })
  let sent = 0
  let isOver = false
  const traffic = [1, 2].map(async (writer) => {
    while (!isOver) {
      const body = { n: 'pageview', u: 'https://x.example/', d: 'x.example' }
      const answer = await service.ingest.accept(envelope(body, { ip: `192.0.${writer}.${sent % 200}` }))
      if (answer.status === 202) sent++
    }
  })
  while (sent < 20) await delay(5)
  for (let round = 0; round < 6; round++) {
    t.strictSame(await x.verify(), [], `no false alarm, round ${round}`)
    await rebuildRollups(x.db, {}, new Date())
    const reached = sent + 10
    while (sent < reached) await delay(5)
    if (round === 3) await endIdleSessions(x.db, new Date(Date.now() + 3_600_000))
  }
  isOver = true
  await Promise.all(traffic)
  t.strictSame(await x.verify(), [])
  const [row] = await x.db.write.query<{ raw: number; sum: number }>(
    'select (select count(*) from events) as raw, (select sum(events)::bigint from event_hours) as sum',
  )
  t.strictSame(row, { raw: sent, sum: sent })
})
