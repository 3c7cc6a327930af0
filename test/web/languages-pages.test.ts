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
  '/account',
  ...settings.split(' ').map((name) => `/sites/dashboard.test/settings/${name}`),
]
const signedOut = [
  '/login',
  '/reset',
  '/reset/none',
  '/invite/none',
  '/setup?token=none',
  `/share/dashboard.test?auth=${link.slug}`,
  `/share/dashboard.test?auth=${link.slug}&embed=true`,
]

for (const code of languageCodes)
  t.test(code, async (t) => {
    for (const paths of [signedIn, signedOut]) {
      const { page, faultsAt, close } = await readIn(code, browser, paths === signedIn ? service.cookies : [])
      for (const path of paths) {
        await page.goto(service.url + path)
        await page.locator('main:not([aria-busy=true]) :is(.card, form)').first().waitFor()
        t.equal(await page.locator('html').getAttribute('lang'), code)
        t.same(await faultsAt([1024, 320]), {}, path)
      }
      await close()
    }
  })
