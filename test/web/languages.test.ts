// Pages in other languages: the browser's, the account's, that of the address; a made-up one from right to left.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { faultsOf, missingKeys, pendingLine } from '../../scripts/languages.ts'
import { languageCodes } from '../../src/rules/languages.ts'
import { build as buildPages } from '../../web/build.ts'
import { mirrorLanguage } from '../../web/languages.ts'
import { send } from '../support/browser.ts'
import { startDashboard } from '../support/dashboard.ts'
import { isCounted, startBoard } from '../support/pages.ts'

const { page, visit, service, stop } = await startBoard(10)
t.teardown(stop)
const { owner } = service
const board = '/sites/dashboard.test'
const browser = page.context().browser()!

/** A page of a browser with this language, signed in unless it says no. */
async function openIn(locale: string, { url, cookies } = service, isSignedIn = true) {
  const context = await browser.newContext({ locale, timezoneId: 'Etc/UTC' })
  if (isSignedIn) await context.addCookies([...cookies])
  const opened = await context.newPage()
  return {
    page: opened,
    go: async (path: string) => {
      await opened.goto(url + path)
      await opened.getByRole('heading', { level: 1 }).waitFor()
    },
    close: () => context.close(),
  }
}

const keep = (language: string | null) => send(service, 'PUT', '/api/account', { language }, owner.headers)

t.test('the browser chooses, down to its variant of numbers and days', async (t) => {
  const german = await openIn('de-AT')
  await german.go(`${board}?period=28d`)
  const { page: own } = german
  t.equal(await own.locator('html').getAttribute('lang'), 'de')
  t.equal(await own.locator('html').getAttribute('dir'), null)
  await own.getByRole('region', { name: 'Quellen' }).getByRole('columnheader', { name: 'Besucher' }).waitFor()
  await own.getByRole('radio', { name: /Eindeutige Besucher/ }).waitFor()
  await own.getByRole('region', { name: 'Quellen' }).getByRole('tab', { name: 'Quellen' }).click()
  await own.getByRole('button', { name: 'Direkt / keine', exact: true }).click()
  await own.waitForURL(/f=is/)
  t.match(new URL(own.url()).searchParams.get('f'), 'is,source,Direct / None', 'the address has the value of the API')
  await own.getByRole('list', { name: 'Filter' }).getByText('Quelle').first().waitFor()
  t.equal(await own.getByRole('alert').count(), 0, 'nothing is refused')
  await german.close()
  const other = await openIn('nl')
  await other.go(board)
  t.equal(await other.page.locator('html').getAttribute('lang'), 'en', 'a language that pages have not')
  await other.close()
})

t.test('the account keeps it', async (t) => {
  await visit(board)
  await page.goto(`${service.url}/account`)
  const field = page.getByLabel('Language', { exact: true })
  t.ok((await field.locator('option').allTextContents()).includes('Deutsch'))
  await field.selectOption('de')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.locator('html[lang=de]').waitFor()
  await visit(board)
  await page.getByRole('region', { name: 'Quellen' }).waitFor()
  t.equal((await keep(null)).status, 200)
  await visit(board)
  await page.getByRole('region', { name: 'Sources' }).waitFor()
  t.strictSame((await keep('klingon')).status, 400)
})

t.test('?lang= says it for an embed, through every click', async (t) => {
  const made = await send(
    service,
    'PUT',
    '/api/v1/sites/shared-links',
    { site_id: 'dashboard.test', name: 'Public' },
    {
      authorization: `Bearer ${service.site.api_key}`,
    },
  )
  t.equal(made.status, 200)
  const auth = new URL(made.body.url as string).searchParams.get('auth')
  const reader = await openIn('en-GB', service, false)
  await reader.go(`/share/dashboard.test?auth=${auth}&embed=true&lang=de`)
  await reader.page.getByRole('region', { name: 'Seiten' }).getByRole('button', { name: '/', exact: true }).click()
  await reader.page.waitForURL(/f=is/)
  t.equal(new URL(reader.page.url()).searchParams.get('lang'), 'de')
  await reader.close()
})

