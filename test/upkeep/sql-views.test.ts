// SQL as an interface (docs/sql.md): the views answer as the API does, say what each column is, and a role of
// `tidemark sql grant` reads them of its sites and nothing else.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { endLongSql, grantSql, revokeSql } from '../../src/upkeep/sql-roles.ts'
import { until } from '../support/cut.ts'
import { leaveOut } from '../support/divided.ts'
import { startStatsService } from '../support/stats-service.ts'

leaveOut('roles')
t.setTimeout(240_000)

const service = await startStatsService({ seed: 7 })
const { domain, app, siteId } = service
const { db, registry } = app
const other = await service.provision({ domain: 'other.test' })
const otherId = app.directory.find('other.test')!.id
await db.write.query(
  `insert into events
   select (jsonb_populate_record(null::events, to_jsonb(e) || jsonb_build_object('site_id', $2::bigint))).*
   from events e where site_id = $1 and recorded_at > '2021-04-30'`,
  [siteId, otherId],
)
await db.write.query(
  `insert into page_requests (site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
   select site_id, '2021-05-01', '/', 'Chrome', '', import_id, lane, 10, 1
   from unnest($1::bigint[]) as site_id, unnest('{0,7}'::bigint[]) as import_id, unnest('{0,1}'::smallint[]) as lane`,
  [[siteId, otherId]],
)
const run = randomBytes(4).toString('hex')
const role = `Grafana "${run}"`
const site = { id: siteId, domain }
const granted: string[] = []
t.teardown(async () => {
  for (const one of granted) await revokeSql(db, one)
  await service.stop()
})

const urlOf = (name: string, password: string) => {
  const url = new URL(service.databaseUrl)
  url.username = encodeURIComponent(name)
  url.password = password
  return url.href
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  t.teardown(() => client.end())
  return client
}

const rows = <T>(text: string, values: readonly unknown[] = []) =>
  db.write.query<T & Record<string, unknown>>(text, values)
const ask = async (body: Record<string, unknown>) =>
  ((await service.query(body)).body as { results: { dimensions: string[]; metrics: number[] }[] }).results

