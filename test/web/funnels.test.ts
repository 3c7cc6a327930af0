// Funnels in Chromium: made of goals on their page of the settings, seen in their tab (spec/dashboard 6.2 and 11).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

t.setTimeout(120_000)

await build()
const service = await startDashboard({ days: 10 })
const { registry, directory } = service.app
const { page, visit, takeErrors, stop } = await openPages(service, (page) =>
  page.locator('main[aria-busy=false] .card').first().waitFor(),
)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const site = directory.find('dashboard.test')!
const base = '/sites/dashboard.test'
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const goals = () => page.getByRole('region', { name: 'Goals', exact: true })
const table = () => goals().getByRole('table', { name: 'Funnels' })

t.test('settings: made, refused at its field, changed, deleted', async (t) => {
  await visit(`${base}/settings/funnels`)
  await page.getByText('A funnel is a series of goals. Add at least two goals first.').waitFor()
  for (const path of ['/', '/pricing', '/blog**'])
    await registry.goals.upsert(site, [{ kind: 'page', path, scrollThreshold: -1, customProps: {} }])
  await visit(`${base}/settings/funnels`)
  await press('Add funnel')
  const dialog = page.getByRole('dialog')
  const send = () => dialog.getByRole('button', { name: 'Add funnel' }).click()
  await send()
  await dialog.getByText('Enter a name.').waitFor()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  t.equal(await name.evaluate((one) => one === one.ownerDocument.activeElement), true, 'at its field')
  await name.fill('From home')
  await dialog.getByRole('combobox', { name: 'Step 1' }).selectOption('Visit /')
  await dialog.getByRole('combobox', { name: 'Step 2' }).selectOption('Visit /pricing')
  for (let step = 3; step <= 8; step += 1) await dialog.getByRole('button', { name: 'Add step' }).click()
  t.equal(await dialog.getByRole('button', { name: 'Add step' }).count(), 0, 'eight are the most')
  for (let step = 8; step > 3; step -= 1) await dialog.getByRole('button', { name: 'Remove last step' }).click()
  await dialog.getByRole('combobox', { name: 'Step 3' }).selectOption('Visit /blog**')
  const bars = dialog.getByRole('list', { name: 'The funnel so far' }).getByRole('listitem')
  t.same(await bars.allTextContents(), ['Visit /', 'Visit /pricing', 'Visit /blog**'], 'a picture of the steps')
  await send()
  await page.getByRole('status').filter({ hasText: 'Funnel added' }).waitFor()
  const row = page.getByRole('table', { name: 'Funnels' }).getByRole('row').nth(1)
  await row.getByRole('listitem').first().waitFor()
  t.same(await row.getByRole('listitem').allTextContents(), ['Visit /', 'Visit /pricing', 'Visit /blog**'])
  await press('Edit funnel: From home')
  await dialog.getByRole('button', { name: 'Remove last step' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Funnel saved' }).waitFor()
  t.match(await registry.funnels.list(site.id), [{ name: 'From home', steps: { length: 2 } }])
  const [gone] = await registry.goals.upsert(site, [
    { kind: 'page', path: '/gone', scrollThreshold: -1, customProps: {} },
  ])
  await page.reload()
  await press('Edit funnel: From home')
  await dialog.getByRole('combobox', { name: 'Step 2' }).selectOption('Visit /gone')
  await registry.goals.remove(site.id, [gone!.id])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const refusal = dialog.getByRole('alert').filter({ hasText: 'One of these goals was deleted.' })
  await refusal.waitFor()
  const steps = dialog.getByRole('group', { name: 'Steps' })
  t.equal(await steps.getAttribute('aria-describedby'), await refusal.getAttribute('id'))
  t.equal(await page.evaluate('document.activeElement.name'), 'step_0', 'the first step has the focus')
  t.same(takeErrors(), [])
})

t.test('the tab: steps, choice, filters, and its menu', async (t) => {
  const [known] = await registry.funnels.list(site.id)
  const ids = known!.steps.map(({ goal_id }) => goal_id)
  const back = await registry.funnels.upsert(site.id, 'Way back', [...ids].reverse())
  await visit(`${base}?period=7d&goals=funnels`)
  const heads = await table().getByRole('columnheader').allTextContents()
  t.same(heads, ['Step', 'Visitors', 'Visits', 'Share', 'Drop-off'])
  const ask = async (id: number, filters: unknown[] = []) => {
    const response = await fetch(`${service.url}/api/v2/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.site.api_key}` },
      body: JSON.stringify({
        site_id: 'dashboard.test',
        metrics: ['visitors', 'visits'],
        date_range: '7d',
        dimensions: [`funnel:${id}`],
        filters,
      }),
    })
    return ((await response.json()) as { results: { metrics: number[] }[] }).results.map(({ metrics }) =>
      metrics.map(String),
    )
  }
  const shown = () =>
    table()
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.title)))
  t.same(await shown(), await ask(known!.id))
  t.same(await table().getByRole('rowheader').locator('.row-button').allTextContents(), ['Visit /', 'Visit /pricing'])
  t.same(
    await table().locator('.row-button .label').allTextContents(),
    ['/', '/pricing'],
    'the eye has a mark and the path of a page',
  )
  t.match(await goals().locator('.funnel-rate').textContent(), /^\d+(\.\d+)?% Conversion rate$/, 'of the whole funnel')
  await goals().getByRole('combobox', { name: 'Funnel' }).selectOption('Way back')
  await table().locator('tbody tr').first().getByText('Visit /pricing').waitFor()
  t.equal(new URL(page.url()).searchParams.get('funnel'), String(back.id))
  t.same(await shown(), await ask(back.id))
  await table().getByRole('button', { name: 'Visit /', exact: true }).click()
  await page.locator('main[aria-busy=false]').waitFor()
  t.same(await shown(), await ask(back.id, [['is', 'event:goal', ['Visit /']]]), 'a step is a filter')
  await press('Goals menu')
  await page.getByRole('menuitem', { name: 'How this is counted' }).click()
  await page.getByText('Visitors who reached this step as a share of those who reached the first step.').waitFor()
  await page.keyboard.press('Escape')
  t.equal(await goals().getByRole('button', { name: 'Details: Funnels' }).count(), 0, 'all steps are on show')
  await visit(`${base}?period=7d&goals=funnels`, { width: 360 })
  t.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, '360 px are enough')
  t.same(takeErrors(), [])
})

t.test('without funnels, without the feature', async (t) => {
  for (const { id } of await registry.funnels.list(site.id)) await registry.funnels.remove(site.id, id)
  await visit(`${base}?goals=funnels`)
  await goals().getByText('No funnels yet.').waitFor()
  t.equal(
    await goals().getByRole('link', { name: 'Add a funnel' }).getAttribute('href'),
    '/sites/dashboard.test/settings/funnels',
  )
  await registry.teams.setPlan(site.teamId, { plan: 'growth' })
  await visit(`${base}?goals=funnels`)
  await goals().getByText('The plan of this team does not include funnels.').waitFor()
  await visit(`${base}/settings/funnels`)
  await page.getByText('The plan of this team does not include funnels.').waitFor()
  t.equal(await page.getByRole('button', { name: 'Add funnel' }).count(), 0)
})
