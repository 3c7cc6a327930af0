// Rules of accessibility on every page, dialog and menu, in both themes, by accessibility-checker-engine; and that the
// keyboard reaches everything and sees where it is (spec/dashboard 1, 14 and 17).
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { settingsPages } from '../../src/rules/settings-pages.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

await build()
const service = await startDashboard({ days: 40 })
const { page, visit, stop } = await openPages(service, (page) =>
  page.locator('main:not([aria-busy=true]) h1').first().waitFor(),
)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const domain = 'dashboard.test'
const board = `/sites/${domain}`
const site = service.app.directory.find(domain)!
const { registry } = service.app
const open = await registry.sharedLinks.findOrCreate(site.id, 'Open')
const locked = await registry.sharedLinks.findOrCreate(site.id, 'Locked')
await registry.sharedLinks.change(site.id, locked.id, { password: 'correct horse battery' })
await registry.notes.create(site.id, {
  day: new Date().toISOString().slice(0, 10),
  text: 'Launch',
  show_on_shared_links: true,
})

/** What is opened on a page and looked at by itself. */
type Part = (page: Page) => Promise<Locator>
const press =
  (button: string | RegExp, role: 'dialog' | 'menu', name: string): Part =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    return page.getByRole(role, { name, exact: true })
  }
const key =
  (keys: string, name: string): Part =>
  async (page) => {
    await page.keyboard.press(keys)
    return page.getByRole('dialog', { name, exact: true })
  }
const entry =
  (menu: string, item: string, name: string): Part =>
  async (page) => {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    return page.getByRole('dialog', { name, exact: true })
  }

interface Place {
  readonly path: string
  /** Shown without anybody signed in. */
  readonly isOutside?: boolean
  readonly parts?: readonly Part[]
}
const places: readonly Place[] = [
  { path: '/login', isOutside: true },
  { path: '/reset/none', isOutside: true },
  { path: `/share/${domain}?auth=${locked.slug}`, isOutside: true },
  { path: `/share/${domain}?auth=${open.slug}&embed=true`, isOutside: true },
  { path: '/docs/how-we-count', isOutside: true },
  { path: '/sites', parts: [press('Account', 'menu', 'Account')] },
  { path: '/sites/new' },
  { path: '/account', parts: [press('Create API key', 'dialog', 'Create API key')] },
  ...settingsPages().map((name) => ({ path: `${board}/settings/${name}` })),
  { path: '/sites/nowhere.test' },
  {
    path: `${board}?locations=countries`,
    parts: [
      press(/^Last 28 days/, 'menu', 'Time range'),
      press('Options', 'menu', 'Options'),
      press('Compare', 'menu', 'Comparison'),
      press('More: Direct', 'menu', 'More: Direct'),
      press('Filter', 'dialog', 'Filter'),
      press(`Switch site: ${domain}`, 'dialog', 'Switch site'),
      press('Details: Top pages', 'dialog', 'Top pages'),
      key('c', 'Custom range'),
      key('b', 'Add note'),
      key('?', 'Keyboard shortcuts'),
      key('Control+k', 'Commands'),
      entry('Devices menu', 'How this is counted', 'How this is counted'),
    ],
  },
  {
    path: `${board}?compare=previous_period&f=is,source,Google&view=table`,
    parts: [
      press('Edit filter: Source is Google', 'dialog', 'Filter'),
      press('Save as segment', 'dialog', 'Save as segment'),
    ],
  },
  { path: `${board}?period=realtime` },
]

/**
 * What the checker holds against us wrongly: it does not know `aria-description` of ARIA 1.3, nor that HTML allows
 * `username` on fields of addresses; and it takes figures and days, which are descriptions, for a part of the label.
 */
const excused = ['aria_attribute_allowed', 'input_autocomplete_valid', 'label_name_visible']

const engine = await readFile(new URL(import.meta.resolve('accessibility-checker-engine/ace.js')), 'utf8')

/** A checker, kept in the page, with a guideline more: colours alone, which is all that a theme changes. */
const setUp = `${engine};
  // What is folded away keeps the colours of the theme it was folded in.
  for (const one of document.querySelectorAll('details')) one.open = true
  globalThis.checker ??= (() => {
    const made = new ace.Checker()
    const wcag = made.getGuidelines().find(({ id }) => id === 'WCAG_2_2')
    const ofColours = (rules = []) => rules.filter(({ id }) => id === 'text_contrast_sufficient')
    const checkpoints = wcag.checkpoints
      .map((checkpoint) => ({ ...checkpoint, rules: ofColours(checkpoint.rules) }))
      .filter(({ rules }) => rules.length > 0)
    made.addGuideline({ ...wcag, id: 'colours', checkpoints })
    return made
  })()`

