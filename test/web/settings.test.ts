// The settings pages of a site, in Chromium against the real service, found by their accessible names: what is typed is
// kept and refused at its field, and what is saved is seen by the API and by ingestion (spec/dashboard 11).
import type { BrowserContext, Locator, Page } from 'playwright-core'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { settingsPages } from '../../src/rules/settings-pages.ts'
import { send } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { type SignedIn, signIn, startDashboard } from '../support/dashboard.ts'

t.setTimeout(240_000)

await build()
const service = await startDashboard({ days: 40 })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})
const { registry, directory } = service.app
const domain = 'dashboard.test'
const siteId = directory.find(domain)?.id ?? 0
const teamId = directory.find(domain)?.teamId ?? 0

interface Open {
  readonly page: Page
  readonly context: BrowserContext
  readonly errors: string[]
}

async function open(name: string, { as = service.owner, width = 1280, of = domain } = {}): Promise<Open> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'en-GB' })
  // Pages may write to the clipboard, and nothing of theirs may read it.
  await context.addInitScript('navigator.clipboard.writeText = async (text) => { window.copied = text }')
  await context.addCookies([{ name: as.name, value: as.value, url: service.url, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (/Content Security|Trusted/.test(message.text())) errors.push(message.text())
  })
  await page.goto(`${service.url}/sites/${of}/settings/${name}`)
  await page.locator('main[aria-busy=false] .card').first().waitFor()
  return { page, context, errors }
}

/** Waits for the words at the field, which has the focus then. */
async function refusalAt(page: Page, field: Locator, words: string | RegExp): Promise<boolean> {
  const error = page.locator('.field-error').filter({ hasText: words })
  await error.waitFor()
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
  const isFocused = await field.evaluate((one) => one.ownerDocument.activeElement === one)
  return isFocused && ids.includes((await error.getAttribute('id')) ?? '')
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signedInAs(role: 'editor' | 'admin'): Promise<SignedIn> {
  const user = await registry.users.create({ email: `${role}@dashboard.test`, ifMissing: true })
  await registry.teams.addMember(teamId, user.id, role)
  return signIn(service, user.email)
}

t.test('all pages: their list, named controls, 360 px', async (t) => {
  for (const name of settingsPages()) {
    const { page, context, errors } = await open(name, { width: 360 })
    const navigation = page.getByRole('navigation', { name: 'Settings' })
    const current = navigation.locator('[aria-current=page]')
    t.match(await current.getAttribute('href'), new RegExp(`/settings/${name}$`))
    t.equal(await current.isVisible(), false, 'on a phone the sections are behind a chooser')
    await navigation.getByRole('button', { name: /^Section: / }).click()
    t.equal(await navigation.getByRole('link').count(), settingsPages().length)
    t.equal(await current.isVisible(), true)
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    t.ok(Number(over) <= 0, `${name} does not scroll sideways`)
    const unnamed = await page.evaluate(`[...document.querySelectorAll('button, a, input, select')]
      .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).map((one) => one.outerHTML)`)
    t.same(unnamed, [], `${name}: every control has a name`)
    t.same(errors, [], name)
    await context.close()
  }
})

t.test('general: refusals at their fields, zone, retention, domain, and leaving with changes', async (t) => {
  const site = await service.provision({ domain: 'general.test', email: service.site.email })
  const { page, context } = await open('general', { of: site.domain })
  const domainField = page.getByRole('textbox', { name: 'Domain' })
  const months = page.getByRole('textbox', { name: 'Keep raw events for (months)' })
  await months.fill('some')
  await press(page, 'Save')
  t.ok(await refusalAt(page, months, 'Enter a whole number of months from 1 to 1,200'))
  t.equal(await months.inputValue(), 'some', 'what was typed stays')
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss()
    return dialog.type()
  })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  t.equal(await asked, 'beforeunload', 'leaving asks')
  await months.fill('24')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('berl')
  const berlin = page.getByRole('option', { name: /^Europe\/Berlin/ })
  t.match(await berlin.textContent(), /\d{1,2}:\d\d · GMT\+[12]$/, 'with the time there')
  await zone.press('Enter')
  t.equal(await zone.inputValue(), 'Europe/Berlin')
  await page.getByText(/^Days start .* It is \d{1,2}:\d\d there now \(GMT\+[12]\)\.$/).waitFor()
  await domainField.fill('not a domain!')
  await press(page, 'Save')
  t.ok(await refusalAt(page, domainField, 'A domain has only letters, digits, hyphens and dots'))
  const unsaved = await registry.sites.record(directory.find('general.test')?.id ?? 0)
  t.match(unsaved, { timezone: 'Etc/UTC', retention_months: null }, 'and nothing else was saved')
  await domainField.fill('renamed.test')
  await press(page, 'Save')
  await page.waitForURL('**/sites/renamed.test/settings/general')
  await status(page, 'Saved')
  const { id } = directory.find('renamed.test') ?? { id: 0 }
  t.match(await registry.sites.record(id), {
    domain: 'renamed.test',
    domain_changed_from: 'general.test',
    timezone: 'Europe/Berlin',
    retention_months: 24,
  })
  await press(page, 'Delete site')
  const dialog = page.getByRole('dialog', { name: 'Delete site' })
  await dialog.getByRole('textbox').fill('wrong')
  await press(dialog, 'Delete site')
  t.ok(await refusalAt(page, dialog.getByRole('textbox'), 'Type renamed.test to confirm'))
  await dialog.getByRole('textbox').fill('renamed.test')
  await press(dialog, 'Delete site')
  await page.waitForURL('**/sites')
  t.equal(directory.find('renamed.test'), undefined)
  await context.close()
})

