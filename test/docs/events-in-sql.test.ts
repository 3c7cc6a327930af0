// docs/events-in-sql.md: every block of SQL runs as the role that the page grants, and the events it promises are
// counted; the programs that empty an outbox send each event once, also when they are killed before they delete.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { readTrackQueue } from '../../src/db/track-queue.ts'
import { projectPath } from '../../src/paths.ts'
import { revokeSql } from '../../src/upkeep/sql-roles.ts'
import { grantTrack } from '../../src/upkeep/sql-track-roles.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

t.setTimeout(120_000)

const domain = 'shop.example'
const service = await startApp()
const { db, directory, registry } = service.app
await service.provision({ domain, plan: 'business', email: 'owner@shop.example' })
const run = randomBytes(4).toString('hex')
const role = `shop_app_${run}`
const site = { id: directory.find(domain)!.id, domain }
const clients: pg.Client[] = []
t.teardown(async () => {
  for (const client of clients) await client.end()
  await revokeSql(db, role)
  await service.stop()
})

const page = await readFile(projectPath('docs', 'events-in-sql.md'), 'utf8')
const outbox = page.indexOf('\n## On another database')
const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\b.*\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

const { password } = await grantTrack(db, { role, sites: [site] })
await db.write.query(`create schema "${role}" authorization "${role}"`)
const url = new URL(service.databaseUrl)
url.username = role
url.password = password!
await db.write.query(`alter role "${role}" set search_path = "${role}"`)
const client = await connect(url.href)
await client.query('create table orders (number text, total numeric, visit text, page text)')

const eventsOf = (names: string) =>
  db.write.query<{ name: string; order: string | null; has_visit: boolean }>(
    `select name, props ->> 'order' as order, session_id is not null as has_visit from events
     where site_id = ${site.id} and name ~ $1 order by recorded_at, name, props ->> 'order'`,
    [names],
  )

t.test('the blocks of SQL run, and what they promise is counted', async (t) => {
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0' }
  const body = JSON.stringify({ d: domain })
  const asked = await fetch(`${service.url}/api/visit`, { method: 'POST', headers: agent, body })
  const { visit } = (await asked.json()) as { visit: string }
  const blocks = blocksOf(page.slice(0, outbox), 'sql')
  t.equal(blocks.length, 6)
  const warnings: string[] = []
  client.on('notice', ({ message }) => warnings.push(message ?? ''))
  for (const block of blocks) await client.query(block.replace('the token of the form', visit))
  await until(async () => (await readTrackQueue(db.write)).waiting === 0)
  t.strictSame(
    (await eventsOf('^Purchase$')).map(({ order, has_visit }) => [order, has_visit]).sort(),
    [
      ['A-1002', true],
      ['A-1003', false],
      ['A-1004', false],
      ['A-1006', false],
      [null, false],
    ].sort(),
  )
  t.strictSame((await eventsOf('^(Checkout|Voucher|Refund|Trial ended)$')).map(({ name }) => name).sort(), [
    'Checkout',
    'Refund',
    'Trial ended',
  ])
  t.strictSame(warnings, ['order A-1005 is not counted: url: scheme is not allowed'])
})

/** Runs a program of the page; answers its exit code and its messages. */
async function work(program: string, words: readonly string[], env: Record<string, string>, folder: string) {
  const child = spawn(program, words, { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const [code] = await once(child, 'close')
  return { code, said }
}

t.test('the programs for an outbox send each event once', async (t) => {
  const [table = ''] = blocksOf(page.slice(outbox), 'sql')
  const [script = ''] = blocksOf(page.slice(outbox), 'js')
  const [shell = ''] = blocksOf(page.slice(outbox), 'sh')
  await client.query(table)
  const user = (await registry.users.find('owner@shop.example'))!
  const { key } = await registry.keys.create({ userId: user.id, name: 'outbox', scopes: ['events:send:*'] })
  const env = { OUTBOX_URL: url.href, TIDEMARK_URL: service.url, TIDEMARK_KEY: key }
  const file = projectPath(`outbox-${run}.tmp.mjs`)
  await writeFile(file, script)
  t.teardown(() => rm(file, { force: true }))
  const folder = t.testdir()
  const shellFile = join(folder, 'outbox.sh')
  await writeFile(shellFile, shell)
  const byNode = (more = {}) => work(process.execPath, [file], { ...env, ...more }, folder)
  const byShell = (more = {}) => work('bash', [shellFile], { ...env, ...more }, folder)
  const left = async () => (await client.query('select id from tidemark_outbox')).rows.length
  const insert = (order: string, more = {}) =>
    client.query('insert into tidemark_outbox (event) values ($1)', [
      { site_id: domain, name: 'Purchase', url: 'https://shop.example/thanks', props: { order }, ...more },
    ])
  const orders = async () =>
    (await eventsOf('^Purchase$')).flatMap(({ order }) => (/^A-2/.test(order ?? '') ? [order] : []))

  t.match(await byNode({ TIDEMARK_URL: 'http://127.0.0.1:1' }), { code: 1 }, 'the service is away')
  t.equal(await left(), 1)
  t.match(await byNode({ TIDEMARK_KEY: 'wrong' }), { code: 1, said: /401/ })
  t.equal(await left(), 1)
  t.match(await byNode(), { code: 0, said: '' })
  t.equal(await left(), 0)
  t.strictSame(await orders(), ['A-2001'])

  for (const send of [byNode, byShell]) {
    await client.query('begin')
    await insert('A-2999')
    await client.query('rollback')
    const order = `A-${send === byNode ? 2002 : 2003}`
    await insert(order)
    await client.query('create table kept as select * from tidemark_outbox')
    t.match(await send(), { code: 0, said: '' })
    // As after a kill before the rows were deleted.
    await client.query('insert into tidemark_outbox (id, event) select id, event from kept')
    await client.query('drop table kept')
    t.match(await send(), { code: 0, said: '' })
    t.equal(await left(), 0)
    t.equal((await orders()).filter((one) => one === order).length, 1, order)
    t.match(await send(), { code: 0 }, 'nothing is left to send')
  }
  await insert('A-2004', { url: 'data:,none', props: { order: `it's "quoted"\n\\ and \\n` } })
  t.match(await byNode(), { code: 0, said: /"url":\["scheme is not allowed"\]/ })
  await insert(`A-2005 "quoted" \\ \n'`)
  t.match(await byShell(), { code: 0, said: '' })
  t.equal(await left(), 0)
  t.strictSame(await orders(), ['A-2001', 'A-2002', 'A-2003', `A-2005 "quoted" \\ \n'`])
})
