// Labels that do not fit are shortened at their end, in the direction they are read, never in the middle; what is cut ends
// in an ellipsis and can be read as a whole (spec/dashboard 6.1).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { cutTexts } from '../support/cut-text.ts'
import { startDashboard } from '../support/dashboard.ts'
import { hardDomain, hardNames, seedHard } from '../support/hard.ts'
import { openPages } from '../support/pages.ts'

t.setTimeout(180_000)

await build()
const service = await startDashboard({ days: 3 })
const { page, visit, takeErrors, stop } = await openPages(service, (one) =>
  one.locator('main[aria-busy=false], main:not([aria-busy])').first().waitFor(),
)
t.teardown(async () => {
  await stop()
  await service.stop()
})
await seedHard(service)
const longDomain = `${'a-name-of-a-site-that-goes-on-'.repeat(2)}and-on.test`
await service.provision({ domain: longDomain, email: service.site.email })
const { directory, registry } = service.app
const site = directory.find(hardDomain)!
const goals = await registry.goals.list(site.id)
for (const name of [hardNames[3], hardNames[0]])
  await registry.funnels.upsert(
    site.id,
    name,
    goals.slice(0, 3).map(({ id }) => id),
  )
const segment = await registry.segments.create(site.id, {
  name: hardNames[0].repeat(3),
  userId: null,
  filters: [['is', 'visit:browser', ['Firefox']]],
})

const widths = [320, 390, 768, 1024, 1150, 1280, 1440, 1920]
const hard = `/sites/${hardDomain}?period=day`
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const frames = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
const rightToLeft = encodeURIComponent(`/${hardNames[0]}/${hardNames[0]}`)

const faultsAt = async (sizes: readonly number[]) => {
  const found: Record<number, string[]> = {}
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 900 })
    await frames()
    const faults = await page.evaluate<string[]>(cutTexts)
    if (faults.length > 0) found[width] = faults
  }
  return found
}

/** A state of a page with what is done there first. */
interface View {
  readonly path: string
  readonly act?: () => Promise<unknown>
  /** Something that has to be there, for the numbers come later. */
  readonly shows?: string
}

const views: Readonly<Record<string, View>> = {
  board: { path: `${hard}&compare=previous_period`, shows: '.panel-pages .row-button' },
  'one chip': { path: `${hard}&f=is,page,${rightToLeft}`, shows: '.chip-value' },
  chips: {
    path: `${hard}&f=is,page,${rightToLeft},/a&f=is_not,source,${'a-long-name-'.repeat(9)}`,
    shows: '.chip-value',
  },
  'a segment': { path: `${hard}&segment=${segment.id}`, shows: '.chip-value' },
  properties: { path: `${hard}&goals=props`, shows: '.panel-goals .row-button' },
  funnels: { path: `${hard}&goals=funnels`, shows: '.funnel .row-button' },
  journeys: { path: `${hard}&goals=journeys`, shows: '.journey-column .row-button' },
  details: { path: `${hard}&details=pages`, shows: 'dialog .row-button' },
  'a long domain': { path: `/sites/${longDomain}/settings/general`, shows: '.card' },
  sites: { path: '/sites', shows: '.site-link' },
  'sites as a table': { path: '/sites?view=table', shows: '.table-link' },
}

const dialogs: Readonly<Record<string, View>> = {
  filters: { path: hard, act: () => press('Filter') },
  values: {
    path: hard,
    async act() {
      await press('Filter')
      await page.getByRole('option', { name: 'Page', exact: true }).click()
      await page
        .getByRole('listbox')
        .getByRole('option', { name: new RegExp(hardNames[0]) })
        .click()
    },
  },
  commands: {
    path: hard,
    async act() {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command' }).fill(hardNames[3])
      await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').nth(2).waitFor()
    },
  },
  switcher: { path: hard, act: () => press(`Switch site: ${hardDomain}`) },
  shortcuts: { path: hard, act: () => page.keyboard.press('?') },
  'a note': { path: hard, act: () => page.keyboard.press('b') },
  'a range': { path: hard, act: () => page.keyboard.press('c') },
  'how it is counted': { path: hard, act: () => press('What these numbers mean') },
  'the wall': {
    path: `/sites/${hardDomain}?period=realtime`,
    async act() {
      await press('Options')
      await page.getByRole('menuitem', { name: 'Full screen' }).click()
      await page.locator('.wall li .label').first().waitFor()
    },
  },
}

