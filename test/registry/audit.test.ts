// The audit log: what a record holds, and that it commits with its change.
import t from 'tap'
import { systemClock } from '../../src/clock.ts'
import { createPools } from '../../src/db/pool.ts'
import type { AuditEntry } from '../../src/registry/audit.ts'
import { provision } from '../../src/registry/provision.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
const db = createPools({ databaseUrl: database.url, connectionsMax: 4 })
t.teardown(async () => {
  await db.stop()
  await database.drop()
})
const registry = createRegistry({ db, config: { secretKey: 'secret' }, clock: systemClock })
const made = await provision(registry, { domain: 'a.test', email: 'ann@a.test' })
const site = (await registry.sites.find('a.test'))!
const ann = (await registry.users.find('ann@a.test'))!
const team = (await registry.teams.find(site.team))!
const [key] = await registry.keys.list(ann.id)
const [token] = await registry.tokens.list(site.id)

const rows = () =>
  db.write.query<Record<string, unknown>>(
    `select team_id, site_id, site, kind, subject, by_kind, by_name, by_detail, before, after
     from audit_log where id > coalesce((select max(id) from audit_log where subject = 'mark'), 0) order by id`,
  )
const mark = () => registry.store.write((tx) => tx.record({ kind: 'note.created', teamId: team.id, subject: 'mark' }))

/** The rows that one entry makes. */
async function recorded(entry: AuditEntry, actor: Parameters<typeof registry.by>[0] = { kind: 'service' }) {
  await mark()
  await registry.by(actor).store.write((tx) => tx.record(entry))
  return rows()
}

t.test('names the actor by what it is called, whatever becomes of it later', async (t) => {
  const entry: AuditEntry = { kind: 'goal.created', siteId: site.id, subject: 'Signup' }
  const cases = [
    [
      { kind: 'user', id: ann.id },
      { by_kind: 'user', by_name: 'ann@a.test', by_detail: '' },
    ],
    [
      { kind: 'key', id: key!.id },
      { by_kind: 'key', by_name: 'ann@a.test', by_detail: key!.name },
    ],
    [
      { kind: 'token', id: token!.id },
      { by_kind: 'token', by_name: '', by_detail: token!.description },
    ],
    [{ kind: 'command' }, { by_kind: 'command', by_name: '', by_detail: '' }],
    [{ kind: 'service' }, { by_kind: 'service', by_name: '', by_detail: '' }],
  ] as const
  for (const [actor, by] of cases) {
    const found = await recorded(entry, actor)
    const place = { team_id: team.id, site_id: site.id, site: 'a.test' }
    t.strictSame(found, [{ ...place, kind: 'goal.created', subject: 'Signup', ...by, before: null, after: null }])
  }
})

t.test('keeps fields that differ, cut to a length', async (t) => {
  const long = 'x'.repeat(5_000)
  const cases: [Pick<AuditEntry, 'before' | 'after'>, unknown][] = [
    [{ before: { a: 1, b: 2 }, after: { a: 1, b: 3 } }, [{ before: { b: 2 }, after: { b: 3 } }]],
    [{ before: { a: null }, after: {} }, []],
    [{ before: { a: [1] }, after: { a: [1] } }, []],
    [{ after: { a: 1 } }, [{ before: null, after: { a: 1 } }]],
    [{ before: { a: 1 }, after: undefined }, [{ before: { a: 1 }, after: null }]],
    [{ after: { a: long } }, [{ after: { a: `${'x'.repeat(199)}…` } }]],
    [{ after: { a: Array(25).fill(1) } }, [{ after: { a: [...Array(20).fill(1), '… 5'] } }]],
    [{ after: { a: `${'x'.repeat(198)}😀tail` } }, [{ after: { a: `${'x'.repeat(198)}\ufffd…` } }]],
    [{ after: { a: 'nul\0 and \ud800' } }, [{ after: { a: 'nul and \ufffd' } }]],
    [{ after: { a: { b: 'c' } } }, [{ after: { a: '{"b":"c"}' } }]],
  ]
  for (const [sides, expected] of cases) {
    const found = await recorded({ kind: 'site.changed', siteId: site.id, ...sides })
    t.match(found, expected as object)
    t.equal(found.length, (expected as unknown[]).length)
  }
  const [named] = await recorded({ kind: 'goal.created', siteId: site.id, subject: `a\0${long}` })
  t.equal(String(named?.['subject']).length, 200)
})

t.test('records a change of an account for each of its teams', async (t) => {
  const other = await registry.teams.create({ ownerId: ann.id, name: 'Other' })
  const found = await recorded({ kind: 'password.changed', userId: ann.id }, { kind: 'user', id: ann.id })
  t.same(found.map((row) => row['team_id']).sort(), [team.id, other.id].sort())
  t.match(found, [{ subject: 'ann@a.test', site_id: null }, { subject: 'ann@a.test' }])
  const alone = await registry.users.create({ email: 'alone@a.test' })
  t.match(await recorded({ kind: 'password.changed', userId: alone.id }), [{ team_id: null, subject: 'alone@a.test' }])
})

t.test('commits with its change, and not without it', async (t) => {
  await mark()
  const failing = registry.store.write(async (tx) => {
    await tx.record({ kind: 'site.changed', siteId: site.id, after: { a: 1 } })
    throw new Error('refused')
  })
  await t.rejects(failing, { message: 'refused' })
  t.same(await rows(), [])
})

t.test('names somebody else than the actor of the transaction if the entry says so', async (t) => {
  const entry: AuditEntry = { kind: 'password.changed', userId: ann.id, by: { kind: 'user', id: ann.id } }
  t.match(await recorded(entry), [{ by_kind: 'user', by_name: made.email }, {}])
})
