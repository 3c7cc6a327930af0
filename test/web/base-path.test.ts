// The pages below a path of a host, in a browser, behind a proxy that strips the path and behind one that leaves it: a
// person signs in, opens the dashboard and its details, goes to the settings and signs out; nothing is asked for
// elsewhere, and nothing fails (docs/install.md, "Below a path").
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { launchChromium } from '../support/chromium.ts'

t.setTimeout(180_000)

await build(() => {})
const password = 'a long enough password'
const browser = await launchChromium()
t.teardown(() => browser.close())

/** A proxy for what lies below /stats; all else is another program's. */
async function startProxy(target: () => string, strips: boolean) {
  const strays: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    if (!url.startsWith('/stats/') && url !== '/stats') {
      strays.push(url)
      response.writeHead(404).end('another program')
      return
    }
    const path = strips ? url.slice('/stats'.length) || '/' : url
    const passed = httpRequest(target() + path, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    strays,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

for (const strips of [true, false])
  t.test(`a proxy that ${strips ? 'strips' : 'leaves'} the path`, async (t) => {
    let target = ''
    const proxy = await startProxy(() => target, strips)
    const service = await startApp({
      webFolder: projectPath('dist', 'web'),
      env: { BASE_URL: `${proxy.url}/stats` },
    })
    target = service.url
    const context = await browser.newContext({ locale: 'en-GB' })
    t.teardown(async () => {
      await context.close()
      proxy.stop()
      await service.stop()
    })
    await service.provision({ domain: 'path.test', email: 'owner@path.test' })
    const { registry } = service.app
    await registry.users.setPassword((await registry.users.find('owner@path.test'))!.id, password)
    await fetch(`${proxy.url}/stats/api/event`, {
      method: 'POST',
      body: JSON.stringify({ n: 'pageview', d: 'path.test', u: 'https://path.test/first' }),
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('response', (response) => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(`${proxy.url}/stats/`)
    t.equal(page.url(), `${proxy.url}/stats/login`)
    await page.getByLabel('E-mail').fill('owner@path.test')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${proxy.url}/stats/sites**`)
    await page
      .getByRole('link', { name: /path\.test/ })
      .first()
      .click()
    await page.waitForURL(`${proxy.url}/stats/sites/path.test**`)
    await page.getByText('/first').first().waitFor()
    await page.goto(`${proxy.url}/stats/sites/path.test?period=day&details=pages`)
    await page.getByRole('dialog').getByText('/first').waitFor()
    await page.goto(`${proxy.url}/stats/sites/path.test/settings/goals`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${proxy.url}/stats/docs/how-we-count`)
    t.match(await page.getByRole('link', { name: 'Tidemark' }).first().getAttribute('href'), '/stats/')
    await page.goto(`${proxy.url}/stats/api/docs`)
    await page.getByText('Tidemark').first().waitFor()
    await page.goto(`${proxy.url}/stats/sites`)
    await page
      .getByRole('link', { name: /path\.test/ })
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    // The palette is a file of its own, which takes the keys once it is there.
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('account')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${proxy.url}/stats/account`)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(`${proxy.url}/stats/login`)
    t.strictSame(
      proxy.strays.filter((url) => url !== '/favicon.ico'),
      [],
      'nothing is asked for outside of the path',
    )
    t.strictSame(errors, [])
  })