t.test('general: a shorter retention and a deletion say what goes, and a domain is looked at first', async (t) => {
  const { page, context } = await open('general')
  const months = page.getByRole('textbox', { name: 'Keep raw events for (months)' })
  const of = async () => (await registry.sites.record(siteId)).retention_months
  await months.fill('1')
  await press(page, 'Save')
  const dialog = page.getByRole('dialog', { name: 'Delete old events' })
  await dialog
    .getByText(/^\d+ events from before \d{1,2} \w+ \d{4} will be permanently deleted within a day\./)
    .waitFor()
  await dialog.getByText('From then on, events older than 1 month are deleted every day.').waitFor()
  t.equal(await of(), null, 'nothing is saved before the answer')
  await press(dialog, 'Delete old events')
  t.ok(await refusalAt(page, dialog.getByRole('textbox'), `Type ${domain} to confirm`))
  await press(dialog, 'Cancel')
  t.equal(await months.inputValue(), '1', 'what was typed stays')
  await press(page, 'Save')
  await dialog.getByRole('textbox').fill(domain)
  await press(dialog, 'Delete old events')
  await status(page, 'Saved')
  t.equal(await of(), 1)
  for (const [text, kept] of [
    ['2', 2],
    ['', null],
  ] as const) {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await months.fill(text)
    await press(page, 'Save')
    await saved
    t.equal(await of(), kept, 'a longer one asks nothing')
  }
  await press(page, 'Delete site')
  const end = page.getByRole('dialog', { name: 'Delete site' })
  await end.getByText(/^\d+ events of dashboard\.test will be deleted, with its goals/).waitFor()
  await press(end, 'Cancel')
  const name = page.getByRole('textbox', { name: 'Domain' })
  await name.fill('shop..example')
  await press(page, 'Save')
  t.ok(await refusalAt(page, name, '“shop..example” has two dots in a row'))
  await name.fill('intranet')
  await press(page, 'Save')
  await press(page.getByRole('dialog', { name: 'Is “intranet” the whole domain?' }), 'Cancel')
  t.equal((await registry.sites.record(siteId)).domain, domain)
  await context.close()
})

