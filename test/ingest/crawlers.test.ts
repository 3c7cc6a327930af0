// Dropped crawlers over HTTP: counted by name, local day and page, and nowhere else (spec/ingestion 22).
import t from 'tap'
import { crawlerPagesMax, createCrawlerCounts } from '../../src/ingest/crawler-counts.ts'
import { applyRetention } from '../../src/upkeep/retention.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

const people =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const gpt = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.1; +https://openai.com/gptbot'
const claude =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)'

// Half past eleven at night in UTC: the next day in Tokyo.
const now = new Date('2026-03-02T23:30:00Z')
const service = await startApp({ clock: { now: () => now }, env: { TRUSTED_PROXIES: '127.0.0.1' } })
t.teardown(() => service.stop())
const site = await service.provision({ domain: 'read.test', timezone: 'Asia/Tokyo', plan: 'business' })
const other = await service.provision({ domain: 'other.test', plan: 'business', email: 'other@other.test' })
const api = createCall(service.url, site.api_key)
const { db } = service.app

const post = (userAgent: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': '198.51.100.7', ...headers },
    body: JSON.stringify({ n: 'pageview', u: 'https://read.test/a', d: 'read.test', ...more }),
  })
const rows = () =>
  db.write.query<{ day: string; crawler: string; page: string; count: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, crawler, page, count::integer as count from crawler_days
     where site_id = (select id from sites where domain = 'read.test') order by crawler collate "C", page`,
  )
/** Waits until so many were written; the service writes every other second. */
async function written(total: number) {
  for (;;) {
    const found = await rows()
    const sum = found.reduce((all, { count }) => all + count, 0)
    if (sum >= total) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

t.test('by name, page and the local day of the site', async (t) => {
  await post(gpt)
  await post(gpt)
  await post(gpt, { u: 'https://read.test/b?utm_source=x&email=a@b.test' })
  // As the plugin of a CMS sends it for a request that it answered.
  await post(claude, { n: 'Read', u: 'https://read.test/docs' }, { 'x-forwarded-for': '203.0.113.9' })
  await post('Mozilla/5.0 (compatible; Unheard-Of-Crawler/7; secret-name)')
  await post(gpt, { n: 'engagement', e: 5_000 })
  const answer = await post(people)
  t.equal(answer.headers.get('x-service-dropped'), null)
  t.strictSame(await written(5), [
    { day: '2026-03-03', crawler: 'Claude-User', page: '/docs', count: 1 },
    { day: '2026-03-03', crawler: 'GPTBot', page: '/a', count: 2 },
    { day: '2026-03-03', crawler: 'GPTBot', page: '/b', count: 1 },
    { day: '2026-03-03', crawler: 'other', page: '/a', count: 1 },
  ])
  const [events] = await db.write.query<{ count: number }>('select count(*)::integer as count from events')
  t.equal(events?.count, 1, 'nowhere else')
})

t.test('the API', async (t) => {
  const ask = async (more = '') => (await api('GET', `/api/v1/stats/crawlers?site_id=read.test${more}`)).body
  const all = await ask('&from=2026-03-02&to=2026-03-03')
  t.strictSame(all, {
    labels: ['2026-03-02', '2026-03-03'],
    kinds: [
      { kind: 'ai_training', total: 3, counts: [0, 3] },
      { kind: 'ai_answering', total: 1, counts: [0, 1] },
      { kind: 'other', total: 1, counts: [0, 1] },
    ],
    crawlers: [
      { name: 'GPTBot', kind: 'ai_training', total: 3, counts: [0, 3] },
      { name: 'Claude-User', kind: 'ai_answering', total: 1, counts: [0, 1] },
      { name: 'other', kind: 'other', total: 1, counts: [0, 1] },
    ],
    pages: [
      { page: '/a', total: 3 },
      { page: '/b', total: 1 },
      { page: '/docs', total: 1 },
    ],
  })
  t.equal((await ask()).labels.length, 7, 'a week until today')
  t.strictSame((await ask('&crawler=GPTBot')).pages, [
    { page: '/a', total: 2 },
    { page: '/b', total: 1 },
  ])
  t.strictSame(
    (await ask('&kind=ai_answering')).crawlers.map(({ name }: { name: string }) => name),
    ['Claude-User'],
  )
  t.match(await ask('&kind=robots'), { error: /kind/ })
  t.match(await ask('&from=2026-02-30'), { error: /from/ })
  t.match(await ask('&from=2026-03-05&to=2026-03-01'), { error: /before/ })
})

t.test('for those who may see what was dropped', async (t) => {
  const path = '/api/v1/stats/crawlers?site_id=read.test'
  t.equal((await createCall(service.url, other.api_key)('GET', path)).status, 401)
  const viewer = await signIn(service, 'viewer@read.test')
  t.equal((await send(service, 'GET', path, undefined, viewer.headers)).status, 404)
  const link = await service.app.registry.sharedLinks.create(service.app.directory.find('read.test')?.id ?? 0, {
    name: 'Link',
  })
  t.equal((await send(service, 'GET', `${path}&auth=${link.slug}`)).status, 403)
})

t.test('pages of a day are bounded, and long ones cut', async (t) => {
  const siteId = service.app.directory.find('read.test')?.id ?? 0
  const counts = createCrawlerCounts({ db, log: service.app.log })
  t.teardown(() => counts.stop())
  const day = '2026-01-01'
  const of = (page: string, count = 1) => ({ siteId, day, crawler: 'GPTBot', page, count })
  counts.add(Array.from({ length: crawlerPagesMax + 100 }, (_, index) => of(`/${String(index).padStart(4, '0')}`)))
  await counts.flush()
  counts.add([of('/0001'), of('/9999'), { ...of('/0002'), crawler: 'CCBot' }, { ...of('/9998'), siteId: 987_654 }])
  await counts.flush()
  const [sums] = await db.write.query<{ pages: number; total: number; others: number; known: number }>(
    `select count(distinct page)::integer as pages, sum(count)::integer as total,
       (sum(count) filter (where page = ''))::integer as others,
       (sum(count) filter (where page = '/0001'))::integer as known
     from crawler_days where day = $1::date`,
    [day],
  )
  t.strictSame(sums, { pages: crawlerPagesMax + 1, total: crawlerPagesMax + 103, others: 101, known: 2 })
  counts.add([{ ...of(`/${'ä'.repeat(2_000)}`), day: '2026-01-02' }])
  await counts.flush()
  const [long] = await db.write.query<{ bytes: number }>(
    `select octet_length(page)::integer as bytes from crawler_days where day = '2026-01-02'`,
  )
  t.ok((long?.bytes ?? 0) > 490 && (long?.bytes ?? 0) <= 500)
})

t.test('kept for 400 days, and gone with the site', async (t) => {
  await db.write.query(`update crawler_days set day = '2025-01-20' where day = '2026-01-02'`)
  await applyRetention(db, now)
  const days = await db.write.query<{ day: string }>(
    `select distinct to_char(day, 'YYYY-MM-DD') as day from crawler_days order by 1`,
  )
  t.strictSame(
    days.map(({ day }) => day),
    ['2026-01-01', '2026-03-03'],
  )
  await service.app.registry.sites.remove(service.app.directory.find('read.test')?.id ?? 0)
  t.strictSame(await rows(), [])
})
