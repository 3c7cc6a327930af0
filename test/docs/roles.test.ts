// docs/roles.sql as docs/operate.md tells it: an owner without further rights migrates, the writer does all of the
// service's work without owning anything, the reader answers statistics and sees no secrets.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import t from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { projectPath } from '../../src/paths.ts'
import { analyzeChunks, coverChunks } from '../../src/upkeep/chunks.ts'
import { endLongSql, grantSql, revokeSql, revokeTrack } from '../../src/upkeep/sql-roles.ts'
import { grantTrack } from '../../src/upkeep/sql-track-roles.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { exceptOn, leaveOut } from '../support/divided.ts'

leaveOut('roles')

const server = await createDatabase()
const admin = new pg.Client({ connectionString: server.url })
await admin.connect()

// Roles belong to the whole server: names of this run only, all with one password.
const run = randomBytes(4).toString('hex')
const database = `tidemark_test_${Math.floor(Date.now() / 1000)}_roles_${run}`
const password = randomBytes(12).toString('hex')
const [owner, service, report] = [`tidemark_owner_${run}`, `tidemark_service_${run}`, `tidemark_report_${run}`]
const as = (role: string): string =>
  Object.assign(new URL(server.url), { username: role, password, pathname: `/${database}` }).href

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const groups = `do $$ begin create role tidemark_writer nologin; exception when duplicate_object or unique_violation then null; end $$;
  do $$ begin create role tidemark_reader nologin; exception when duplicate_object or unique_violation then null; end $$;`
await admin.query(groups)
await admin.query(`create role ${owner} login password '${password}'`)
await admin.query(`create database ${database} owner ${owner} template template0`)
const { rows: offered } = await admin.query(
  `select from pg_available_extensions where name = 'timescaledb' and current_setting('timescaledb.disable_load', true) is not null`,
)
if (offered.length > 0) {
  const extension = await connect(Object.assign(new URL(server.url), { pathname: `/${database}` }).href)
  await extension.query('create extension timescaledb')
  await extension.end()
}
await migrate(as(owner))
const client = await connect(as(owner))
const script = await readFile(projectPath('docs', 'roles.sql'), 'utf8')
await client.query(script)
const isCommunity = (await client.query("select to_regclass('event_hours_live') is not null as yes")).rows[0].yes
await admin.query(`create role ${service} login password '${password}' in role tidemark_writer`)
await admin.query(`create role ${report} login password '${password}' in role tidemark_reader`)
const [writer, reader] = [await connect(as(service)), await connect(as(report))]

t.teardown(async () => {
  await Promise.all([client.end(), writer.end(), reader.end()])
  await admin.query(`drop database if exists ${database} with (force)`)
  for (const role of [service, report, owner]) await admin.query(`drop role if exists ${role}`)
  await admin.end()
  await server.drop()
})

/** Runs a statement in a transaction that is undone; returns the SQLSTATE of its failure. */
async function attempt(who: pg.Client, statement: string): Promise<string | undefined> {
  await who.query('begin')
  try {
    await who.query(statement)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  } finally {
    await who.query('rollback')
  }
}

const denied = '42501'
const insertEvent = `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
  first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname)
  values (1, '2026-03-02T09:00:00Z', 1, 1, '2026-03-02', true, true, true, true, false, 'pageview', 'example.com', '/')`

