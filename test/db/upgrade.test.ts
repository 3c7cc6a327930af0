// The upgrade path: databases from before the baseline; an empty one that is killed with -9 at each step.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import t, { type Test } from 'tap'
import { findNewerMigration, isMigrated, migrate, migrationNames } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { projectPath } from '../../src/paths.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { leaveOut } from '../support/divided.ts'
import { inherited } from '../support/process.ts'

leaveOut('upgrades')

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

/** An empty database beside the migrated one, with the extension that it has. */
async function createEmpty(name: string): Promise<string> {
  const database = `${new URL(server.url).pathname.slice(1)}_${name}`
  await run(server.url, `create database ${database} template template0`)
  t.teardown(() => run(server.url, `drop database if exists ${database} with (force)`))
  const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  if (!hasTimescale) return url
  await run(url, 'create extension timescaledb')
  // The Community edition's own jobs would come in between at random.
  await run(url, 'select _timescaledb_functions.stop_background_workers()')
  return url
}

const hasTimescale = (await run(server.url, "select from pg_extension where extname = 'timescaledb'")).length > 0

const isCommunity =
  (await run(server.url, "select to_regclass('event_hours_live') is not null as yes"))[0]?.['yes'] === true

/** The migrations that the baseline stands for. */
const before = `0001_registry 0002_traffic 0004_breakdown_grains 0005_import_progress 0006_visitors_stripe
  0007_breakdown_totals 0008_space 0009_breakdown_engagement 0010_index_only 0011_slim_indexes 0012_slim_rows
  0013_long_visits 0014_continued_visits 0015_top_values 0016_cheap_statistics 0017_young_chunks 0018_accounts
  0020_dashboard 0021_place_names 0022_days_only 0023_second_factor 0024_funnels 0025_imports 0026_uploads
  0027_reports 0028_identities 0029_parts`.split(/\s+/)

/** A database that says to have run some of these, in place of the baseline. */
async function createEarlier(name: string, ran: readonly string[], isUpToDate: boolean): Promise<string> {
  const url = await createEmpty(name)
  await migrate(url)
  const later = isUpToDate ? migrationNames().slice(1) : []
  await run(
    url,
    'truncate schema_migrations restart identity',
    `insert into schema_migrations (name, run_on) select unnest(array['${[...ran, ...later].join("', '")}']), now()`,
  )
  return url
}

const namesOf = async (url: string) =>
  (await run(url, 'select name from schema_migrations order by id')).map((row) => row['name'])

t.test('a database that ran all migrations before the baseline is taken over as it is', async (t) => {
  const url = await createEarlier('earlier', before, true)
  await run(url, "insert into users (email) values ('owner@up.test')")
  const pools = createPools({ databaseUrl: url })
  t.equal(await findNewerMigration(pools.write), undefined, 'what the baseline stands for is not of a newer version')
  t.equal(await isMigrated(pools.write), false)
  t.strictSame(await Promise.all([migrate(url), migrate(url)]), [{ applied: [] }, { applied: [] }])
  t.equal(await isMigrated(pools.write), true)
  await pools.stop()
  t.strictSame(await namesOf(url), migrationNames())
  t.strictSame(await run(url, 'select email from users'), [{ email: 'owner@up.test' }])
})

t.test('one that ran only some is refused with the way out, and left alone', async (t) => {
  const ran = before.slice(0, 12)
  const url = await createEarlier('early', ran, false)
  await t.rejects(migrate(url), {
    message:
      'the database has the schema of an early version (0013_long_visits), which this version does not bring up to date: ' +
      'run tidemark migrate of version 0.1.0 first',
  })
  t.strictSame(await namesOf(url), ran)
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
  await killAtEach(t, await createEmpty('killed'), steps)
})

t.test('recipients and their messages keep their ids while their tables are made anew', async (t) => {
  const url = await createEmpty('recipients')
  await migrate(url)
  const textOf = (name: string) => readFileSync(projectPath('sql', 'migrations', `${name}.sql`), 'utf8')
  const [earlier = ''] =
    /create table recipients \([\s\S]*?create index messages_next_idx[^;]*;/.exec(textOf('0029_baseline')) ?? []
  await run(
    url,
    'drop table operator_notices, messages, recipients, notice_rules, report_times, channels',
    earlier,
    textOf('0039_kinds_of_notices'),
    "insert into teams (name) values ('a')",
    "insert into sites (domain, team_id, timezone) select 'a.test', id, 'Etc/UTC' from teams",
    `insert into recipients (site_id, kind, address, threshold, created_at)
     select s.id, kind, address, 5, now() from sites s,
       (values ('weekly', 'x@x.test'), ('weekly', 'a@x.test'), ('spike', 'a@x.test'), ('spike', 'https://h.test/x')) r (kind, address)`,
    "delete from recipients where address = 'x@x.test'",
    "insert into messages (recipient_id, occasion, due_at, next_at) select id, 'then', now(), now() from recipients",
  )
  const rows = () =>
    run(
      url,
      `select r.id::int, r.kind, r.address, r.threshold, m.id::int as message, m.occasion
       from recipients r join messages m on m.recipient_id = r.id order by r.id`,
    )
  const kept = await rows()
  t.equal(kept.length, 3)
  await run(url, 'begin', textOf('0046_channels'), textOf('0047_notice_rules'), 'commit')
  t.strictSame(await rows(), kept)
  const added =
    "insert into recipients (site_id, kind, address, created_at) select id, 'weekly', 'b@x.test', now() from sites returning id::int"
  t.strictSame(await run(url, added), [{ id: 5 }], 'the next id is a new one')
})
