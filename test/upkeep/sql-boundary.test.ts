// A role of `sql grant --site` tells nothing of other sites (docs/sql.md, "What is a boundary"): each way that PostgreSQL
// has to hint at a value is asked before and after another site gets rows, and must answer the same.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { closePublic } from '../../src/upkeep/sql-public.ts'
import { endLongSql, grantSql, revokeSql } from '../../src/upkeep/sql-roles.ts'
import { leaveOut } from '../support/divided.ts'
import { startStatsService } from '../support/stats-service.ts'

leaveOut('roles')
t.setTimeout(240_000)

const service = await startStatsService({ seed: 11 })
const { domain, app, siteId } = service
const { db } = app
const other = await service.provision({ domain: 'secret.test' })
const otherId = app.directory.find(other.domain)!.id
const run = randomBytes(4).toString('hex')
const granted: string[] = []
const clients: pg.Client[] = []
t.teardown(async () => {
  for (const client of clients) await client.end()
  for (const role of granted) await revokeSql(db, role)
  await service.stop()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

/** A role that reads these sites, or all, and its address. */
async function grant(name: string, sites: { id: number; domain: string }[] | null) {
  const role = `${name}_${run}`
  const { password, stays_open } = await grantSql(db, { role, sites })
  granted.push(role)
  const url = new URL(service.databaseUrl)
  url.username = role
  url.password = password!
  return { role, url: url.href, stays_open }
}

const own = { id: siteId, domain }
const mine = await grant('mine', [own])
const client = await connect(mine.url)
const views = ['sites', 'pageviews', 'custom_events', 'visits', 'days', 'goals', 'conversions']
const ranged = ['pageviews', 'custom_events', 'visits', 'conversions']

/** Traffic of the other site, with values that no row of the role's site has. */
async function insertSecrets(count: number) {
  await db.write.query(
    `insert into events
     select (jsonb_populate_record(null::events, to_jsonb(e) || jsonb_build_object('site_id', $2::bigint, 'pathname', '/secret-' || n))).*
     from events e cross join generate_series(1, $3::integer) n
     where e.site_id = $1 and e.recorded_at > '2021-04-20'`,
    [siteId, otherId, count],
  )
  await db.write.query(
    `insert into sessions
     select (jsonb_populate_record(null::sessions, to_jsonb(v) || jsonb_build_object('site_id', $2::bigint, 'source', 'Secret', 'utm_campaign', 'secret'))).*
     from sessions v cross join generate_series(1, $3::integer) n
     where v.site_id = $1 and v.ended_at > '2021-04-20'`,
    [siteId, otherId, count],
  )
  await db.write.query(`insert into goals (site_id, path, display_name) values ($1, '/secret**', $2)`, [
    otherId,
    `Secret ${count}`,
  ])
  for (const table of ['events', 'sessions', 'goals', 'sites']) await db.write.query(`analyze ${table}`)
}

const texts: Readonly<Record<string, string>> = {
  sites: 'domain',
  pageviews: 'path',
  custom_events: 'path',
  visits: 'source',
  days: 'domain',
  goals: 'goal',
  conversions: 'goal',
}
/** Conditions on a text, in what a search for a value would use: leakproof operators, functions, patterns, sets. */
const conditions = [
  (column: string) => `${column} = '/secret-1'`,
  (column: string) => `${column} >= '/secret-1' and ${column} < '/secret-2'`,
  (column: string) => `${column} like '/secr%'`,
  (column: string) => `${column} = any (array['Secret', '/secret-1', 'secret.test', 'Secret 3'])`,
  (column: string) => `starts_with(${column}, '/sec')`,
  () => `domain = 'secret.test'`,
  () => `domain >= 'secret'`,
  () => 'true',
]

/** Questions whose answers must not depend on rows of other sites. */
function questions(): string[] {
  const statements = views.flatMap((view) =>
    conditions.map((condition) => `select * from tidemark.${view} where ${condition(texts[view]!)}`),
  )
  const shaped = [
    `select path, count(*) from tidemark.pageviews where path > '/secret' group by path order by path limit 3`,
    `select max(path), min(path) from tidemark.pageviews`,
    `select * from tidemark.pageviews p join tidemark.visits v on v.visit = p.visit where v.source = 'Secret'`,
    `select * from tidemark.visits v where exists (select from tidemark.pageviews p where p.visit = v.visit and p.path = '/secret-1')`,
    `with all_of as materialized (select * from tidemark.pageviews) select * from all_of where path = '/secret-1'`,
    `select distinct visitor from tidemark.pageviews where at > '2021-04-25' order by visitor limit 1`,
    ...ranged.map((view) => `select * from tidemark.${view}('2021-04-20', '2021-04-30') where domain >= 'secret'`),
  ]
  const all = [...statements, ...shaped]
  return [
    ...all.map((text) => `explain (verbose) ${text}`),
    ...all.map((text) => `explain (analyze, timing off, summary off, buffers off) ${text}`),
    ...all.map((text) => `select count(*) from (${text}) counted`),
  ]
}

const answers = async (asking: pg.Client) => {
  const found: Record<string, unknown> = {}
  for (const text of questions()) found[text] = (await asking.query({ text, rowMode: 'array' })).rows
  return found
}

t.test('EXPLAIN, its estimates and the rows are the same whatever other sites have', async (t) => {
  const before = await answers(client)
  await insertSecrets(3)
  t.strictSame(await answers(client), before)
  t.notMatch(JSON.stringify(before), /Rows Removed by Join Filter|sessions_|events_|_hyper_/, 'no table in a plan')
})

t.test('a prepared statement and a cursor tell no more', async (t) => {
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query('prepare search(text) as select * from tidemark.pageviews where path = $1')
  const plan = async (value: string) =>
    (await client.query(`explain (analyze, timing off, summary off, buffers off) execute search('${value}')`)).rows
  t.strictSame(await plan('/secret-1'), await plan('/never-there'))
  await client.query('begin')
  await client.query(`declare found cursor for select * from tidemark.pageviews where path = '/secret-1'`)
  t.strictSame((await client.query('fetch 5 from found')).rows, [])
  await client.query('rollback')
  await client.query('reset plan_cache_mode')
})

t.test('conditions that fail name values of its own site alone', async (t) => {
  for (const [view, column] of [
    ['pageviews', 'path'],
    ['visits', 'source'],
    ['sites', 'domain'],
    ['goals', 'goal'],
  ]) {
    const text = `select * from tidemark.${view} where ${column} ~* 'secret' and ${column}::integer > 0`
    t.strictSame((await client.query(text)).rows, [], `${view}: no row of another site reaches the cast`)
  }
})

t.test('statistics, tables and functions of the service are closed', async (t) => {
  const own = `(select nspname from pg_namespace n join pg_class c on c.relnamespace = n.oid where c.oid = to_regclass('public.sites'))`
  for (const view of ['pg_stats', 'pg_stats_ext', 'pg_stats_ext_exprs'])
    t.strictSame((await client.query(`select * from ${view} where schemaname = ${own}`)).rows, [], view)
  const refused = [
    'select * from pg_statistic',
    'select * from public.sites',
    'select * from public.events',
    ...views.map((view) => `select * from public.sql_all_${view}`),
    'select * from public.sql_sites',
    `select * from public.sql_own_pageviews('tidemark_reader', null, null)`,
    `select * from public.sql_own_sites((select rolname from pg_roles where oid = 10))`,
    `select public.sql_site_ids((select rolname from pg_roles where oid = 10))`,
  ]
  for (const text of refused) await t.rejects(client.query(text), text)
  const second = await grant('second', [{ id: otherId, domain: other.domain }])
  await t.rejects(client.query(`select * from public.sql_own_sites('${second.role}')`), { code: '42501' })
})

/** The rows of a view as one text, in an order of their own. */
const rowsOf = async (asking: pg.Client, from: string, where = 'true') =>
  (await asking.query(`select string_agg(r::text, E'\\n' order by r::text) as rows from ${from} r where ${where}`))
    .rows[0]

t.test('the rows are those of the tables, with and without a stretch of time', async (t) => {
  const owner = await connect(service.databaseUrl)
  for (const view of views) {
    const whole = await rowsOf(client, `tidemark.${view}`)
    t.ok(whole.rows.length > 20, view)
    t.strictSame(whole, await rowsOf(owner, `tidemark.${view}`, `domain = '${domain}'`), view)
  }
  for (const view of ranged) {
    const time = view === 'visits' ? 'ended_at' : 'at'
    const between = `${time} >= '2021-04-01' and ${time} < '2021-04-15'`
    const [bounded, both] = [`tidemark.${view}('2021-04-01', '2021-04-15')`, `domain = '${domain}' and ${between}`]
    t.strictSame(await rowsOf(client, bounded), await rowsOf(owner, `tidemark.${view}`, both), view)
    t.strictSame(
      await rowsOf(owner, bounded, `domain = '${domain}'`),
      await rowsOf(client, bounded),
      `${view}: the owner`,
    )
    t.strictSame(
      await rowsOf(client, `tidemark.${view}('2021-04-15')`),
      await rowsOf(client, `tidemark.${view}`, `${time} >= '2021-04-15'`),
      `${view}: without an end`,
    )
  }
})

t.test('a plan that was made for another role gives each its own sites', async (t) => {
  const wide = await grant('wide', null)
  await db.write.query(`grant ${mine.role} to ${wide.role}`)
  const switching = await connect(wide.url)
  await switching.query('prepare which as select distinct domain from tidemark.pageviews order by 1')
  await switching.query('set plan_cache_mode = force_generic_plan')
  const which = async () => (await switching.query('execute which')).rows.map((row) => row.domain)
  t.strictSame(await which(), [domain, other.domain])
  await switching.query(`set role ${mine.role}`)
  t.strictSame(await which(), [domain], 'planned for all sites')
  await switching.query('deallocate which')
  await switching.query('prepare which as select distinct domain from tidemark.pageviews order by 1')
  t.strictSame(await which(), [domain])
  await switching.query('reset role')
  t.strictSame(await which(), [domain, other.domain], 'planned for one site')
  const ended = new Promise((resolve) => switching.once('end', resolve))
  await grantSql(db, { role: wide.role, sites: [own] })
  await ended
})

const isSuper = (
  await db.write.query<{ yes: boolean }>('select rolsuper as yes from pg_roles where rolname = current_user')
)[0]!.yes

t.test('no temporary tables, large objects or unbounded files where the database is the service’s own', async (t) => {
  await client.query('begin read write')
  await t.rejects(client.query('create temporary table mine (a integer)'), { code: '42501' })
  await client.query('rollback')
  if (isSuper) {
    for (const make of [`lo_from_bytea(0, 'x')`, 'lo_create(0)', 'lo_creat(-1)']) {
      await client.query('begin read write')
      await t.rejects(client.query(`select ${make}`), { code: '42501' }, make)
      await client.query('rollback')
    }
    t.strictSame((await client.query('show temp_file_limit')).rows, [{ temp_file_limit: '1GB' }])
    await t.rejects(client.query(`set temp_file_limit = '20GB'`), { code: '42501' })
  }
  t.match(
    mine.stays_open.filter((line) => !line.startsWith('Connect to ')),
    isSuper ? [] : [/temp_file_limit/, /large objects/],
  )
})

t.test('in another database its limits hold, and its sessions are watched', async (t) => {
  const url = new URL(mine.url)
  url.pathname = '/postgres'
  const elsewhere = await connect(url.href)
  const show = async (name: string) => (await elsewhere.query(`show ${name}`)).rows[0][name]
  t.strictSame([await show('statement_timeout'), await show('default_transaction_read_only')], ['1min', 'on'])
  t.ok(
    mine.stays_open.some((line) => /^Connect to the databases .*postgres.*: PUBLIC may$/.test(line)),
    'it is said',
  )
  const ended = new Promise((resolve) => elsewhere.once('end', resolve))
  await elsewhere.query('begin')
  t.equal(await endLongSql(db), 0)
  t.equal(await endLongSql(db, 0), 1)
  await ended
})

t.test('in a database with tables of others nothing is taken from PUBLIC', async (t) => {
  await db.write.query('create schema others')
  await db.write.query('create table others.things (a integer)')
  await db.write.query('grant temporary on database ' + new URL(service.databaseUrl).pathname.slice(1) + ' to public')
  const { taken, open } = await db.transaction(closePublic)
  t.strictSame(taken, [])
  t.match(open, [/^Make temporary tables .*tables of others/])
  await db.write.query('drop schema others cascade')
})

t.test('the last revoke gives PUBLIC back what the first grant took', async (t) => {
  const may = async () =>
    (
      await db.write.query<{ may: boolean[] }>(
        `select array[has_database_privilege('public', current_database(), 'temporary'),
                      has_function_privilege('public', 'pg_catalog.lo_creat(integer)', 'execute')] as may`,
      )
    )[0]!.may
  await grant('third', [own])
  t.strictSame(await may(), [false, !isSuper])
  const last = granted.pop()!
  for (const role of granted.splice(0)) await revokeSql(db, role)
  t.strictSame(await may(), [false, !isSuper], 'a role is left')
  await revokeSql(db, last)
  t.strictSame(await may(), [true, true])
})