const cases: readonly [role: 'writer' | 'reader', statement: string, refused: boolean][] = [
  ['writer', insertEvent, false],
  ['writer', 'insert into salts (day, salt) values (current_date - 9, decode(repeat($$ab$$, 16), $$hex$$))', false],
  ['writer', 'select pg_advisory_xact_lock(1)', false],
  ['writer', 'delete from visitors', false],
  ['writer', 'select count(*) from visits', false],
  ['writer', "select graphile_worker.add_job('end_sessions')", false],
  ['writer', 'delete from audit_log', false],
  ['writer', 'update audit_log set kind = kind', true],
  ['writer', 'drop table events', true],
  ['writer', 'alter table events add column secret text', true],
  ['writer', 'create table extra (id int)', true],
  ['writer', 'delete from schema_migrations', true],
  ['writer', 'delete from graphile_worker.migrations', true],
  ['writer', `create role tidemark_extra_${run}`, true],
  ['writer', 'select from track_queue order by txid, seq for update skip locked', false],
  ['writer', 'delete from track_queue', false],
  ['writer', `select setval('track_queue_room', 1000000), pg_sequence_last_value('track_queue_dropped')`, false],
  ['writer', 'select key from track_keys', true],
  ['writer', `insert into track_keys (role) values ('me')`, true],
  ['reader', 'select name from track_queue', true],
  ['reader', 'select key from track_keys', true],
  ['reader', 'select count(*) from events', false],
  ['reader', 'select count(*) from visits', false],
  ['reader', 'select count(*) from event_hours', false],
  ['reader', 'select count(*) from session_hours', false],
  ['reader', 'select count(*) from daily_breakdowns', false],
  ['reader', 'select domain from sites', false],
  ['reader', 'select count(*) from place_names', false],
  ['reader', 'select source from imports', false],
  ['reader', insertEvent, true],
  ['reader', 'select key_hash from api_keys', true],
  ['reader', 'select token_hash from plugin_tokens', true],
  ['reader', 'select email from users', true],
  ['reader', 'select salt from salts', true],
  ['reader', 'select slug from shared_links', true],
  ['reader', 'select count(*) from audit_log', true],
  ['reader', 'select count(*) from graphile_worker.jobs', true],
]

for (const [role, statement, refused] of cases) {
  t.test(`${role}: ${statement.slice(0, 50)} ${refused ? 'is refused' : 'works'}`, async (t) => {
    t.equal(await attempt(role === 'writer' ? writer : reader, statement), refused ? denied : undefined)
  })
}

t.test('a second run changes nothing', async (t) => {
  await client.query(script)
  t.equal(await attempt(writer, insertEvent), undefined)
})

