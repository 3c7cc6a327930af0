// `tidemark sql` as people type it: who may read and who may send, both kinds of grants in one role, the audit log, and
// what doctor says of events that wait.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { systemClock } from '../../src/clock.ts'
import { runCommand } from '../../src/commands/index.ts'
import { loadConfig } from '../../src/config.ts'
import { createPools } from '../../src/db/pool.ts'
import { isTrackWaiting } from '../../src/db/track-queue.ts'
import { provision } from '../../src/registry/provision.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { createDatabase } from '../support/database.ts'
import { exceptOn } from '../support/divided.ts'

t.setTimeout(120_000)

// Without a service: nobody moves what waits.
const database = await createDatabase()
process.env['DATABASE_URL'] = database.url
process.env['SECRET_KEY'] = 'test-secret-key'
const db = createPools({ databaseUrl: database.url })
const registry = createRegistry({ db, config: loadConfig(), clock: systemClock })
const role = `sql_${randomBytes(4).toString('hex')}`
t.teardown(async () => {
  await db.write.query(`drop owned by ${role}; drop role ${role}`)
  await db.stop()
  await database.drop()
})
for (const domain of ['shop.test', 'blog.test']) await provision(registry, { domain, email: 'ann@shop.test' })
await db.write.query(`create role ${role} login`)

async function run(line: string, isJson = true) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
  const code = await runCommand([...line.split(' '), ...(isJson ? ['--json'] : [])], io)
  return { code, text: [...out, ...err].join('\n') }
}
const answer = async (line: string) => JSON.parse((await run(line)).text)

t.test('grants are listed, and taken back one by one', async (t) => {
  t.match(await run(`sql grant --track --role ${role}`), { code: 2, text: /--site is required with --track/ })
  t.match(await run(`sql grant --track --role ${role} --site nowhere.test`), { code: 3, text: /site not found/ })
  t.match(await run(`sql grant --track --role pg_mine --site shop.test`), { code: 1, text: /must be a name/ })
  const granted = await answer(`sql grant --track --role ${role} --site shop.test --site blog.test`)
  t.strictSame(granted, { role, sites: ['shop.test', 'blog.test'], password: null, stays_open: [] })
  t.strictSame(await answer('sql list'), [{ role, made: false, reads: [], tracks: ['blog.test', 'shop.test'] }])
  t.match(await run('sql list', false), {
    text: `${role}  was there before  reads: -  sends events: blog.test,shop.test`,
  })
  if (exceptOn('roles') === false) {
    t.match(await answer(`sql grant --role ${role}`), { role, sites: null })
    t.strictSame(await answer('sql list'), [{ role, made: false, reads: null, tracks: ['blog.test', 'shop.test'] }])
    t.match(await run('sql list', false), { text: /reads: all sites/ })
    t.strictSame(await answer(`sql revoke --track --role ${role}`), { revoked: true })
    t.strictSame(await answer('sql list'), [{ role, made: false, reads: null, tracks: [] }])
    await answer(`sql grant --track --role ${role} --site shop.test`)
  }
  t.strictSame(await answer(`sql revoke --role ${role}`), { revoked: true })
  t.strictSame(await answer('sql list'), [])
  for (const more of ['', ' --track'])
    t.match(await run(`sql revoke --role ${role}${more}`), { code: 3, text: /role not found/ })
  const kinds = await db.write.query<{ kind: string }>(
    `select distinct kind from audit_log where subject = $1 and kind ~ 'track' order by 1`,
    [role],
  )
  t.strictSame(kinds, [{ kind: 'sql_role.track_granted' }, { kind: 'sql_role.track_revoked' }])
})

t.test('doctor names events that nobody moves, and calls that found no room', async (t) => {
  const found = async () =>
    (await answer('doctor')).checks.filter(({ check }: { check: string }) => check === 'tidemark.track')
  t.strictSame(await found(), [])
  t.notOk(await isTrackWaiting(db.write, new Date()))
  await db.write.query(`select tidemark.track('Signup', '/', site => 'shop.test')`)
  t.strictSame(await found(), [], 'it came just now')
  t.ok(await isTrackWaiting(db.write, new Date(Date.now() + 1_000)))
  t.notOk(await isTrackWaiting(db.write, new Date(Date.now() - 5_000)))
  await db.write.query(`update track_queue set at = at - interval '10 minutes'`)
  t.match(await found(), [{ ok: false, detail: /^1 events wait, the oldest for 60\d s$/, fix: /serve/ }])
  t.ok(await isTrackWaiting(db.write, new Date()))
  await db.write.query(`delete from track_queue`)
  await db.write.query(`select setval('track_queue_room', 1)`)
  await db.write.query(`select tidemark.track('Signup', '/', site => 'shop.test')`)
  t.match(await found(), [{ ok: true, detail: /^0 events wait; 1 were dropped so far/ }])
})
