// The first page of a site, fetched over real HTTP: what its answers mean, and what is never asked (spec/ingestion 28.5).
import t from 'tap'
import { checkAddress, createPageChecks, fetchPage } from '../../src/reports/page-checks.ts'
import { verificationAgent } from '../../src/rules/tables/verification-agent.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'
import { startReceiver } from '../support/receiver.ts'

const site = await startReceiver()
t.teardown(() => site.stop())
const service = 'https://stats.example.net'
const tag = `<script defer data-domain="example.com" src="${service}/js/script.js"></script>`
const options = { domain: 'example.com', service, allowsPrivate: true }
const html = { 'content-type': 'text/html' }

const answers: readonly [name: string, answer: (typeof site)['answer'], finding: string | null, detail?: string][] = [
  ['a page with its tag', () => ({ status: 200, headers: html, body: tag }), null],
  ['a page without', () => ({ status: 200, headers: html, body: '<p>Hello' }), 'no_tag'],
  ['a page behind a password', () => ({ status: 401 }), 'no_answer', '401'],
  ['a page that is broken', () => ({ status: 502 }), 'no_answer', '502'],
  [
    'a policy in the header',
    () => ({ status: 200, headers: { ...html, 'content-security-policy': "script-src 'self'" }, body: tag }),
    'script_blocked',
  ],
  [
    'a page that leads to its language',
    ({ path }) => (path === '/' ? { status: 302, headers: { location: '/en/' } } : { status: 200, body: tag }),
    null,
  ],
  ['a page that leads to itself for ever', () => ({ status: 302, headers: { location: '/' } }), 'no_answer', '302'],
  ['a tag behind a quarter of a megabyte', () => ({ status: 200, body: ' '.repeat(300_000) + tag }), 'no_tag'],
]

for (const [name, answer, finding, detail = ''] of answers)
  t.test(name, async (t) => {
    site.answer = answer
    t.match(await checkAddress(`${site.url}/`, options), { finding, detail })
    t.equal(site.received.at(-1)?.headers['user-agent'], verificationAgent, 'its own visits are no traffic')
  })

t.test('private addresses are not asked, whatever leads to them', async (t) => {
  const before = site.received.length
  await t.rejects(fetchPage(site.url, false), /no public address/)
  await t.rejects(fetchPage('http://localhost/', false))
  await t.rejects(fetchPage('http://2130706433/', false), /no public address/)
  t.equal(site.received.length, before)
  site.answer = () => ({ status: 302, headers: { location: 'file:///etc/passwd' } })
  t.equal((await fetchPage(site.url, true)).status, 302)
  site.answer = () => ({ status: 302, headers: { location: 'http://user:word@127.0.0.1/' } })
  t.equal((await fetchPage(site.url, true)).status, 302)
})

t.test('names of the own network are not looked up, and none is with PAGE_CHECKS off', async (t) => {
  const nothing = { page: null, finding: null, detail: '' }
  const check = createPageChecks({ pageChecks: true, webhooksToPrivate: false, baseUrl: service })
  for (const domain of ['shop.test', 'localhost', 'intranet', 'printer.local/a', 'a.internal', '127.0.0.1'])
    t.strictSame(await check(domain), nothing, domain)
  const off = createPageChecks({ pageChecks: false, webhooksToPrivate: false, baseUrl: service })
  t.strictSame(await off('example.com'), nothing)
})

t.test('people who may change the site ask', async (t) => {
  const app = await startApp()
  t.teardown(() => app.stop())
  await app.provision({ domain: 'page.test', email: 'owner@page.test' })
  const owner = await signIn(app, 'owner@page.test')
  const path = '/api/sites/page.test/page-check'
  const answer = await send(app, 'GET', path, undefined, { cookie: owner.cookie })
  t.strictSame([answer.status, answer.body], [200, { page: null, finding: null, detail: '' }])
  t.equal((await send(app, 'GET', path)).status, 401)
})
