// The upgrade path: a database of the first version, with data, through everything that came later; killed with -9 at
// each step on the way; two at once. test/db/first-version holds that version's engine files; its migrations are those
// of sql/, which never change.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { isMigrated, migrate, migrationNames } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { projectPath } from '../../src/paths.ts'
import { verifyRollups } from '../../src/upkeep/rollups.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { leaveOut } from '../support/divided.ts'
import { inherited } from '../support/process.ts'

leaveOut('upgrades')

const first = ['0001_registry', '0002_traffic']
const fixture = (name: string) => readFile(projectPath('test', 'db', 'first-version', name), 'utf8')
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

t.setTimeout(460_000)

const server = await createDatabase()
t.teardown(server.drop)

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = await connect(url)
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** An empty database beside the migrated one, with the extension. */
async function createEmpty(name: string): Promise<string> {
  const database = `${new URL(server.url).pathname.slice(1)}_${name}`
  await run(server.url, `create database ${database} template template0`)
  t.teardown(() => run(server.url, `drop database if exists ${database} with (force)`))
  const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  await run(url, 'create extension timescaledb')
  // The Community edition's own jobs would come in between at random.
  await run(url, 'select _timescaledb_functions.stop_background_workers()')
  return url
}

const isCommunity =
  (await run(server.url, "select to_regclass('event_hours_live') is not null as yes"))[0]?.['yes'] === true
const edition = isCommunity ? 'community' : 'apache'

/** A database as the first version made and filled it. */
async function createFirstVersion(name: string): Promise<string> {
  const url = await createEmpty(name)
  const migrations = await Promise.all(
    first.map((file) => readFile(projectPath('sql', 'migrations', `${file}.sql`), 'utf8')),
  )
  const engine = await fixture(`${edition}.sql`)
  await run(
    url,
    "set timezone = 'UTC'",
    ...migrations,
    'create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
    `insert into schema_migrations (name, run_on) select unnest(array['${first.join("', '")}']), now()`,
    `create table schema_engine (only_row boolean primary key default true constraint schema_engine_only_row_check check (only_row),
       edition text not null, digest text not null)`,
    ...engine.split(/^--;[ \t]*$/m),
    `insert into schema_engine (edition, digest) values ('${edition}', '${digestOf(engine)}')`,
    await fixture('data.sql'),
    ...(await fixture(`${edition}-data.sql`)).split(/^--;[ \t]*$/m),
  )
  return url
}

/**
 * Everything the fixture put in is there and counts: totals by hand, rollups equal to raw rows, the running visit goes
 * on.
 */
async function checkData(t: Test, url: string): Promise<void> {
  const app = await startApp({ databaseUrl: url })
  try {
    const { api_key } = await app.provision({ domain: 'second.test', email: 'owner@up.test' })
    const ask = async (path: string) =>
      (await (await fetch(app.url + path, { headers: { authorization: `Bearer ${api_key}` } })).json()) as {
        results: unknown
      }
    const period = 'site_id=up.test&period=custom&date=2026-01-20,2026-02-28'
    const metrics = 'metrics=visitors,visits,pageviews,bounce_rate,visit_duration'
    t.match(await ask(`/api/v1/stats/aggregate?${period}&${metrics}`), {
      results: {
        visitors: { value: 2000 },
        visits: { value: 2000 },
        pageviews: { value: 3600 },
        bounce_rate: { value: 20 },
        visit_duration: { value: 240 },
      },
    })
    t.match((await ask(`/api/v1/stats/timeseries?${period}&interval=month&metrics=visitors,pageviews`)).results, [
      { date: '2026-01-01', visitors: 600, pageviews: 1080 },
      { date: '2026-02-01', visitors: 1400, pageviews: 2520 },
    ])
    t.match((await ask(`/api/v1/stats/breakdown?${period}&property=event:page&metrics=visitors,pageviews`)).results, [
      { page: '/', visitors: 2000, pageviews: 2000 },
      { page: '/a', visitors: 1600, pageviews: 1600 },
    ])
    t.match((await ask(`/api/v1/stats/breakdown?${period}&property=visit:browser&metrics=visitors`)).results, [
      { browser: 'Firefox', visitors: 2000 },
    ])
    const today = 'site_id=up.test&period=day'
    t.match(await ask(`/api/v1/stats/aggregate?${today}&metrics=visits,pageviews`), {
      results: { visits: { value: 1 }, pageviews: { value: 1 } },
    })
    const answer = await fetch(`${app.url}/api/event`, {
      method: 'POST',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({ n: 'pageview', u: 'https://up.test/new', d: 'up.test' }),
    })
    t.equal(answer.status, 202)
    t.match(await ask(`/api/v1/stats/aggregate?${today}&metrics=visits,pageviews`), {
      results: { visits: { value: 2 }, pageviews: { value: 2 } },
    })
    const differences = []
    for await (const difference of verifyRollups(app.app.db, {})) differences.push(difference)
    t.strictSame(differences, [])
  } finally {
    await app.stop()
  }
}

