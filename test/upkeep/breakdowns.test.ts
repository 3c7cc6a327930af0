// Filling daily_breakdowns at length: years of days in one run, at once after an import, and ended by a service that stops.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { startCommands, startService } from '../support/process.ts'
import { createSite, pageview } from './support.ts'

const dirtyDays = `insert into breakdown_days (site_id, local_day, state)
                   select min(id), day::date, 'dirty' from sites, generate_series(date '2020-01-01', '2021-06-30', '1 day') as day group by 2`
const stillDirty = `select count(*)::integer as days from breakdown_days where state = 'dirty'`

t.test('one run fills years of days, and ends when it is told to', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  await x.db.write.query(dirtyDays)
  const stop = new AbortController()
  stop.abort()
  t.equal(await fillBreakdowns(x.db, new Date(), { signal: stop.signal }), 0)
  t.strictSame(
    await x.db.write.query('select task_identifier as task from graphile_worker.jobs'),
    [{ task: 'fill_breakdowns' }],
    'the rest is asked for',
  )
  const runs = await Promise.all([fillBreakdowns(x.db, new Date()), fillBreakdowns(x.db, new Date())])
  t.strictSame(runs.sort(), [0, 547], 'one of two at once')
  t.strictSame(await x.db.write.query(stillDirty), [{ days: 0 }])
})

t.test('the busiest day of a week decides whether its days are worth it', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  // Four visits on a Wednesday, one on each other day of a fortnight, none on one Sunday.
  const visits = (day: number) => (day === 8 ? 4 : day === 12 ? 0 : 1)
  const lines = Array.from({ length: 14 }, (_, index) => index + 1).flatMap((day) =>
    Array.from({ length: visits(day) }, (_, visitor) => pageview(`${day}-${visitor}`, new Date(Date.UTC(2025, 0, day, 12)).toISOString())),
  )
  await x.import(lines)
  await fillBreakdowns(x.db, new Date(), { visitsMin: 4 })
  const states = await x.db.write.query<{ day: string; state: string }>(
    `select extract(day from local_day)::text as day, state from breakdown_days order by local_day`,
  )
  const days = (wanted: string) => states.filter(({ state }) => state === wanted).map(({ day }) => Number(day))
  t.strictSame(days('skipped'), [1, 2, 3, 4, 5, 6, 7])
  t.strictSame(days('done'), [8, 9, 10, 11, 12, 13, 14])
})

t.test('a running service fills the days of an import without waiting for the hour', { timeout: 120_000 }, async (t) => {
  const database = await createDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-fill-'))
  const db = createPools({ databaseUrl: database.url })
  const commands = startCommands({ databaseUrl: database.url })
  await commands.run('provision', '--domain', 'x.example')
  const service = await startService({ databaseUrl: database.url, spoolDir: join(folder, 'spool'), env: { RUN_TASKS: 'true' } })
  t.teardown(async () => {
    service.child.kill('SIGKILL')
    await Promise.all([service.exited, commands.stop()])
    await db.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const lines = Array.from({ length: 40 }, (_, index) => pageview(`v${index % 3}`, new Date(Date.UTC(2025, 0, 1 + index)).toISOString()))
  await writeFile(join(folder, 'lines'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await commands.run('import', '--site', 'x.example', join(folder, 'lines'))
  const [chunks] = await db.write.query<{ all: number; covered: number }>(
    `select count(*)::integer as all, count(i.indexname)::integer as covered
     from timescaledb_information.chunks c left join pg_indexes i on i.indexname = c.chunk_name || '_pageviews' where c.hypertable_name = 'events'`,
  )
  t.ok(chunks!.all > 4)
  t.equal(chunks!.covered, chunks!.all, 'closed weeks are covered when the import is done')
  const states = () =>
    db.write.query<{ state: string; days: number }>('select state, count(*)::integer as days from breakdown_days group by 1')
  await until(async () => (await states()).every(({ state }) => state !== 'dirty'))
  t.strictSame(await states(), [{ state: 'skipped', days: 40 }])
})
