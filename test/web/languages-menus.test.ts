// The menus and dialogs of the dashboard in every language, on a phone and in a small window; forms of words that follow
// a number.
import t from 'tap'
import { languageCodes } from '../../src/rules/languages.ts'
import { tablesOf } from '../../web/languages.ts'
import { readIn } from '../support/fit.ts'
import { isCounted, startBoard } from '../support/pages.ts'

t.setTimeout(240_000)

const { page: first, service, stop } = await startBoard(10)
t.teardown(stop)
const browser = first.context().browser()!

for (const code of languageCodes)
  t.test(code, async (t) => {
    const { page, faults, faultsAt, close } = await readIn(code, browser, service.cookies)
    t.teardown(close)
    await page.goto(`${service.url}/sites/dashboard.test?locations=countries`)
    await isCounted(page)
    const menus = page.locator(':is(main, header) button[aria-haspopup=menu]:not(.row-more):visible, .row-more')
    for (const width of [1024, 320]) {
      await page.setViewportSize({ width, height: 900 })
      for (const button of (await menus.all()).slice(0, 10)) {
        await button.scrollIntoViewIfNeeded()
        await button.click()
        await page.locator('[role=menu]:popover-open').waitFor()
        t.same(await faults(), [], `${await button.getAttribute('aria-label')} at ${width} px`)
        await page.keyboard.press('Escape')
      }
    }
    for (const key of ['?', 'b', 'c', '/', 'Control+k']) {
      await page.keyboard.press(key)
      const dialog = page.locator('dialog[open]')
      await dialog.waitFor()
      if (key === 'c') await page.locator('calendar-month').first().waitFor()
      t.same(await faultsAt([1024, 320]), {}, `the dialog of ${key}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    // Made of the entry of a menu: only the languages know its words.
    await page.setViewportSize({ width: 1024, height: 900 })
    const words = await tablesOf(code)
    await page.getByRole('button', { name: String(words.get('dashboard')!['options']), exact: true }).click()
    await page.getByRole('menuitem', { name: String(words.get('menus')!['tellMe']), exact: true }).click()
    await page.locator('dialog[open]').waitFor()
    t.same(await faultsAt([1024, 320]), {}, 'the dialog of notices')
  })

t.test('0, 1, 2 and 5 current visitors in the forms of each language', async (t) => {
  const readers = await Promise.all(languageCodes.map((code) => readIn(code, browser, service.cookies)))
  t.teardown(() => Promise.all(readers.map((one) => one.close())))
  await Promise.all(readers.map(({ page }) => page.goto(`${service.url}/sites/dashboard.test`)))
  let agents = 0
  for (const count of [0, 1, 2, 5]) {
    for (; agents < count; agents += 1)
      await fetch(`${service.url}/api/event`, {
        method: 'POST',
        headers: {
          'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${130 + agents}.0) Gecko/20100101 Firefox/${130 + agents}.0`,
        },
        body: JSON.stringify({ n: 'pageview', d: 'dashboard.test', u: 'https://dashboard.test/' }),
      })
    for (const [at, code] of languageCodes.entries()) {
      const forms = (await tablesOf(code)).get('dashboard')!['currentVisitors'] as Record<string, string>
      const form = forms[new Intl.PluralRules(code).select(count)]!
      const words = form.replace('{count}', new Intl.NumberFormat(code).format(count))
      await readers[at]!.page.getByRole('link', { name: words, exact: true }).waitFor()
      t.pass(`${code}: ${words}`)
    }
  }
})