t.test('a released migration is never edited', async (t) => {
  const digests = await Promise.all(
    first.map(async (name) => [
      name,
      digestOf(await readFile(projectPath('sql', 'migrations', `${name}.sql`), 'utf8')).slice(0, 12),
    ]),
  )
  t.strictSame(Object.fromEntries(digests), { '0001_registry': '954cae7ca6e1', '0002_traffic': '8b68c8e1c655' })
})

t.test('the first version, with data, through all that came later; by two processes at once', async (t) => {
  const url = await createFirstVersion('upgraded')
  const outcomes = await Promise.all([migrate(url), migrate(url)])
  const applied = outcomes.flatMap((outcome) => outcome.applied)
  const later = migrationNames().filter((name) => !first.includes(name))
  t.strictSame(applied.slice(0, later.length), later)
  t.match(applied[later.length], /^task queue \d+$/)
  await checkData(t, url)
  t.strictSame(await migrate(url), { applied: [] })
  // Chunks that were there before a migration follow the options it sets as new ones do (0010, 0017).
  const without = await run(
    url,
    `select c.chunk_name from timescaledb_information.chunks c
     join pg_class r on r.oid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
     where c.hypertable_name in ('events', 'engagements', 'sessions')
       and not coalesce(r.reloptions @> array['autovacuum_analyze_threshold=1000000'], false)`,
  )
  t.strictSame(without, [])
})

t.test('sums of days without rows, which only the hours knew, become days', async (t) => {
  const url = await createFirstVersion('retained')
  const keep = ['event_hours', 'session_hours'].map(
    (name) => `insert into ${name}_kept select * from ${name} where local_day < '2026-02-01'`,
  )
  await run(
    url,
    "update sites set dropped_before = '2026-02-01'",
    ...(isCommunity ? [...keep, "insert into kept_days values (1, '2026-02-01')"] : []),
    ...['events', 'engagements', 'sessions'].map((table) => `delete from ${table} where local_day < '2026-02-01'`),
  )
  await migrate(url)
  t.strictSame(
    await run(
      url,
      `select count(*)::int as days, bool_and(is_final and state = 'skipped') as final, sum(visitors)::int as visitors, sum(visits)::int as visits,
         sum(bounces)::int as bounces, sum(duration)::int as duration, sum(pageviews)::int as pageviews, sum(active_visitors)::int as active
       from daily_breakdowns join breakdown_days using (site_id, local_day) where local_day < '2026-02-01' and dimension = 'all'`,
    ),
    [
      {
        days: 12,
        final: true,
        visitors: 600,
        visits: 600,
        bounces: 120,
        duration: 144_000,
        pageviews: 1080,
        active: 600,
      },
    ],
  )
  t.strictSame(await run(url, "select to_regclass('event_hours_parts') as parts, to_regclass('kept_days') as kept"), [
    { parts: null, kept: null },
  ])
})

