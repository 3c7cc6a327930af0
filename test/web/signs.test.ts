// Warnings that visitors count wrongly, on the dashboard and under Installation, and the reasons that a site which waits
// is told (spec/dashboard 10).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

await build()
const service = await startDashboard({ days: 3, env: { TRUSTED_PROXIES: 'none' } })
const { page, visit, takeErrors, stop } = await openPages(service)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const { domain } = service.site

const agentOf = (index: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + index}.0) Gecko/20100101 Firefox/${100 + index}.0`

async function post(body: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${service.url}/api/event`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
}

/** Visitors who come by a rewrite of Vercel that is not trusted. */
async function comeByVercel(): Promise<void> {
  for (let index = 0; index < 10; index += 1)
    await post(JSON.stringify({ n: 'pageview', d: domain, u: `https://${domain}/` }), {
      'user-agent': agentOf(index),
      'x-vercel-id': 'fra1::a',
      'x-forwarded-for': `203.0.113.${index}`,
    })
}

const warning = page.locator('.notice-warn').filter({ hasText: 'came through Vercel' })

t.test('the dashboard says so within a minute, and leads to the kit', async (t) => {
  await visit(`/sites/${domain}`)
  await page.locator('main[aria-busy=false] [role=radio]').first().waitFor()
  t.equal(await warning.count(), 0)
  await comeByVercel()
  const begun = Date.now()
  await warning.waitFor()
  t.ok(Date.now() - begun < 60_000)
  t.match(await warning.textContent(), /10 of the last 10 visitors came through Vercel/)
  await warning.getByRole('link', { name: 'Show kit: Vercel' }).click()
  await page.waitForURL('**/settings/installation?kit=vercel#kits')
  await page.locator('.kit-file').first().waitFor()
  t.match(await page.locator('.kit-file').first().textContent(), /tidemark\.js/)
  t.same(takeErrors(), [])
})

t.test('Installation says so too, and shows the kit below', async (t) => {
  await visit(`/sites/${domain}/settings/installation`)
  await warning.waitFor()
  t.equal(await page.locator('.kit-file').count(), 0)
  await warning.getByRole('button', { name: 'Show kit: Vercel' }).click()
  await page.locator('.kit-file').first().waitFor()
  t.same(takeErrors(), [])
})

async function add(name: string): Promise<void> {
  await visit('/sites/new')
  await page.getByRole('textbox', { name: 'Domain' }).fill(name)
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByRole('status').filter({ hasText: 'Waiting for the first event' }).waitFor()
}

const chrome = { 'user-agent': agentOf(1) }
/** Reasons that a site is told while it waits, each within ten seconds. */
const reasons: readonly [name: string, send: (name: string) => Promise<void>, told: RegExp][] = [
  [
    'wrong.test',
    (name) => post(JSON.stringify({ n: 'pageview', d: `www2.${name}`, u: `https://${name}/` }), chrome),
    /name the domain “www2\.wrong\.test”\. Set data-domain to wrong\.test/,
  ],
  ['empty.test', (name) => post('', { ...chrome, origin: `https://${name}` }), /arrive without content/],
  [
    'script.test',
    async (name) => {
      await (await fetch(`${service.url}/js/script.js`, { headers: { referer: `https://${name}/` } })).arrayBuffer()
    },
    /was loaded on script\.test, but no event followed/,
  ],
  [
    'local.test',
    async () => {
      await (
        await fetch(`${service.url}/js/script.js`, { headers: { referer: 'http://localhost:3000/' } })
      ).arrayBuffer()
    },
    /was loaded on localhost/,
  ],
  [
    'bot.test',
    (name) =>
      post(JSON.stringify({ n: 'pageview', d: name, u: `https://${name}/` }), { 'user-agent': 'Googlebot/2.1' }),
    /Sent by bots and crawlers: 1 event/,
  ],
]

for (const [name, send, told] of reasons)
  t.test(`${name} hears why it waits`, async (t) => {
    await add(name)
    await send(name)
    const begun = Date.now()
    await page.locator('.notice-warn li').filter({ hasText: told }).waitFor()
    t.ok(Date.now() - begun < 10_000)
    t.same(takeErrors(), [])
  })

t.test('a browser that is kept from the script says so', async (t) => {
  await page.route('**/js/script.js', (route) => route.abort())
  await add('blocked.test')
  await page.locator('.notice-warn').filter({ hasText: 'Your browser cannot load' }).waitFor()
  await page.unroute('**/js/script.js')
  takeErrors()
  t.end()
})

t.test('a fault of the page is said as the service finds it', async (t) => {
  await page.route('**/page-check', (route) =>
    route.fulfill({ json: { page: 'https://fault.test/', finding: 'events_blocked', detail: '' } }),
  )
  await add('fault.test')
  const said = page
    .locator('.notice-warn')
    .filter({ hasText: 'The content security policy of https://fault.test/ blocks' })
  await said.waitFor()
  t.match(await said.textContent(), /to connect-src\.$/)
  await page.unroute('**/page-check')
  t.same(takeErrors(), [])
})