t.test('every view and column has a comment', async (t) => {
  const found = await rows<{ name: string }>(
    `select c.relname || coalesce('.' || a.attname, '') as name
     from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'tidemark'::regnamespace
       and (col_description(c.oid, a.attnum) is null or obj_description(c.oid) is null)`,
  )
  t.strictSame(found, [])
  const views = await rows<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'tidemark'::regnamespace order by 1`,
  )
  t.strictSame(
    views.map(({ relname }) => relname),
    ['conversions', 'custom_events', 'days', 'goals', 'page_requests', 'pageviews', 'sites', 'visits'],
  )
})

t.test('docs/sql.md has the comments of the views', async (t) => {
  const page = await readFile(projectPath('docs', 'sql.md'), 'utf8')
  const comments = await rows<{ line: string }>(
    `select case when a.attnum is null then obj_description(c.oid) || '.'
                 else format('| %s%s%s | %s |', chr(96), a.attname, chr(96), col_description(c.oid, a.attnum)) end as line
     from pg_class c
     cross join lateral (select null::name as attname, null::smallint as attnum
       union all select attname, attnum from pg_attribute where attrelid = c.oid and attnum > 0) a
     where c.relnamespace = 'tidemark'::regnamespace`,
  )
  t.strictSame(
    comments.filter(({ line }) => !page.includes(`\n${line}\n`)),
    [],
  )
})

const range = ['2021-03-01', '2021-06-30']

/** `days` and the API, in one question. */
async function compareDays(t: Tap, what: string) {
  const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate']
  const api = await ask({ metrics, date_range: range, dimensions: ['time:day'] })
  const found = await rows<Record<string, number>>(
    `select day, visitors, visits, pageviews, events, bounces, ended_visits from tidemark.days where domain = $1 order by day`,
    [domain],
  )
  t.ok(found.length > 20)
  t.strictSame(
    found.map((row) => [
      row['day'],
      row['visitors'],
      row['visits'],
      row['pageviews'],
      row['events'],
      row['ended_visits'] === 0 ? 0 : Math.round((100 * row['bounces']!) / row['ended_visits']!),
    ]),
    api.map(({ dimensions, metrics }) => [...dimensions, ...metrics.slice(0, 4), Math.round(metrics[4] ?? 0)]),
    what,
  )
}
type Tap = Pick<typeof t, 'ok' | 'strictSame'>

t.test('days equal the API, from raw rows, from sums and from both', async (t) => {
  await compareDays(t, 'raw')
  await db.write.query(
    `insert into breakdown_days (site_id, local_day, state) select distinct site_id, local_day, 'dirty' from events where site_id = $1`,
    [siteId],
  )
  await fillBreakdowns(db, new Date('2021-07-01T12:00:00Z'), { visitsMin: 12 })
  const [sums] = await rows<{ count: number }>(`select count(*) from breakdown_days where state <> 'dirty'`)
  t.ok(sums!.count > 10, 'sums are kept')
  await compareDays(t, 'sums')
  await db.write.query(`update breakdown_days set state = 'dirty' where local_day in ('2021-03-20', '2021-04-02')`)
  await compareDays(t, 'both')
})

t.test('page requests, as kits and as logs know them', async (t) => {
  t.strictSame(await rows('select * from tidemark.page_requests where domain = $1 order by known_by', [domain]), [
    ...['kit', 'log'].map((known_by) => ({
      ...{ domain, day: '2021-05-01', known_by, path: '/', browser: 'Chrome', country: null },
      ...{ requests: 20, counted_ahead: 2 },
    })),
  ])
})

t.test('the other views equal the API', async (t) => {
  const cases: [what: string, body: Record<string, unknown>, text: string][] = [
    [
      'pageviews by page',
      { metrics: ['pageviews', 'visitors'], dimensions: ['event:page'], filters: [['is', 'event:name', ['pageview']]] },
      'select path, count(*) as rows, count(distinct visitor) as visitors from tidemark.pageviews where domain = $1 group by 1',
    ],
    [
      'custom events by name',
      {
        metrics: ['events', 'visitors'],
        dimensions: ['event:name'],
        filters: [['is_not', 'event:name', ['pageview']]],
      },
      'select name, count(*) as rows, count(distinct visitor) as visitors from tidemark.custom_events where domain = $1 group by 1',
    ],
    [
      'visits by source',
      { metrics: ['visits', 'visitors'], dimensions: ['visit:source'] },
      `select coalesce(source, 'Direct / None'), count(*) as rows, count(distinct visitor) as visitors from tidemark.visits where domain = $1 group by 1`,
    ],
    [
      'visits by channel',
      { metrics: ['visits'], dimensions: ['visit:channel'] },
      'select channel, count(*) from tidemark.visits where domain = $1 group by 1',
    ],
    [
      'visits by country',
      { metrics: ['visits'], dimensions: ['visit:country'] },
      `select coalesce(country, ''), count(*) from tidemark.visits where domain = $1 group by 1`,
    ],
    [
      'visits by entry page and day',
      { metrics: ['visits'], dimensions: ['time:day', 'visit:entry_page'] },
      'select day::text, entry_page, count(*) from tidemark.visits where domain = $1 and entry_page is not null group by 1, 2',
    ],
    [
      'visitors by goal',
      { metrics: ['visitors'], dimensions: ['event:goal'] },
      'select goal, count(distinct visitor) from tidemark.conversions where domain = $1 group by 1',
    ],
    [
      'duration and bounces',
      { metrics: ['visit_duration', 'bounce_rate'] },
      `select round(avg(seconds))::integer as seconds, round(100.0 * count(*) filter (where is_bounce) / count(*))::integer as rate
       from tidemark.visits where domain = $1`,
    ],
  ]
  for (const [what, body, text] of cases) {
    const api = (await ask({ date_range: range, ...body })).map(({ dimensions, metrics }) => [
      ...dimensions,
      ...metrics,
    ])
    const found = (await rows(text, [domain])).map((row) => Object.values(row))
    const sorted = (list: unknown[]) => list.map((row) => JSON.stringify(row)).sort()
    t.ok(api.length > 0)
    t.strictSame(sorted(found), sorted(api), what)
  }
  const [facts] = await rows(`select * from tidemark.sites where domain = $1`, [domain])
  t.match(facts, { timezone: 'Europe/Berlin', first_day: /^2021-03/ })
  const goals = await rows<{ goal_id: number }>('select goal_id from tidemark.goals where domain = $1 order by 1', [
    domain,
  ])
  t.strictSame(
    goals.map(({ goal_id }) => goal_id),
    (await registry.goals.list(siteId)).map(({ id }) => id).sort(),
  )
})

t.test('the planner expects about as many rows of a view as it brings', async (t) => {
  await db.write.query('analyze')
  for (const view of ['pageviews', 'custom_events', 'visits']) {
    const select = `select * from tidemark.${view} where domain = '${domain}'`
    const [counted] = await rows<{ count: number }>(`select count(*) from (${select}) shown`)
    const [plan] = await rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(`explain (format json) ${select}`)
    const count = counted!.count
    const expected = plan!['QUERY PLAN'][0].Plan['Plan Rows']
    t.ok(count > 300, `${view} has ${count} rows`)
    t.ok(expected > count / 3 && expected < count * 3, `${view}: ${expected} expected, ${count} found`)
  }
})

/** The recipes of docs/sql.md: the statements, the API's question, and the first lines of the answer. */
async function readRecipes() {
  const page = (await readFile(projectPath('docs', 'sql.md'), 'utf8')).replaceAll('shop.example', domain)
  const text = page.slice(page.indexOf('\n## Recipes'), page.indexOf('\n## dbt'))
  const pattern =
    /### (.+)\n\n[^`]*(?:`[^`\n]+`[^`]*)*?```sql\n([\s\S]+?)```\n\nThe same by `POST (\S+)`:\n\n```json\n(.+)\n```\n\n```text\n([\s\S]*?)```/g
  return [...text.matchAll(pattern)].map(([, name = '', sql = '', path = '', body = '', answer = '']) => ({
    name,
    statements: sql.split(';\n').filter((one) => one.trim() !== ''),
    path,
    body: JSON.parse(body) as Record<string, unknown>,
    answer: answer.trim(),
  }))
}