t.test('leaving with something typed asks, on every page with a form', async (t) => {
  for (const [name, field] of [
    ['properties', (page) => page.getByRole('combobox', { name: 'Property' })],
    ['shields', (page) => page.getByRole('textbox', { name: 'Address' })],
    ['people', (page) => page.getByRole('textbox', { name: 'E-mail' })],
    ['sharing', (page) => page.getByRole('textbox', { name: 'Name' })],
    ['reports', (page) => page.getByRole('textbox', { name: 'Recipients' }).first()],
  ] as readonly [name: string, field: (page: Page) => Locator][]) {
    const { page, context } = await open(name)
    await field(page).fill('typed')
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss()
      return dialog.type()
    })
    await page.getByRole('link', { name: 'Dashboard' }).click()
    t.equal(await asked, 'beforeunload', name)
    t.equal(await field(page).inputValue(), 'typed', `${name}: what was typed stays`)
    await context.close()
  }
})

t.test('goals: suggestions, refusals at their fields, search, deletion', async (t) => {
  const { page, context } = await open('goals')
  await page.getByText('No goals yet. Add one to see conversions on the dashboard.').waitFor()
  await press(page, 'Add goal')
  const dialog = page.getByRole('dialog', { name: 'Add goal' })
  const event = dialog.getByRole('combobox', { name: 'Event name' })
  await press(dialog, 'Add goal')
  t.ok(await refusalAt(page, event, 'Enter the name of an event, for example Signup.'))
  await event.fill('engagement')
  await press(dialog, 'Add goal')
  t.ok(await refusalAt(page, event, 'The script sends “engagement” automatically'))
  await event.fill('Purchase')
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('xxz')
  await press(dialog, 'Add goal')
  t.ok(await refusalAt(page, dialog.getByRole('textbox', { name: 'Currency' }), 'This currency code is unknown.'))
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('eur')
  await press(dialog, 'Add property')
  await dialog.getByRole('textbox', { name: 'Property 1' }).fill('plan')
  await press(dialog, 'Add goal')
  const properties = dialog.getByRole('group', { name: 'Only with these properties' })
  await dialog.getByRole('alert').filter({ hasText: 'Enter a name and a value for each property.' }).waitFor()
  const described = await properties.getAttribute('aria-describedby')
  t.equal(await dialog.getByRole('alert').getAttribute('id'), described)
  t.equal(await page.evaluate('document.activeElement.name'), 'key_0', 'the first of them has the focus')
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('pro')
  await press(dialog, 'Add goal')
  await status(page, 'Goal added')
  await press(page, 'Add goal')
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Scroll depth')
  const offers = dialog.getByRole('group', { name: 'Pages seen lately' })
  await offers.getByRole('button', { name: '/pricing' }).click()
  t.equal(await dialog.getByRole('textbox', { name: 'Page path' }).inputValue(), '/pricing')
  await dialog.getByRole('textbox', { name: 'Page path' }).fill('/blog/**')
  await dialog.getByRole('textbox', { name: 'Percent of the page' }).fill('101')
  await press(dialog, 'Add goal')
  t.ok(
    await refusalAt(
      page,
      dialog.getByRole('textbox', { name: 'Percent of the page' }),
      'Enter a whole number from 0 to 100.',
    ),
  )
  await dialog.getByRole('textbox', { name: 'Percent of the page' }).fill('75')
  await dialog.getByRole('textbox', { name: 'Name on the dashboard' }).fill('Read')
  await press(dialog, 'Add goal')
  const table = page.getByRole('table', { name: 'Goals' })
  await table.getByRole('rowheader', { name: 'Read' }).waitFor()
  t.match(await registry.goals.list(siteId), [
    { displayName: 'Read', path: '/blog/**', scrollThreshold: 75 },
    { eventName: 'Purchase', currency: 'EUR', customProps: { plan: 'pro' } },
  ])
  t.equal(directory.find(domain)?.revenueGoals.get('Purchase'), 'EUR', 'ingestion knows')
  await press(page, 'Edit goal: Purchase')
  const edit = page.getByRole('dialog', { name: 'Edit goal: Purchase' })
  const currency = edit.getByRole('textbox', { name: 'Currency' })
  t.equal(await currency.isDisabled(), true)
  await edit.getByText('The currency of a goal cannot be changed.').waitFor()
  await edit.getByRole('textbox', { name: 'Name on the dashboard' }).fill('Read')
  await press(edit, 'Save')
  t.ok(
    await refusalAt(page, edit.getByRole('textbox', { name: 'Name on the dashboard' }), 'Another goal has this name.'),
  )
  await edit.getByRole('textbox', { name: 'Name on the dashboard' }).fill('Bought')
  await edit.getByRole('textbox', { name: 'Value 1' }).fill('team')
  await press(edit, 'Save')
  await status(page, 'Goal saved')
  await table.getByRole('rowheader', { name: 'Bought' }).waitFor()
  t.match(
    (await registry.goals.list(siteId)).find(({ displayName }) => displayName === 'Bought'),
    { eventName: 'Purchase', currency: 'EUR', customProps: { plan: 'team' } },
  )
  await page.setViewportSize({ width: 390, height: 800 })
  t.equal(await page.evaluate(`document.querySelector('.entry-table').scrollWidth <= innerWidth`), true)
  t.equal(await page.evaluate(`getComputedStyle(document.querySelector('.entry-table tr')).display`), 'block', 'a list')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('searchbox', { name: 'Search goals' }).fill('purch')
  t.equal(await table.getByRole('rowheader').count(), 1)
  await press(page, 'Delete goal: Bought')
  await press(page.getByRole('dialog'), 'Delete')
  await page.getByText('No goals match “purch”.').waitFor()
  t.equal((await registry.goals.list(siteId)).length, 1)
  const many = Array.from({ length: 999 }, (_, at) => ({ eventName: `e${at}`, currency: null, customProps: {} }))
  const site = directory.find(domain)!
  const made = await registry.goals.upsert(
    site,
    many.map((goal) => ({ kind: 'event' as const, ...goal })),
  )
  await press(page, 'Add goal')
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Page path')
  await dialog.getByRole('textbox', { name: 'Page path' }).fill('/one-more')
  await press(dialog, 'Add goal')
  t.ok(
    await refusalAt(
      page,
      dialog.getByRole('textbox', { name: 'Page path' }),
      'This site has reached the limit of 1,000 goals.',
    ),
  )
  await registry.goals.remove(
    siteId,
    made.map(({ id }) => id),
  )
  await context.close()
})

