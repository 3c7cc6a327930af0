// The pages but the dashboard, in Debian's Chromium against the real service, found by their accessible names
// (spec/dashboard 4.1, 9 to 12, 14 and 16).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'
import { insertTraffic, sessionsOf } from '../support/stats-model.ts'

await build()
const service = await startDashboard({ days: 3 })
const { page, visit, takeErrors, stop } = await openPages(service)
t.teardown(async () => {
  await stop()
  await service.stop()
})

const password = 'correct horse battery staple'
const pages: readonly (readonly [path: string, heading: string, isSignedIn: boolean])[] = [
  ['/login', 'Sign in', false],
  ['/setup?token=used', 'This link has expired', false],
  ['/reset', 'Forgot your password?', false],
  ['/reset/used', 'This link has expired', false],
  ['/invite/used', 'This link has expired', false],
  ['/sites', 'Sites', true],
  ['/sites/new', 'Add a site', true],
  ['/sites/nobody.test', 'Page not found', true],
  ['/sites/dashboard.test/settings/general', 'Settings', true],
  ['/sites/dashboard.test/settings/installation', 'Settings', true],
  ['/account', 'Account', true],
]

t.test('before there is an account, signing in says how to set up', async (t) => {
  await visit('/login', { isSignedIn: false })
  await page.getByText('No account is set up yet.').waitFor()
  t.match(await page.locator('.command-line').textContent(), / user link$/)
})

// Set-up links open only while no account has a password, so this comes first.
t.test('the set-up link makes an account and signs in', async (t) => {
  const user = await service.app.registry.users.create({ email: 'new@dashboard.test', ifMissing: true })
  const { token } = await service.app.registry.oneTimeLinks.create('setup', { userId: user.id })
  await visit(`/setup?token=${token}`, { isSignedIn: false })
  t.equal(await page.getByRole('textbox', { name: 'E-mail' }).inputValue(), 'new@dashboard.test')
  await page.getByRole('textbox', { name: 'Name' }).fill('New')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('.field-error').waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/sites**')
  await page.goto(`${service.url}/setup?token=${token}`)
  await page.waitForURL('**/sites')
  await visit(`/setup?token=${token}`, { isSignedIn: false })
  await page.getByText('Tidemark is set up.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login')
  t.equal(await page.locator('.command-line').count(), 0)
})

t.test('every page, in both themes, wide and at 360 px', async (t) => {
  for (const [path, heading, isSignedIn] of pages) {
    for (const theme of ['light', 'dark'] as const) {
      await visit(path, { isSignedIn, theme, width: theme === 'light' ? 360 : 1280 })
      t.equal(await page.getByRole('heading', { level: 1 }).textContent(), heading, path)
      t.equal(await page.title(), `${heading} · Tidemark`)
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      t.ok(Number(over) <= 0, `${path} does not scroll sideways (${theme})`)
      const unnamed = await page.evaluate(`[...document.querySelectorAll('button, a, input:not([type=hidden]), select')]
        .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).map((one) => one.outerHTML)`)
      t.same(unnamed, [], `${path}: every control has a name`)
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      t.equal(ground === 'rgb(16, 22, 26)', theme === 'dark', `${path} is dark where the system is`)
      t.same(takeErrors(), [], `${path}: no error, nothing from elsewhere`)
    }
  }
})

