// A change of a site's zone: killed midway, beside live traffic, and not while an import keeps the former zone.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import type { ImportOptions } from '../../src/ingest/import.ts'
import { endIdleSessions, endImportedSessions } from '../../src/upkeep/sessions.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { checkSums } from '../support/session-sums.ts'
import { createSite, pageview } from './support.ts'

t.setTimeout(120_000)

const hour = 3_600_000

t.test('killed midway, it goes on; events that come meanwhile are right', async (t) => {
  const x = await createSite('Etc/UTC')
  const site = siteView({ id: 1, domain: 'x.example', timezone: 'Pacific/Chatham' })
  const service = await startIngest({ databaseUrl: x.url, sites: [site], lanes: 2 })
  t.teardown(async () => {
    await service.stop()
    await x.drop()
  })
  const start = Math.floor(Date.now() / hour) * hour - 80 * 24 * hour
  await x.import(Array.from({ length: 3_000 }, (_, index) => pageview(index % 61, new Date(start + index * 1_800_000).toISOString())))
  await startTimezoneChange(x.db, 'x.example', 'Pacific/Chatham')

  let sent = 0
  let isOver = false
  const traffic = (async () => {
    while (!isOver) {
      const url = `https://x.example/${sent}`
      const answer = await service.ingest.accept(envelope({ n: 'pageview', u: url, d: 'x.example' }, { ip: `192.0.2.${sent % 200}` }))
      if (answer.status === 202) sent++
      await delay(10)
    }
  })()
  const admin = new pg.Client({ connectionString: x.url })
  await admin.connect()
  const run = changeTimezones(x.db, new Date(Date.now() + 10_000)).catch((error: Error) => error)
  for (;;) {
    const { rows } = await admin.query('select done_before from timezone_changes')
    if (rows[0]?.done_before) break
    await delay(1)
  }
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
  t.type(await run, Error, 'it died')
  const { rows } = await admin.query<{ done_before: Date }>('select done_before from timezone_changes')
  t.ok(rows[0]!.done_before.getTime() < Date.now() - 7 * 24 * hour, 'with weeks left to do')
  await admin.end()
  t.equal(await changeTimezones(x.db, new Date(Date.now() + 10_000)), 1, 'and goes on')
  isOver = true
  await traffic
  for (;;) {
    const [row] = await x.db.write.query<{ count: number }>('select count(*) as count from events')
    if (row!.count === 3_000 + sent) break
    await delay(20)
  }
  await endIdleSessions(x.db, new Date(Date.now() + hour))
  await checkSums(t, x.db, 1, 'Pacific/Chatham')
  t.strictSame(await x.verify(), [])
  t.ok(sent > 0)
})

t.test('not while an import of the site runs', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  const refused = { message: 'an import of this site is running' }
  let asked = 0
  const endSessions: ImportOptions['endSessions'] = async (siteId, since, stripes) => {
    await t.rejects(startTimezoneChange(x.db, 'x.example', 'Asia/Tokyo'), refused)
    asked++
    return await endImportedSessions(x.db, siteId, since, stripes)
  }
  await x.import([pageview('a', '2025-03-01T10:00:00Z')], { endSessions })
  t.ok(asked > 0)
  t.match(await startTimezoneChange(x.db, 'x.example', 'Asia/Tokyo'), { timezone: 'Asia/Tokyo' }, 'but afterwards')
  await t.rejects(startTimezoneChange(x.db, 'x.example', 'Mars/Olympus'), { message: 'timezone is invalid' })
})