t.test('properties: list, refusal, suggestions', async (t) => {
  await service.app.db.write.query(
    `update events set props = '{"plan":"pro","author":"Ann"}' where site_id = $1 and name = 'pageview'`,
    [siteId],
  )
  const { page, context } = await open('properties')
  const field = page.getByRole('combobox', { name: 'Property' })
  await press(page, 'Add property')
  t.ok(await refusalAt(page, field, 'Enter the name of a property, for example author.'))
  await field.fill('x'.repeat(301))
  await press(page, 'Add property')
  await page.getByText('This name is too long.').waitFor()
  await field.fill('logged_in')
  await press(page, 'Add property')
  await page.getByRole('button', { name: 'Remove: logged_in' }).waitFor()
  await press(page, 'Allow: plan')
  await page.getByRole('button', { name: 'Remove: plan' }).waitFor()
  t.strictSame((await registry.sites.get(siteId)).custom_properties, ['logged_in', 'plan'])
  await press(page, 'Remove: logged_in')
  await page.getByRole('button', { name: 'Remove: logged_in' }).waitFor({ state: 'detached' })
  t.strictSame(directory.find(domain)?.customProperties, ['plan'])
  const many = Array.from({ length: 100 }, (_, at) => `key_${String(at).padStart(3, '0')}`)
  await registry.sites.addProperties(siteId, many)
  await page.reload()
  await page.getByRole('searchbox', { name: 'Search properties' }).fill('key_09')
  const found = page.getByRole('list', { name: 'Properties' }).getByRole('button')
  await page.locator('.entries li').nth(9).waitFor()
  t.equal(await page.locator('.entries li').count(), 10)
  t.equal(await found.last().getAttribute('aria-label'), 'Remove: key_099')
  await registry.sites.removeProperties(siteId, many)
  await context.close()
})