t.test('each language fits the window', async (t) => {
  const reader = await openIn('en-GB')
  for (const code of languageCodes)
    for (const width of [320, 1024]) {
      await reader.page.setViewportSize({ width, height: 900 })
      await reader.go(`${board}?lang=${code}`)
      await isCounted(reader.page)
      t.equal(await reader.page.locator('html').getAttribute('lang'), code)
      const over = await reader.page.evaluate('document.documentElement.scrollWidth - innerWidth')
      t.ok(Number(over) <= 0, `${code} at ${width} is no wider than the window, by ${over}`)
      const keys = await reader.page.evaluate(`document.body.innerText.match(/\\{\\w+\\}|undefined|\\[object/g)`)
      t.equal(keys, null, `${code} at ${width} fills all gaps`)
    }
  await reader.close()
})

t.test('faults of translations are found', (t) => {
  const forms = { one: '{count} site', other: '{count} sites' }
  const cases: [language: string, english: object | string, own: object | string | undefined, fault: RegExp][] = [
    ['de', 'Hello {name}', 'Hallo', /has the gaps none, not {name}/],
    ['de', { a: 'A' }, { b: 'B' }, /b is no key/],
    ['de', { a: 'A' }, { a: 'A', b: 'B' }, /b is no key/],
    ['ja', forms, { one: '{count}', other: '{count}' }, /the form one, which the language has not/],
    ['fr', forms, { one: '{count} site', other: '{count} sites' }, /lacks the form many/],
    ['de', forms, { one: '{count} Website', other: 'Websites' }, /other has other gaps/],
  ]
  for (const [language, english, own, fault] of cases)
    t.match(faultsOf(language, 'x', english as never, own as never).join('\n'), fault)
  t.strictSame(faultsOf('ja', 'x', forms, { other: '{count} サイト' }), [])
  t.strictSame(faultsOf('de', 'x', { a: 'A', b: 'B' }, { a: 'Ä' }), [], 'a text that is missing is no fault')
  t.end()
})

t.test('what a language lacks is pending', (t) => {
  const english = {
    title: 'Title',
    none: '(none)',
    sites: { one: '{count} site', other: '{count} sites' },
    a: { b: 'B' },
  }
  const cases: [own: object, missing: string[]][] = [
    [{}, ['title', 'sites', 'a']],
    [{ title: 'Titel', a: {} }, ['sites', 'a.b']],
    [{ title: 'Titel', sites: { other: '{count}' }, a: { b: 'B' } }, []],
  ]
  for (const [own, missing] of cases)
    t.strictSame(
      missingKeys(english, own as never).map((path) => path.join('.')),
      missing,
    )
  t.equal(pendingLine({ place: 'de/goals.title', days: 1 }), 'pending: de/goals.title, 1 day')
  t.equal(pendingLine({ place: 'de/goals.title', days: 12 }), 'pending: de/goals.title, 12 days')
  t.equal(pendingLine({ place: 'de/goals.title', days: null }), 'pending: de/goals.title, age unknown')
  t.end()
})

t.test('a language from right to left keeps the layout', { timeout: 240_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-mirror-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await buildPages(folder, [mirrorLanguage])
  const mirrored = await startDashboard({ days: 10, webFolder: folder })
  t.teardown(() => mirrored.stop())
  const reader = await openIn('en-GB', mirrored)
  for (const path of [board, '/sites', '/account', `${board}/settings/general`])
    for (const width of [320, 1024]) {
      await reader.page.setViewportSize({ width, height: 900 })
      await reader.go(`${path}?lang=${mirrorLanguage}`)
      await reader.page.waitForLoadState('networkidle')
      t.equal(await reader.page.locator('html').getAttribute('dir'), 'rtl')
      const { over, start } = (await reader.page.evaluate(`({
        over: document.documentElement.scrollWidth - innerWidth,
        start: document.querySelector('h1').getBoundingClientRect().right,
      })`)) as { over: number; start: number }
      t.ok(over <= 0, `${path} at ${width} is no wider than the window, by ${over}`)
      t.ok(start > width / 2, `${path} at ${width} begins at the right`)
    }
  await reader.close()
})
