// The parameter of the address that keeps a browser out of the statistics of a site (spec/tracker 3), in a real browser.
import t from 'tap'
import { createLab, packagePage, type VisitOptions } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

/** Keeps the texts of dialogs instead of showing them. */
const HEAR = 'window.said = []; window.alert = (text) => { said.push(text) };'
const MARKS = '[localStorage.service_ignore ?? null, localStorage.plausible_ignore ?? null]'
const blocked = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } });`

type Case = readonly [
  says: string,
  path: string,
  before: string,
  said: string | undefined,
  marks: readonly (string | null)[],
  events: number,
]

const none = [null, null] as const
const set = `localStorage.service_ignore = 'true';`
const cases: readonly Case[] = [
  ['sets the mark', '/?service_ignore=true', '', 'false', ['true', 'true'], 0],
  ['among other parameters', '/a?utm_source=x&service_ignore=true&y=1#z', '', 'false', ['true', 'true'], 0],
  ['takes it away', '/?service_ignore=false', set, 'true', ['false', 'false'], 1],
  [
    'takes the other key away',
    '/?service_ignore=false',
    `localStorage.plausible_ignore = 'true';`,
    'true',
    ['false', 'false'],
    1,
  ],
  ['shows a mark', '/?service_ignore=', set, 'false', ['true', null], 0],
  [
    'shows the mark of the other key',
    '/?service_ignore=',
    `localStorage.plausible_ignore = 'true';`,
    'false',
    [null, 'true'],
    0,
  ],
  ['shows that there is none', '/?service_ignore=', '', 'true', none, 1],
  ['any other value changes nothing', '/?service_ignore=<b>1</b>', '', 'true', none, 1],
  ['automation is not counted either', '/?service_ignore=', 'Cypress = {};', 'false', none, 0],
  ['another parameter', '/?not_service_ignore=true', '', undefined, none, 1],
  ['in a value', '/?next=service_ignore=true', '', undefined, none, 1],
  ['in the fragment', '/#service_ignore=true', '', undefined, none, 1],
  ['in the path', '/service_ignore=true', '', undefined, none, 1],
  ['no parameter', '/', '', undefined, none, 1],
]

const forms: readonly (readonly [name: string, VisitOptions])[] = [
  ['script', {}],
  ['script of a site', { script: 's-own' }],
  ['all features', { script: 'script.file-downloads.outbound-links.tagged-events.hash' }],
  ['package', packagePage(`{ domain: 'site.test' }`)],
]
lab.sites.set('own', { domain: 'site.test' } as never)

for (const [form, options] of forms)
  t.test(`the parameter of the address: ${form}`, async (t) => {
    for (const [says, path, before, said, marks, count] of cases) {
      const visit = await lab.visit({ ...options, path, before: HEAR + before })
      if (form === 'package') await visit.page.waitForFunction('window.ready')
      t.equal((await visit.events(count)).length, count, says)
      t.same(await visit.evaluate('said'), said === undefined ? [] : [`tidemark: ${said}`], says)
      t.same(await visit.evaluate(MARKS), marks, says)
      t.same(await visit.errors(), [], says)
      await visit.evaluate('localStorage.clear()')
      await visit.close()
    }
  })

t.test('the mark stays for the next page, and a dialog is shown once a page', async (t) => {
  const visit = await lab.visit({ path: '/?service_ignore=true', before: HEAR })
  await visit.evaluate(`tidemark('Signup'); history.pushState(0, '', '/next?service_ignore=true'); hide(); show()`)
  t.same(await visit.evaluate('said'), ['tidemark: false'])
  t.same(await visit.events(0), [])
  await visit.page.goto(`${visit.origin}/later`)
  t.same(await visit.events(0), [])
  t.same(await visit.evaluate('said'), [])
  await visit.close()
})

t.test('without storage nothing is kept, and the page goes on', async (t) => {
  const visit = await lab.visit({ path: '/?service_ignore=true', before: HEAR + blocked })
  await visit.evaluate(`tidemark('Signup')`)
  t.same((await visit.names(2)).sort(), ['Signup', 'pageview'])
  t.same(await visit.evaluate('said'), [])
  await visit.close()
})
