// The claim of docs/privacy.md through the whole service: marked addresses and user agents are in no table, no log line
// and no spool file.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { countLog } from '../../src/imports/log-coverage.ts'
import { createFacts } from '../../src/ingest/facts.ts'
import { createLog } from '../../src/log.ts'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { provision } from '../../src/registry/provision.ts'
import { writeKitClient } from '../../src/rules/kit-client.ts'
import { noShields } from '../../src/rules/shields.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { checkedFetch } from '../support/contract.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { wireItem } from '../support/ingest.ts'

const address = '203.0.113.77'
const agentMark = 'MarkedAgent/77'
const queryMark = 'marked-query-77'
const marks = [address, agentMark, queryMark]

const database = await createDatabase()
t.teardown(() => database.drop())
const wire = await createWire(database.url)
const spool = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
t.teardown(() => rm(spool, { recursive: true, force: true }))

const logged: string[] = []
const config = loadConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: wire.url,
  SECRET_KEY: 'test-secret-key',
  SPOOL_DIR: spool,
  MIGRATE_ON_START: 'false',
  INGEST_LANES: '1',
})
const app = await createApp(
  config,
  { http: true, tasks: false },
  {
    log: createLog('trace', {
      write: (line: string) => {
        logged.push(line)
      },
    }),
  },
)
const url = (app.url ?? '').replace('localhost', '127.0.0.1')
await provision(app.registry, { domain: 'example.com', props: [] })
const [{ begun } = { begun: '' }] = await app.db.write.query<{ begun: string }>(
  'select pg_walfile_name(pg_current_wal_lsn()) as begun',
)

const post = async (body: unknown) =>
  await checkedFetch(`${url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:121.0) ${agentMark}`, 'x-forwarded-for': address },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Sends the report of a kit, which signs the visitor's address and agent. */
const report = async (k: 'page' | 'request', path: string) => {
  const site = app.directory.find('example.com')!
  const client = { ip: address, userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:121.0) ${agentMark}` }
  return checkedFetch(`${url}/api/event`, {
    method: 'POST',
    headers: { 'x-tidemark-client': writeKitClient(createKitSecrets('test-secret-key')(site), client, Date.now()) },
    body: JSON.stringify({ ...pageview(path), k }),
  })
}

const pageview = (path: string) => ({ n: 'pageview', u: `https://example.com${path}?q=${queryMark}`, d: 'example.com' })

async function filesOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  return (
    await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
  ).join('')
}

t.test('while the database is there, away and back', async (t) => {
  t.equal((await post(pageview('/here'))).status, 202)
  t.equal((await report('page', '/counted')).status, 202)
  t.equal((await report('request', '/asked')).status, 202)
  t.equal((await post({ ...pageview('/gone'), d: 'unknown.example' })).headers.get('x-service-dropped'), '1')
  t.equal((await post(`{"n": "${agentMark}`)).status, 400)
  wire.cut()
  t.equal((await post(pageview('/spooled'))).status, 202)
  t.equal((await report('request', '/asked-later')).status, 202)
  const kept = await filesOf(spool)
  t.match(kept, '/spooled')
  t.match(kept, '/asked-later')
  for (const mark of marks) t.notOk(kept.includes(mark), `the spool does not hold ${mark}`)
  wire.mend()
  await until(
    async () =>
      (
        await app.db.write
          .query(
            `select 1 from events where pathname = '/spooled' and exists (select from page_requests where page = '/asked-later')`,
          )
          .catch(() => [])
      ).length === 1,
  )
})

t.test('an access log that is counted', async (t) => {
  const path = join(spool, 'access.log')
  const line = `${address} - - [05/Jan/2026:10:00:00 +0000] "GET /logged?q=${queryMark} HTTP/1.1" 200 512 "-"`
  await writeFile(
    path,
    `${line} "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0 ${agentMark}"\n`,
  )
  const site = await getSite(app.db.write, 'example.com')
  const file = { path, name: 'access.log' }
  t.match(await countLog({ db: app.db, site, file, context: config, now: new Date() }), { requests: 1 })
  await rm(path)
  const pages = await app.db.write.query<{ page: string }>('select page from page_requests order by page collate "C"')
  t.strictSame(
    pages.map(({ page }) => page),
    ['/asked', '/asked-later', '/counted', '/logged'],
  )
})

t.test('no table holds them', async (t) => {
  const tables = await app.db.write.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  t.ok(tables.length > 20)
  for (const { name } of tables) {
    for (const mark of marks) {
      const found = await app.db.write.query(`select 1 from ${name} as row_of where row_of::text like $1 limit 1`, [
        `%${mark}%`,
      ])
      t.strictSame(found, [], `${name} does not hold ${mark}`)
    }
  }
})

t.test('the log of the database does not hold them', async (t) => {
  const [role] = await app.db.write.query<{ reads: boolean }>(
    `select rolsuper as reads from pg_roles where rolname = current_user`,
  )
  if (!role?.reads) return t.pass('left out: the role may not read it')
  // A page is kept, so that the search is known to find.
  for (const [mark, isThere] of [
    ['/asked', true],
    [agentMark, false],
    [queryMark, false],
  ] as const) {
    const found = await app.db.write.query(
      `select name from pg_ls_waldir()
       where name >= $1 and name ~ '^[0-9A-F]{24}$'
         and position(convert_to($2, 'UTF8') in pg_read_binary_file('pg_wal/' || name)) > 0`,
      [begun, mark],
    )
    t.equal(found.length > 0, isThere, mark)
  }
})

t.test('no log line holds them', async (t) => {
  await app.stop()
  await wire.stop()
  t.ok(logged.length > 0)
  for (const mark of marks)
    t.strictSame(
      logged.filter((line) => line.includes(mark)),
      [],
    )
})

t.test('what a thread remembers is small, whatever strangers send: no user agent, no overlong host name', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const enrich = createFacts()
  const at = 1_750_000_000
  const salts = [[Math.floor(at / 86_400), '00'.repeat(16)]] as const
  const geo = { version: 0, bytes: null }
  const networks = geo
  const filler = 'x'.repeat(15_000)
  const send = (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      // The version is a part of the text; so long, it would keep all of it.
      const version = randomBytes(8).readBigUInt64BE()
      const userAgent = Buffer.from(
        `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${version}.0 Safari/537.36 ${filler}`,
      ).toString()
      const host = Buffer.from(`${version}${filler.slice(0, 1_900)}.example`).toString()
      const item = wireItem({ at, hostname: host, domain: 'x.example', userAgent })
      const sites = [{ id: 1, timezone: 'Etc/UTC', shields: noShields, homeHostname: null }]
      enrich({
        id: 'x',
        lane: 0,
        part: null,
        nowMs: at * 1000,
        sites,
        items: [item],
        outcomes: [],
        salts,
        geo,
        networks,
      })
    }
  }
  send(10)
  collect()
  const before = process.memoryUsage().heapUsed
  send(2_000)
  collect()
  // 34 MB were sent.
  t.ok(process.memoryUsage().heapUsed - before < 3_000_000)
})