t.test('signing in, wrong and right, by keyboard alone', async (t) => {
  const owner = await service.app.registry.users.find(service.site.email)
  // A new password ends all sessions but the one that is named.
  const [session] = await service.app.registry.sessions.list(owner?.id ?? 0)
  await service.app.registry.users.setPassword(owner?.id ?? 0, password, session?.id)
  await visit('/account', { isSignedIn: false })
  t.match(page.url(), /\/login\?next=%2Faccount$/)
  await page.keyboard.type(service.site.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong password')
  await page.keyboard.press('Enter')
  t.equal(await page.getByRole('alert').textContent(), 'E-mail or password is wrong')
  t.equal(await page.evaluate('document.activeElement.name'), 'password', 'the focus is where one goes on')
  t.equal(await page.getByRole('textbox', { name: 'E-mail' }).inputValue(), service.site.email, 'what was typed stays')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
})

t.test('the bar: skip link, theme, account menu, palette', async (t) => {
  await visit('/sites')
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content', 'is first')
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'Theme: System' }).click()
  await banner.getByRole('button', { name: 'Theme: Light' }).click()
  t.equal(await page.evaluate(`localStorage.getItem('tidemark.theme')`), 'dark')
  await page.reload()
  await banner.getByRole('button', { name: 'Theme: Dark' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox', { name: 'Command' })
  await field.fill('light')
  t.ok(await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').count())
  await field.press('Enter')
  await banner.getByRole('button', { name: 'Theme: Light' }).waitFor()
  t.equal(await page.getByRole('dialog').count(), 0)
  t.same(takeErrors(), [])
})

t.test('sites: numbers, search, sort, pins', async (t) => {
  await service.provision({ domain: 'another.test', email: service.site.email })
  await visit('/sites')
  const list = page.getByRole('list', { name: 'Sites' })
  await list.getByRole('link', { name: 'dashboard.test' }).waitFor()
  t.same((await list.locator('.site-link').allTextContents()).sort(), ['another.test', 'dashboard.test'])
  const waiting = list.getByRole('listitem').filter({ hasText: 'another.test' })
  t.match(await waiting.textContent(), 'Waiting for the first event')
  t.notMatch(await waiting.textContent(), 'visitors')
  t.match(
    await waiting.getByRole('link', { name: 'Set up tracking' }).getAttribute('href'),
    '/sites/another.test/settings/installation',
  )
  t.match(await list.getByRole('listitem').filter({ hasText: 'dashboard.test' }).textContent(), /[↑↓] \d+%|0%/)
  await list.getByRole('button', { name: 'Pin: dashboard.test' }).click()
  await list.getByRole('button', { name: 'Unpin: dashboard.test' }).waitFor()
  t.equal(await list.getByRole('link').first().textContent(), 'dashboard.test', 'pinned ones come first')
  await page.getByRole('combobox', { name: 'View' }).selectOption('Table')
  await page.waitForURL('**/sites?view=table')
  const table = page.getByRole('table', { name: 'Sites' })
  await table.getByRole('row').filter({ hasText: 'dashboard.test' }).waitFor()
  await page.locator('main[aria-busy=false]').waitFor()
  await table.getByRole('columnheader').nth(6).waitFor()
  await table.getByRole('row').filter({ hasText: 'dashboard.test' }).getByRole('cell').nth(5).waitFor()
  t.same(await table.getByRole('columnheader').allTextContents(), [
    'Site',
    'Now',
    '24 hours',
    '7 days',
    'Change',
    'Last 24 hours',
    'Last event',
  ])
  const numbers = await table.getByRole('row').filter({ hasText: 'dashboard.test' }).getByRole('cell').allTextContents()
  t.equal(numbers[2], '12', 'three days of 3, 4 and 5 visitors')
  t.match(numbers[5], /^\d+ (hr|hours?|days?)|^No event for/)
  t.match(await table.getByRole('row').filter({ hasText: 'another.test' }).textContent(), 'Waiting for the first event')
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    t.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, `${width} px`)
  }
  await page.getByRole('combobox', { name: 'View' }).selectOption('Cards')
  await page.waitForURL('**/sites')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  await page.waitForURL('**/sites?sort=name')
  await page.getByRole('searchbox', { name: 'Search sites' }).fill('anoth')
  await page.waitForURL('**/sites?q=anoth&sort=name')
  await list.getByRole('link', { name: 'dashboard.test' }).waitFor({ state: 'detached' })
  t.equal(await list.locator('.site-link').count(), 1)
  await page.reload()
  t.equal(await page.getByRole('searchbox', { name: 'Search sites' }).inputValue(), 'anoth', 'the address keeps it')
  const sent = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    body: JSON.stringify({ n: 'pageview', d: 'another.test', u: 'https://another.test/' }),
  })
  t.equal(sent.status, 202)
  await page.reload()
  const first = list.getByRole('listitem').filter({ hasText: 'visitor in 24 hours' })
  await first.waitFor()
  t.notMatch(await first.textContent(), '%', 'against hours without visitors there is no change')
})

