// A visitor with visits that end on two days, but not on the one between them, counts once over a run of days: sums of days
// and raw rows agree.
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createStats } from '../../src/stats/stats.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createDatabase } from '../support/database.ts'
import { siteView } from '../support/ingest.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

t.test('one visitor over a day without an end of a visit', async (t) => {
  const database = await createDatabase()
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  const stats = createStats({
    db,
    log: createLog('silent'),
    statementTimeoutMs: 10_000,
    clock: { now: () => new Date('2021-04-01T00:00:00Z') },
  })
  await db.write.query(`insert into teams (plan) values ('business')`)
  await db.write.query(`insert into sites (team_id, domain, timezone) values (1, 'gap.test', 'America/Los_Angeles')`)
  const pageview = (visitor: number, at: number): ModelEvent => ({
    visitor,
    at,
    name: 'pageview',
    pathname: '/',
    hostname: 'gap.test',
    props: null,
    engagedMs: 0,
    scroll: 0,
  })
  const at = (time: string) => Date.parse(`${time}-08:00`) / 1000
  // One visit ends on the 9th, the next goes on from the afternoon of the 10th until after midnight.
  const long = Array.from({ length: 24 }, (_, index) => pageview(1, at('2021-02-10T15:30:00') + index * 1_500))
  const events = [
    pageview(1, at('2021-02-09T18:00:00')),
    ...long,
    pageview(2, at('2021-02-10T12:00:00')),
    pageview(2, at('2021-02-11T12:00:00')),
  ]
  const sessions = sessionsOf(events, () => ({}))
  t.equal(sessions.length, 4)
  await insertTraffic(db.write, 1, 'America/Los_Angeles', sessions)
  await rebuildRollups(db, { site: 'gap.test' }, new Date())
  const site = siteView({
    id: 1,
    domain: 'gap.test',
    timezone: 'America/Los_Angeles',
    features: new Set(['props', 'stats_api']) as SiteView['features'],
  })
  const visitors = async (date: string, filters: string) => {
    const params = new URLSearchParams({ period: 'custom', date, metrics: 'visitors,visits', filters })
    const { results } = await stats.aggregate({ site, siteIds: [1] }, params)
    return [results['visitors']?.value, results['visits']?.value]
  }
  const cases: [date: string, visitors: number, visits: number][] = [
    ['2021-02-09,2021-02-11', 2, 4],
    ['2021-02-08,2021-02-20', 2, 4],
    ['2021-02-10,2021-02-11', 2, 3],
    ['2021-02-09,2021-02-10', 2, 3],
    ['2021-02-11,2021-02-12', 2, 2],
  ]
  for (const [date, ...expected] of cases) {
    const raw = await visitors(date, 'visit:source!=nobody')
    t.strictSame(await visitors(date, ''), raw, `${date}: sums as raw rows`)
    t.strictSame(raw, expected, date)
  }
})
