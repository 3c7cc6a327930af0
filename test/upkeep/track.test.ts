// tidemark.track: the words of its refusals are those of /api/event, its rows are the same events, roles may call it for
// their sites alone, and the caller's transaction keeps its meaning (docs/events-in-sql.md).
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import type { BatchItem } from '../../src/ingest/batch.ts'
import { createTrackQueue } from '../../src/ingest/track-queue.ts'
import { createLog } from '../../src/log.ts'
import { parseSubmission } from '../../src/rules/submission.ts'
import { endLongSql, grantSql, listSqlRoles, revokeSql, revokeTrack } from '../../src/upkeep/sql-roles.ts'
import { grantTrack } from '../../src/upkeep/sql-track-roles.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { exceptOn } from '../support/divided.ts'

t.setTimeout(240_000)

const database = await createDatabase()
// The service has another database: nothing moves the rows of this one.
const service = await startApp()
const db = createPools({ databaseUrl: database.url })
const run = randomBytes(4).toString('hex')
const granted = new Set<string>()
const clients = new Set<pg.Client>()
t.teardown(async () => {
  for (const client of clients) await client.end()
  for (const role of granted) await revokeSql(db, role)
  await db.stop()
  await database.drop()
  await service.stop()
})

const rows = <T>(text: string, values: readonly unknown[] = []) => db.write.query<T>(text, values)
const [team] = await rows<{ id: number }>(`insert into teams (name) values ('t') returning id`)
const siteOf = async (domain: string, more = ''): Promise<{ id: number; domain: string }> =>
  (
    await rows<{ id: number; domain: string }>(
      `insert into sites (team_id, domain${more && ', is_consolidated'}) values ($1, $2${more}) returning id, domain`,
      [team!.id, domain],
    )
  )[0]!
const shop = await siteOf('shop.test')
const blog = await siteOf('blog.test')
const foreign = await siteOf('foreign.test')
await siteOf(`view-${run}`, ', true')

async function connect(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  clients.add(client)
  return client
}

const client = await connect()

type Event = { n?: unknown; u?: unknown; p?: unknown; amount?: string; currency?: string; site?: string | null }

const text = 'select tidemark.track($1, $2, $3, $4, $5, $6, $7)'
const valuesOf = ({ n, u, p, amount, currency, site = 'shop.test' }: Event) => [
  n ?? null,
  u ?? null,
  p === undefined ? '{}' : JSON.stringify(p),
  amount ?? null,
  currency ?? null,
  null,
  site,
]

/** The errors of a call by field, from its message and its details; undefined if it was taken. */
async function refusalOf(event: Event, by: Pick<pg.Client, 'query'> = client) {
  try {
    await by.query(text, valuesOf(event))
    return undefined
  } catch (error) {
    const { code, message, detail } = error as pg.DatabaseError
    const errors = JSON.parse(detail ?? '{}') as Record<string, string[]>
    const inWords = Object.entries(errors).map(([field, [words]]) => `${field}: ${words}`)
    return { code, errors, isSaid: message.split('; ').sort().join('; ') === inWords.sort().join('; ') }
  }
}

async function answerOf({ n, u, p, site = 'shop.test' }: Event) {
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    body: JSON.stringify({ n, u, p, d: site ?? '' }),
  })
  return response.status === 400 ? ((await response.json()) as { errors: unknown }).errors : undefined
}