t.test('sites: silence, letters, the sum, orders, a list on a phone', async (t) => {
  const names = ['silent.test', 'xn--mnchen-3ya.test', `${'a-very-long-name-'.repeat(4)}of.a.site.test`]
  for (const [index, domain] of names.entries()) {
    await service.provision({ domain, email: service.site.email })
    const site = service.app.directory.find(domain)!
    const at = Math.floor(Date.now() / 1000) - (index === 0 ? 4 * 86_400 + 60 : 3_600)
    const events = Array.from({ length: index + 20 }, (_, visitor) => ({
      visitor: visitor + 1,
      at: at - visitor,
      hostname: domain,
      pathname: '/',
      name: 'pageview',
      props: null,
      engagedMs: 0,
      scroll: 0,
    }))
    await insertTraffic(
      service.app.db.write,
      site.id,
      site.timezone,
      sessionsOf(events, () => ({})),
    )
  }
  await visit('/sites')
  const list = page.getByRole('list', { name: 'Sites' })
  const card = list.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'silent.test' }) })
  await card.getByText('No event for 4 days', { exact: true }).waitFor()
  t.notMatch(await card.textContent(), '%', 'silence in the place of a change')
  const letters = list.getByRole('link', { name: 'xn--mnchen-3ya.test', exact: true })
  t.equal(await letters.textContent(), 'münchen.test')
  t.match(await page.locator('.sites-sum').textContent(), /^\d sites · \d+ visitors in 24 hours/)

  await visit('/sites?view=table')
  const table = page.getByRole('table', { name: 'Sites' })
  const shown = async () => {
    await table.getByRole('link').first().waitFor()
    return table.locator('.table-link').allTextContents()
  }
  const visits = await shown()
  t.equal(
    visits.find((name) => name !== 'dashboard.test'),
    names[2],
    'most visitors first',
  )
  const header = table.getByRole('columnheader', { name: 'Last event' })
  await header.getByRole('button').click()
  await page.waitForURL('**/sites?sort=last&view=table')
  t.equal(await header.getAttribute('aria-sort'), 'descending')
  t.equal(await page.getByRole('combobox', { name: 'Sort by' }).inputValue(), 'last')
  const latest = await shown()
  t.ok(latest.indexOf('münchen.test') < latest.indexOf('silent.test'))
  await header.getByRole('button').click()
  await page.waitForURL('**/sites?sort=-last&view=table')
  const oldest = await shown()
  t.ok(oldest.indexOf('silent.test') < oldest.indexOf('münchen.test'))
  await page.reload()
  t.same(await shown(), oldest, 'the address keeps it')
  await page.getByRole('combobox', { name: 'View' }).selectOption('Cards')
  await page.waitForURL('**/sites')

  const cut = `[...document.querySelectorAll('.sites-table tr > *')].filter((one) => {
    const link = one.querySelector('a')
    return one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 ||
      link && getComputedStyle(link).textOverflow !== 'ellipsis' && link.scrollWidth > link.clientWidth + 1
  }).map((one) => one.textContent)`
  for (const width of [320, 390, 640, 768, 1024, 1440]) {
    await visit('/sites?view=table', { width })
    await shown()
    t.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, `${width} px`)
    t.same(await page.evaluate(cut), [], `nothing is cut at ${width} px`)
  }
  await visit('/sites?view=table', { width: 390 })
  const row = table.getByRole('row').filter({ hasText: 'silent.test' })
  await row.waitFor()
  const [name, now, week] = await Promise.all(
    [row.getByRole('link'), row.getByRole('cell').nth(0), row.getByRole('cell').nth(2)].map((one) => one.boundingBox()),
  )
  t.ok(name!.y + name!.height <= now!.y, 'the name stands over its numbers')
  t.ok(week!.x + week!.width <= 390, 'which are on the screen')
  t.same(takeErrors(), [])
})

