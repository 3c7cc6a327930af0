// Imports of several sites at once: the refresh of a continuous aggregate that meets another one waits for it, and is
// no failure (Community; on the Apache-2 edition there is nothing to refresh). So does a connection that meets
// somebody who locks the same tables.
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { until } from '../support/cut.ts'
import { createSite, pageview } from '../upkeep/support.ts'

t.setTimeout(120_000)

t.test('four files into four sites, beside a rebuild, all end well', async (t) => {
  const domains = ['b.example', 'c.example', 'd.example']
  const x = await createSite(
    'Etc/UTC',
    domains.map((domain) => ({ domain, timezone: 'Etc/UTC' })),
  )
  // Each with connections of its own, as four commands have.
  const pools = ['x.example', ...domains].map(() => createPools({ databaseUrl: x.url, connectionsMax: 4 }))
  t.teardown(async () => {
    await Promise.all(pools.map((pool) => pool.stop()))
    await x.drop()
  })
  const start = Date.parse('2024-01-01T00:00:00Z')
  const lines = Array.from({ length: 1_500 }, (_, index) =>
    pageview(index % 300, new Date(start + index * 6 * 3_600_000).toISOString()),
  )
  const imports = pools.map((db, index) => {
    const domain = ['x.example', ...domains][index]!
    return x.import(lines, { db, site: { id: index + 1, domain, timezone: 'Etc/UTC' } })
  })
  const results = await Promise.all(imports)
  t.strictSame(
    results.map(({ imported }) => imported),
    [1_500, 1_500, 1_500, 1_500],
  )
  await Promise.all(
    pools.map((db, index) => rebuildRollups(db, { site: ['x.example', ...domains][index] }, new Date())),
  )
  t.strictSame(
    await x.db.write.query(`select site_id, sum(events)::integer as events from event_hours group by 1 order by 1`),
    [1, 2, 3, 4].map((site_id) => ({ site_id, events: 1_500 })),
  )
  t.strictSame(await x.verify(), [])
})

t.test('an import that meets a holder of its tables the other way round begins again', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  const waiting = async () =>
    (
      await x.db.write.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name = 'tidemark import' and wait_event_type = 'Lock'`,
      )
    ).length > 0
  const lines = [{ timestamp: '2025-03-01T00:00:00Z', visitor: 'v', name: 'pageview', url: 'https://x.example/' }]
  // The import is to find the deadlock: after three seconds, long before the other side looks.
  const databaseUrl = `${x.url}?options=${encodeURIComponent('-c deadlock_timeout=3s')}`
  let imported: Promise<unknown> | undefined
  await x.db.transaction(async (tx) => {
    await tx.query(`set local deadlock_timeout = '1min'`)
    // The last of the tables that a connection looks at, and then the first.
    await tx.query('lock table ingested_batches in access exclusive mode')
    imported = Promise.allSettled([x.import(lines, { databaseUrl })])
    await until(waiting)
    await tx.query('lock table visitors in access exclusive mode')
  })
  t.match(await imported, [{ status: 'fulfilled', value: { imported: 1 } }])
})