const page = 'https://shop.test/thanks'
const long = (bytes: number) => 'x'.repeat(bytes)
const family = '👨‍👩‍👧‍👦'
const entries = (count: number, value: (index: number) => unknown = (index) => index) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${String(index).padStart(3, '0')}`, value(index)]))

/** Refused values; both ways say the same of each. */
const refused: Readonly<Record<string, Event>> = {
  'no name': { u: page },
  'an empty name': { n: '', u: page },
  'a name of white space': { n: ' \u2003\u3000\t', u: page },
  'a name of 121 characters': { n: long(121), u: page },
  'a name of 121 families': { n: family.repeat(121), u: page },
  'a name of 121 letters with marks': { n: 'é'.normalize('NFD').repeat(121), u: page },
  'a name of 121 flags': { n: '🇫🇷'.repeat(121), u: page },
  'a name of piled-up marks': { n: `a${'\u0301'.repeat(2_200)}`, u: page },
  'a name of a megabyte': { n: long(1_000_000 - 200), u: page },
  engagement: { n: 'engagement', u: page },
  'no address': { n: 'Purchase' },
  'an address of data': { n: 'Purchase', u: 'data:text/html,hello' },
  'an address of DATA': { n: 'Purchase', u: 'DATA:,x' },
  'an address of 2,001 bytes': { n: 'Purchase', u: `https://shop.test/${long(1_983)}` },
  'an address of 2,001 bytes in 668 characters': { n: 'Purchase', u: '語'.repeat(667) },
  'nothing at all': {},
  'no site': { n: 'Purchase', u: page, site: null },
  'an empty site': { n: 'Purchase', u: page, site: ' ' },
  'all at once': { p: { a: long(2_001) }, site: null },
  'a key of 301 bytes': { n: 'Purchase', u: page, p: { [long(301)]: 1 } },
  'a value of 2,001 bytes': { n: 'Purchase', u: page, p: { plan: long(2_001) } },
  'a value of 2,001 bytes in 667 characters': { n: 'Purchase', u: page, p: { plan: '語'.repeat(667) } },
  'a large value as the thirtieth': { n: 'Purchase', u: page, p: { ...entries(29), k999: long(2_001) } },
  'a large value in JSON text': { n: 'Purchase', u: page, p: JSON.stringify({ plan: long(2_001) }) },
  'a large value as the twenty-ninth of a 404': { n: '404', u: page, p: { ...entries(28), k999: long(2_001) } },
}

/** Values that are taken, though odd. Both ways make the same event of them. */
const taken: Readonly<Record<string, Event>> = {
  'a purchase': {
    n: 'Purchase',
    u: page,
    p: { plan: 'pro', seats: 3, yearly: true },
    amount: '19.90',
    currency: 'EUR',
  },
  'a pageview': { n: 'pageview', u: page },
  'a name of 120 characters': { n: long(120), u: page },
  'a name of 120 families': { n: family.repeat(120), u: page },
  'a name of 120 flags': { n: '🇫🇷'.repeat(120), u: page },
  'a name of 120 letters with marks': { n: 'é'.normalize('NFD').repeat(120), u: page },
  'a name of 120 thumbs in a colour': { n: '👍🏽'.repeat(120), u: page },
  'an address that is none': { n: 'Purchase', u: 'checkout' },
  'an empty address': { n: 'Purchase', u: '' },
  'an address of 2,000 bytes': { n: 'Purchase', u: `https://shop.test/${long(1_982)}` },
  'properties that are no object': { n: 'Purchase', u: page, p: [1, 2] },
  'properties that are null': { n: 'Purchase', u: page, p: null },
  'properties as JSON text': { n: 'Purchase', u: page, p: '{"plan":"pro"}' },
  'properties as a broken text': { n: 'Purchase', u: page, p: '{"plan":' },
  'nested values and blanks': {
    n: 'Purchase',
    u: page,
    p: { a: { b: 1 }, c: [1], d: null, e: ' \u3000', ' ': 1, f: 'x' },
  },
  'a number that is too large for a double': {
    n: 'Purchase',
    u: page,
    p: { big: 1e300, small: 1e-7, long: 12345678901234567890n },
  },
  'a key that JavaScript has of its own': {
    n: 'Purchase',
    u: page,
    p: JSON.parse('{"__proto__": "x", "constructor": 1}'),
  },
  'thirty entries and a large one behind them': { n: 'Purchase', u: page, p: { ...entries(30), kzzzz: long(2_001) } },
  'twenty-nine of a 404 and a large one': { n: '404', u: page, p: { ...entries(29), kzzzz: long(2_001) } },
  'a 404 with its path': { n: '404', u: page, p: { path: '/gone' } },
  'a name in capitals and letters of all kinds': { n: 'Käufe ✓ 購入', u: page, p: { größe: '42½' } },
  'an amount of NaN': { n: 'Purchase', u: page, amount: 'NaN', currency: 'EUR' },
  'an amount without end': { n: 'Purchase', u: page, amount: 'Infinity', currency: 'EUR' },
  'an amount of 41 digits': { n: 'Purchase', u: page, amount: '1'.repeat(41), currency: 'EUR' },
  'an amount of 100,000 digits': { n: 'Purchase', u: page, amount: `1e${100_000}`, currency: 'EUR' },
  'an amount below zero': { n: 'Refund', u: page, amount: '-12.5', currency: 'EUR' },
  'an amount without a currency': { n: 'Purchase', u: page, amount: '12.5' },
  'a currency that is none': { n: 'Purchase', u: page, amount: '12.5', currency: 'DUCATS' },
  'a currency in small letters': { n: 'Purchase', u: page, amount: '12.5', currency: 'eur' },
}

