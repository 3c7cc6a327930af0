// Imports that were killed: they go on where they were, also long after, and end in the rows of one that was left
// alone.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { housekeep } from '../../src/upkeep/housekeeping.ts'
import { createSite, type TestSite } from '../upkeep/support.ts'

const start = Date.parse('2025-02-20T00:00:00Z')

t.setTimeout(120_000)
const count = 12_000

/** Visits of several pages, gaps on both sides of 30 minutes, engagement among them, ids that live for weeks. */
const lines = Array.from({ length: count }, (_, index) => {
  const visitor = (index * 7) % 900
  return JSON.stringify({
    timestamp: new Date(start + index * 97_000).toISOString(),
    visitor: `v${Math.floor(visitor / 30)}`,
    url: `https://x.example/${index % 9}`,
    ...(index % 5 === 2
      ? { name: 'engagement', engagement_time: 1_000 }
      : { name: index % 11 === 3 ? 'signup' : 'pageview' }),
  })
})

const sums = `
select 'events' as kind, local_day, sum(events)::bigint as a, sum(pageviews)::bigint as b, sum(first_of_visitor_day)::bigint as c,
       sum(first_of_visitor_month)::bigint as d, sum(first_of_visit_day)::bigint as e, sum(seen_day_before)::bigint as f
from event_hours where site_id = $1 group by 2
union all
select 'sessions', local_day, sum(visits), sum(bounces), sum(duration), sum(first_of_visitor_day), sum(first_of_visitor_month), sum(seen_day_before)
from session_hours where site_id = $1 group by 2
union all
select 'engagements', local_day, count(*), count(distinct session_id), 0, 0, 0, 0 from engagements where site_id = $1 group by 2
order by 1, 2`

function startImport(x: TestSite, path: string): ChildProcess {
  const args = [projectPath('src', 'main.ts'), 'import', '--site', 'x.example', '--json', path]
  return spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: x.url, SECRET_KEY: 'test-secret-key' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Runs the command and kills it as soon as some batches are in; the database takes a while to notice. */
async function killMidway(x: TestSite, path: string): Promise<void> {
  const child = startImport(x, path)
  const exited = once(child, 'exit')
  for (;;) {
    const [row] = await x.db.write.query<{ added: number }>(
      `select coalesce(max(events_added), 0) as added from imports where site_id = 1 and state = 'running'`,
    )
    if (row!.added > 0 || child.exitCode !== null) break
    await delay(2)
  }
  child.kill('SIGKILL')
  const [, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error('the import was done before it could be killed')
  for (;;) {
    const [lock] = await x.db.write.query<{ held: boolean }>(
      `select count(*) > 0 as held from pg_locks
       where locktype = 'advisory' and classid::bigint = hashtext('tidemark.import')::bigint & 4294967295
         and database = (select oid from pg_database where datname = current_database())`,
    )
    if (!lock!.held) break
    await delay(2)
  }
}

async function finish(x: TestSite, path: string): Promise<Record<string, unknown>> {
  const child = startImport(x, path)
  let output = ''
  child.stdout?.on('data', (data) => {
    output += data
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`exit code ${code}`)
  return JSON.parse(output)
}

/** What the site had before: the same visitors some days later or earlier. */
const daily = (from: string) =>
  Array.from({ length: 300 }, (_, index) => ({
    timestamp: new Date(Date.parse(from) + index * 3_000_000).toISOString(),
    visitor: `v${index % 30}`,
    name: 'pageview',
    url: 'https://x.example/',
  }))

const cases: { name: string; abandoned?: boolean; before?: string; recomputed: object | null }[] = [
  { name: 'killed and resumed', recomputed: null },
  { name: 'given up after 48 hours, and resumed', abandoned: true, recomputed: null },
  { name: 'after an earlier import', before: '2025-02-03T00:00:00Z', recomputed: null },
  // The file ends on 5 March: behind it are the rest of that month of Havana, and nothing else.
  {
    name: 'before an earlier import',
    before: '2025-03-05T12:00:00Z',
    recomputed: { from: '2025-03-01T05:00:00.000Z', to: '2025-04-01T04:00:00.000Z' },
  },
  { name: 'amid an earlier import, given up', before: '2025-02-22T00:00:00Z', abandoned: true, recomputed: null },
]

for (const { name, abandoned = false, before, recomputed } of cases) {
  t.test(name, async (t) => {
    const x = await createSite('America/Havana', [{ domain: 'y.example', timezone: 'America/Havana' }])
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'))
    t.teardown(async () => {
      await rm(folder, { recursive: true })
      await x.drop()
    })
    const other = { id: 2, domain: 'y.example', timezone: 'America/Havana' }
    if (before) {
      await x.import(daily(before))
      await x.import(daily(before), { site: other })
    }
    const path = join(folder, 'history.ndjson')
    await writeFile(path, lines.join('\n'))
    await killMidway(x, path)
    const left = async () =>
      (await x.db.write.query<{ n: number }>('select count(*) as n from visitors where site_id = 1'))[0]!.n
    t.ok((await left()) > 0, 'visitors are remembered for the resume')
    await housekeep(x.db, new Date())
    t.ok((await left()) > 0, 'also through housekeeping')
    if (abandoned) {
      await housekeep(x.db, new Date(Date.now() + 49 * 3_600_000))
      t.equal(await left(), 0, 'but not for ever')
      t.match(await x.db.write.query('select state from imports where site_id = 1 order by id desc limit 1'), [
        { state: 'abandoned' },
      ])
    }
    const result = await finish(x, path)
    t.equal(result.already, false)
    t.ok((result.imported as number) > 0 && (result.imported as number) < count, `${result.imported} events were left`)
    t.strictSame(result.recomputed, recomputed, 'nothing is computed twice but what lies behind')
    if (!abandoned && !before)
      t.match(await finish(x, path), { imported: 0, already: true }, 'a third run adds nothing')
    const whole = await x.import(lines.join('\n'), { site: other })
    t.strictSame(whole.recomputed, recomputed, 'nor by an import that was left alone')
    t.strictSame(await x.db.write.query(sums, [1]), await x.db.write.query(sums, [2]), 'their rows are the same')
    t.equal(await left(), 0)
    t.strictSame(await x.verify(), [])
  })
}