interface JourneyRow {
  readonly page?: string
  readonly event?: string
  readonly visits: number
}

/** The rows of the API: dimensions and numbers, or the items that came next with their visits. */
async function askRecipe(path: string, body: Record<string, unknown>): Promise<unknown[][]> {
  if (path === '/api/v2/query') {
    const { status, body: answer } = await service.query(body)
    t.equal(status, 200, JSON.stringify(answer))
    return (answer as { results: { dimensions: string[]; metrics: number[] }[] }).results.map((row) => [
      ...row.dimensions,
      ...row.metrics,
    ])
  }
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}` },
    body: JSON.stringify({ ...body, limit: 100 }),
  })
  return ((await response.json()) as { next: JourneyRow[] }).next.map(({ page, event, visits }) => [
    page ?? event,
    visits,
  ])
}

const shownRows = 3
const inOrder = (list: readonly unknown[]) => list.map((row) => JSON.stringify(row)).sort()

t.test('docs/sql.md: the recipes give the numbers of the API', async (t) => {
  const client = await connect(service.databaseUrl)
  await client.query('begin')
  await client.query('create schema mine')
  await client.query('set local search_path = mine')
  // Each purchase has an order of the shop's own table.
  await client.query(
    `create table shop_orders as
     select concat(session_id, '-', position) as number, 10.5 as total from public.events
     where site_id = ${siteId} and name = 'Purchase'`,
  )
  await client.query(
    `update public.events set props = coalesce(props, '{}') || jsonb_build_object('order', concat(session_id, '-', position))
     where site_id = ${siteId} and name = 'Purchase'`,
  )
  const recipes = await readRecipes()
  t.ok(recipes.length >= 15, `${recipes.length} recipes`)
  for (const { name, statements, path, body, answer } of recipes) {
    let found: unknown[][] = []
    for (const one of statements)
      found = (await client.query<unknown[]>({ text: one, rowMode: 'array' })).rows.map((row) => row.map(plain))
    const api = await askRecipe(path, body)
    t.ok(api.length > 0, name)
    // Columns of one's own tables are not the API's.
    const width = api[0]!.length
    t.strictSame(inOrder(found.map((row) => row.slice(0, width))), inOrder(api.map((row) => row.map(plain))), name)
    t.equal(
      answer,
      found
        .slice(0, shownRows)
        .map((row) => row.join(' | '))
        .join('\n'),
      `${name}: its answer`,
    )
  }
  await client.query('rollback')
})

/** Numbers as numbers and days as their text, whichever way they came. */
function plain(value: unknown): unknown {
  if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return Number(value)
  return value instanceof Date ? value.toISOString().slice(0, 10) : value
}

t.test('docs/grafana.json asks only the views, and its statements run', async (t) => {
  const { panels } = JSON.parse(await readFile(projectPath('docs', 'grafana.json'), 'utf8')) as {
    panels: { targets?: { rawSql?: string }[] }[]
  }
  const statements = panels.flatMap(({ targets = [] }) => targets.flatMap(({ rawSql }) => rawSql ?? []))
  t.ok(statements.length >= 4)
  const { password } = await grantSql(db, { role: `panels_${run}`, sites: [site] })
  granted.push(`panels_${run}`)
  const client = await connect(urlOf(`panels_${run}`, password!))
  for (const text of statements) {
    // Grafana's macros, as it fills them in.
    const filled = text
      .replaceAll('$site', domain)
      .replace(/\$__timeFilter\((\w+)\)/g, "$1 between '2021-03-01T00:00:00Z' and '2021-06-30T00:00:00Z'")
      .replaceAll('$__timeFrom()', "'2021-03-01T00:00:00Z'")
      .replaceAll('$__timeTo()', "'2021-06-30T00:00:00Z'")
    t.ok((await client.query(filled)).rows.length > 0, text)
    t.notMatch(text, /(?:from|join) (?!tidemark\.)/, 'only views')
  }
})

t.test('a role that was made for one site', async (t) => {
  const { password } = await grantSql(db, { role, sites: [site] })
  granted.push(role)
  t.match(password, /^[\w-]{32}$/)
  const client = await connect(urlOf(role, password!))
  const own = await client.query('select domain from sites')
  t.strictSame(own.rows, [{ domain }], 'the schema is its search path')
  const words = [urlOf(role, password!), '--no-psqlrc', '--csv', '--command', 'select domain from sites']
  const psql = spawnSync('psql', words, { encoding: 'utf8' })
  if (psql.error === undefined) t.equal(psql.stdout, `domain\n${domain}\n`, psql.stderr)
  for (const view of ['conversions', 'custom_events', 'days', 'goals', 'page_requests', 'pageviews', 'visits']) {
    const { rows: found } = await client.query(`select domain, count(*)::int as count from tidemark.${view} group by 1`)
    const [all] = await rows<{ count: number }>(`select count(*) from tidemark.${view} where domain = $1`, [domain])
    t.strictSame(found, [{ domain, count: all!.count }], view)
  }
  const relations = await rows<{ name: string; kind: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('tidemark', 'pg_catalog', 'information_schema') and n.nspname !~ '^(pg_toast|pg_temp|timescaledb_|_timescaledb_)'
       and relkind in ('r', 'v', 'm', 'p', 'S')
     union all
     select c.oid::regclass::text, relkind from pg_class c where relnamespace::regnamespace::text = '_timescaledb_internal' and relkind = 'r'`,
  )
  t.ok(relations.length > 60)
  const leaks: string[] = []
  for (const { name, kind } of relations)
    await client.query(kind === 'S' ? `select last_value from ${name}` : `select * from ${name} limit 1`).then(
      () => leaks.push(name),
      () => undefined,
    )
  t.strictSame(
    leaks.filter((name) => !/_timescaledb_internal\.bgw_/.test(name)),
    [],
    'no table of the service',
  )
  const [{ functions }] = (await rows<{ functions: string[] }>(
    `select coalesce(array_agg(p.oid::regprocedure::text), '{}') as functions from pg_proc p
     where p.prosecdef and has_function_privilege($1::name, p.oid, 'execute') and p.pronamespace::regnamespace::text in ('public', 'tidemark')`,
    [role],
  )) as [{ functions: string[] }]
  const bounded = '(name,timestamp with time zone,timestamp with time zone)'
  t.strictSame(
    functions.map((name) => name.replace(/^public\./, '')).sort(),
    [
      ...['conversions', 'custom_events'].map((view) => `sql_own_${view}${bounded}`),
      'sql_own_days(name)',
      `sql_own_far_visits${bounded}`,
      'sql_own_goals(name)',
      'sql_own_page_requests(name)',
      `sql_own_pageviews${bounded}`,
      'sql_own_sites(name)',
      `sql_own_visits${bounded}`,
      'sql_role_reads_all(name)',
      'sql_site_ids(name)',
    ],
    'functions that act for their owner give rows of its own sites alone (sql-boundary.test.ts)',
  )
  const refusals = [
    'insert into tidemark.sites (domain) values (1)',
    'delete from tidemark.days',
    'create table public.mine (a int)',
    'create table tidemark.mine (a int)',
    `set role ${(await rows<{ name: string }>('select quote_ident(current_user) as name'))[0]!.name}`,
    `select pg_read_file('/etc/passwd')`,
    `copy tidemark.days to program 'cat'`,
    'create role friend',
  ]
  for (const text of refusals) await t.rejects(client.query(text), text)
  await client.query('set default_transaction_read_only = off')
  await rows(
    `grant temporary on database ${new URL(service.databaseUrl).pathname.slice(1)} to ${pg.escapeIdentifier(role)}`,
  )
  await client.query(`create function pg_temp.spy(text) returns boolean language plpgsql cost 0.0000001 as
      $$ begin raise notice 'seen %', $1; return true; end $$`)
  const seen: string[] = []
  client.on('notice', ({ message }) => seen.push(message ?? ''))
  await client.query('select count(*) from tidemark.sites where pg_temp.spy(domain)')
  await client.query('select count(*) from tidemark.pageviews where pg_temp.spy(domain)')
  t.ok(seen.length > 0)
  t.strictSame(
    seen.filter((line) => !line.includes(domain)),
    [],
    'no condition sees a row of another site',
  )
  for (const [setting, value] of [
    ['statement_timeout', '1min'],
    ['default_transaction_read_only', 'on'],
    ['search_path', 'tidemark'],
  ])
    t.strictSame((await (await connect(urlOf(role, password!))).query(`show ${setting}`)).rows, [{ [setting!]: value }])
})