const json = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `\u0001${part}\u0001` : part)).replace(
    /"\\u0001(\d+)\\u0001"/g,
    '$1',
  )

t.test('refusals have the words of /api/event', async (t) => {
  for (const [what, event] of Object.entries(refused)) {
    const refusal = await refusalOf(event)
    t.match(refusal, { code: '22023', isSaid: true }, what)
    t.strictSame(refusal?.errors, await answerOf(event), what)
  }
  t.strictSame(await rows('select from track_queue'), [], 'nothing of them waits')
})

/** All rows of the queue as ingestion gets them, in their order. */
async function takeAll(): Promise<BatchItem[]> {
  const [{ count } = { count: 0 }] = await rows<{ count: number }>('select count(*) from track_queue')
  const items: BatchItem[] = []
  const takeBatch = async (batch: readonly BatchItem[]) => {
    items.push(...batch)
    return batch.map(() => ({ status: 'counted' }) as const)
  }
  const queue = createTrackQueue({ db, takeBatch, queueMax: 1_000_000, log: createLog('error') })
  await until(() => items.length >= count)
  await queue.stop()
  return items
}

const bodyOf = ({ text }: BatchItem) => JSON.parse(text) as Record<string, unknown>
const namesOf = (items: readonly BatchItem[]) => items.map((item) => bodyOf(item)['n'])

t.test('what is taken is the event that /api/event takes', async (t) => {
  const context = { userAgent: 'agent', ip: '1.2.3.4', ipType: null, receivedAtMs: 0 }
  const cases = Object.entries(taken)
  for (const [, { n, u, p, amount, currency }] of cases) {
    const props = p === undefined ? '{}' : json(p)
    await client.query(text, [n, u, props, amount ?? null, currency ?? null, null, 'shop.test'])
  }
  const items = await takeAll()
  for (const [index, [what, { n, u, p, amount, currency }]] of cases.entries()) {
    const item = items[index]!
    const d = 'shop.test'
    const sent = { n, u, p, d, ...(amount === undefined ? {} : { revenue: { amount, currency } }) }
    const [one, other] = [json(sent), JSON.stringify({ ...bodyOf(item), d })].map((body) =>
      parseSubmission(body, context),
    )
    t.ok(one!.ok, what)
    // Kept entries are the same, whatever their order.
    t.strictSame(other, one, what)
    t.match(item, { siteId: shop.id, ip: null, userAgent: null, isOrdered: false }, what)
    t.ok(/^track [0-9a-f-]{36}$/.test(item.id))
  }
})

t.test('a row holds the event and nothing else of the caller', async (t) => {
  await client.query(`select tidemark.track('Signup', '/', visit => 'a.token', site => 'shop.test')`)
  await client.query(`select tidemark.track('Signup', '/', visit => $1, site => 'shop.test')`, ['x'.repeat(2_001)])
  const found = await rows<{ row: object }>('select to_jsonb(q) as row from track_queue q order by seq')
  const columns = 'at id name props revenue_amount revenue_currency seq site_id txid url visit'
  t.equal(Object.keys(found[0]!.row).sort().join(' '), columns)
  t.strictSame(
    (await takeAll()).map(({ visit }) => visit),
    ['a.token', null],
    'a text that cannot be a token is as none',
  )
})

t.test('jsonb itself refuses what it cannot hold', async (t) => {
  await t.rejects(client.query(text, ['Signup', '/', '{"a":"\\u0000"}', null, null, null, 'shop.test']), {
    code: '22P05',
  })
  await t.rejects(client.query(text, ['Signup', '/', '{"a":"\\ud800"}', null, null, null, 'shop.test']), {
    code: '22P02',
  })
  await t.rejects(client.query(text, ['Signup', '/', '{"a":NaN}', null, null, null, 'shop.test']), { code: '22P02' })
})

/** Signs in as a role. */
const as = async (role: string, password: string) => {
  const url = new URL(database.url)
  url.username = encodeURIComponent(role)
  url.password = password
  return await connect(url.href)
}

