// `tidemark coverage`: page requests of access logs, beside the pageviews of the script (spec/ingestion 24.5).
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { countLog } from '../../src/imports/log-coverage.ts'
import { deleteImports } from '../../src/upkeep/import-deletion.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { checkedFetch } from '../support/contract.ts'
import { signIn } from '../support/dashboard.ts'
import { combined, coverageReports, people } from './coverage-reports.ts'

t.setTimeout(120_000)
const now = new Date('2026-01-06T12:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'tidemark-log-coverage-'))
const service = await startApp({ clock: { now: () => now }, env: { TRUSTED_PROXIES: '127.0.0.1' } })
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})
const { db } = service.app
const shop = await service.provision({ domain: 'shop.test', timezone: 'Europe/Paris' })
const site = await getSite(db.write, 'shop.test')
const api = createCall(service.url, shop.api_key)

/** Counts a log of these lines, or of these bytes. */
async function count(content: readonly string[] | Buffer, name = 'access.log') {
  const path = join(folder, name)
  await writeFile(path, Buffer.isBuffer(content) ? content : `${content.join('\n')}\n`)
  return countLog({ db, site, file: { path, name }, context: service.config, now })
}
const rows = () =>
  db.write.query(
    `select to_char(local_day, 'YYYY-MM-DD') as day, page, browser, sum(requests)::integer as requests from page_requests
     group by 1, 2, 3 order by 1, 2, 3`,
  )
const clear = () => db.write.query('truncate page_requests, imports')
const coverage = async (more = '') =>
  (
    (await api('GET', `/api/v1/stats/coverage?site_id=shop.test&period=custom&date=2026-01-01,2026-01-06${more}`))
      .body as {
      results: unknown
    }
  ).results

t.ok(coverageReports.length >= 20, 'reports')
for (const { name, from, line, leftOut } of coverageReports)
  t.test(`${name} (${from})`, async (t) => {
    await clear()
    const counted = await count([line])
    t.equal(counted.requests, leftOut === null ? 1 : 0)
    t.strictSame(counted.left_out, leftOut === null ? {} : { [leftOut]: 1 })
    t.equal((await rows()).length, counted.requests)
  })

/** A line of a visitor at an instant. */
const at = (instant: string, target: string, number = 1) =>
  combined(target).replace('05/Jan/2026:10:00:00 +0000', instant).replace('203.0.113.5', `203.0.113.${number}`)

t.test('days are those of the site; the same log counts once, packed or not, by whatever name', async (t) => {
  await clear()
  const lines = [
    at('04/Jan/2026:22:59:59 +0000', '/a'),
    at('04/Jan/2026:23:00:00 +0000', '/a', 2),
    at('05/Jan/2026:10:00:00 +0000', '/b?x=1'),
    'not a line of a log',
  ]
  const first = await count(lines)
  t.match(first, {
    already: false,
    replaced: null,
    lines: 4,
    requests: 3,
    first_day: '2026-01-04',
    last_day: '2026-01-05',
  })
  t.strictSame(first.left_out, { 'lines of the log that cannot be read': 1 })
  const expected = [
    { day: '2026-01-04', page: '/a', browser: 'Chrome', requests: 1 },
    { day: '2026-01-05', page: '/a', browser: 'Chrome', requests: 1 },
    { day: '2026-01-05', page: '/b', browser: 'Chrome', requests: 1 },
  ]
  t.strictSame(await rows(), expected)
  const plain = await readFile(join(folder, 'access.log'))
  t.match(await count(plain, 'access.log.1'), { id: null, already: true, requests: 3 })
  t.match(await count(gzipSync(plain), 'access.log.2.gz'), { id: null, already: true })
  t.strictSame(await rows(), expected)
})

t.test('a log that has grown takes the place of what it brought', async (t) => {
  await clear()
  const [one, two, three] = [1, 2, 3].map((number) => at('05/Jan/2026:10:00:00 +0000', '/a', number)) as [
    string,
    string,
    string,
  ]
  const first = await count([one])
  const second = await count([one, two])
  t.match(second, { replaced: first.id, requests: 2 })
  const third = await count(Buffer.from(gzipSync(`${one}\n${two}\n${three}\n`)), 'rotated.gz')
  t.match(third, { replaced: second.id, requests: 3 })
  t.strictSame(await rows(), [{ day: '2026-01-05', page: '/a', browser: 'Chrome', requests: 3 }])
  // The log of another server begins otherwise, and adds up.
  const other = await count([two, one], 'other.log')
  t.match(other, { replaced: null, requests: 2 })
  t.match(await rows(), [{ requests: 5 }])
  const listed = await db.write.query<{ id: number }>('select id::integer as id from imports order by id')
  t.strictSame(
    listed.map(({ id }) => id),
    [third.id, other.id].map(Number),
  )
})