// Where a start is killed: the first DDL command after which this holds. `done` says how many migrations are recorded
// then.
const steps: readonly [name: string, holds: string, done: number][] = [
  ...migrationNames().flatMap((name, index): [string, string, number][] => {
    // Where a migration only changes rows there is no such command.
    const text = readFileSync(projectPath('sql', 'migrations', `${name}.sql`), 'utf8')
    if (!/^(create|alter|drop) /m.test(text)) return []
    // The table of migrations is itself the first thing made: that is before, not inside.
    return [
      [
        `inside ${name}`,
        `(select count(*) from public.schema_migrations) = ${index} and to_regclass('public.users') is not null`,
        index,
      ],
    ]
  }),
  [
    "inside the task queue's own migrations",
    "to_regclass('graphile_worker.known_crontabs') is not null and to_regclass('graphile_worker._private_jobs') is null",
    migrationNames().length,
  ],
  [
    'inside the engine file',
    isCommunity
      ? "to_regclass('event_hours_live') is not null and to_regclass('session_hours_live') is null"
      : "to_regclass('event_hours') is not null and to_regclass('session_hours') is null",
    migrationNames().length,
  ],
]
const pauseLock = 743_810_499

/** `tidemark migrate` as a process of its own. */
const start = (url: string) =>
  spawn(process.execPath, [projectPath('src', 'main.ts'), 'migrate'], {
    cwd: projectPath(),
    env: { ...inherited, DATABASE_URL: url, SECRET_KEY: 'test-secret-key' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const isUpgrade = ([name, , done]: (typeof steps)[number]) => done >= first.length && name.includes('_')

/**
 * Kills a start at each step, each start after the one before: it waits for what is left of that, does again what was
 * undone, and comes to the next step. The last is let be.
 */
async function killAtEach(t: Test, url: string, wanted: typeof steps): Promise<void> {
  const observer = await connect(url)
  t.teardown(() => observer.end())
  // An event trigger halts the migration at its step until the test lets go of a lock, of which each step has its own.
  await observer.query(`create schema halt;
    create table halt.step (at int, holds text);
    insert into halt.step values (0, 'false');
    create function halt.wait() returns event_trigger language plpgsql as $$
    declare
      step halt.step;
      reached boolean;
    begin
      if to_regclass('public.schema_migrations') is null then return; end if;
      select * into step from halt.step;
      execute 'select ' || step.holds into reached;
      if reached then
        perform pg_advisory_lock_shared(${pauseLock}, step.at);
        perform pg_advisory_unlock_shared(${pauseLock}, step.at);
      end if;
    end $$;
    create event trigger halt on ddl_command_end execute function halt.wait()`)
  const halted = async (at: number) =>
    Boolean(
      (
        await observer.query(
          `select from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock' and classid = ${pauseLock} and objid = $1
             and database = (select oid from pg_database where datname = current_database())`,
          [at],
        )
      ).rowCount,
    )
  const release = (at: number) => observer.query(`select pg_advisory_unlock(${pauseLock}, $1)`, [at])
  for (const [at, [name, holds, done]] of wanted.entries()) {
    await observer.query(`select pg_advisory_lock(${pauseLock}, $1)`, [at])
    await observer.query('update halt.step set at = $1, holds = $2', [at, holds])
    const killed = start(url)
    t.teardown(() => killed.kill('SIGKILL'))
    if (at > 0) await release(at - 1)
    await until(() => halted(at))
    const exit = once(killed, 'exit')
    killed.kill('SIGKILL')
    t.strictSame((await exit)[1], 'SIGKILL', name)
    t.equal((await run(url, 'select name from schema_migrations')).length, done, `${done} are recorded`)
  }
  const last = start(url)
  t.teardown(() => last.kill('SIGKILL'))
  await observer.query('drop event trigger halt')
  await release(wanted.length - 1)
  t.strictSame(await once(last, 'exit'), [0, null], 'the last start finishes')
  const pools = createPools({ databaseUrl: url })
  t.equal(await isMigrated(pools.write), true)
  await pools.stop()
  t.strictSame(await migrate(url), { applied: [] })
}

const manyStarts = { timeout: 400_000 }

t.test('an empty database, killed with -9 at each step', manyStarts, async (t) => {
  const url = await createEmpty('killed')
  await killAtEach(
    t,
    url,
    steps.filter((step) => !isUpgrade(step)),
  )
})

t.test('the first version, with data, killed with -9 inside each migration', manyStarts, async (t) => {
  const url = await createFirstVersion('killed_upgrade')
  await killAtEach(t, url, steps.filter(isUpgrade))
  await checkData(t, url)
})
