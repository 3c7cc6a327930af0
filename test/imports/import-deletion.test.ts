// Deleting an import takes its rows and what they added to visits and sums, and leaves the rest as if it had never come.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { systemClock } from '../../src/clock.ts'
import type { Database } from '../../src/db/pool.ts'
import { importPlausible } from '../../src/imports/plausible.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { deleteImports } from '../../src/upkeep/import-deletion.ts'
import { packedZip } from '../support/zip.ts'
import { createSite, pageview, type TestSite } from '../upkeep/support.ts'

t.setTimeout(180_000)

const importsOf = (x: TestSite) =>
  createRegistry({ db: x.db, config: { secretKey: 'secret' }, clock: systemClock }).imports

async function remove(x: TestSite, id: number | null, db: Database = x.db): Promise<void> {
  t.ok(await importsOf(x).markDeleted(1, id!))
  t.equal(await deleteImports(db, new Date()), 1)
}

/** All there is to know of a site, without ids that are drawn anew each time and without which row has a flag. */
async function stateOf(x: TestSite): Promise<Record<string, unknown>> {
  await fillBreakdowns(x.db, new Date(), { visitsMin: 0 })
  t.strictSame(await x.verify(), [], 'sums are those of the rows')
  const queries = {
    visits: `select visitor_id::text, started_at, ended_at, duration, is_bounce, pageviews, events, entry_page, exit_page,
               entry_hostname, exit_hostname, source, country, browser
             from visits order by visitor_id, started_at, ended_at, entry_page`,
    ends: `select local_day, count(*) filter (where first_of_visitor_day) as days,
             count(*) filter (where first_of_visitor_month) as months, count(*) filter (where seen_day_before) as seen
           from sessions group by 1 order by 1`,
    events: `select visitor_id::text, recorded_at, name, pathname, props from events order by 1, 2, 3, 4`,
    flags: `select local_day, count(*) filter (where first_of_visitor_day) as days,
              count(*) filter (where first_of_visitor_month) as months, count(*) filter (where seen_day_before) as seen,
              count(*) filter (where first_of_visit_day) as visits, count(*) filter (where first_of_visit_month) as visit_months
            from events group by 1 order by 1`,
    engagements: `select visitor_id::text, recorded_at, pathname, scroll_depth, engagement_time_ms from engagements
                  order by 1, 2, 3, 4, 5`,
    counts: `select hour, reason, sum(count) as count from traffic_counts group by 1, 2 order by 1, 2`,
    days: `select * from daily_breakdowns where visitors + visits + pageviews + events + active_visitors > 0
           order by dimension, local_day, value`,
    sums: 'select * from imported_days order by dimension, local_day, value',
    memory: 'select visitor_id::text from visitors order by 1',
    lives: 'select long_lived_from, long_lived_to from sites where id = 1',
  }
  const state: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(queries)) state[name] = await x.db.write.query(text)
  return state
}

/** A small generator of numbers, the same every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Events of a few visitors over five weeks, oldest first, many of them in the same visits as those of another file. */
function fileOf(seed: number, source: string): object[] {
  const random = createRandom(seed)
  const times = Array.from({ length: 60 }, () => {
    const day = ['2025-01-30', '2025-01-31', '2025-02-01', '2025-02-02', '2025-03-02'][random(5)]
    return `${day}T${['00', '10', '23'][random(3)]}:${String(random(60)).padStart(2, '0')}:00Z`
  }).sort()
  return times.map((timestamp) => ({
    ...pageview(`v${random(6)}`, timestamp),
    url: `https://x.example/${source}/${random(4)}`,
    source,
    country: ['DE', 'FR'][random(2)],
    ...(random(4) === 0 ? { name: 'engagement', scroll_depth: random(100), engagement_time: 1_000 } : {}),
    ...(random(5) === 0 ? { name: 'Signup' } : {}),
  }))
}

/** What came without an import. */
async function live(x: TestSite): Promise<void> {
  await x.import(fileOf(99, 'live').map((line) => ({ ...line, visitor: 'live' })))
  for (const table of ['events', 'engagements']) await x.db.write.query(`update ${table} set import_id = null`)
  await x.db.write.query('delete from imports')
}

t.test('what is left is what would be there without it', async (t) => {
  for (const seed of [1]) {
    const x = await createSite('America/Havana')
    await live(x)
    const bare = await stateOf(x)
    const a = await x.import(fileOf(seed, 'a'))
    const before = await stateOf(x)
    const b = await x.import(fileOf(seed + 10, 'b'))
    t.notSame(await stateOf(x), before)
    await remove(x, b.id)
    t.strictSame(await stateOf(x), before, `the later one of two, ${seed}`)
    await remove(x, a.id)
    t.strictSame(await stateOf(x), bare, `the last one, ${seed}`)
    t.strictSame(await importsOf(x).list(1), [])
    await x.drop()
  }
})