/** Violations below an element as it stands, a line each. */
async function check(root: Locator, guideline: 'WCAG_2_2' | 'colours'): Promise<string[]> {
  await root.evaluate((one) => one.toggleAttribute('data-checked', true))
  return page.evaluate(`(async () => {
    const root = document.querySelector('[data-checked]')
    root.toggleAttribute('data-checked', false)
    // Colours on their way from one theme to the other are of neither.
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const { results } = await checker.check(root === document.documentElement ? document : root, ['${guideline}'])
    return results
      .filter(({ value, ruleId }) => value[0] === 'VIOLATION' && value[1] === 'FAIL' && !${JSON.stringify(excused)}.includes(ruleId))
      .map(({ ruleId, message, path, snippet }) => [ruleId, message, path.dom, snippet].join(' | '))
  })()`)
}

t.test('the checker sees what is wrong', async (t) => {
  await visit('/login')
  await page.evaluate(`${setUp}
    const wrong = document.querySelector('main').appendChild(document.createElement('p'))
    wrong.append(document.createElement('button'), 'To be read by nobody')
    wrong.style.color = '#999'
    wrong.style.background = '#bbb'`)
  const found = await check(page.locator('html'), 'WCAG_2_2')
  t.ok(
    found.some((line) => line.startsWith('text_contrast_sufficient')),
    'pale words',
  )
  t.ok(
    found.some((line) => line.includes('<button>')),
    'a button without a name',
  )
  t.match(await check(page.locator('html'), 'colours'), [/^text_contrast_sufficient/], 'colours alone')
})

t.test('no violation on a page, in a dialog or a menu, in both themes', async (t) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { path, isOutside = false, parts = [] } of places) {
    await visit(path, { isSignedIn: !isOutside })
    await page.evaluate(setUp)
    const look = async (name: string, root: Locator) => {
      t.same(await check(root, 'WCAG_2_2'), [], `${name}, light`)
      await page.emulateMedia({ colorScheme: 'dark' })
      t.same(await check(root, 'colours'), [], `${name}, dark`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await look(path, page.locator('html'))
    for (const part of parts) {
      const root = await part(page)
      await root.waitFor()
      await look(
        `${path}: ${(await root.getAttribute('aria-label')) ?? (await root.getByRole('heading').first().textContent())}`,
        root,
      )
      await page.keyboard.press('Escape')
      await root.waitFor({ state: 'hidden' })
    }
  }
})

t.test('the keyboard reaches every control, in the order of the page, and shows where it is', async (t) => {
  for (const path of [
    '/sites',
    '/account',
    `${board}/settings/goals`,
    `${board}?f=is,source,Google&locations=countries`,
  ]) {
    await visit(path)
    if (path.includes('locations')) {
      // It comes when it is near.
      await page.getByRole('region', { name: 'Goals', exact: true }).scrollIntoViewIfNeeded()
      await page.getByRole('table', { name: 'Accepted and dropped' }).waitFor()
    }
    if (path.includes('goals')) await page.getByRole('button', { name: 'Add goal', exact: true }).waitFor()
    // Each card asks for what it shows.
    if (path === '/account') {
      await page.getByRole('button', { name: 'Turn on', exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
    }
    // What has the focus: numbered, so that order can be told.
    await page.evaluate(`[...document.querySelectorAll('*')].forEach((one, at) => { one.dataset.at = at })`)
    const seen = new Map<number, string>()
    for (let presses = 0; presses < 300; presses += 1) {
      await page.keyboard.press('Tab')
      const [at, words, isSeen] = (await page.evaluate(`(() => {
        const one = document.activeElement
        const isMarked = (part) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part)
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
        }
        const mark = [null, '::before', '::after'].some(isMarked)
        return [one === document.body ? 0 : Number(one.dataset.at), one.outerHTML.slice(0, 120), mark]
      })()`)) as [number, string, boolean]
      if (at === 0 || seen.has(at)) break
      if (!isSeen) t.fail(`no visible focus: ${words}`)
      seen.set(at, words)
    }
    const order = [...seen.keys()]
    t.same(
      order,
      [...order].sort((a, b) => a - b),
      `${path}: the order of the page`,
    )
    const missed = (await page.evaluate(`(() => {
      const reached = new Set(${JSON.stringify(order)})
      return [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && !reached.has(Number(one.dataset.at)))
        .filter((one) => !(one.type === 'radio' && document.querySelector('input[name="' + one.name + '"]:checked') !== one))
        .map((one) => one.outerHTML.slice(0, 120))
    })()`)) as string[]
    t.same(missed, [], `${path}: nothing is left out`)
    t.match([...seen.values()][0], /Skip to content|class="skip"/)
  }
})
