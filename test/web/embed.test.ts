// A dashboard in a frame of another site's page gets the height it needs (spec/tracker 14, spec/dashboard 13).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'

await build()
const service = await startDashboard({ days: 10 })
const browser = await launchChromium()
let html = ''
const around = createServer((_, res) => res.setHeader('content-type', 'text/html').end(html))
await new Promise<void>((resolve) => around.listen(0, '127.0.0.1', resolve))
t.teardown(async () => {
  await browser.close()
  around.closeAllConnections()
  around.close()
  await service.stop()
})
const domain = 'dashboard.test'
const { slug } = await service.app.registry.sharedLinks.findOrCreate(service.app.directory.find(domain)!.id, 'Readers')
const source = `${service.url}/share/${domain}?auth=${slug}&embed=true&theme=light`
const script = `<script async src="${service.url}/js/embed.host.js"></script>`
const frame = (attributes: string, src = source) =>
  `<iframe ${attributes} src="${src}" scrolling="no" frameborder="0" style="width: 1px; min-width: 100%; height: 1600px;"></iframe>`

/** The height of the first frame, in the page around. */
const shown = `document.querySelector('iframe').clientHeight`

/** The page around; `heights` are those of its frames and of what is in them. */
async function open(body: string) {
  html = `<!doctype html><body>${body}</body>`
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`http://127.0.0.1:${(around.address() as AddressInfo).port}/`)
  return {
    page,
    errors,
    height: (index = 0) =>
      page
        .locator('iframe')
        .nth(index)
        .evaluate((one) => one.clientHeight),
  }
}

const inner = (page: Awaited<ReturnType<typeof open>>['page']) =>
  page
    .frameLocator('iframe')
    .first()
    .locator('html')
    .evaluate((root) => Math.ceil(root.getBoundingClientRect().height))

t.test('the frame is as high as its dashboard', async (t) => {
  const pages: [name: string, body: string][] = [
    ['the published code', frame('plausible-embed loading="lazy"') + script],
    ['the script first', script + frame('plausible-embed')],
    ['our own mark', frame('tidemark-embed') + script],
    ['without a mark, of the script’s service', frame('') + script],
  ]
  for (const [name, body] of pages) {
    const { page, errors, height } = await open(body)
    await page.frameLocator('iframe').getByRole('region', { name: 'Devices' }).waitFor()
    await page.waitForFunction(`![1600, 0].includes(${shown})`)
    await page.waitForFunction(`${shown} === ${await inner(page)}`)
    const wide = await height()
    await page.setViewportSize({ width: 500, height: 900 })
    await page.waitForFunction(`${shown} > ${wide}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.waitForFunction(`${shown} === ${wide}`)
    t.same(errors, [], name)
    await page.close()
  }
})

t.test('no other frame, and no other message, changes a height', async (t) => {
  const say = (data: string) => `<script>parent.postMessage(${data}, '*')</script>`
  const messages = [
    '{ tidemarkHeight: 50 }',
    '{ tidemarkHeight: "50" }',
    '{ tidemarkHeight: -1 }',
    '{ tidemarkHeight: NaN }',
    '{ tidemarkHeight: 1e9 }',
    'null',
    '"text"',
  ]
  const foreign = `data:text/html,${encodeURIComponent(messages.map(say).join(''))}`
  const { page, errors, height } = await open(
    `${frame('plausible-embed')}${frame('', foreign)}${frame('plausible-embed', foreign)}${script}`,
  )
  await page.waitForFunction(`${shown} !== 1600`)
  for (const message of messages) await page.evaluate(`postMessage(${message}, '*')`)
  await page.evaluate('new Promise((done) => setTimeout(done))')
  t.same([await height(1), await height(2)], [1600, 1600])
  t.ok((await height()) > 500)
  t.same(errors, [])
  await page.close()
})
