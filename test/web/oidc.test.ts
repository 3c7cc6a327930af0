// The button of the sign-in page, in Chromium: to a real provider and back (spec/dashboard 12.9 to 12.11).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { launchChromium } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'
import { startProvider } from '../support/oidc.ts'

t.setTimeout(120_000)

/** The provider leads to BASE_URL: the port has to be known before. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

await build()
const port = await findPort()
const base = `http://127.0.0.1:${port}`
const provider = await startProvider(base)
const env = { ...provider.env, PORT: String(port), BASE_URL: base }
const webFolder = projectPath('dist', 'web')
const service = await startApp({ env, webFolder })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
  await provider.stop()
})
await service.provision({ domain: 'corp.test', email: 'owner@corp.test' })

t.test('to the provider and back to the page that was asked for; who is unknown reads why', async (t) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  provider.person = { sub: 'x1', email: 'stranger@corp.test', email_verified: true }
  await page.goto(`${base}/account`)
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  const button = page.getByRole('link', { name: 'Sign in with Corp' })
  await button.click()
  await page.getByRole('heading', { name: 'Not allowed', level: 1 }).waitFor()
  await page.getByText('There is no account for stranger@corp.test').waitFor()
  await context.clearCookies()
  provider.person = { sub: 'u1', email: 'owner@corp.test', email_verified: true }
  await page.goto(`${base}/account`)
  await button.click()
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  t.equal(new URL(page.url()).pathname, '/account')
  t.strictSame(errors, [])
  t.strictSame(
    (await context.cookies())
      .map(({ name }) => name.replace(/^(tidemark-known)-[0-9a-f]{12}$/, '$1'))
      .filter((name) => name.startsWith('tidemark'))
      .sort(),
    ['tidemark', 'tidemark-known'],
  )
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await button.waitFor()
})

t.test('as the only way in: the button alone', async (t) => {
  const only = await startApp({
    env: { ...provider.env, OIDC_ONLY: 'true' },
    webFolder,
    databaseUrl: service.databaseUrl,
  })
  t.teardown(() => only.stop())
  const page = await browser.newPage()
  for (const path of ['/login', '/reset', '/sites']) {
    await page.goto(only.url + path)
    await page.getByRole('link', { name: 'Sign in with Corp' }).waitFor()
    t.equal(await page.getByRole('textbox').count(), 0, path)
    t.equal(await page.getByRole('link', { name: 'Forgot your password?' }).count(), 0, path)
  }
  const owner = await signIn(only, 'owner@corp.test')
  await page.context().addCookies([{ name: owner.name, value: owner.value, url: only.url }])
  await page.goto(`${only.url}/account`)
  await page.getByRole('region', { name: 'Sessions' }).waitFor()
  for (const card of ['Password', 'Two-factor authentication'])
    t.equal(await page.getByRole('region', { name: card }).count(), 0, `no ${card.toLowerCase()} of an account`)
})