t.test('shields: four kinds, my address, what ingestion drops', async (t) => {
  const { page, context } = await open('shields')
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('10.0.0.0/8')
  await press(page, 'Add rule')
  t.ok(await refusalAt(page, address, 'Enter a single IP address, for example 203.0.113.7.'))
  await press(page, 'Add my address')
  const own = (await registry.shields.list(siteId, 'ip')).length
  await page.getByRole('list', { name: 'Addresses' }).getByRole('button').waitFor()
  t.ok(own <= 1)
  t.equal((await registry.shields.list(siteId, 'ip')).length, 1)
  await page.getByRole('tab', { name: 'Countries' }).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Iceland')
  await page.getByRole('textbox', { name: 'Description' }).fill('Tests')
  await press(page, 'Add rule')
  await page.getByRole('button', { name: 'Remove: Iceland' }).waitFor()
  await page.getByRole('tab', { name: 'Pages' }).click()
  const path = page.getByRole('textbox', { name: 'Page' })
  await path.fill('admin')
  await press(page, 'Add rule')
  t.ok(await refusalAt(page, path, 'A path starts with /, for example /admin/**.'))
  await path.fill('/admin/**')
  await press(page, 'Add rule')
  await page.getByRole('button', { name: 'Remove: /admin/**' }).waitFor()
  await page.getByRole('tab', { name: 'Hostnames' }).click()
  await press(page, `Add: ${domain}`)
  await page.getByRole('button', { name: `Remove: ${domain}` }).waitFor()
  const { shields } = directory.find(domain) ?? {}
  t.equal(shields?.ip.length, 1)
  t.strictSame(shields?.country, ['IS'])
  await press(page, `Remove: ${domain}`)
  await page.getByRole('button', { name: `Add: ${domain}` }).waitFor()
  t.strictSame(await registry.shields.list(siteId, 'hostname'), [])
  await page.getByRole('tab', { name: 'Countries' }).click()
  await press(page, 'Remove: Iceland')
  await page.getByRole('button', { name: 'Remove: Iceland' }).waitFor({ state: 'detached' })
  await press(page, 'Undo')
  await page.getByRole('button', { name: 'Remove: Iceland' }).waitFor()
  t.match(await registry.shields.list(siteId, 'country'), [{ value: 'IS', description: 'Tests' }], 'it is made again')
  await context.close()
})

t.test('people: an invitation by copied link, roles, removal', async (t) => {
  const { page, context } = await open('people')
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await email.fill('nobody')
  await press(page, 'Invite')
  t.ok(await refusalAt(page, email, 'Enter a complete e-mail address'))
  await email.fill('new@people.test')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Editor')
  await press(page, 'Invite')
  await press(page, 'Copy invitation link')
  const link = String(await page.evaluate('window.copied'))
  t.match(link, /\/invite\/[\w-]{43}$/)
  await page.getByRole('button', { name: 'Cancel invitation: new@people.test' }).waitFor()
  const token = link.split('/invite/')[1]
  const invited = await context.browser()!.newPage({ locale: 'en-GB' })
  await invited.goto(`${service.url}/invite/${token}`)
  await invited.getByText(`${service.site.email} invites you to ${domain} as editor.`).waitFor()
  t.ok(!(await invited.locator('main').textContent())?.includes('Personal'), 'the team has no name yet')
  await page.getByRole('textbox', { name: 'Team name' }).fill('Acme')
  await press(page, 'Save')
  await status(page, 'Saved')
  await invited.reload()
  await invited.getByText(`invites you to Acme (${domain}) as editor.`).waitFor()
  await invited.close()
  const body = { name: 'New', password: 'a long enough password' }
  t.equal((await send(service, 'POST', `/api/invitations/${token}`, body)).status, 200)
  await page.reload()
  const role = page.getByRole('combobox', { name: 'Role: new@people.test' })
  await role.selectOption('Viewer')
  await status(page, 'Saved')
  const roleOf = async () => (await registry.teams.members(teamId)).find((one) => one.email === 'new@people.test')?.role
  t.equal(await roleOf(), 'viewer')
  await press(page, 'Remove: new@people.test')
  await press(page.getByRole('dialog'), 'Remove')
  await role.waitFor({ state: 'detached' })
  t.equal(await roleOf(), undefined)
  await page.getByRole('combobox', { name: `Role: ${service.site.email}` }).selectOption('Viewer')
  await page.getByRole('alert').filter({ hasText: 'A team needs at least one owner.' }).waitFor()
  await page.getByRole('combobox', { name: 'Access to' }).selectOption('This site only')
  await email.fill('guest@people.test')
  await press(page, 'Invite')
  await press(page, 'Cancel invitation: guest@people.test')
  await status(page, 'Invitation cancelled')
  await context.close()
  const editor = await open('people', { as: await signedInAs('editor') })
  await editor.page.getByText('Owners and administrators').waitFor()
  t.equal(await editor.page.getByRole('textbox').count(), 0, 'an editor changes no role')
  await editor.context.close()
})

