// Pictures of the main pages, made in Chromium from the demo year: to look at after a change of the looks. Twenty of them
// are the README's gallery, in docs/pictures.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { fillDemo } from '../src/commands/demo.ts'
import { projectPath } from '../src/paths.ts'
import { startDashboard } from '../test/support/dashboard.ts'
import { openPages, type Visit } from '../test/support/pages.ts'
import { build } from './build.ts'

const folder = projectPath('dist', 'screenshots')
const domain = 'example.com'
const site = `/sites/${domain}`

interface Picture extends Visit {
  readonly name: string
  readonly path: string
  /** What is done before it is taken. */
  readonly act?: (page: Page) => Promise<unknown>
  /** The window alone, not the whole page: for dialogs. */
  readonly isWindow?: boolean
  /** One of docs/pictures, in this form. */
  readonly shown?: 'png' | 'webp'
}

const open = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()

async function chooseDays(page: Page): Promise<void> {
  await page.keyboard.press('c')
  await page.locator('calendar-month').last().waitFor()
}

async function searchCommands(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('last')
}

async function explain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sources menu' }).click()
  await page.getByRole('menuitem', { name: 'How this is counted' }).click()
  await dialog(page)
}

const panel = (name: string) => async (page: Page) => {
  const list = page.getByRole('region', { name, exact: true })
  await list.getByRole('tabpanel').waitFor()
  await list.evaluate((one) => one.scrollIntoView({ block: 'center' }))
}

/** The states of the gallery beside the two dashboards, in its order. */
const shownPictures: readonly Picture[] = (
  [
    { name: 'phone', path: site, width: 390, height: 860 },
    { name: 'today', path: `${site}?period=day` },
    { name: 'current-visitors', path: `${site}?period=realtime` },
    { name: 'compared', path: `${site}?compare=previous_period&f=is,source,Google` },
    { name: 'pages-in-detail', path: `${site}?details=pages`, act: dialog },
    { name: 'choosing-a-filter', path: site, act: open('Filter') },
    { name: 'choosing-days', path: site, act: chooseDays },
    { name: 'commands', path: site, act: searchCommands },
    { name: 'goals', path: `${site}?goals=goals`, act: panel('Goals') },
    { name: 'funnel', path: `${site}?goals=funnels`, act: panel('Goals') },
    { name: 'journeys', path: `${site}?goals=journeys`, act: panel('Goals') },
    { name: 'how-it-is-counted', path: site, act: explain },
    { name: 'sites-as-cards', path: '/sites' },
    { name: 'sites-as-a-table', path: '/sites?view=table', theme: 'dark' },
    { name: 'settings-of-a-site', path: `${site}/settings/general` },
    { name: 'people', path: `${site}/settings/people` },
    { name: 'imports', path: `${site}/settings/imports` },
    { name: 'an-account', path: '/account' },
  ] satisfies readonly Picture[]
).map((picture) => ({ height: 860, ...picture, isWindow: true, shown: 'webp' }))

const pictures: readonly Picture[] = [
  { name: 'dashboard', path: `${site}?period=91d`, shown: 'png', isWindow: true, height: 860 },
  {
    name: 'dashboard-dark',
    path: `${site}?compare=previous_period&locations=map`,
    theme: 'dark',
    shown: 'png',
    isWindow: true,
    height: 860,
  },
  ...shownPictures,
  { name: 'dashboard-whole', path: site },
  { name: 'dashboard-whole-dark', path: `${site}?locations=countries&sources=sources`, theme: 'dark' },
  { name: 'dashboard-360', path: site, width: 360 },
  { name: 'dashboard-768', path: `${site}?period=12mo&f=is,source,Google,Bing&f=is_not,country,DE`, width: 768 },
  { name: 'dashboard-1920', path: `${site}?period=year`, width: 1920 },
  { name: 'details', path: `${site}?details=pages`, act: dialog, isWindow: true },
  { name: 'details-360', path: `${site}?details=pages`, act: dialog, isWindow: true, width: 360, height: 740 },
  { name: 'realtime', path: `${site}?period=realtime` },
  { name: 'today', path: `${site}?period=day` },
  { name: 'comparison', path: `${site}?period=7d&compare=year_over_year&f=is,source,Google&view=table` },
  { name: 'goal', path: `${site}?f=is,goal,Signup&f=is_not,country,DE&f=contains,page,pricing` },
  { name: 'ranges', path: site, act: open('Last 28 days'), isWindow: true },
  {
    name: 'calendar',
    path: site,
    act: chooseDays,
    isWindow: true,
  },
  { name: 'filter', path: site, act: open('Filter'), isWindow: true },
  {
    name: 'filter-values',
    path: site,
    act: async (page) => {
      await open('Filter')(page)
      await page.getByRole('option', { name: 'Source', exact: true }).click()
      await page.getByRole('option', { name: /Google/ }).waitFor()
    },
    isWindow: true,
  },
  {
    name: 'palette',
    path: site,
    act: searchCommands,
    isWindow: true,
  },
  { name: 'keys', path: site, act: (page) => page.keyboard.press('?'), isWindow: true },
  {
    name: 'counted',
    path: site,
    act: explain,
    isWindow: true,
  },
  { name: 'sites', path: '/sites' },
  { name: 'sites-dark-360', path: '/sites', theme: 'dark', width: 360 },
  { name: 'settings', path: `${site}/settings/general` },
  { name: 'settings-goals', path: `${site}/settings/goals`, theme: 'dark' },
  { name: 'account', path: '/account' },
  { name: 'add-site', path: '/sites/new' },
  { name: 'empty', path: '/sites/new.example' },
  { name: 'sign-in', path: '/login', isSignedIn: false },
  { name: 'sign-in-dark-360', path: '/login', isSignedIn: false, theme: 'dark', width: 360 },
  { name: 'extremes', path: '/sites/extremes.example?period=day&sources=utm_campaign' },
  { name: 'extremes-360', path: '/sites/extremes.example?period=day&compare=previous_period', width: 360 },
  { name: 'extremes-details', path: '/sites/extremes.example?period=day&details=pages', act: dialog, isWindow: true },
  { name: 'set-up', path: '/setup?token=none', isSignedIn: false },
]