t.test('rows of a later import stay when the earlier one goes', async (t) => {
  const x = await createSite('Asia/Kathmandu')
  t.teardown(() => x.drop())
  const a = await x.import(fileOf(4, 'a'))
  const b = await x.import(fileOf(5, 'b'))
  const own =
    'select session_id::text, recorded_at, pathname, position from events where import_id = $1 order by 1, 2, 3, 4'
  const rows = await x.db.write.query(own, [b.id])
  await remove(x, a.id)
  t.strictSame(await x.db.write.query(own, [b.id]), rows)
  t.match(await stateOf(x), { sums: [] })
  t.match(await importsOf(x).list(1), [{ id: b.id, rows: b.imported, can_delete: true }])
  const again = await x.import(fileOf(4, 'a'))
  t.notOk(again.already, 'the same file can be brought again')
})

t.test('a deletion that was cut off goes on', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const before = await stateOf(x)
  const { id } = await x.import(fileOf(6, 'a'))
  let transactions = 0
  const cut: Database = {
    ...x.db,
    transaction: (work) => {
      if (++transactions === 24) throw new Error('cut')
      return x.db.transaction(work)
    },
  }
  await t.rejects(remove(x, id, cut), /cut/)
  t.match(await importsOf(x).list(1), [{ id, state: 'deleting' }])
  await t.rejects(x.import(fileOf(6, 'a')), /is being deleted/)
  t.equal(await deleteImports(x.db, new Date()), 1)
  t.strictSame(await stateOf(x), before)
})

t.test('visits that still run, and an import that was left', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const before = await stateOf(x)
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const { id } = await x.import([pageview('a', ago(70)), pageview('a', ago(10)), pageview('b', ago(5))])
  await remove(x, id)
  t.strictSame(await stateOf(x), before)
  await x.import([pageview('a', ago(70))])
  await x.db.write.query(`update imports set state = 'running'`)
  const [row] = await importsOf(x).list(1)
  await remove(x, row!.id)
  t.strictSame(await stateOf(x), before)
})

t.test('sums of days belong to one import each', async (t) => {
  const x = await createSite()
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-deletion-'))
  t.teardown(async () => {
    await rm(folder, { recursive: true })
    await x.drop()
  })
  const site = { id: 1, domain: x.domain, timezone: 'Etc/UTC' }
  const bring = async (name: string, ...days: string[]) => {
    const path = join(folder, name)
    const rows = days.map((day) => `${day},5,9,2,6,120`)
    const text = ['date,visitors,pageviews,bounces,visits,visit_duration', ...rows].join('\n')
    await writeFile(path, await packedZip({ 'imported_visitors.csv': text }))
    return importPlausible(x.db, site, path, new Date(), name)
  }
  const a = await bring('a.zip', '2025-03-01', '2025-03-02')
  const before = await stateOf(x)
  const b = await bring('b.zip', '2025-03-02', '2025-03-03')
  t.match(b, { days: 1, first: '2025-03-03', overlapping: ['2025-03-02'] })
  t.match(await bring('b.zip', '2025-03-02', '2025-03-03'), { id: b.id, days: 1 }, 'the same file is the same import')
  t.match(await importsOf(x).list(1), [
    { id: b.id, source: 'plausible', name: 'b.zip', rows: 2, first_day: '2025-03-03', last_day: '2025-03-03' },
    { id: a.id, rows: 4, first_day: '2025-03-01', last_day: '2025-03-02', state: 'done' },
  ])
  await remove(x, b.id)
  t.strictSame(await stateOf(x), before)
  await remove(x, a.id)
  t.match(await bring('b.zip', '2025-03-02', '2025-03-03'), { days: 2, overlapping: [] })
})

t.test('what cannot be deleted', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const { id } = await x.import([pageview('a', '2025-03-01T00:00:00Z')])
  const imports = importsOf(x)
  t.equal(await imports.markDeleted(1, 99), undefined, 'none')
  t.equal(await imports.markDeleted(2, id!), undefined, 'that of another site')
  await x.db.write.query(`update imports set state = 'running'`)
  await x.db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('tidemark.import'), 1)`)
    await t.rejects(imports.markDeleted(1, id!), /an import of this site is running/)
  })
  await x.db.write.query(`update imports set is_marked = false, state = 'done'`)
  await t.rejects(imports.markDeleted(1, id!), /made by an earlier version/)
  t.match(await imports.list(1), [{ id, can_delete: false, state: 'done' }])
})
