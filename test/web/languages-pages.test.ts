// Every other page in every language, on a phone and in a small window: it fits, no word is cut, none is left in English.
import t from 'tap'
import { languageCodes } from '../../src/rules/languages.ts'
import { readIn } from '../support/fit.ts'
import { startBoard } from '../support/pages.ts'

t.setTimeout(240_000)

const { page: first, service, stop } = await startBoard(3)
t.teardown(stop)
const browser = first.context().browser()!
const { registry, directory } = service.app
const site = directory.find('dashboard.test')!
const goals = await registry.goals.upsert(
  site,
  ['/', '/pricing'].map((path) => ({ kind: 'page' as const, path, scrollThreshold: -1, customProps: {} })),
)
await registry.funnels.upsert(
  site.id,
  'From home',
  goals.map(({ id }) => id),
)
await registry.sharedLinks.create(site.id, { name: 'Public' })
const link = await registry.sharedLinks.create(site.id, { name: 'Closed', password: 'a long password' })
await registry.tokens.create(site.id, 'WordPress')
await service.provision({ domain: 'new.test', email: service.site.email })

const settings = 'general installation goals funnels properties shields people sharing imports tokens reports'
const signedIn = [
  '/sites',
  '/sites/new',
  '/sites/new.test',
  '/sites/nowhere.test',
  '/nowhere',
  '/sites/locked.test',
  '/sites/seen.test/settings/goals',
  '/account',
  ...settings.split(' ').map((name) => `/sites/dashboard.test/settings/${name}`),
]
const signedOut = [
  '/login',
  '/reset',
  '/reset/none',
  '/invite/none',
  '/setup?token=none',
  '/share/dashboard.test?auth=none',
  `/share/dashboard.test?auth=${link.slug}`,
  `/share/dashboard.test?auth=${link.slug}&embed=true`,
]

// Error pages: a locked team, and a site whose settings the reader may not change.
const other = await service.provision({ domain: 'locked.test', email: 'locked@other.test' })
const seen = await service.provision({ domain: 'seen.test', email: 'seen@other.test' })
const owner = await registry.users.find(service.site.email)
const teamOf = async (identifier: string) => (await registry.teams.find(identifier))!.id
await registry.teams.addMember(await teamOf(other.team), owner!.id, 'admin')
await registry.teams.addMember(await teamOf(seen.team), owner!.id, 'viewer')
await registry.teams.setLocked(await teamOf(other.team), true)
await directory.refresh()

/** The API's sentence on an error page; null on other pages. */
const apiSentence = `JSON.parse(document.querySelector('#facts').textContent).message`

for (const code of languageCodes)
  t.test(code, async (t) => {
    for (const paths of [signedIn, signedOut]) {
      const { page, faultsAt, close } = await readIn(code, browser, paths === signedIn ? service.cookies : [])
      for (const path of paths) {
        await page.goto(service.url + path)
        await page.locator('main:not([aria-busy=true]) :is(.card, form)').first().waitFor()
        t.equal(await page.locator('html').getAttribute('lang'), code)
        t.same(await faultsAt([1024, 320]), {}, path)
        const message = await page.evaluate<string | null>(apiSentence)
        if (message === null) continue
        const said = (await page.locator('.card p').first().textContent()) ?? ''
        if (code === 'en') t.equal(said, message, path)
        else t.notOk(said === '.' || said.includes(message.slice(0, 12)), `${path}: ${said}`)
      }
      await close()
    }
  })