/** A role of the server that was there before, connected. */
async function makeRole(name: string, more = ''): Promise<{ role: string; client: pg.Client }> {
  const role = `${name}_${run}`
  await rows(`create role "${role}" login password 'secret' ${more}`)
  t.teardown(() => rows(`drop owned by "${role}"; drop role "${role}"`).catch(() => undefined))
  return { role, client: await as(role, 'secret') }
}

const grant = async (role: string, sites = [shop]) => {
  granted.add(role)
  return await grantTrack(db, { role, sites })
}

const settingsOf = async (role: string) =>
  (
    await rows(
      `select rolcanlogin, rolconnlimit, rolsuper, rolcreatedb, rolcreaterole, rolinherit, rolvaliduntil,
              (select array_agg(s.setconfig) from pg_db_role_setting s where s.setrole = r.oid) as settings,
              has_database_privilege(r.oid, current_database(), 'temporary') as temporary
       from pg_roles r where rolname = $1`,
      [role],
    )
  )[0]

t.test('a role that is there may call, for its sites alone, and nothing else of it changes', async (t) => {
  const { role, client: app } = await makeRole('App x')
  await t.rejects(app.query(text, valuesOf({ n: 'a', u: '/' })), { code: '42501' }, 'before')
  const before = await settingsOf(role)
  t.match(await grant(role), { role, sites: ['shop.test'], password: null, stays_open: [] })
  t.strictSame(await settingsOf(role), before)
  t.equal(await refusalOf({ n: 'own', u: '/' }, app), undefined)
  t.equal(await refusalOf({ n: 'left out', u: '/', site: null }, app), undefined)
  const refusals: unknown[] = []
  for (const site of ['nowhere.test', 'foreign.test', `view-${run}`])
    refusals.push(await refusalOf({ n: 'x', u: '/', site }, app))
  const [unknown, other, view] = refusals
  t.match(unknown, { code: '22023', errors: { domain: ['is unknown'] } })
  t.strictSame(other, unknown, 'a site of others and an unknown one look alike')
  t.strictSame(view, unknown)
  await grant(role, [shop, blog])
  t.equal(await refusalOf({ n: 'second', u: '/', site: 'www.BLOG.test.' }, app), undefined)
  t.match(
    await refusalOf({ n: 'x', u: '/', site: null }, app),
    { errors: { domain: [`can't be blank`] } },
    'one of two',
  )
  await rows(`update sites set domain = 'journal.test', domain_changed_from = 'blog.test' where id = $1`, [blog.id])
  for (const site of ['journal.test', 'blog.test'])
    t.equal(await refusalOf({ n: site, u: '/', site }, app), undefined, 'a renamed site has both names')
  t.strictSame(namesOf(await takeAll()), ['own', 'left out', 'second', 'journal.test', 'blog.test'])
  t.match(
    (await listSqlRoles(db.write)).find((one) => one.role === role),
    { made: false, reads: [], tracks: ['journal.test', 'shop.test'] },
  )
  await rows(`update sites set domain = 'blog.test', domain_changed_from = null where id = $1`, [blog.id])
  t.ok(await revokeSql(db, role))
  await t.rejects(app.query(text, valuesOf({ n: 'a', u: '/' })), { code: '42501' }, 'after')
  t.strictSame((await app.query('select 1 as still')).rows, [{ still: 1 }], 'its connections stay')
  t.strictSame(await settingsOf(role), before)
})

