// Sites that move over from the public reference: its stub, its file names, its npm clients (spec/tracker 11).
import t from 'tap'
import { createLab } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

const stub =
  'window.plausible = window.plausible || function () { (window.plausible.q = window.plausible.q || []).push(arguments) };'

t.test('a stub of the reference is drained and bound', async (t) => {
  for (const call of [`plausible('Early', { props: { a: 1 } })`, '']) {
    const visit = await lab.visit({ script: 'plausible.outbound-links', head: `<script>${stub}${call}</script>` })
    const early = call ? ['Early'] : []
    t.same((await visit.names(1 + early.length)).sort(), [...early, 'pageview'])
    await visit.evaluate(`plausible('Later')`)
    t.same((await visit.names(2 + early.length)).sort(), [...early, 'Later', 'pageview'])
    t.equal(await visit.evaluate('plausible === tidemark'), true)
    await visit.close()
  }
})

t.test('one stub under both names is drained once', async (t) => {
  const visit = await lab.visit({ head: `<script>${stub} window.tidemark = plausible; plausible('Early')</script>` })
  t.same((await visit.names(2)).sort(), ['Early', 'pageview'])
  await visit.close()
})

t.test('a loaded tracker of that name is left alone', async (t) => {
  const loaded = [
    'window.plausible = function () { window.called = true }',
    'window.plausible = function () { plausible.q; window.called = true }; plausible.l = true; plausible.q = [["Early"]]',
  ]
  for (const code of loaded) {
    const visit = await lab.visit({ script: 'plausible', head: `<script>${code}</script>` })
    t.same(await visit.names(1), ['pageview'])
    t.equal(await visit.evaluate(`plausible('x'); called && plausible !== tidemark`), true)
    t.same(await visit.names(1), ['pageview'])
    await visit.close()
  }
})

t.test('the old name works without a stub where the tag asks for it', async (t) => {
  const visit = await lab.visit({ script: 'plausible' })
  await visit.evaluate(`plausible('x')`)
  t.same(await visit.names(2), ['pageview', 'x'])
  await visit.close()
})

// What next-plausible 4 puts into a page; its two scripts may run in either order.
const nextSnippet = (options: string) => `;(window.plausible = window.plausible || function () {
  ;(plausible.q = plausible.q || []).push(arguments)
}), (plausible.init = plausible.init || function (i) {
  plausible.o = i || {}
})
plausible.init(${options})`

t.test('next-plausible', async (t) => {
  lab.sites.set('next', {
    domain: 'next.test',
    outboundLinks: false,
    fileDownloads: false,
    formSubmissions: false,
    hashBasedRouting: false,
  })
  const attributes = 'async id="next-plausible-script"'
  const first = await lab.visit({
    script: 's-next',
    attributes,
    head: `<script>${nextSnippet(`{endpoint: "/proxy/api/event"}`)}</script>`,
  })
  t.match(await first.requests(1), [
    { path: `${first.host}/proxy/api/event`, event: { n: 'pageview', d: 'next.test' } },
  ])
  await first.evaluate(`window.plausible('Signup', { props: { plan: 'pro' } })`)
  t.match((await first.events(2))[1], { n: 'Signup', p: { plan: 'pro' } })
  await first.close()

  const late = await lab.visit({ script: 's-next', attributes: 'id="next-plausible-script"' })
  await late.events(1)
  await late.evaluate(nextSnippet(`{endpoint: "/proxy/api/event"}`))
  await late.evaluate(`window.plausible('Signup')`)
  t.match((await late.requests(2))[1], { path: `${late.host}/proxy/api/event`, event: { n: 'Signup', d: 'next.test' } })
  await late.close()

  // Version 3 asks self-hosted servers for this name and configures by attributes.
  const older = await lab.visit({
    script: 'plausible.exclusions.hash.local.manual.file-downloads.outbound-links.pageview-props.revenue.tagged-events',
    attributes: 'defer data-domain="older.test" data-api="/proxy/api/event" data-exclude="/private"',
    head: `<script>${stub}</script>`,
  })
  await older.evaluate(`window.plausible('pageview')`)
  t.match(await older.requests(1), [
    { path: `${older.host}/proxy/api/event`, event: { n: 'pageview', d: 'older.test', h: 1 } },
  ])
  await older.close()
})