t.test('sharing: a link, its password, the code for a frame, deletion', async (t) => {
  const { page, context } = await open('sharing')
  const name = page.getByRole('textbox', { name: 'Name' })
  await press(page, 'Add link')
  t.ok(await refusalAt(page, name, 'Enter a name.'))
  await name.fill('Board')
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await press(page, 'Add link')
  t.ok(await refusalAt(page, page.getByRole('textbox', { name: 'Password' }), 'Use at least 10 characters.'))
  await page.getByRole('textbox', { name: 'Password' }).fill('')
  await press(page, 'Add link')
  await press(page, 'Copy link: Board')
  const url = String(await page.evaluate('window.copied'))
  const path = url.slice(url.indexOf('/share/'))
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
  await press(page, 'Copy embed code')
  t.match(await page.evaluate('window.copied'), /^<iframe src="[^"]+&amp;embed=true&amp;theme=dark"/)
  const visitor = await browser.newContext()
  const shared = await visitor.newPage()
  await shared.goto(service.url + path)
  await shared.getByRole('heading', { level: 1, name: domain }).waitFor()
  await press(page, 'Password: Board')
  const dialog = page.getByRole('dialog', { name: 'Password: Board' })
  await dialog.getByRole('textbox', { name: 'New password' }).fill('a long enough password')
  await press(dialog, 'Save')
  await page.getByText('with password').waitFor()
  // The open dashboard is closed at once, and loads itself again.
  await shared.goto(shared.url()).catch(() => {})
  await shared.getByRole('textbox', { name: 'Password' }).fill('a long enough password')
  await press(shared, 'Open dashboard')
  await shared.getByRole('heading', { level: 1, name: domain }).waitFor()
  await press(page, 'Delete link: Board')
  await press(page.getByRole('dialog'), 'Delete')
  await page.getByText('No shared links yet.').waitFor()
  t.equal((await shared.goto(service.url + path))?.status(), 404)
  await visitor.close()
  await context.close()
})

t.test('plugin tokens: shown once, revoked', async (t) => {
  const { page, context } = await open('tokens')
  await press(page, 'Create token')
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await press(dialog, 'Create token')
  t.ok(
    await refusalAt(
      page,
      dialog.getByRole('textbox', { name: 'Description' }),
      'Enter a description, for example WordPress.',
    ),
  )
  await dialog.getByRole('textbox', { name: 'Description' }).fill('WordPress')
  await press(dialog, 'Create token')
  const token = (await dialog.getByRole('code').textContent()) ?? ''
  const authorization = `Bearer ${token}`
  const ask = () => send(service, 'GET', '/api/plugins/v1/goals', undefined, { authorization })
  t.equal((await ask()).status, 200)
  await press(dialog, 'Done')
  await press(page, 'Revoke: WordPress')
  await press(page.getByRole('dialog'), 'Revoke')
  await page.getByRole('button', { name: 'Revoke: WordPress' }).waitFor({ state: 'detached' })
  t.equal((await ask()).status, 401)
  await context.close()
})
