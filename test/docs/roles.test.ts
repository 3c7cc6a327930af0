// docs/roles.sql: the writer can do the service's work without owning anything, the reader sees traffic and no secrets.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
t.teardown(() => database.drop())

const client = new pg.Client({ connectionString: database.url })
await client.connect()
t.teardown(() => client.end())
const script = await readFile(projectPath('docs', 'roles.sql'), 'utf8')
await client.query(script)

/** Runs a statement as a role, in a transaction that is undone; returns the SQLSTATE of its failure. */
async function tryAs(role: string, statement: string): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(`set local role ${role}`)
    await client.query(statement)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  } finally {
    await client.query('rollback')
  }
}

const denied = '42501'
const insertEvent = `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
  first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname)
  values (1, '2026-03-02T09:00:00Z', 1, 1, '2026-03-02', true, true, true, true, false, 'pageview', 'example.com', '/')`

const cases: readonly [role: string, statement: string, refused: boolean][] = [
  ['tidemark_writer', insertEvent, false],
  ['tidemark_writer', 'insert into salts (day, salt) values (current_date, decode(repeat($$ab$$, 16), $$hex$$))', false],
  ['tidemark_writer', 'select pg_advisory_xact_lock(1)', false],
  ['tidemark_writer', 'delete from visitors', false],
  ['tidemark_writer', 'select count(*) from visits', false],
  ['tidemark_writer', 'drop table events', true],
  ['tidemark_writer', 'alter table events add column secret text', true],
  ['tidemark_writer', 'create table extra (id int)', true],
  ['tidemark_reader', 'select count(*) from events', false],
  ['tidemark_reader', 'select count(*) from visits', false],
  ['tidemark_reader', 'select count(*) from event_hours', false],
  ['tidemark_reader', 'select count(*) from session_hours', false],
  ['tidemark_reader', 'select count(*) from daily_breakdowns', false],
  ['tidemark_reader', 'select domain from sites', false],
  ['tidemark_reader', insertEvent, true],
  ['tidemark_reader', 'select key_hash from api_keys', true],
  ['tidemark_reader', 'select token_hash from plugin_tokens', true],
  ['tidemark_reader', 'select email from users', true],
  ['tidemark_reader', 'select salt from salts', true],
  ['tidemark_reader', 'select slug from shared_links', true],
]

for (const [role, statement, refused] of cases) {
  t.test(`${role}: ${statement.slice(0, 50)} ${refused ? 'is refused' : 'works'}`, async (t) => {
    t.equal(await tryAs(role, statement), refused ? denied : undefined)
  })
}

t.test('a second run changes nothing', async (t) => {
  await client.query(script)
  t.equal(await tryAs('tidemark_writer', insertEvent), undefined)
})
