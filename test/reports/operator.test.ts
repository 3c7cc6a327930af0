// Notices to the operator, each once an occasion: over mail and a channel, against a real database (spec/management
// 13.3).
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readMailServer } from '../../src/config/mail.ts'
import { readOperatorRecipients } from '../../src/config/operator.ts'
import { ConfigError, loadConfig } from '../../src/config.ts'
import type { Database } from '../../src/db/pool.ts'
import { createMailer } from '../../src/reports/mailer.ts'
import { createOperator } from '../../src/reports/operator.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

t.setTimeout(120_000)

const receiver = await startReceiver()
const smtp = await startSmtp()
const to = `ops@x.test, ${receiver.url}/hooks/operator`
const service = await startApp({ env: { OPERATOR_NOTICES_TO: to, WEBHOOKS_TO_PRIVATE: 'true' } })
const folder = await mkdtemp(join(tmpdir(), 'tidemark-operator-'))
t.teardown(async () => {
  receiver.stop()
  smtp.stop()
  await service.stop()
  await rm(folder, { recursive: true })
})
const { db, log, registry, directory } = service.app
let now = Date.now()
let bytes = 0
const make = (of: Database = db) =>
  createOperator({
    db: of,
    log,
    recipients: readOperatorRecipients(to),
    mailer: createMailer({ server: readMailServer(smtp.url), from: 'Tidemark <t@x.test>' }),
    allowsPrivate: true,
    baseUrl: 'https://stats.test',
    secretKey: 'a secret',
    folder,
    spoolBytes: async () => bytes,
    looksAtDatabase: true,
    now: () => new Date(now),
  })
const operator = make()
const told = () =>
  receiver.received.splice(0).map(({ body }) => JSON.parse(body.toString()) as { trouble: string; text: string })

t.test('a database that is read-only, once until it is not', async (t) => {
  await operator.look()
  t.strictSame(told(), [])
  const [row] = await db.write.query<{ name: string }>('select quote_ident(current_database()) as name')
  await db.write.query(`alter database ${row?.name} set default_transaction_read_only = on`)
  await operator.look()
  await operator.look()
  await make().look()
  t.match(told(), [{ trouble: 'read_only', text: /^the database is read-only: events wait/ }])
  t.match(wordsOf(smtp.mails.at(-1)!), /Subject: Tidemark: the database is read-only/)
  t.equal(smtp.mails.length, 1)
  await db.write.query('set default_transaction_read_only = off')
  await db.write.query(`alter database ${row?.name} reset default_transaction_read_only`)
  await operator.look()
  t.strictSame(told(), [])
  await db.write.query(`alter database ${row?.name} set default_transaction_read_only = on`)
  await operator.look()
  t.equal(told().length, 1, 'another occasion')
  await db.write.query(`alter database ${row?.name} reset default_transaction_read_only`)
  await operator.look()
})

t.test('a full disk, as the database says it', async (t) => {
  const full: Database = {
    ...db,
    write: {
      ...db.write,
      query: async (text: string, values?: readonly unknown[]) => {
        if (/^\s*insert/.test(text)) throw Object.assign(new Error('could not extend file'), { code: '53100' })
        return await db.write.query(text, values)
      },
    } as Database['write'],
  }
  const one = make(full)
  await one.look()
  await one.look()
  t.match(told(), [{ trouble: 'full', text: /^the disk of the database is full/ }])
  await make().look()
  await one.look()
  t.strictSame(told(), [], 'told by this process already')
  await rm(join(folder, 'told-database'), { force: true })
})

t.test('a spool that grows, once until it is empty; a mark of a process that is gone ends after a day', async (t) => {
  for (const [size, count] of [
    [10, 0],
    [20, 1],
    [30, 0],
    [25, 0],
    [0, 0],
    [5, 0],
    [9, 1],
  ] as const) {
    bytes = size
    await operator.look()
    t.equal(told().length, count, `${size} bytes`)
  }
  const other = make()
  bytes = 100
  await other.look()
  bytes = 200
  await other.look()
  t.strictSame(told(), [], 'another process of this machine told it')
  now += 25 * 3_600_000
  bytes = 300
  await other.look()
  t.equal(told().length, 1)
  bytes = 0
  await other.look()
})

t.test('an import that failed, and a key at its limit', async (t) => {
  const site = await service.provision({ domain: 'operator.test', email: 'ann@operator.test' })
  const siteId = directory.find('operator.test')?.id
  await db.write.query(
    `insert into uploads (site_id, kind, name, bytes, skip_invalid, state, message, changed_at)
     values ($1, 'plausible', 'x.csv', 1, false, 'failed', 'line 7 is no line', $2)`,
    [siteId, new Date(now)],
  )
  await operator.look()
  await make().look()
  t.match(told(), [{ trouble: 'import_failed', text: 'an import into operator.test failed: line 7 is no line' }])
  const { id } = (await registry.keys.list())[0] as { id: number }
  await registry.keys.setLimit(id, 3)
  const call = createCall(service.url, site.api_key)
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await call('GET', '/api/v1/sites')).status)
  t.ok(statuses.includes(429))
  for (;;) {
    const [row] = await db.write.query<{ count: number }>(
      "select count(*) from operator_notices where kind = 'key_limit'",
    )
    if (row?.count === 1) break
  }
  await operator.look()
  await operator.look()
  const [key] = told()
  t.match(key, {
    trouble: 'key_limit',
    text: /^the API key \S{6} \(.*\) of ann@operator\.test has made the 3 requests/,
  })
  t.notMatch(JSON.stringify(key), site.api_key)
})

t.test(
  'nobody is reached: told with the next look. Messages are signed with a key that the operator can make',
  async (t) => {
    smtp.refused.add('ops@x.test')
    receiver.answer = () => ({ status: 500 })
    bytes = 10
    await operator.look()
    bytes = 20
    await operator.look()
    t.equal(told().length, 1)
    receiver.answer = () => ({ status: 200 })
    bytes = 30
    await operator.look()
    const [request] = receiver.received
    const [, time = '', digest] = /^t=(\d+),v1=(\w+)$/.exec(String(request?.headers['x-tidemark-signature'])) ?? []
    const secret = createHmac('sha256', 'a secret').update('operator notices').digest('hex')
    t.equal(createHmac('sha256', secret).update(`${time}.`).update(request!.body).digest('hex'), digest)
    bytes = 0
    await operator.look()
  },
)

t.test('the setting', (t) => {
  const load = (OPERATOR_NOTICES_TO: string) =>
    loadConfig({ DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'x', OPERATOR_NOTICES_TO }).operatorNotices
  t.match(load('a@x.test,https://hooks.slack.com/services/T/B/x  ntfy:https://push.x.test/topic'), {
    emails: ['a@x.test'],
    targets: [{ service: 'slack' }, { service: 'ntfy', address: 'https://push.x.test/topic' }],
  })
  t.equal(load(''), undefined)
  for (const wrong of ['nobody', 'a@x.test,irc:https://x.test/secret', 'https://u:secret@x.test/'])
    t.throws(
      () => load(wrong),
      new ConfigError(
        `OPERATOR_NOTICES_TO has no e-mail address and no channel at place ${wrong.includes(',') ? 2 : 1}; see \`tidemark help settings\``,
      ),
    )
  t.end()
})