/** Done when nothing is loading, however the page says so. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const busy = page.locator('[aria-busy=true], .skeleton')
  await busy.first().waitFor({ state: 'detached' })
  // Panels load when they come near the window.
  await page.evaluate(`(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      scrollTo(0, top)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
  })()`)
  await busy.first().waitFor({ state: 'detached' })
  await page.evaluate('scrollTo(0, 0)')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Other sites beside the example: a list of one shows nothing. */
const others = [
  ['shop.example', 9_000],
  ['docs.example', 2_500],
  ['a-rather-long-name-of-a-site.example', 400],
] as const

/** What does not fit, reads from the right, or would like to be markup. */
const extremes = [
  `/${'a-path-without-an-end/'.repeat(12)}?utm_campaign=${'everything-at-once-'.repeat(6)}`,
  '/' + encodeURIComponent('مرحبا بالعالم/تحليلات الويب بدون ملفات تعريف الارتباط'),
  '/' + encodeURIComponent('ウェブ解析/プライバシーを守る/クッキーなし'),
  '/' + encodeURIComponent('<b>bold</b>'),
  '/👩‍🚀/🧪',
]

/** Events as browsers send them, each of a visitor of its own: somebody is there now. */
async function send(url: string, domain: string, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries())
    await fetch(`${url}/api/event`, {
      method: 'POST',
      headers: {
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${121 + index}.0) Gecko/20100101 Firefox/${121 + index}.0`,
      },
      body: JSON.stringify({ n: 'pageview', d: domain, u: `https://${domain}${path}`, r: 'https://duckduckgo.com/' }),
    })
}

/** Packs a PNG as WebP, which is a third of it, with the encoder of the browser. */
async function toWebp(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage()
  const url: string = await page.evaluate(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${png.toString('base64')}'
    await picture.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: picture.width, height: picture.height })
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', 0.85)
  })()`)
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function take(wanted: readonly string[]): Promise<void> {
  await build()
  const service = await startDashboard({ days: 0, domain, env: { DEMO: '1' } })
  try {
    const session = { config: service.config, db: service.app.db, registry: service.app.registry }
    const io = { out: () => undefined, err: console.error }
    await fillDemo(session, domain, io)
    for (const [name, events] of others) {
      await service.provision({ domain: name, email: service.site.email })
      await fillDemo(session, name, io, { days: 40, events })
    }
    for (const name of ['new.example', 'extremes.example'])
      await service.provision({ domain: name, email: service.site.email })
    await send(service.url, 'extremes.example', extremes)
    const { page, context, visit, takeErrors, stop } = await openPages(service, settle)
    // Half a million events take their time on a machine that does other things too.
    page.setDefaultTimeout(120_000)
    try {
      for (const { name, path, act, isWindow = false, shown, ...how } of pictures) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        if (path.includes('realtime'))
          await send(service.url, domain, ['/', '/pricing', '/docs/install', '/', '/features'])
        await visit(path, how)
        await act?.(page)
        // A stream is always open, so that a quiet network is never reached: lists that come late get a moment.
        await page.waitForTimeout(600)
        const png = await page.screenshot({ fullPage: !isWindow, animations: 'disabled' })
        const file = shown ? projectPath('docs', 'pictures', `${name}.${shown}`) : `${folder}/${name}.png`
        await writeFile(file, shown === 'webp' ? await toWebp(context, png) : png)
        console.error([name, ...takeErrors()].join('\n  '))
      }
    } finally {
      await stop()
    }
  } finally {
    await service.stop()
  }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await mkdir(projectPath('docs', 'pictures'), { recursive: true })
await take(process.argv.slice(2))
