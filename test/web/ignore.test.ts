// The page that keeps a browser out of the statistics of a site (spec/dashboard 2), in a browser: the same for every
// domain, in the reader's language, with links that the script reads.
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { openPage } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'

await build()
const service = await startDashboard({ domain: 'known.test', days: 0 })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})

t.test('links to the site, whether the service knows it or not', async (t) => {
  const page = await browser.newPage({ locale: 'en-GB' })
  for (const domain of ['known.test', 'unknown.test']) {
    await page.goto(`${service.url}/ignore/${domain}`)
    await page.getByRole('heading', { name: 'Do not count me' }).waitFor()
    for (const [name, value] of [
      ['Do not count this browser', 'true'],
      ['Count this browser again', 'false'],
      ['Is this browser counted?', ''],
    ] as const)
      t.equal(
        await page.getByRole('link', { name }).getAttribute('href'),
        `https://${domain}/?service_ignore=${value}`,
        `${domain}: ${name}`,
      )
  }
  await page.close()
})

t.test('in the language of the reader', async (t) => {
  for (const [locale, heading] of [
    ['de-DE', 'Mich nicht zählen'],
    ['ja-JP', '自分を集計しない'],
  ] as const) {
    const page = await browser.newPage({ locale })
    await page.goto(`${service.url}/ignore/known.test`)
    await page.getByRole('heading', { name: heading }).waitFor()
    t.notMatch(await page.locator('main').textContent(), /Count|count/)
    await page.close()
  }
})

t.test('an answer tells nothing of sites: alike but for the domain', async (t) => {
  const of = async (domain: string, cookie?: string) => {
    const answer = await openPage(service, `/ignore/${domain}`, cookie ? { cookie } : {})
    return { status: answer.status, text: answer.text.replaceAll(domain, 'DOMAIN') }
  }
  const known = await of('known.test')
  t.equal(known.status, 200)
  t.strictSame(await of('unknown.test'), known)
  t.strictSame(await of('known.test', service.owner.cookie), known, 'signed in or not')
  t.match(known.text, '<meta name="robots" content="noindex">')
})

t.test('an address that no site can have', async (t) => {
  for (const path of ['a%20b', '%22%3E%3Cscript%3E', 'javascript:alert(1)', 'a@evil.test', 'x'.repeat(600), '%2f'])
    t.equal((await openPage(service, `/ignore/${path}`)).status, 404, path)
  t.match((await openPage(service, '/ignore/WWW.Known.TEST')).facts, { ignore: { domain: 'known.test' } })
})