t.test('the service as writer, statistics as reader: traffic, management, statistics, every task', async (t) => {
  const app = await startApp({ databaseUrl: as(service), tasks: !isCommunity, env: { READ_DATABASE_URL: as(report) } })
  t.teardown(() => app.stop())
  // Continuous aggregates are refreshed by their owner only, so there the tasks are the owner's (docs/operate.md).
  const work = isCommunity ? await startApp({ databaseUrl: as(owner), tasks: true }) : app
  if (work !== app) t.teardown(() => work.stop())
  const made = await app.provision({ domain: 'roles.test', plan: 'business' })
  await app.provision({ domain: 'old.test', email: 'old@roles.test' })
  const post = (body: object) =>
    fetch(`${app.url}/api/event`, {
      method: 'POST',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({ u: 'https://roles.test/shop', d: 'roles.test', ...body }),
    })
  t.equal((await post({ n: 'pageview' })).status, 202)
  t.equal((await post({ n: 'Signup', p: { plan: 'pro' } })).status, 202)
  t.equal((await post({ n: 'engagement', e: 4000, sd: 60 })).status, 202)

  const ask = async (path: string, body?: object) => {
    const response = await fetch(app.url + path, {
      headers: { authorization: `Bearer ${made.api_key}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: await response.json() }
  }
  const site = 'site_id=roles.test&period=day'
  t.match(await ask(`/api/v1/stats/aggregate?${site}&metrics=visitors,pageviews,events`), {
    status: 200,
    body: { results: { visitors: { value: 1 }, pageviews: { value: 1 }, events: { value: 2 } } },
  })
  for (const path of [
    `/api/v1/stats/timeseries?${site}&metrics=visitors,visits,pageviews,bounce_rate,visit_duration`,
    `/api/v1/stats/breakdown?${site}&property=event:page&metrics=visitors,pageviews`,
    `/api/v1/stats/breakdown?${site}&property=visit:browser&metrics=visitors`,
    `/api/v1/stats/breakdown?${site}&property=event:props:plan&metrics=visitors`,
    `/api/v1/stats/aggregate?${site}&metrics=visitors&compare=previous_period&with_imported=true`,
    '/api/v1/stats/aggregate?site_id=roles.test&period=12mo&metrics=visitors,visits',
    '/api/v1/stats/realtime/visitors?site_id=roles.test',
  ])
    t.match(await ask(path), { status: 200 }, path)
  t.match(
    await ask('/api/v2/query', {
      site_id: 'roles.test',
      metrics: ['visitors'],
      date_range: 'all',
      dimensions: ['visit:country'],
    }),
    { status: 200 },
  )

  // Work for each task that changes something.
  const { db } = app.app
  await db.write.query(
    `update visitors set last_seen_at = last_seen_at - interval '5 hours', last_event_at = last_event_at - interval '5 hours'`,
  )
  await db.write.query(`insert into timezone_changes (site_id, timezone, started_at)
    select id, 'Asia/Tokyo', now() - interval '1 minute' from sites where domain = 'roles.test'`)
  for (const [days, domain] of [
    [100, 'roles.test'],
    [5, 'roles.test'],
    [1, 'old.test'],
  ] as const)
    await db.write.query(
      insertEvent
        .replace("values (1, '2026-03-02T09:00:00Z'", "select id, now() - $2 * interval '1 day'")
        .replace("'/')", "'/' from sites where domain = $1"),
      [domain, days],
    )
  await db.write.query(`update sites set retention_months = 1 where domain = 'roles.test'`)
  await db.write.query(`with gone as (delete from sites where domain = 'old.test' returning id)
    insert into deleted_sites (site_id, deleted_at) select id, now() - interval '1 hour' from gone
    on conflict (site_id) do update set deleted_at = excluded.deleted_at`)
  const tasks = [...(await readFile(projectPath('workers', 'tasks.ts'), 'utf8')).matchAll(/^ {4}(\w+): task\(/gm)].map(
    ([, name]) => name ?? '',
  )
  t.ok(tasks.length >= 9)
  const outcomes = async () => {
    const text = await (await fetch(`${work.url}/metrics`)).text()
    return [...text.matchAll(/^tidemark_tasks_total\{task="(\w+)",outcome="(\w+)"\} \d+$/gm)].map(
      ([, task, outcome]) => `${task} ${outcome}`,
    )
  }
  // Retention waits for a change of zone to be over.
  const isZones = (name: string) => name === 'change_timezones'
  for (const wave of [tasks.filter(isZones), tasks.filter((name) => !isZones(name))]) {
    for (const name of wave) await db.write.query('select graphile_worker.add_job($1)', [name])
    await until(async () => {
      const seen = (await outcomes()).map((line) => line.split(' ')[0])
      return (
        wave.every((name) => seen.includes(name)) && (await db.write.query('select from timezone_changes')).length === 0
      )
    })
  }
  t.strictSame(
    (await outcomes()).filter((line) => line.endsWith('failed')),
    [],
  )
  // A task may have been seen from its schedule, before what it was added for.
  let left: unknown
  await until(async () => {
    const [rows] = await db.write.query<{ changes: number; deleted: number }>(
      `select (select count(*)::int from events) as events, (select count(*)::int from sessions) as sessions,
              (select count(*)::int from timezone_changes) as changes, (select count(*)::int from deleted_sites) as deleted`,
    )
    left = rows
    return rows!.changes + rows!.deleted === 0
  })
  t.strictSame(left, { events: 3, sessions: 1, changes: 0, deleted: 0 })
})

t.test(
  'an owner that may create in the schema of chunks has slim indexes, and closed chunks covered; another keeps all',
  { skip: exceptOn('chunks') },
  async (t) => {
    const indexes = async (db: pg.Client) =>
      (await db.query("select indexname as name from pg_indexes where tablename = 'events' order by 1")).rows.map(
        (row) => row.name,
      )
    t.strictSame(await indexes(client), [
      'events_custom',
      'events_custom_page',
      'events_pageviews',
      'events_site_recorded',
    ])
    const other = `${database}_may_create`
    await admin.query(`create database ${other} owner ${owner} template template0`)
    t.teardown(() => admin.query(`drop database if exists ${other} with (force)`))
    const superuser = await connect(Object.assign(new URL(server.url), { pathname: `/${other}` }).href)
    await superuser.query(`create extension timescaledb; grant create on schema _timescaledb_internal to ${owner}`)
    await superuser.end()
    const url = Object.assign(new URL(as(owner)), { pathname: `/${other}` }).href
    await migrate(url)
    const db = createPools({ databaseUrl: url })
    t.teardown(() => db.stop())
    const asOwner = await connect(url)
    t.teardown(() => asOwner.end())
    t.strictSame(await indexes(asOwner), ['events_name', 'events_page', 'events_site_recorded'])
    // A chunk that the columnstore takes first has no indexes to get.
    if (isCommunity) {
      await asOwner.query(
        'select alter_job(job_id, scheduled => false) from timescaledb_information.jobs where hypertable_name is not null',
      )
      const runs = "select from pg_stat_activity where datname = current_database() and application_name ~ 'Policy'"
      await until(async () => (await asOwner.query(runs)).rowCount === 0)
    }
    await asOwner.query(insertEvent)
    await asOwner.query(script)
    const asWriter = createPools({ databaseUrl: Object.assign(new URL(as(service)), { pathname: `/${other}` }).href })
    t.teardown(() => asWriter.stop())
    await asOwner.query('revoke execute on function cover_chunk from tidemark_writer')
    t.equal(
      await coverChunks(asWriter, new Date('2026-04-01T00:00:00Z')),
      0,
      'an upgrade that forgot roles.sql: nothing is broken',
    )
    await asOwner.query(script)
    const now = new Date('2026-04-01T00:00:00Z')
    let covered = 0
    // One that somebody uses, as autovacuum does, is left to the next run.
    await until(async () => {
      covered = await coverChunks(asWriter, now)
      return covered > 0
    })
    t.equal(covered, 1, 'the writer may have it done')
    t.equal(await coverChunks(db, now), 0)
    const { rows } = await asOwner.query(
      "select from pg_indexes where indexname ~ '_chunk_(pageviews|custom|custom_page)$'",
    )
    t.equal(rows.length, 3)
    await asOwner.query(
      insertEvent
        .replace("values (1, '2026-03-02T09:00:00Z'", 'select 1, now()')
        .replace("'/')", "'/' from generate_series(1, 51)"),
    )
    await until(async () => (await analyzeChunks(asWriter)) > 0)
    t.pass('the writer may have chunks analyzed')
  },
)

t.test('an owner without the right to make roles lets one that is there send events', async (t) => {
  const db = createPools({ databaseUrl: as(owner) })
  t.teardown(() => db.stop())
  const [site] = await db.write.query<{ id: number; domain: string }>(
    `with team as (insert into teams (name) values ('t') returning id)
     insert into sites (team_id, domain) select id, 'track.test' from team returning id, domain`,
  )
  await t.rejects(grantTrack(db, { role: `made_${run}`, sites: [site!] }), { code: denied })
  await grantTrack(db, { role: report, sites: [site!] })
  t.equal(await attempt(reader, `select tidemark.track('Signup', '/')`), undefined)
  t.ok(await revokeTrack(db, report))
  t.equal(await attempt(reader, `select tidemark.track('Signup', '/')`), denied)
  t.equal(await attempt(reader, 'select domain from tidemark.sites'), undefined, 'it reads as before')
})

t.test('an owner that may make roles, and is no superuser, grants, ends and revokes SQL', async (t) => {
  const db = createPools({ databaseUrl: as(owner) })
  t.teardown(() => db.stop())
  const made = `tidemark_sql_${run}`
  const grant = () => grantSql(db, { role: made, sites: null })
  await t.rejects(grant(), { code: denied }, 'without the right')
  t.strictSame((await client.query('select from sql_roles where role = $1', [made])).rows, [], 'nothing is half made')
  await admin.query(`alter role ${owner} createrole`)
  const { password: own } = await grant()
  t.equal((await grant()).password, null)
  const asker = await connect(Object.assign(new URL(as(made)), { password: own }).href)
  const { rows: sites } = await asker.query('select domain from sites order by 1')
  const { rows: all } = await client.query('select domain from public.sites order by 1')
  t.strictSame(sites, all, 'all sites')
  t.equal(await attempt(asker, 'select from public.users'), denied)
  await asker.query('set statement_timeout = 0')
  const stopped = t.rejects(asker.query('select pg_sleep(600)'), { code: '57P01' })
  let ended = 0
  await until(async () => {
    ended = await endLongSql(db, 0)
    return ended > 0
  })
  t.equal(ended, 1)
  await stopped
  const other = await connect(Object.assign(new URL(as(made)), { password: own }).href)
  const closed = new Promise((resolve) => other.once('end', resolve))
  t.equal(await revokeSql(db, made), true)
  await closed
  t.strictSame((await admin.query('select from pg_roles where rolname = $1', [made])).rows, [])
})
