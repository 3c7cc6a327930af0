// A second factor from the account page to the next sign-in, in Chromium (spec/dashboard 12).
import { Secret, TOTP } from 'otpauth'
import { PNG } from 'pngjs'
import t from 'tap'
import { encode } from 'uqr'
import { build } from '../../scripts/build.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'

t.setTimeout(240_000)

await build()
let now = Date.now()
const service = await startDashboard({ days: 0, clock: { now: () => new Date(now) } })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})
const { registry } = service.app
const { email } = service.site
const password = 'a long enough password'
const userId = (await registry.users.find(email))?.id ?? 0
const [session] = await registry.sessions.list(userId)
await registry.users.setPassword(userId, password, session?.id)

/** The dark modules of a picture, as a scanner finds them: whatever is around the three corners is left out. */
function readModules(picture: Buffer): boolean[][] {
  const { width, height, data } = PNG.sync.read(picture)
  const isDark = (x: number, y: number) => data[4 * (Math.round(y) * width + Math.round(x))]! < 64
  const lineAt = (y: number) => Array.from({ length: width - 8 }, (_, x) => isDark(x + 4, y))
  const top = Array.from({ length: height }, (_, y) => y).find((y) => y > 4 && lineAt(y).includes(true)) ?? 0
  const first = lineAt(top)
  const [left, right] = [first.indexOf(true) + 4, first.lastIndexOf(true) + 5]
  // A corner is seven modules wide, a code 17 and four for each version.
  const corner = first.indexOf(false, left - 4) + 4 - left
  const size = 17 + 4 * Math.round(((right - left) / (corner / 7) - 17) / 4)
  const step = (right - left) / size
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => isDark(left + (x + 0.5) * step - 0.5, top + (y + 0.5) * step - 0.5)),
  )
}

t.test('set up, asked for at sign-in, turned off', async (t) => {
  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' })
  await context.addCookies(service.cookies)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript('navigator.clipboard.writeText = async (text) => { window.copied = text }')
  await page.goto(`${service.url}/account`)
  const card = page.getByRole('region', { name: 'Two-factor authentication' })
  await card.getByText('Off', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  const secret = (await dialog.getByRole('code').textContent()) ?? ''
  const codeAt = (at: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const url = (await dialog.getByRole('link', { name: 'Open in the app' }).getAttribute('href')) ?? ''
  t.match(url, /^otpauth:/)
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
  t.strictSame(readModules(await picture.screenshot()), encode(url, { ecc: 'M', border: 0 }).data, 'a code to scan')
  t.equal(await dialog.getByRole('code').locator('span').count(), 8, 'the secret in groups of four')
  await dialog.getByRole('button', { name: 'Copy secret' }).click()
  t.equal(await page.evaluate('window.copied'), secret, 'copied without blanks')
  const field = dialog.getByRole('textbox', { name: 'Code' })
  await field.fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('is wrong or has already been used').waitFor()
  t.equal(await field.inputValue(), '000000', 'what was typed stays')
  await field.fill(codeAt(now))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('You will not be able to see them again.').waitFor()
  const recovery = ((await dialog.getByRole('code').textContent()) ?? '').split('\n')
  t.equal(recovery.length, 10)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await card.getByText('On. 10 recovery codes are left.').waitFor()

  const other = await browser.newContext({ locale: 'en-GB' })
  const login = await other.newPage()
  await login.goto(`${service.url}/login?next=%2Faccount`)
  await login.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await login.getByRole('textbox', { name: 'Password' }).fill(password)
  t.equal(await login.getByRole('textbox', { name: 'Code' }).count(), 0, 'no code is asked for before the password')
  await login.getByRole('button', { name: 'Sign in' }).click()
  const code = login.getByRole('textbox', { name: 'Code' })
  await code.waitFor()
  t.equal(await login.getByRole('textbox', { name: 'Password' }).inputValue(), password)
  await code.fill(codeAt(now))
  await code.press('Enter')
  await login.getByText('is wrong or has already been used').waitFor()
  now += 60_000
  await code.fill(codeAt(now))
  await code.press('Enter')
  await login.waitForURL('**/account')
  await other.close()

  await card.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
  await off.getByRole('textbox', { name: 'Code' }).fill(recovery[0] ?? '')
  await off.getByRole('button', { name: 'Turn off' }).click()
  await card.getByText('Off', { exact: true }).waitFor()
  t.strictSame(await registry.secondFactors.find(userId), { isOn: false, recoveryCodesLeft: 0 })
  t.strictSame(errors, [])
  await context.close()
})

t.test('a page that stood open asks for the present password where it is needed', async (t) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addCookies(service.cookies)
  const page = await context.newPage()
  await page.goto(`${service.url}/account`)
  const card = page.getByRole('region', { name: 'Password' })
  t.equal(await card.getByRole('textbox', { name: 'Current password' }).count(), 0)
  now += 16 * 60_000
  await card.getByRole('textbox', { name: 'New password' }).fill(`${password} 2`)
  await card.getByRole('button', { name: 'Change password' }).click()
  const present = card.getByRole('textbox', { name: 'Current password' })
  await card.getByText('You signed in a while ago. Enter your current password to continue.').waitFor()
  await page.locator('[name=current_password]:focus').waitFor()
  await present.fill(password)
  await card.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('status').filter({ hasText: 'Password changed' }).waitFor()
  await page.getByRole('region', { name: 'Two-factor authentication' }).getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(`${password} 2`)
  await dialog.getByRole('button', { name: 'Begin' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).waitFor()
  await context.close()
})