t.test('the list of sites is replaced; connections and statements have bounds', async (t) => {
  const again = await grantSql(db, { role, sites: null })
  t.match(again, { role, sites: null, password: null }, 'a role that is there keeps its password')
  const [{ limit }] = (await rows<{ limit: number }>('select rolconnlimit as limit from pg_roles where rolname = $1', [
    role,
  ])) as [{ limit: number }]
  t.equal(limit, 5)
  await grantSql(db, { role, sites: [{ id: otherId, domain: other.domain }] })
  const list = await rows<{ site_ids: unknown }>('select site_ids from sql_roles where role = $1', [role])
  t.strictSame(
    list.map(({ site_ids }) => (site_ids as unknown[]).map(Number)),
    [[otherId]],
  )
  await t.rejects(grantSql(db, { role: 'pg_mine', sites: null }), { message: /^role: / })
  await t.rejects(grantSql(db, { role: '', sites: null }), { message: /^role: / })
  const [{ name }] = (await rows<{ name: string }>('select current_user::text as name')) as [{ name: string }]
  await t.rejects(grantSql(db, { role: name, sites: null }), { message: /reads the tables of the service already/ })
})

/** A role that reads one site, connected, and what another connection of it needs. */
async function grantOne(name: string) {
  const { password } = await grantSql(db, { role: name, sites: [site] })
  granted.push(name)
  const url = urlOf(name, password!)
  return { url, client: await connect(url) }
}

