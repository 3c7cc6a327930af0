// What others met with queues in PostgreSQL, outboxes, functions of an owner, and odd values: each public report by its
// source, and what tidemark.track does in its place.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { statement } from '../../src/db/statements.ts'
import { revokeSql } from '../../src/upkeep/sql-roles.ts'
import { grantTrack } from '../../src/upkeep/sql-track-roles.ts'
import { createDatabase } from '../support/database.ts'

t.setTimeout(120_000)

const database = await createDatabase()
const db = createPools({ databaseUrl: database.url })
const role = `reports_${randomBytes(4).toString('hex')}`
const clients: pg.Client[] = []
t.teardown(async () => {
  for (const client of clients) await client.end()
  await revokeSql(db, role)
  await db.stop()
  await database.drop()
})
const [site] = await db.write.query<{ id: number; domain: string }>(
  `with team as (insert into teams (name) values ('t') returning id)
   insert into sites (team_id, domain) select id, 'reports.test' from team returning id, domain`,
)
const { password } = await grantTrack(db, { role, sites: [site!] })

async function connect(isApp: boolean): Promise<pg.Client> {
  const url = new URL(database.url)
  if (isApp) Object.assign(url, { username: role, password })
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

const owner = await connect(false)
const app = await connect(true)
const waiting = async () => (await owner.query('select name, props, revenue_amount from track_queue order by seq')).rows
const clear = () => owner.query('delete from track_queue')

/** Values by their source: what the call does with them. `counted`: with these properties and this amount. */
type Outcome = { code: string } | { props: unknown; amount: string | null }
const values: readonly (readonly [source: string, call: string, outcome: Outcome])[] = [
  ['supabase/supabase#15995, turbot/steampipe#292', `'a', '/', '{"a": "x\\u0000y"}'`, { code: '22P05' }],
  ['bloxbean/yaci-store#209', `'a', '/', '{"\\u0000": 1}'`, { code: '22P05' }],
  ['kodustech/kodus-ai#1683', `'a', '/', '{"a": "\\udc00"}'`, { code: '22P02' }],
  ['kodustech/kodus-ai#1683', `'a', '/', '{"a": "\\\\u0000"}'`, { props: { a: '\\u0000' }, amount: null }],
  ['encode/django-rest-framework#5235', `'a', '/', '{"a": Infinity}'`, { code: '22P02' }],
  ['langflow-ai/langflow#11966', `'a', '/', '{"a": NaN}'`, { code: '22P02' }],
  ['eulerto/wal2json#265', `'a', '/', '{}', 'NaN', 'EUR'`, { props: null, amount: 'NaN' }],
  ['airbytehq/airbyte#8726', `'a', '/', '{}', 'Infinity', 'EUR'`, { props: null, amount: 'Infinity' }],
  ['getredash/redash#7348', `'a', '/', jsonb_build_object('a', 'NaN'::numeric)`, { props: { a: 'NaN' }, amount: null }],
  [
    'a jsonb number of 400 digits',
    `'a', '/', '{"a": 1e400}'`,
    { props: { a: Number.POSITIVE_INFINITY }, amount: null },
  ],
  ['an amount of 131,072 digits', `'a', '/', '{}', 1e131071::numeric, 'EUR'`, { props: null, amount: null }],
  [
    'properties of a megabyte',
    `'a', '/', jsonb_build_object('a', array_fill(1, array[300000]))`,
    { props: null, amount: null },
  ],
  ['a text where json is wanted', `'a', '/', to_jsonb('no object'::text)`, { props: null, amount: null }],
  ['SQL in a name', `'''); drop table sites; --', '/'`, { props: null, amount: null }],
  ['a call by position with nulls', `'a', '/', null, null, null, null, null`, { props: null, amount: null }],
]

t.test('odd values', async (t) => {
  for (const [source, call, outcome] of values) {
    await clear()
    const done = app.query(`select tidemark.track(${call})`)
    if ('code' in outcome) await t.rejects(done, { code: outcome.code }, source)
    else {
      await done
      t.match(await waiting(), [{ props: outcome.props, revenue_amount: outcome.amount }], source)
    }
  }
  await clear()
})

t.test('graphile/worker#199: a role without rights in the schema public may call', async (t) => {
  await owner.query('revoke all on schema public from public')
  t.teardown(() => owner.query('grant usage on schema public to public'))
  const other = await connect(true)
  await t.rejects(other.query('select from public.sites'), { code: '42501' })
  await other.query(`select tidemark.track('without public', '/')`)
  await other.query('set search_path = pg_catalog')
  await other.query(`select tidemark.track('without a path', '/')`)
  t.equal((await waiting()).length, 2)
  await clear()
})

t.test('pg-nano/pg-nano#16: nobody but granted roles may execute a function of the owner', async (t) => {
  const { rows } = await owner.query(
    `select p.oid::regprocedure::text as name, prosecdef, proconfig from pg_proc p
     where p.proname ~ '^track' and p.pronamespace::regnamespace::text in ('public', 'tidemark')
       and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`,
  )
  t.strictSame(rows, [])
})

t.test(
  'CVE-2007-2138, cybertec-postgresql.com: functions of the owner have a search_path that ends with pg_temp',
  async (t) => {
    const { rows } = await owner.query<{ path: string[] | null }>(
      `select proconfig as path from pg_proc where proname ~ '^track_' and pronamespace::regnamespace::text = 'public'`,
    )
    t.ok(rows.length >= 5)
    for (const { path } of rows) t.match(path?.[0], /^search_path=pg_catalog, pg_temp$/)
  },
)

t.test(
  'graphile/worker#552, oban-bg/oban#956, factcast/factcast#3911: no notify, and no lock that others wait for',
  async (t) => {
    await app.query('begin')
    await app.query(`select tidemark.track('locks', '/')`)
    const { rows } = await owner.query<{ relation: string; mode: string; type: string }>(
      `select relation::regclass::text as relation, mode, locktype as type from pg_locks
     where pid in (select pid from pg_stat_activity where usename = $1)
       and locktype not in ('virtualxid', 'transactionid') and mode not in ('AccessShareLock', 'RowExclusiveLock')`,
      [role],
    )
    t.strictSame(rows, [], 'readers and writers have such locks together')
    const prepared = await owner.query(
      `select prosrc from pg_proc where proname ~ '^track' and prosrc ~* 'notify|lock table|for update'`,
    )
    t.strictSame(prepared.rows, [])
    await app.query('rollback')
  },
)

t.test(
  'que-rb/que#297, NikolayS/PgQue#80, hardbyte/awa#169: dead rows behind an old snapshot are not read again',
  async (t) => {
    const old = await connect(false)
    await old.query('begin isolation level repeatable read')
    await old.query('select 1 from sites')
    await app.query(`select tidemark.track('n', '/') from generate_series(1, 20000)`)
    await clear()
    /** Pages that a statement reads. */
    const pagesOf = async (name: string, ...given: string[]) => {
      const text = given.reduce((text, value, at) => text.replaceAll(`$${at + 1}`, value), statement(name))
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, costs off, timing off, summary off) ${text}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      t.notMatch(plan, /Seq Scan on track_queue/, name)
      const [, hit = '0', , read = '0'] = /Buffers: shared hit=(\d+)( read=(\d+))?/.exec(plan) ?? []
      return Number(hit) + Number(read)
    }
    const { rows } = await owner.query<{ floor: string }>(statement('track.look'), ['0'])
    const floor = `'${rows[0]!.floor}'`
    const whole = await pagesOf('track.look', `'0'`)
    t.ok(whole > 50, `the whole queue: ${whole} pages`)
    const looked = await pagesOf('track.look', floor)
    t.ok(looked < 10, `from the first open transaction on: ${looked} pages`)
    await app.query(`select tidemark.track('n', '/')`)
    // As the mover has it.
    await owner.query('set enable_seqscan = off')
    const took = await pagesOf('track.take', floor, '1000')
    t.ok(took < 20, `to take a row: ${took} pages`)
    const [row] = (await owner.query<{ txid: string; seq: string }>('select txid::text, seq from track_queue')).rows
    const removed = await pagesOf('track.remove', `'${row!.txid}'`, `'${row!.txid}'`, `'{${row!.seq}}'`)
    t.ok(removed < 20, `to remove it: ${removed} pages`)
    await owner.query('reset enable_seqscan')
    await old.query('rollback')
  },
)

t.test(
  'event-driven.io, sequences in an outbox: a row that is seen late is behind the place of the last look',
  async (t) => {
    await app.query('begin')
    await app.query(`select tidemark.track('late', '/')`)
    const other = await connect(true)
    await other.query(`select tidemark.track('early', '/')`)
    const { rows } = await owner.query<{ floor: string; waits: boolean }>(statement('track.look'), ['0'])
    await app.query('commit')
    const taken = await owner.query<{ name: string }>(statement('track.take').replace('for update skip locked', ''), [
      rows[0]!.floor,
      10,
    ])
    t.strictSame(
      taken.rows.map(({ name }) => name),
      ['late', 'early'],
    )
    await clear()
  },
)

t.test('NikolayS/PgQue#61: the state of the queue is in sequences, and no row of it is ever changed', async (t) => {
  await app.query(`select tidemark.track('n', '/') from generate_series(1, 100)`)
  await clear()
  const { rows } = await owner.query<{ hot: string; updated: string }>(
    `select sum(n_tup_upd) as updated from pg_stat_user_tables where relname ~ '^track_'`,
  )
  t.equal(Number(rows[0]?.updated), 0)
})
