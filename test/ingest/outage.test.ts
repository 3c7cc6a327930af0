// The database away: events go to the spool and come back in order, exactly once; a full spool is an honest 503.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { checkSums } from '../support/session-sums.ts'

const database = await createDatabase()
t.teardown(() => database.drop())
let siteId = 0
const nextSite = () => siteView({ id: ++siteId, domain: `s${siteId}.test`, timezone: 'Europe/Paris' })
const page = (site: { domain: string }, path: string, from: { ip?: string; at?: number } = {}) =>
  envelope({ n: 'pageview', u: `https://example.com${path}`, d: site.domain }, from)

async function spoolText(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  // One that is gone by now was replayed.
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => read(join(file.parentPath, file.name))),
  )
  return texts.join('')
}

t.test('an outage: acknowledged events come back in order, once', async (t) => {
  const site = nextSite()
  const wire = await createWire(database.url)
  const one = await startIngest({ databaseUrl: wire.url, sites: [site], lanes: 2 })
  const away = await startIngest({ databaseUrl: database.url, sites: [site] })
  const paths = async () =>
    (
      await away.db.write.query<{ pathname: string }>(
        'select pathname from events where site_id = $1 order by recorded_at, position',
        [site.id],
      )
    ).map((row) => row.pathname)
  t.strictSame(await one.ingest.accept(page(site, '/1')), { status: 202, dropped: 0 })
  wire.cut()
  for (const path of ['/2', '/3', '/4'])
    t.strictSame(await one.ingest.accept(page(site, path)), { status: 202, dropped: 0 }, path)
  t.strictSame(await one.ingest.accept(page({ domain: 'unknown.test' }, '/')), { status: 202, dropped: 1 })
  t.strictSame(await paths(), ['/1'])
  const kept = await spoolText(one.spoolDir)
  t.notMatch(kept, '192.0.2.1')
  t.notMatch(kept, 'Mozilla')
  wire.mend()
  t.strictSame(await one.ingest.accept(page(site, '/5')), { status: 202, dropped: 0 })
  await until(async () => (await paths()).length === 5)
  t.strictSame(await paths(), ['/1', '/2', '/3', '/4', '/5'])
  const visits = await away.db.write.query('select pageviews, entry_page, exit_page from visits where site_id = $1', [
    site.id,
  ])
  t.strictSame(visits, [{ pageviews: 5, entry_page: '/1', exit_page: '/5' }])
  await checkSums(t, away.db, site.id, site.timezone)
  await until(
    async () =>
      (await spoolText(one.spoolDir)).includes('.spool') === false && (await spoolText(one.spoolDir)).length < 200,
  )
  t.strictSame(await one.ingest.accept(page(site, '/6')), { status: 202, dropped: 0 })
  // It may have met the very end of the replay and gone by the spool: there at once or a moment later.
  await until(async () => (await paths()).length >= 6)
  t.strictSame((await paths()).slice(5), ['/6'])
  const [drops] = await away.db.write.query<{ count: number }>(
    `select sum(count)::bigint as count from traffic_counts where site_id = 0 and reason = 'not_found'`,
  )
  t.equal(drops?.count, 1)
  await Promise.all([one.stop(), away.stop()])
  await wire.stop()
})

t.test('a commit without an answer is not repeated', async (t) => {
  const site = nextSite()
  const wire = await createWire(database.url)
  const one = await startIngest({ databaseUrl: wire.url, sites: [site] })
  const count = async () =>
    (await away.db.write.query<{ n: number }>('select count(*) as n from events where site_id = $1', [site.id]))[0]!.n
  const away = await startIngest({ databaseUrl: database.url, sites: [site] })
  await one.ingest.accept(page(site, '/1'))
  wire.cutAfterCommit()
  const answers = await Promise.all(
    Array.from({ length: 250 }, (_, index) => one.ingest.accept(page(site, `/${index}`, { ip: `10.0.0.${index}` }))),
  )
  t.ok(answers.every((answer) => answer.status === 202))
  t.ok((await count()) >= 2, 'the swallowed commit happened')
  wire.mend()
  await until(async () => (await count()) >= 251)
  await one.stop()
  t.equal(await count(), 251)
  await checkSums(t, away.db, site.id, site.timezone)
  await away.stop()
  await wire.stop()
})

t.test('what a stopped process left is taken over, a torn line is not', async (t) => {
  const site = nextSite()
  const wire = await createWire(database.url)
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  t.teardown(() => rm(spoolDir, { recursive: true, force: true }))
  const first = await startIngest({ databaseUrl: wire.url, sites: [site], spoolDir })
  wire.cut()
  for (let index = 0; index < 10; index++) t.equal((await first.ingest.accept(page(site, `/${index}`))).status, 202)
  await first.stop()
  const files = (await readdir(spoolDir, { recursive: true })).filter((file) => file.endsWith('.spool'))
  t.equal(files.length, 1)
  const path = join(spoolDir, files[0]!)
  await writeFile(path, `${await readFile(path, 'utf8')}0123456789abcdef {"id":"torn`)
  const second = await startIngest({ databaseUrl: database.url, sites: [site], spoolDir })
  t.equal((await second.ingest.accept(page(site, '/10'))).status, 202)
  const paths = async () =>
    (
      await second.db.write.query<{ pathname: string }>(
        'select pathname from events where site_id = $1 order by recorded_at, position',
        [site.id],
      )
    ).map((row) => row.pathname)
  await until(async () => (await paths()).length === 11)
  t.strictSame(
    await paths(),
    Array.from({ length: 11 }, (_, index) => `/${index}`),
  )
  await second.stop()
  t.strictSame(await readdir(spoolDir), [])
  await wire.stop()
})

