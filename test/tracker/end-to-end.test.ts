// From a page on another origin, in Chromium, through the running service into the database and the timeseries.
import pg from 'pg'
import type { Response } from 'playwright-core'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { checkedFetch } from '../support/contract.ts'
import { createLab } from './support/lab.ts'

const app = await startApp({ env: { BASE_URL: 'http://stats.example' } })
// A browser that says it is headless is a bot, and dropped.
const lab = await createLab({
  servicePort: Number(new URL(app.url).port),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})
const database = new pg.Client({ connectionString: app.databaseUrl })
await database.connect()
t.teardown(async () => {
  await lab.stop()
  await database.end()
  await app.stop()
})

const body = `<a id=out href="http://other.test/there?x=1">out</a><form><button id=send>send</button></form>`
const attributes = 'defer data-domain="shop.test"'
const script = 'script.outbound-links.form-submissions'

async function readEvents(domain: string) {
  const { rows } = await database.query(
    `select e.name, e.hostname, e.pathname, e.props, e.interactive
       from events e join sites s on s.id = e.site_id
      where s.domain = $1
      order by e.recorded_at, e.position`,
    [domain],
  )
  return rows
}

async function readEngagements(domain: string) {
  const { rows } = await database.query(
    `select g.pathname, g.scroll_depth, g.engagement_time_ms::int as ms
       from engagements g join sites s on s.id = g.site_id
      where s.domain = $1`,
    [domain],
  )
  return rows
}

/** Does something in the page and waits until the service has answered so many events with 202. */
async function act<Result>(count: number, action: () => Promise<Result>): Promise<Result> {
  let answered = 0
  const all = new Promise<void>((resolve) => {
    const listen = (response: Response) => {
      if (response.url() !== 'http://stats.example/api/event' || response.status() !== 202 || ++answered < count) return
      lab.context.off('response', listen)
      resolve()
    }
    lab.context.on('response', listen)
  })
  const result = await action()
  await all
  return result
}

t.test('a token of the page joins an event of the server to the visit', async (t) => {
  const { email } = await app.provision({ domain: 'token.test' })
  const visit = await act(1, () =>
    lab.visit({ attributes: 'defer data-domain="token.test"', host: 'token.example', path: '/cart' }),
  )
  const token = await visit.evaluate(`new Promise((resolve) => tidemark.visit(resolve))`)
  t.match(token, /^[\w-]{72}$/)
  const user = await app.app.registry.users.find(email)
  const { key } = await app.app.registry.keys.create({ userId: user!.id, scopes: ['events:send:*'] })
  const item = { id: 'order 17', site_id: 'token.test', name: 'Purchase', url: 'https://token.example/', visit: token }
  const answer = await checkedFetch(`${app.url}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify([item]),
  })
  t.match(await answer.json(), { results: [{ id: 'order 17', status: 'counted' }] })
  const { rows } = await database.query(
    `select count(*)::int as events, count(distinct session_id)::int as visits from events e
     join sites s on s.id = e.site_id where s.domain = 'token.test'`,
  )
  t.same(rows, [{ events: 2, visits: 1 }])
  await visit.evaluate(`localStorage.service_ignore = 'true'`)
  t.equal(
    await visit.evaluate(`new Promise((resolve) => tidemark.visit((token) => resolve(typeof token)))`),
    'undefined',
  )
  await visit.close()
})

t.test('pageview, outbound click, form and engagement arrive', async (t) => {
  const { api_key: key } = await app.provision({ domain: 'shop.test' })
  // The page is served by the lab, on an origin of its own.
  const visit = await act(1, () =>
    lab.visit({ script, attributes, body, host: 'shop.example', path: '/products?utm_source=news' }),
  )
  await act(3, () =>
    visit.evaluate(`
      addEventListener('click', (event) => event.target.id === 'out' && event.preventDefault())
      addEventListener('submit', (event) => event.preventDefault())
      out.click(); send.click(); hide()
    `),
  )
  await visit.close()

  const events = await readEvents('shop.test')
  t.same(events.map((event) => event.name).sort(), ['Form: Submission', 'Outbound Link: Click', 'pageview'])
  t.ok(events.every((event) => event.hostname === 'shop.example' && event.pathname === '/products'))
  t.same(events.find((event) => event.name === 'Outbound Link: Click').props, { url: 'http://other.test/there?x=1' })
  t.same(events.find((event) => event.name === 'Form: Submission').props, { path: '/products' })
  const engagements = await readEngagements('shop.test')
  t.match(engagements, [{ pathname: '/products', scroll_depth: 100 }])
  t.ok(engagements[0].ms >= 0)

  const answer = await checkedFetch(
    `${app.url}/api/v1/stats/timeseries?site_id=shop.test&period=day&metrics=visitors,pageviews,events`,
    { headers: { authorization: `Bearer ${key}` } },
  )
  t.equal(answer.status, 200)
  const { results } = (await answer.json()) as { results: { visitors: number; pageviews: number; events: number }[] }
  const sum = (metric: 'visitors' | 'pageviews' | 'events') =>
    results.reduce((total, point) => total + point[metric], 0)
  t.same([sum('visitors'), sum('pageviews'), sum('events')], [1, 1, 3])
})

t.test('the site script knows its site', async (t) => {
  const { tracker_script_id: id } = await app.provision({ domain: 'own.test', email: 'own@own.test' })
  const visit = await act(1, () =>
    lab.visit({ script: `s-${id}`, attributes: 'async', host: 'own.example', path: '/own' }),
  )
  await visit.close()
  t.match(await readEvents('own.test'), [{ name: 'pageview', hostname: 'own.example', pathname: '/own' }])
})