t.test('a role that the grant makes may do nothing else', async (t) => {
  const role = `sender_${run}`
  const { password } = await grant(role)
  const app = await as(role, password!)
  t.equal(await refusalOf({ n: 'made', u: '/' }, app), undefined)
  t.strictSame(namesOf(await takeAll()), ['made'])
  const tables = await rows<{ name: string }>(
    // Citus shows everybody views of its own.
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname not like 'citus%' and n.nspname in ('public', 'tidemark', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage, select, update')
                else has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate, references, trigger')
                  or has_any_column_privilege($1, c.oid, 'select, insert, update') end`,
    [role],
  )
  t.strictSame(
    tables.map(({ name }) => name),
    ['track_own_keys'],
  )
  const refusals = [
    'select * from track_queue',
    'select * from track_keys',
    'select * from sites',
    'select * from tidemark.sites',
    'select * from tidemark.pageviews',
    `insert into track_queue (site_id, name, url) values (1, 'a', 'b')`,
    `select nextval('track_queue_dropped')`,
    `select setval('track_queue_room', 1)`,
    `select track_site(array[gen_random_uuid()], 'shop.test')`,
    `select track_props('a', '{}')`,
    'create table public.mine (a int)',
    'create table tidemark.mine (a int)',
    'create temporary table mine (a int)',
    `select lo_from_bytea(0, 'x')`,
    'create role friend',
    `update track_own_keys set keys = '{}'`,
  ]
  for (const statement of refusals) await t.rejects(app.query(statement), { code: /^(42501|55000)$/ }, statement)
  // Everybody may call the functions of the views; they give the rows of the caller's own sites, or refuse.
  const seen = await app.query(`select * from tidemark.pageviews(now() - interval '1 day')`).catch(() => ({ rows: [] }))
  t.strictSame(seen.rows, [])
  t.match(await settingsOf(role), { rolconnlimit: -1, settings: null, temporary: false })
  t.ok(await revokeTrack(db, role))
  await t.rejects(as(role, password!), 'the role is gone')
  t.strictSame(await rows('select from pg_roles where rolname = $1', [role]), [])
})

t.test('keys are shown to their own role, and give nobody else a right', async (t) => {
  const [mine, yours] = [await makeRole('mine'), await makeRole('yours')]
  await grant(mine.role, [shop])
  await grant(yours.role, [foreign])
  const keysOf = async (one: pg.Client) =>
    (await one.query<{ keys: string[] | null }>('select keys from public.track_own_keys')).rows[0]!.keys
  const [ownKeys, otherKeys] = [await keysOf(mine.client), await keysOf(yours.client)]
  t.equal(ownKeys?.length, 1)
  t.equal(otherKeys?.length, 1)
  t.not(ownKeys![0], otherKeys![0])
  const stolen = `select public.track_event(array['${randomBytes(16).toString('hex')}'::uuid], 'a', '/', '{}', null, null, null, 'foreign.test')`
  await t.rejects(mine.client.query(stolen), { message: 'domain: is unknown' })
  await t.rejects(mine.client.query(stolen.replace(/array\[.*?\]/, 'null::uuid[]')), { message: 'domain: is unknown' })
  const called = (keys: readonly string[]) =>
    mine.client.query(`select public.track_event($1, 'a', '/', '{}', null, null, null, 'foreign.test')`, [keys])
  await t.rejects(called(ownKeys!), { message: 'domain: is unknown' })
  // The view is an aggregate, so no condition reaches the rows below it: a plan says the same of a right guess.
  const planOf = async (condition: string, key: string) => {
    const options = 'analyze, costs off, timing off, summary off, buffers off'
    const asked = `explain (${options}) select from public.track_own_keys where ${condition.replace('KEY', key)}`
    return (await mine.client.query(asked)).rows.map((row) => JSON.stringify(row).replace(key, 'KEY'))
  }
  for (const condition of [`keys[1] >= 'KEY'`, `keys[1] = 'KEY'`, `keys && array['KEY'::uuid]`])
    t.strictSame(
      await planOf(condition, otherKeys![0]!),
      await planOf(condition, `${otherKeys![0]!.slice(0, -4)}0000`),
      condition,
    )
  await t.rejects(mine.client.query('select from public.track_keys'), { code: '42501' })
})

t.test('a search_path, temporary objects and operators of the caller change nothing', async (t) => {
  const { role, client: app } = await makeRole('trap')
  await grant(role, [shop])
  await rows(`create schema "trap_${run}" authorization "${role}"`)
  const trap = `"trap_${run}"`
  await rows(`grant create on schema public to "${role}"`)
  for (const statement of [
    `create function ${trap}.lower(text) returns text language sql as $$ select 'foreign.test' $$`,
    `create function ${trap}.btrim(text, text) returns text language sql as $$ select 'foreign.test' $$`,
    `create function ${trap}.current_setting(text) returns text language sql as $$ select 'on' $$`,
    `create function ${trap}.same(text, text) returns boolean language sql as $$ select true $$`,
    `create operator ${trap}.= (leftarg = text, rightarg = text, function = ${trap}.same)`,
    // PostgreSQL would choose these for literals before the functions of the catalog, if public were in the path.
    'create function public.pg_sequence_last_value(text) returns bigint language sql as $$ select 9999999 $$',
    `create function public.nextval(text) returns bigint language plpgsql as $$ begin raise 'trapped by %', current_user; end $$`,
    `create function public.current_setting(varchar) returns text language plpgsql as $$ begin raise 'trapped by %', current_user; end $$`,
    `create table ${trap}.track_keys as select gen_random_uuid() as key, null::bigint[] as site_ids, ''::text as role`,
    `create table ${trap}.sites as select 1::bigint as id, 'foreign.test'::text as domain`,
    'create temporary table track_queue (site_id bigint, name text, url text, props jsonb, revenue_amount numeric, revenue_currency text, visit text)',
    `create temporary table track_own_keys as select array[gen_random_uuid()] as keys`,
    `set search_path = pg_temp, ${trap}, pg_catalog, public`,
  ])
    await app.query(statement)
  t.equal(await refusalOf({ n: 'trapped', u: '/' }, app), undefined)
  t.match(await refusalOf({ n: 'trapped', u: '/', site: 'foreign.test' }, app), { errors: { domain: ['is unknown'] } })
  t.strictSame((await app.query('select from pg_temp.track_queue')).rows, [])
  t.strictSame(
    (await takeAll()).map((item) => [item.siteId, bodyOf(item)['n']]),
    [[shop.id, 'trapped']],
  )
})

t.test('members inherit the right; functions of the shop have the right of their owner', async (t) => {
  const { role } = await makeRole('group')
  await grant(role, [shop])
  const { role: member, client: app } = await makeRole('member', `in role "group_${run}"`)
  t.equal(await refusalOf({ n: 'inherited', u: '/', site: null }, app), undefined)
  const { role: outsider, client: stranger } = await makeRole('outsider')
  await rows(
    `create schema "shop_${run}" authorization "${role}"; grant usage on schema "shop_${run}" to "${outsider}", "${member}"`,
  )
  for (const security of ['definer', 'invoker'])
    await rows(
      `set role "${role}"; create function "shop_${run}".buy_${security}() returns void language plpgsql security ${security} as
       $$ begin perform tidemark.track('by ${security}', '/'); end $$; reset role`,
    )
  await stranger.query(`select "shop_${run}".buy_definer()`)
  await app.query(`select "shop_${run}".buy_invoker()`)
  await t.rejects(stranger.query(`select "shop_${run}".buy_invoker()`), { code: '42501' })
  t.strictSame(namesOf(await takeAll()), ['inherited', 'by definer', 'by invoker'])
})

t.test('both grants live side by side', async (t) => {
  const { role, client: app } = await makeRole('both')
  await grant(role, [shop])
  t.equal(await endLongSql(db, 0), 0, 'a role that only sends has no bounds')
  await app.query('select pg_advisory_lock(4711)')
  t.equal(await endLongSql(db, 0), 0)
  if (exceptOn('roles') === false) {
    await grantSql(db, { role, sites: [foreign] })
    t.match(
      (await listSqlRoles(db.write)).find((one) => one.role === role),
      { reads: ['foreign.test'], tracks: ['shop.test'] },
    )
    const both = await as(role, 'secret')
    t.strictSame((await both.query('select domain from tidemark.sites')).rows, [{ domain: 'foreign.test' }])
    await both.query('begin read write')
    t.equal(await refusalOf({ n: 'both', u: '/', site: null }, both), undefined)
    await both.query('commit')
    t.ok(await revokeTrack(db, role))
    await t.rejects(both.query(text, valuesOf({ n: 'a', u: '/' })), { code: '42501' })
    t.strictSame(
      (await both.query('select domain from tidemark.sites')).rows,
      [{ domain: 'foreign.test' }],
      'still reads',
    )
    t.strictSame(namesOf(await takeAll()), ['both'])
  }
  t.ok(await revokeSql(db, role))
  t.strictSame(await rows('select from sql_roles where role = $1', [role]), [])
})

t.test('owners call with a site, and need no grant', async (t) => {
  const [{ name }] = (await rows<{ name: string }>('select current_user::text as name')) as [{ name: string }]
  await t.rejects(grantTrack(db, { role: name, sites: [shop] }), { message: /may call already/ })
  t.match(await refusalOf({ n: 'x', u: '/', site: null }), { errors: { domain: [`can't be blank`] } })
})

t.test('the transaction of the caller decides', async (t) => {
  const { role, client: app } = await makeRole('shop')
  await grant(role, [shop])
  await rows(
    `create table orders_${run} (id integer primary key, total numeric); grant all on orders_${run} to "${role}"`,
  )
  const track = (name: string) => app.query(`select tidemark.track('${name}', '/')`)
  for (const level of ['read committed', 'repeatable read', 'serializable']) {
    await app.query(`begin isolation level ${level}`)
    await track(`rolled back, ${level}`)
    await app.query('rollback')
    await app.query(`begin isolation level ${level}`)
    await track(`committed, ${level}`)
    await app.query('savepoint one')
    await track('rolled back to a savepoint')
    await app.query('rollback to savepoint one')
    await app.query('savepoint two')
    await t.rejects(track(''), { code: '22023' })
    await app.query('rollback to savepoint two')
    await app.query('commit')
  }
  await app.query(
    `create or replace function pg_temp.on_order() returns trigger language plpgsql as
     $$ begin perform tidemark.track('Purchase', '/thanks', jsonb_build_object('order', new.id), new.total, 'EUR'); return new; end $$`,
  )
  await rows(
    `create function track_order_${run}() returns trigger language plpgsql as
     $$ begin perform tidemark.track('Purchase', '/thanks', jsonb_build_object('order', new.id), new.total, 'EUR'); return new; end $$;
     create trigger track_order after insert on orders_${run} for each row execute function track_order_${run}()`,
  )
  await app.query(`insert into orders_${run} select n, n * 1.5 from generate_series(1, 3) n`)
  await app.query({ name: 'prepared', text: `select tidemark.track($1, $2)`, values: ['prepared', '/'] })
  await app.query({ name: 'prepared', text: `select tidemark.track($1, $2)`, values: ['prepared again', '/'] })
  const items = await takeAll()
  t.strictSame(namesOf(items), [
    ...['committed, read committed', 'committed, repeatable read', 'committed, serializable'],
    ...['Purchase', 'Purchase', 'Purchase', 'prepared', 'prepared again'],
  ])
  t.match(bodyOf(items[3]!), { p: '{"order": 1}', revenue: { amount: '1.5', currency: 'EUR' } })
  await app.query('begin read only')
  await t.rejects(track('a'), { code: '25006', message: /this transaction is read-only/ })
  await app.query('rollback')
})

t.test('two serializable transactions that call it do not end each other', async (t) => {
  const { role, client: one } = await makeRole('serial')
  await grant(role, [shop])
  const other = await as(role, 'secret')
  for (const each of [one, other]) await each.query('begin isolation level serializable')
  for (const each of [one, other, one, other]) await each.query(`select tidemark.track('serial', '/')`)
  for (const each of [one, other]) await each.query('commit')
  t.equal((await takeAll()).length, 4)
})

t.test('no call waits for a change of its site, nor for another call', async (t) => {
  const { role, client: one } = await makeRole('waits')
  await grant(role, [shop])
  await client.query('begin')
  await client.query('select from sites for update')
  await client.query('update sites set timezone = timezone')
  await client.query('update track_keys set site_ids = site_ids')
  const other = await as(role, 'secret')
  await other.query('begin')
  await other.query(`select tidemark.track('open', '/')`)
  await one.query(`set lock_timeout = '50ms'`)
  await one.query(`select tidemark.track('waits for nobody', '/')`)
  await other.query('commit')
  await client.query('rollback')
  t.equal((await takeAll()).length, 2)
})

t.test('rights are there again where a function had to be made anew', async (t) => {
  const { role, client: app } = await makeRole('upgrade')
  await grant(role, [shop])
  const { role: again, client: other } = await makeRole('again')
  await grant(again, [shop])
  await rows(`drop owned by "${again}"`)
  await rows('drop function tidemark.track; update schema_engine set digest = $$old$$')
  const { migrate } = await import('../../src/db/migrate.ts')
  await migrate(database.url)
  t.equal(await refusalOf({ n: 'after', u: '/' }, app), undefined)
  await t.rejects(other.query(text, valuesOf({ n: 'a', u: '/' })), { code: '42501' }, 'a name is no right')
  t.strictSame(namesOf(await takeAll()), ['after'])
})
