// Clients written for another service, unchanged: the published npm `plausible-tracker` in a page, and a server that
// posts for its visitors.
import { buildSync } from 'esbuild'
import pg from 'pg'
import type { Response } from 'playwright-core'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { createLab } from './support/lab.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const app = await startApp({ env: { BASE_URL: 'http://stats.example' } })
const lab = await createLab({ servicePort: Number(new URL(app.url).port), userAgent: chrome })
const database = new pg.Client({ connectionString: app.databaseUrl })
await database.connect()
t.teardown(async () => {
  await lab.stop()
  await database.end()
  await app.stop()
})

const { outputFiles } = buildSync({
  stdin: {
    contents: `import Plausible from 'plausible-tracker'
      const options = { domain: 'client.test', apiHost: 'http://stats.example' }
      window.client = Plausible(options)
      window.hashClient = Plausible({ ...options, hashMode: true })
      client.enableAutoPageviews()
      client.enableAutoOutboundTracking()`,
    resolveDir: projectPath(),
  },
  bundle: true,
  write: false,
  format: 'iife',
})
const page = {
  script: 'none',
  body: `<a id=out href="http://other.test/there">out</a><script src="/app.js"></script>`,
  files: { '/app.js': outputFiles[0]!.text },
}

/** Does something in the page and waits until the service has answered it; resolves to the answer. */
async function answered(action: () => Promise<unknown>): Promise<Response> {
  const answer = new Promise<Response>((resolve) => {
    const listen = (response: Response) => {
      if (response.url() !== 'http://stats.example/api/event') return
      lab.context.off('response', listen)
      resolve(response)
    }
    lab.context.on('response', listen)
  })
  await action()
  return await answer
}

t.test('plausible-tracker in a page', async (t) => {
  await app.provision({ domain: 'client.test' })
  let visit: Awaited<ReturnType<typeof lab.visit>> | undefined
  const open = async () => {
    visit = await lab.visit({ ...page, host: 'client.example', path: '/start?utm_source=newsletter' })
    // The client goes where the link leads, whatever the page says: an answer without content leaves the page as it is.
    await visit.page.route('http://other.test/there', (route) => route.fulfill({ status: 204 }))
  }
  const run = (code: string) => () => visit!.evaluate(code)
  const steps: [what: string, action: () => Promise<unknown>][] = [
    ['the first pageview', open],
    ['a pageview after pushState', run(`history.pushState({}, '', '/next')`)],
    [
      'a custom event with props and a callback',
      run(
        `new Promise((done) => client.trackEvent('Signup', { props: { plan: 'pro', seats: 3, trial: true }, callback: done }))`,
      ),
    ],
    [
      'a pageview of another address',
      run(`client.trackPageview({ url: 'http://client.example/virtual', referrer: 'https://t.co/x' })`),
    ],
    ['a hash pageview', run(`hashClient.trackPageview({ url: location.href + '#part' })`)],
    ['an outbound link', run(`addEventListener('click', (event) => event.preventDefault()); out.click()`)],
  ]
  for (const [what, action] of steps) {
    const answer = await answered(action)
    t.equal(answer.status(), 202, what)
    t.equal(answer.headers()['x-service-dropped'], undefined, `${what}: kept`)
  }
  t.strictSame(await visit!.errors(), [], 'the browser let the client read every answer')
  await visit!.close()
  const { rows } = await database.query(
    `select name, hostname, pathname, props from events order by recorded_at, position`,
  )
  const common = { hostname: 'client.example', props: null }
  t.strictSame(rows, [
    { ...common, name: 'pageview', pathname: '/start' },
    { ...common, name: 'pageview', pathname: '/next' },
    { ...common, name: 'Signup', pathname: '/next', props: { plan: 'pro', seats: '3', trial: 'true' } },
    { ...common, name: 'pageview', pathname: '/virtual' },
    { ...common, name: 'pageview', pathname: '/next#part' },
    { ...common, name: 'Outbound Link: Click', pathname: '/next', props: { url: 'http://other.test/there' } },
  ])
  const visits = await database.query(
    'select source, utm_source, browser, os, device, pageviews, events, is_bounce from visits',
  )
  t.strictSame(visits.rows, [
    {
      source: 'newsletter',
      utm_source: 'newsletter',
      browser: 'Chrome',
      os: 'GNU/Linux',
      device: 'Desktop',
      pageviews: 4,
      events: 6,
      is_bounce: false,
    },
  ])
})

t.test('a server posts for its visitors', async (t) => {
  await app.provision({ domain: 'server.test', email: 'server@server.test' })
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1'
  const post = async (name: string, headers: Record<string, string>) => {
    const response = await fetch(`${app.url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        name,
        url: 'https://server.test/checkout',
        domain: 'server.test',
        referrer: 'https://duckduckgo.com/',
      }),
    })
    t.equal(response.status, 202)
    t.equal(await response.text(), 'ok')
    t.equal(response.headers.get('x-service-dropped'), null)
  }
  await post('pageview', { 'user-agent': iphone, 'x-forwarded-for': '8.8.8.8' })
  await post('Purchase', { 'user-agent': iphone, 'x-forwarded-for': '8.8.8.8, 10.0.0.1' })
  await post('pageview', { 'user-agent': chrome, 'x-forwarded-for': '80.12.0.1' })
  const { rows } = await database.query(
    `select country, browser, browser_version, os, device, source, channel, pageviews, events
     from visits where site_id = (select id from sites where domain = 'server.test') order by country`,
  )
  const organic = { source: 'DuckDuckGo', channel: 'Organic Search', pageviews: 1 }
  t.strictSame(rows, [
    {
      country: 'FR',
      browser: 'Chrome',
      browser_version: '140.0',
      os: 'GNU/Linux',
      device: 'Desktop',
      ...organic,
      events: 1,
    },
    { country: 'US', browser: 'Safari', browser_version: '16.5', os: 'iOS', device: 'Mobile', ...organic, events: 2 },
  ])
})