t.test('the program sees what is cut', async (t) => {
  const first = `document.querySelector('.panel-pages .row-button .label')`
  const broken: Readonly<Record<string, string>> = {
    'cut without an ellipsis': `${first}.style.textOverflow = 'clip'`,
    'cut at its beginning': `${first}.dir = getComputedStyle(${first}).direction === 'rtl' ? 'ltr' : 'rtl'`,
    'nowhere whole': `for (const name of ['title', 'aria-label']) ${first}.parentElement.removeAttribute(name)`,
    'taller than its row': `Object.assign(${first}.closest('tr').querySelector('td').style, { display: 'block', height: '8px' })`,
    'a tab behind the edge': `document.querySelector('[role=tab]').style.translate = '-40px'`,
    'a choice without an ellipsis': `document.querySelector('select').style.textOverflow = 'clip'`,
  }
  for (const [words, change] of Object.entries(broken)) {
    await visit(hard, { width: 390 })
    await page.locator('.panel-pages .row-button').first().waitFor()
    t.same(await page.evaluate(cutTexts), [])
    await page.evaluate(change)
    t.match(await page.evaluate(cutTexts), [new RegExp(words)], words)
  }
})

t.test('labels on pages', async (t) => {
  for (const [name, { path, shows }] of Object.entries(views)) {
    await visit(path)
    await page.locator(shows!).first().waitFor()
    t.same(await faultsAt(widths), {}, name)
  }
  t.same(takeErrors(), [])
})

t.test('the words of a chip stay whole, its value gives way', async (t) => {
  for (const width of widths) {
    await visit(`${hard}&f=is,page,${rightToLeft},/a&f=is_not,source,Bing&f=is,browser,Firefox`, { width })
    await page.locator('.chip-value').first().waitFor()
    const words = await page.evaluate<[text: string, isCut: boolean][]>(
      `[...document.querySelectorAll('.chip-edit > *')].filter((one) => one.checkVisibility())
        .map((one) => [one.textContent, one.scrollWidth > one.clientWidth])`,
    )
    t.same(words.filter(([, isCut]) => isCut).length, 1, `${width} px: ${JSON.stringify(words)}`)
  }
})

t.test('labels in dialogs', async (t) => {
  for (const [name, { path, act }] of Object.entries(dialogs)) {
    for (const width of [320, 1280]) {
      await visit(path, { width })
      await page.locator('.panel-pages .row-button').first().waitFor()
      await act!()
      await page.getByRole('dialog').waitFor()
      t.same(await faultsAt([width]), {}, name)
    }
  }
  t.same(takeErrors(), [])
})

t.test('a path that does not fit keeps its last part', async (t) => {
  const places = ['pfad-1', 'pfad-2'].map((end) => `/produkte/${'sehr-langer-pfad-'.repeat(5)}/${end}`)
  for (const path of places)
    await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      body: JSON.stringify({ n: 'pageview', d: longDomain, u: `https://${longDomain}${path}` }),
    })
  await visit(`/sites/${longDomain}?period=day`, { width: 320 })
  for (const path of places) {
    const label = page.getByRole('button', { name: path, exact: true }).locator('.label')
    await label.waitFor()
    t.equal(await label.textContent(), path)
    const [isCut, end] = await label.evaluate((one) => [
      one.firstElementChild!.scrollWidth > one.firstElementChild!.clientWidth,
      one.lastElementChild!.textContent,
    ])
    t.same([isCut, end], [true, path.slice(path.lastIndexOf('/'))])
  }
  await visit(`/sites/${longDomain}?period=day&details=pages`, { width: 390 })
  const dialog = page.getByRole('dialog', { name: 'Top pages' })
  await dialog.locator('tbody td').first().waitFor()
  const outside = await dialog
    .locator('td, th')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > 390).length)
  t.equal(outside, 0, 'every number of details is in sight')
})

t.test('a label has its whole text: the browser shortens it, at its end', async (t) => {
  await visit(hard, { width: 320 })
  await page.locator('.panel-pages .row-button').first().waitFor()
  const found = await page.evaluate<{ text: string; direction: string; isCut: boolean }[]>(
    `[...document.querySelectorAll('.panel-pages .row-button .label')].map((one) => ({
      text: one.textContent,
      direction: getComputedStyle(one).direction,
      isCut: one.scrollWidth > one.clientWidth,
    }))`,
  )
  const paths = hardNames.map((name) => `/${name}`)
  t.same(found.map(({ text }) => text).sort(), [...paths].sort())
  const wanted = [
    { text: paths[0], direction: 'rtl', isCut: true },
    { text: paths[3], direction: 'ltr', isCut: true },
  ]
  for (const one of wanted)
    t.match(
      found.find(({ text }) => text === one.text),
      one,
    )
})