t.test('a statement ends at its limit, also where the role raised its own', async (t) => {
  const { client } = await grantOne(`slow_${run}`)
  await client.query('set statement_timeout = 50')
  await t.rejects(client.query('select count(*) from visits, pg_sleep(600)'), { code: '57014' })
  await client.query('set statement_timeout = 0')
  const stopped = t.rejects(client.query('select count(*) from visits, pg_sleep(600)'), { code: '57P01' })
  const isAtWork = async () =>
    (
      await rows<{ yes: boolean }>(
        `select count(*) > 0 as yes from pg_stat_activity where usename = $1 and state = 'active'`,
        [`slow_${run}`],
      )
    )[0]!.yes
  await until(isAtWork)
  t.equal(await endLongSql(db), 0, 'it has not run for longer than it may')
  t.equal(await endLongSql(db, 0), 1, 'nothing but the statements of such roles')
  await stopped
})

t.test('a session that holds an advisory lock ends, which the service would wait for', async (t) => {
  const holds = [
    'pg_advisory_lock(1)',
    `pg_advisory_lock_shared(hashtext('tidemark.stripe'), 3)`,
    'pg_try_advisory_lock(2)',
  ]
  for (const [index, hold] of holds.entries()) {
    const { client } = await grantOne(`holds_${index}_${run}`)
    const ended = new Promise((resolve) => client.once('end', resolve))
    t.equal(await endLongSql(db), 0, 'a session without one stays')
    await client.query(`select ${hold}`)
    t.equal(await endLongSql(db), 1, hold)
    await ended
  }
})

t.test('a role has five connections', async (t) => {
  const { url } = await grantOne(`many_${run}`)
  for (let count = 2; count <= 5; count++) await connect(url)
  await t.rejects(new pg.Client({ connectionString: url }).connect(), { code: '53300' })
})

t.test('revoke ends connections and drops what grant made', async (t) => {
  const made = `report_${run}`
  const { password } = await grantSql(db, { role: made, sites: [site] })
  const client = await connect(urlOf(made, password!))
  const ended = new Promise((resolve) => client.once('end', resolve))
  t.equal(await revokeSql(db, made), true)
  await ended
  t.strictSame(await rows('select from pg_roles where rolname = $1', [made]), [])
  t.equal(await revokeSql(db, made), false)
  const kept = `kept_${run}`
  await db.write.query(`create role ${kept} login`)
  t.teardown(() => db.write.query(`drop role ${kept}`))
  t.equal((await grantSql(db, { role: kept, sites: [site] })).password, null)
  t.equal(await revokeSql(db, kept), true)
  t.equal((await rows('select from pg_roles where rolname = $1', [kept])).length, 1, 'a role of others stays')
})
