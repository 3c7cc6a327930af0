// The page of the audit log: records, filters, pages, the file; owners alone see it.
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

t.setTimeout(200_000)

await build()
const service = await startDashboard({ domain: 'log.test', days: 0 })
const { registry, directory } = service.app
const { id: siteId, teamId } = directory.find('log.test')!
const pages = await openPages(service)
t.teardown(async () => {
  await pages.stop()
  await service.stop()
})
const ann = (await registry.users.find(service.site.email))!
const byAnn = registry.by({ kind: 'user', id: ann.id })

t.test('lists records with their author, filters them and turns pages', async (t) => {
  for (let count = 1; count <= 60; count += 1)
    await registry
      .by({ kind: 'command' })
      .notes.create(siteId, { day: '2026-11-14', text: `/${count}`, show_on_shared_links: false })
  const { id } = await byAnn.notes.create(siteId, { day: '2026-11-14', text: 'Launch', show_on_shared_links: false })
  await byAnn.notes.update(siteId, id, { day: '2026-11-14', text: 'Launched <b>', show_on_shared_links: false })
  await byAnn.teams.rename(teamId, 'Crew')
  const { page } = pages
  await pages.visit('/sites/log.test/settings/audit-log')
  const list = page.getByRole('list', { name: 'Audit log' })
  const first = list.getByRole('listitem').first()
  await first.getByText('Note changed').waitFor()
  t.match(await first.textContent(), service.site.email)
  await first.getByText('Before and after').click()
  t.match(await first.getByRole('table').textContent(), /textLaunchLaunched <b>/, 'as text')
  t.equal(await list.getByRole('listitem').count(), 50)
  await page.getByRole('button', { name: 'Older' }).click()
  await list.getByText('/9', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Newer' }).click()
  await list.getByText('Note changed').waitFor()
  t.equal(await page.getByRole('button', { name: 'Newer' }).count(), 0)

  await page.getByLabel('Person').selectOption(service.site.email)
  await list.getByText('/60', { exact: true }).first().waitFor({ state: 'detached' })
  t.equal(await list.getByRole('listitem').count(), 2)
  await page.getByLabel('Show').selectOption('team')
  await list.getByText('Team changed').first().waitFor()
  await page.getByLabel('Change', { exact: true }).selectOption({ label: 'Team changed' })
  await list.getByText('Note changed').waitFor({ state: 'detached' })
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  t.equal((await file).suggestedFilename(), 'log.test-team-audit-log.csv')
})

t.test('is no page of others', async (t) => {
  const editor = await registry.users.create({ email: 'editor@log.test' })
  await registry.teams.addMember(teamId, editor.id, 'editor')
  const { cookie } = await signIn(service, 'editor@log.test')
  const open = (name: string) => fetch(`${service.url}/sites/log.test/settings/${name}`, { headers: { cookie } })
  t.equal((await open('audit-log')).status, 403)
  t.equal((await open('general')).status, 200)
})