t.test('adding a site: refusal at the field, snippets, tracker configuration', async (t) => {
  await visit('/sites/new')
  const domain = page.getByRole('textbox', { name: 'Domain' })
  await domain.fill('not a domain!')
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByText('A domain has only letters, digits, hyphens and dots, for example example.com.').waitFor()
  t.equal(await page.evaluate('document.activeElement.name'), 'domain', 'the field has the focus')
  await domain.fill('dashboard.test')
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByText('You already have the site dashboard.test.').waitFor()
  t.match(await page.getByRole('link', { name: 'Open dashboard.test' }).getAttribute('href'), '/sites/dashboard.test')
  await domain.fill('-x.example')
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByText('has a part that begins or ends with a hyphen').waitFor()
  await domain.fill('intranet')
  await page.getByRole('button', { name: 'Add site' }).click()
  const question = page.getByRole('dialog', { name: 'Is “intranet” the whole domain?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  t.equal(service.app.directory.find('intranet'), undefined, 'a question comes first')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('sao paulo')
  await zone.press('Enter')
  t.equal(await zone.inputValue(), 'America/Sao Paulo')
  await domain.fill('fresh.test')
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByRole('heading', { name: 'Install', level: 2 }).waitFor()
  const code = page.getByRole('code')
  t.equal(
    await code.textContent(),
    `<script defer data-domain="fresh.test" src="${service.config.baseUrl}/js/script.js"></script>`,
  )
  await page.getByRole('checkbox', { name: 'Outbound links' }).check()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  t.match(await code.textContent(), /script\.outbound-links\.js/)
  await page.getByRole('tablist', { name: 'Install on' }).getByRole('tab', { name: 'npm' }).click()
  t.match(await code.textContent(), /outboundLinks: true/)
  await page.getByRole('tab', { name: 'npm' }).press('ArrowLeft')
  t.match(await code.textContent(), /document\.createElement/)
  t.equal(await page.getByRole('status').filter({ hasText: 'Waiting for the first event' }).count(), 1)
  t.equal(await page.getByRole('link', { name: 'Show the dashboard anyway' }).count(), 1)
  const site = service.app.directory.find('fresh.test')
  t.equal(site?.timezone, 'America/Sao_Paulo')
  t.equal(site && (await service.app.registry.sites.get(site.id)).tracker_script_configuration.outbound_links, true)
})

t.test('the account: name, sessions, an API key', async (t) => {
  await visit('/account')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const address = page.getByRole('dialog', { name: 'Change e-mail' })
  await address.getByText('E-mail is not set up here.').waitFor()
  t.match(
    await address.locator('code').textContent(),
    / user email --email owner@dashboard\.test --to new@example\.com$/,
    'the command that does it',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Report')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByText('You will not be able to see it again.').waitFor()
  const secret = await dialog.locator('.secret').textContent()
  await dialog.getByRole('button', { name: 'Connect an assistant' }).click()
  const lines = page.getByRole('dialog', { name: 'Connect an assistant' })
  t.match(await lines.locator('code').textContent(), `--header "Authorization: Bearer ${secret}"`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Connect an assistant' }).click()
  await lines.getByRole('combobox', { name: 'Assistant' }).selectOption('Cursor')
  await lines.getByText('.cursor/mcp.json').first().waitFor()
  t.match(await lines.locator('code').textContent(), '"url": "http')
  t.match(await lines.locator('code').textContent(), 'Bearer YOUR_KEY')
  await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text }')
  await lines.getByRole('button', { name: 'Copy command' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  t.match(await page.evaluate('window.copied'), 'mcpServers')
  await lines.getByRole('button', { name: 'Create a key for this assistant' }).click()
  await lines.getByText('These lines contain the key you just created.').waitFor()
  t.notMatch(await lines.locator('code').textContent(), 'YOUR_KEY', 'the lines have the key in them')
  await lines.getByRole('button', { name: 'Copy command' }).click()
  t.match(await page.evaluate('window.copied'), /Bearer [\w-]{20,}/)
  await lines.getByRole('combobox', { name: 'Assistant' }).selectOption('Codex')
  t.equal(await lines.getByRole('code').count(), 2, 'a client that reads its key elsewhere has it apart')
  await page.keyboard.press('Escape')
  const made = page.getByRole('listitem').filter({ hasText: 'Cursor' })
  t.match(await made.textContent(), /Read statistics · All teamsCreated \d+ \w+ \d{4} · Never used/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke: Report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke: Report' }).waitFor({ state: 'detached' })
  t.pass('made and revoked')
})
