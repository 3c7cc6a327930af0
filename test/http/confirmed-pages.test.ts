// A page that a kit and the script report counts once, through real HTTP and the database, and coverage tells how many
// of the pages that the kit served the script saw (spec/ingestion 25).
import t from 'tap'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { writeKitClient } from '../../src/rules/kit-client.ts'
import { startApp } from '../support/app.ts'

const noon = Date.UTC(2026, 10, 27, 12, 0, 0)
let now = noon
const service = await startApp({ clock: { now: () => new Date(now) }, env: { TRUSTED_PROXIES: '127.0.0.1' } })
t.teardown(() => service.stop())
const { api_key: key } = await service.provision({ domain: 'shop.test' })
const site = service.app.directory.find('shop.test')!
const secret = createKitSecrets('test-secret-key')(site)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

type Visitor = readonly [ip: string, userAgent: string]

const send = (body: object, headers: Record<string, string>) =>
  fetch(`${service.url}/api/event`, { method: 'POST', headers, body: JSON.stringify({ d: 'shop.test', ...body }) })

/** The report of the kit that served a page. */
async function served([ip, userAgent]: Visitor, path: string): Promise<Response> {
  const signed = writeKitClient(secret, { ip, userAgent }, now)
  return send(
    { n: 'pageview', u: `https://shop.test${path}`, k: 'page' },
    { 'user-agent': 'a server', 'x-tidemark-client': signed },
  )
}
/** The report of the script in a page. */
const seen = ([ip, userAgent]: Visitor, path: string, more: object = {}): Promise<Response> =>
  send({ n: 'pageview', u: `https://shop.test${path}`, ...more }, { 'user-agent': userAgent, 'x-forwarded-for': ip })

const get = async (path: string) =>
  (await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).json()
async function totals(): Promise<number[]> {
  const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate']
  const { results } = (await get(
    `/api/v1/stats/aggregate?site_id=shop.test&period=day&metrics=${metrics.join(',')}`,
  )) as { results: Record<string, { value: number }> }
  return metrics.map((name) => results[name]!.value)
}
const coverage = async (more = '') =>
  ((await get(`/api/v1/stats/coverage?site_id=shop.test&period=day${more}`)) as { results: object[] }).results
const clear = async () => {
  await service.app.db.write.query('truncate events, sessions, visitors, traffic_counts, page_requests')
  now = noon
}
const after = (seconds: number) => {
  now += seconds * 1000
}
const ann: Visitor = ['203.0.113.1', firefox]
const bob: Visitor = ['203.0.113.2', chrome]

t.test('one page, one pageview, whoever reports it first', async (t) => {
  await clear()
  t.equal((await served(ann, '/')).status, 202)
  const second = await seen(ann, '/')
  t.equal(second.status, 202)
  t.equal(second.headers.get('x-service-dropped'), null, 'nothing was dropped')
  t.strictSame(await totals(), [1, 1, 1, 1, 100], 'and it is a bounce')
  t.match(await coverage(), [{ requests: 1, seen: 1, share: 100 }])
  await clear()
  await seen(ann, '/a')
  after(2)
  await served(ann, '/a')
  t.strictSame(await totals(), [1, 1, 1, 1, 100])
  t.match(await coverage(), [{ requests: 1, seen: 1, share: 100 }])
})

t.test('pages that are opened again count again', async (t) => {
  await clear()
  for (const path of ['/', '/', '/b', '/']) {
    await served(ann, path)
    await seen(ann, path)
    after(3)
  }
  t.strictSame(await totals(), [1, 1, 4, 4, 0])
  t.match(await coverage(), [{ requests: 4, seen: 4, share: 100 }])
})

t.test('a visitor whose script is blocked counts by the kit alone', async (t) => {
  await clear()
  for (const path of ['/', '/', '/b']) {
    await served(bob, path)
    after(5)
  }
  t.strictSame(await totals(), [1, 1, 3, 3, 0])
  t.match(await coverage(), [{ requests: 3, seen: 0, share: 0 }])
})

t.test('pages that the script opens by itself count', async (t) => {
  await clear()
  await served(ann, '/')
  await seen(ann, '/')
  await seen(ann, '/by-the-router')
  await seen(ann, '/')
  t.strictSame(await totals(), [1, 1, 3, 3, 0])
})

t.test('a page is confirmed when it is looked at, also much later', async (t) => {
  await clear()
  await served(ann, '/tab')
  after(1_500)
  await seen(ann, '/tab')
  after(1_000)
  await served(ann, '/next')
  t.strictSame(await totals(), [1, 1, 2, 2, 0], 'and its visit goes on from then')
})

t.test('another host, another visitor, a custom event: nothing is confirmed', async (t) => {
  await clear()
  await served(ann, '/')
  await seen(bob, '/')
  await seen(ann, '/', { u: 'https://www2.shop.test/' })
  await seen(ann, '/', { n: 'Signup' })
  t.strictSame((await totals()).slice(0, 4), [2, 2, 3, 4])
})

t.test('a stranger who claims to be a kit is a page', async (t) => {
  await clear()
  await seen(ann, '/', { k: 'page' })
  await seen(ann, '/', { k: 'page' })
  t.strictSame((await totals()).slice(2, 4), [2, 2])
})

t.test('thirty of a hundred visitors block the script', async (t) => {
  await clear()
  for (let index = 0; index < 100; index += 1) {
    const visitor: Visitor = [`198.51.100.${index}`, index % 2 === 0 ? firefox : chrome]
    // All of those with Firefox block it that block it at all.
    const isBlocked = index % 2 === 0 && index < 60
    for (const path of ['/', `/page/${index % 3}`]) {
      await served(visitor, path)
      if (!isBlocked) await seen(visitor, path)
    }
  }
  t.strictSame((await totals()).slice(0, 4), [100, 100, 200, 200])
  t.match(await coverage(), [{ date: '2026-11-27', requests: 200, seen: 140, share: 70 }])
  t.match(await coverage('&property=browser'), [
    { browser: 'Chrome', requests: 100, seen: 100, share: 100 },
    { browser: 'Firefox', requests: 100, seen: 40, share: 40 },
  ])
})