t.test('a log is in the list of imports, and can be deleted', async (t) => {
  await clear()
  const kept = await count([at('05/Jan/2026:10:00:00 +0000', '/kept')], 'kept.log')
  const gone = await count([at('05/Jan/2026:10:00:00 +0000', '/gone')], 'gone.log')
  const { headers } = await signIn(service, shop.email)
  const answer = await checkedFetch(`${service.url}/api/sites/shop.test/imports`, { headers })
  const list = (await answer.json()) as { imports: Record<string, unknown>[] }
  t.match(list.imports, [
    {
      id: gone.id,
      source: 'coverage',
      name: 'gone.log',
      state: 'done',
      rows: 1,
      first_day: '2026-01-05',
      can_delete: true,
    },
    { id: kept.id, name: 'kept.log' },
  ])
  await service.app.registry.imports.markDeleted(site.id, Number(gone.id))
  await deleteImports(db, now, site.id)
  t.match(await rows(), [{ page: '/kept' }])
  t.equal((await rows()).length, 1)
})

t.test('coverage of a log; kits and logs of one day do not add up', async (t) => {
  await clear()
  const visitors = Array.from({ length: 100 }, (_, index) => index + 1)
  await count(visitors.map((number) => at('05/Jan/2026:10:00:00 +0000', number % 2 === 0 ? '/a' : '/b', number)))
  const rowsOf = visitors.filter((number) => number > 30)
  // What the script saw, at the time of the log.
  for (const number of rowsOf)
    await db.write.query(
      `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day,
         first_of_visitor_month, first_of_visit_day, first_of_visit_month, seen_day_before, name, pathname)
       values ($1, '2026-01-05T10:00:01Z', $2, $2, '2026-01-05', true, true, true, true, false, 'pageview', $3)`,
      [site.id, number, number % 2 === 0 ? '/a' : '/b'],
    )
  t.strictSame(await coverage(), [{ date: '2026-01-05', requests: 100, seen: 70, share: 70 }])
  t.strictSame(await coverage('&property=page'), [
    { page: '/a', requests: 50, seen: 35, share: 70 },
    { page: '/b', requests: 50, seen: 35, share: 70 },
  ])
  const kit = (requests: number, ahead: number) =>
    db.write.query(
      `insert into page_requests (site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
       values ($1, '2026-01-05', '/a', 'Chrome', '', 0, 3, $2, $3)`,
      [site.id, requests, ahead],
    )
  await kit(99, 7)
  t.strictSame(await coverage(), [{ date: '2026-01-05', requests: 100, seen: 63, share: 63 }], 'the log knows more')
  await db.write.query('update page_requests set requests = 140 where import_id = 0')
  t.strictSame(await coverage(), [{ date: '2026-01-05', requests: 140, seen: 63, share: 45 }], 'the kit knows more')
  t.strictSame(await coverage('&property=page'), [{ page: '/a', requests: 140, seen: 28, share: 20 }])
})

t.test('days that are unknown are in no row, and no pageview of theirs is in a share', async (t) => {
  await clear()
  await count([at('03/Jan/2026:10:00:00 +0000', '/a'), at('05/Jan/2026:10:00:00 +0000', '/a')])
  t.strictSame(await coverage(), [
    { date: '2026-01-03', requests: 1, seen: 0, share: 0 },
    { date: '2026-01-05', requests: 1, seen: 70, share: 7000 },
  ])
  t.strictSame(await coverage('&property=browser'), [{ browser: 'Chrome', requests: 2, seen: 0, share: 0 }])
})

t.test('pages of a day are bounded, and long lines and hostile ones are harmless', async (t) => {
  await clear()
  const many = Array.from({ length: 1_500 }, (_, index) => at('05/Jan/2026:10:00:00 +0000', `/p/${index}`))
  const counted = await count([
    ...many,
    at('05/Jan/2026:10:00:00 +0000', `/${'x'.repeat(600)}`),
    'x'.repeat(100_000),
    '{',
    '[]',
  ])
  t.equal(counted.requests, 1_501)
  const [sum] = await db.write.query<{ pages: number; further: number }>(
    `select count(distinct page)::integer as pages,
       (sum(requests) filter (where page = ''))::integer as further from page_requests`,
  )
  t.strictSame(sum, { pages: 1_001, further: 501 })
  await t.rejects(count(['no log', 'at all']), { message: /^2 bad lines; nothing was imported/ })
  t.match(await count([''], 'empty.log'), { id: null, requests: 0, already: false })
  const future = await count([at('05/Feb/2026:10:00:00 +0000', '/a')], 'future.log')
  t.match(future, { id: null, left_out: { 'requests from the future': 1 } })
})

t.test('nothing of an address or an agent is kept', async (t) => {
  const tables = await db.write.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  for (const { name } of tables) {
    const found = await db.write.query(`select from ${name} as kept where kept::text like any ($1) limit 1`, [
      ['%203.0.113.%', '%AppleWebKit%', `%${createHash('sha256').update(people).digest('hex')}%`],
    ])
    t.equal(found.length, 0, name)
  }
})