t.test('a full spool is a 503, and nothing of it is kept', async (t) => {
  const site = nextSite()
  const wire = await createWire(database.url)
  const one = await startIngest({ databaseUrl: wire.url, sites: [site], spoolBytesMax: 1_500 })
  wire.cut()
  const answers = []
  for (let index = 0; index < 10; index++) answers.push(await one.ingest.accept(page(site, `/${index}`)))
  const kept = answers.filter((answer) => answer.status === 202).length
  t.ok(kept > 0 && kept < 10, `${kept} were kept`)
  t.strictSame(answers.at(-1), { status: 503, retryAfterSeconds: 5 })
  wire.mend()
  const count = async () =>
    (await one.db.write.query<{ n: number }>('select count(*) as n from events where site_id = $1', [site.id]))[0]!.n
  await until(async () => (await count().catch(() => 0)) === kept)
  // The events are in the table a moment before their file is gone.
  await until(async () => (await one.ingest.accept(page(site, '/again'))).status === 202)
  await one.stop()
  await wire.stop()
})

t.test('what is for several parts is refused whole before the spool is full', async (t) => {
  const divided = await createDatabase({ parts: 4 })
  t.teardown(() => divided.drop())
  const sites = [nextSite(), nextSite()] as const
  const wire = await createWire(divided.url)
  const bytesMax = 20_000
  const one = await startIngest({ databaseUrl: wire.url, sites, spoolBytesMax: bytesMax })
  const both = page({ domain: sites.map(({ domain }) => domain).join(',') }, '/both')
  wire.cut()
  t.equal((await one.ingest.accept(both)).status, 202)
  let kept = 1
  for (; (await spoolText(one.spoolDir)).length < bytesMax * 0.92; kept++)
    t.equal((await one.ingest.accept(page(sites[0], '/'))).status, 202)
  t.strictSame(await one.ingest.accept(both), { status: 503, retryAfterSeconds: 5 })
  t.equal((await one.ingest.accept(page(sites[0], '/'))).status, 202, 'what is for one of them still fits')
  wire.mend()
  const counts = () =>
    one.db.write.query('select site_id as site, count(*)::integer as count from events group by 1 order by 1')
  const wanted = [
    { site: sites[0].id, count: kept + 1 },
    { site: sites[1].id, count: 1 },
  ]
  await until(async () => JSON.stringify(await counts().catch(() => [])) === JSON.stringify(wanted))
  t.strictSame(await counts(), wanted, 'nothing of what was refused is in')
  await one.stop()
  await wire.stop()
})

t.test('a full lane is a 503', async (t) => {
  const site = nextSite()
  const one = await startIngest({ databaseUrl: database.url, sites: [site], queueMax: 3 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => one.ingest.accept(page(site, '/'))))
  t.equal(answers.filter((answer) => answer.status === 202).length, 3)
  t.equal(answers.filter((answer) => answer.status === 503).length, 7)
  t.equal((await one.ingest.accept(page(site, '/'))).status, 202)
  await one.stop()
})

t.test('a session goes on over a long outage', async (t) => {
  const site = nextSite()
  const wire = await createWire(database.url)
  const one = await startIngest({ databaseUrl: wire.url, sites: [site] })
  const other = await startIngest({ databaseUrl: database.url, sites: [site] })
  const start = Math.floor(Date.now() / 1000) - 7200
  await one.ingest.accept(page(site, '/1', { at: start }))
  wire.cut()
  await one.ingest.accept(page(site, '/2', { at: start + 1000 }))
  await one.ingest.accept(page(site, '/3', { at: start + 2000 }))
  // Meanwhile upkeep found the session idle and ended it.
  const { endIdleSessions } = await import('../../src/upkeep/sessions.ts')
  t.equal(await endIdleSessions(other.db, new Date()), 1)
  wire.mend()
  await until(
    async () =>
      (await other.db.write.query<{ n: number }>('select count(*) as n from events where site_id = $1', [site.id]))[0]!
        .n === 3,
  )
  const visits = await other.db.write.query(
    'select pageviews, duration, entry_page, exit_page from visits where site_id = $1',
    [site.id],
  )
  t.strictSame(visits, [{ pageviews: 3, duration: 2000, entry_page: '/1', exit_page: '/3' }])
  await checkSums(t, other.db, site.id, site.timezone)
  await Promise.all([one.stop(), other.stop()])
  await wire.stop()
})
