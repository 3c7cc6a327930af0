// When a pageview is sent, what is ignored, what is sent and how (spec/tracker 1 to 6), in a real browser.
import t from 'tap'
import { createLab } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

const pageview = (origin: string, path = '/') => ({ n: 'pageview', u: origin + path, d: 'site.test', r: null })

t.test('the tag works in every position', async (t) => {
  const src = 'http://stats.example/js/script.js'
  const cases: Record<string, Parameters<typeof lab.visit>[0]> = {
    defer: { attributes: 'defer data-domain="site.test"' },
    async: { attributes: 'async data-domain="site.test"' },
    blocking: { attributes: 'data-domain="site.test"' },
    'added by another script': {
      script: 'none',
      body: `<script>const s = document.createElement('script'); s.dataset.domain = 'site.test'; s.src = '${src}'; document.head.append(s)</script>`,
    },
    'run as a module, found by its id': {
      script: 'none',
      head: `<script id="tidemark" type="module" data-domain="site.test" src="${src}"></script>`,
    },
  }
  for (const [name, options] of Object.entries(cases)) {
    const visit = await lab.visit(options)
    t.same(await visit.events(1), [pageview(visit.origin)], name)
    t.same(await visit.errors(), [])
    await visit.close()
  }
})

t.test('the request is simple, kept alive and without cookies', async (t) => {
  const visit = await lab.visit({
    path: '/a?b=c#d',
    before: 'const original = fetch; window.fetch = (url, init) => { window.asked = init; return original(url, init) }',
  })
  const [request] = await visit.requests(1)
  t.equal(request?.path, 'stats.example/api/event')
  t.equal(request?.headers['content-type'], 'text/plain')
  t.notOk(request?.headers.cookie)
  t.match(await visit.evaluate('asked'), { method: 'POST', keepalive: true })
  t.notOk(await visit.evaluate('"credentials" in asked'))
  t.equal(request?.event.u, `${visit.origin}/a?b=c#d`)
  t.equal(typeof request?.event.v, 'number')
  t.equal(await visit.evaluate('document.cookie + Object.keys(localStorage) + Object.keys(sessionStorage)'), '')
  t.same(await visit.evaluate('[tidemark.l, typeof tidemark.v, typeof window.plausible]'), [
    true,
    'number',
    'undefined',
  ])
  await visit.close()
})

t.test('no other global is left behind', async (t) => {
  const names = 'Object.keys(window).filter((key) => !window.before.includes(key) && key !== "before")'
  const visit = await lab.visit({
    attributes: 'data-domain="site.test"',
    head: '<script>before = Object.keys(window)</script>',
  })
  await visit.events(1)
  t.same(await visit.evaluate(names), ['tidemark'])
  await visit.close()
})

t.test('data-api and data-domain', async (t) => {
  const relative = await lab.visit({ attributes: 'defer data-domain="a.test,b.test" data-api="/proxy/event"' })
  const [first] = await relative.requests(1)
  t.equal(first?.path, `${relative.host}/proxy/event`)
  t.equal(first?.event.d, 'a.test,b.test')
  await relative.close()
  const absolute = await lab.visit({ attributes: 'defer data-api="http://other.example/e"' })
  const [second] = await absolute.requests(1)
  t.equal(second?.path, 'other.example/e')
  t.equal(second?.event.d, null)
  t.equal((await absolute.warnings()).length, 1, 'a missing domain is warned of once')
  await absolute.close()
})

t.test('the referrer is whole and stays', async (t) => {
  const visit = await lab.visit({ files: { '/from': '<a href="/to?x=1">to</a>' }, path: '/from?secret=1' })
  await visit.page.click('a')
  await visit.events(1)
  await visit.evaluate(`history.pushState({}, '', '/next')`)
  const events = (await visit.events(3)).filter((event) => event.n === 'pageview')
  t.same(
    events.map((event) => [event.u, event.r]),
    [
      [`${visit.origin}/to?x=1`, `${visit.origin}/from?secret=1`],
      [`${visit.origin}/next`, `${visit.origin}/from?secret=1`],
    ],
  )
  await visit.close()
})

t.test('history navigation', async (t) => {
  const visit = await lab.visit()
  await visit.events(1)
  await visit.evaluate(`
    history.pushState({}, '', '/?query'); history.pushState({}, '', '/#fragment'); history.replaceState({}, '', '/replaced'); history.replaceState({}, '', '/')
    for (const path of ['/b', '/', '/b?x']) history.pushState({ path }, 'title', path)
    try { history.pushState({}, '', 'http://elsewhere.example/') } catch (error) { window.refused = error.name }
  `)
  // Every page's first engagement is sent as well. What is sent in one turn arrives in any order.
  const pageviews = async (count: number) =>
    (await visit.events(count)).filter((event) => event.n === 'pageview').map((event) => event.u)
  const urls = ['/', '/', '/b', '/b?x'].map((path) => visit.origin + path)
  t.same((await pageviews(7)).sort(), urls)
  t.equal(await visit.evaluate('refused'), 'SecurityError')
  t.same(await visit.evaluate('history.state'), { path: '/b?x' })
  await visit.page.goBack()
  t.equal((await pageviews(9)).length, urls.length + 1, 'popstate to another path')
  t.same(await visit.errors(), [])
  await visit.close()
})

t.test('replaceState leaves the remembered path alone', async (t) => {
  const visit = await lab.visit()
  await visit.events(1)
  await visit.evaluate(`history.replaceState({}, '', '/r'); history.pushState({}, '', '/')`)
  t.same(await visit.names(1), ['pageview'])
  await visit.evaluate(`history.pushState({}, '', '/r')`)
  t.same(await visit.names(3), ['pageview', 'engagement', 'pageview'])
  await visit.close()
})

t.test('pages that redefine or freeze history.pushState', async (t) => {
  const own =
    'const own = history.pushState; history.pushState = function () { window.called = true; own.apply(this, arguments); return 7 };'
  const before = await lab.visit({ before: own })
  await before.events(1)
  t.equal(await before.evaluate(`history.pushState({}, '', '/x')`), 7)
  t.same(await before.names(3), ['pageview', 'engagement', 'pageview'])
  t.equal(await before.evaluate('called'), true)
  await before.close()
  const after = await lab.visit()
  await after.events(1)
  await after.evaluate(`{ ${own} } history.pushState({}, '', '/x')`)
  t.same(await after.names(3), ['pageview', 'engagement', 'pageview'])
  await after.close()
  const frozen = await lab.visit({ before: 'Object.freeze(history)' })
  t.same(await frozen.names(1), ['pageview'])
  t.same(await frozen.errors(), [])
  t.equal(await frozen.evaluate('tidemark.l'), true)
  await frozen.close()
})

t.test('hash mode', async (t) => {
  const visit = await lab.visit({ script: 'script.hash' })
  await visit.events(1)
  await visit.evaluate(`history.pushState({}, '', '/pushed')`)
  await visit.evaluate(`location.hash = '#/a'`)
  await visit.events(3)
  await visit.evaluate(`location.hash = '#/b'`)
  await visit.events(5)
  await visit.page.goBack()
  const events = await visit.events(7)
  t.same(
    events.filter((event) => event.n === 'pageview').map((event) => event.u),
    ['/', '/pushed#/a', '/pushed#/b', '/pushed#/a'].map((path) => visit.origin + path),
  )
  t.ok(
    events.every((event) => event.h === 1),
    'h in all events',
  )
  await visit.close()
})

t.test('pages that start hidden or prerendered', async (t) => {
  for (const state of ['hidden', 'prerender']) {
    const visit = await lab.visit({ before: `attention.visible = '${state}'` })
    t.same(await visit.events(0), [], `${state}: nothing yet`)
    await visit.evaluate('show()')
    t.same(await visit.names(1), ['pageview'])
    await visit.evaluate('hide(); show()')
    t.same(await visit.names(2), ['pageview', 'engagement'], 'once')
    await visit.close()
  }
  const moved = await lab.visit({ before: `attention.visible = 'hidden'` })
  await moved.evaluate(`history.pushState({}, '', '/moved')`)
  t.same(await moved.names(1), ['pageview'], 'a navigation does not wait')
  await moved.evaluate('show()')
  t.same(await moved.names(1), ['pageview'])
  await moved.close()
  const byHand = await lab.visit({ before: `attention.visible = 'hidden'` })
  await byHand.evaluate(`tidemark('pageview', { u: 'http://by.hand/' }); show()`)
  t.same(await byHand.names(1), ['pageview'])
  await byHand.close()
})

t.test('a start on an ignored page is tried once', async (t) => {
  const visit = await lab.visit({ attributes: 'defer data-domain="site.test" data-exclude="/"' })
  await visit.evaluate('hide(); show(); hide(); show()')
  t.same(await visit.names(0), [])
  t.same(await visit.warnings(), ['Ignoring event: exclusion rule'])
  await visit.close()
})

t.test('restored from the back/forward cache', async (t) => {
  const whole = await createLab({ isWhole: true })
  t.teardown(() => whole.stop())
  const visit = await whole.visit({
    files: { '/other': 'other' },
    path: '/first',
    before: 'delete document.visibilityState',
  })
  await visit.events(1)
  await visit.evaluate('window.kept = true')
  await visit.page.goto(`${visit.origin}/other`)
  await visit.events(2)
  await visit.page.evaluate('history.back()')
  const events = await visit.events(3)
  t.same(
    events.map((event) => event.n),
    ['pageview', 'engagement', 'pageview'],
  )
  t.equal(events.at(-1)?.u, `${visit.origin}/first`)
  t.equal(await visit.evaluate('window.kept'), true, 'it was a restore indeed')
  await visit.close()
  const synthetic = await lab.visit()
  await synthetic.events(1)
  await synthetic.evaluate(`window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))`)
  t.same(await synthetic.names(1), ['pageview'])
  await synthetic.evaluate(`window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  t.same(await synthetic.names(3), ['pageview', 'engagement', 'pageview'])
  await synthetic.close()
})

t.test('manual mode sends only what is asked for', async (t) => {
  const visit = await lab.visit({ script: 'script.manual' })
  await visit.evaluate(
    `history.pushState({}, '', '/x'); window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`,
  )
  t.same(await visit.events(0), [])
  await visit.evaluate(
    `tidemark('pageview', { u: 'relative/address' }); tidemark('pageview', { url: 'x:y', u: '' }); tidemark('pageview')`,
  )
  const urls = (await visit.events(5)).filter((event) => event.n === 'pageview').map((event) => event.u)
  t.same(urls, ['relative/address', 'x:y', `${visit.origin}/x`])
  await visit.close()
})

t.test('local pages are ignored, and tracked with local', async (t) => {
  for (const host of [`localhost:${lab.port}`, `127.0.0.1:${lab.port}`]) {
    const visit = await lab.visit({ host })
    await visit.evaluate(`window.results = []; tidemark('Custom', { callback: (result) => results.push(result) })`)
    t.same(await visit.events(0), [], host)
    t.same(await visit.warnings(), ['Ignoring event: localhost', 'Ignoring event: localhost'])
    t.same(await visit.evaluate('[results.length, results[0] === undefined]'), [1, true])
    await visit.close()
    const local = await lab.visit({ host, script: 'script.local', attributes: 'defer data-domain="site.test"' })
    t.same(await local.names(1), ['pageview'], `${host} with local`)
    await local.close()
  }
  for (const host of ['foo.localhost:' + lab.port, 'printer.local.test']) {
    const visit = await lab.visit({ host })
    t.same(await visit.names(1), ['pageview'], host)
    await visit.close()
  }
})

t.test('automation is ignored in silence', async (t) => {
  const signs = [
    'navigator.__proto__.__defineGetter__("webdriver", () => true)',
    '_phantom = 1',
    '__nightmare = 1',
    'Cypress = {}',
  ]
  for (const sign of signs) {
    const visit = await lab.visit({ before: sign })
    t.same(await visit.events(0), [], sign)
    t.same(await visit.warnings(), [])
    await visit.close()
  }
  const check = await lab.visit({ before: 'Cypress = {}; __tidemark = true' })
  t.same(await check.names(1), ['pageview'], 'an installation check')
  await check.close()
  const local = await lab.visit({ before: 'Cypress = {}', script: 'script.local' })
  t.same(await local.names(1), ['pageview'], 'with local')
  await local.close()
})

t.test('the ignore key stops everything, engagement too', async (t) => {
  const visit = await lab.visit({ before: `localStorage.service_ignore ??= 'true'` })
  t.same(await visit.events(0), [])
  t.same(await visit.warnings(), ['Ignoring event: localStorage flag'])
  for (const value of ['1', 'TRUE', 'yes']) {
    await visit.evaluate(`localStorage.service_ignore = '${value}'; tidemark('${value}')`)
  }
  t.same(await visit.names(3), ['1', 'TRUE', 'yes'])
  await visit.evaluate(`tidemark('pageview')`)
  await visit.events(4)
  await visit.evaluate(`localStorage.service_ignore = 'true'; hide(); show()`)
  t.equal((await visit.events(4)).length, 4, 'no engagement')
  await visit.evaluate('localStorage.clear()')
  await visit.close()
})

t.test('storage that throws, and a missing or broken fetch', async (t) => {
  const blocked = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`
  const visit = await lab.visit({ before: blocked })
  t.same(await visit.names(1), ['pageview'])
  t.same(await visit.errors(), [])
  await visit.close()
  for (const broken of ['delete window.fetch', 'window.fetch = () => { throw new Error("broken") }']) {
    const none = await lab.visit({ before: broken })
    await none.evaluate(`tidemark('x', { callback: (result) => { window.result = result } })`)
    t.same(await none.events(0), [])
    t.same(await none.errors(), [])
    t.ok(await none.evaluate('result.error'))
    await none.close()
  }
})

t.test('excluded and included pages', async (t) => {
  const rules = 'defer data-domain="site.test" data-include="/blog/**, /shop" data-exclude="/blog/drafts/*,/(odd"'
  const cases: [path: string, sent: boolean][] = [
    ['/blog/a', true],
    ['/blog/a?x=1', true],
    ['/shop/', true],
    ['/blog/drafts/x', false],
    ['/about', false],
    ['/about#/blog/a', false],
  ]
  for (const [path, sent] of cases) {
    const visit = await lab.visit({ attributes: rules, path })
    t.equal((await visit.events(sent ? 1 : 0)).length, sent ? 1 : 0, path)
    t.same(await visit.errors(), [])
    await visit.close()
  }
  const visit = await lab.visit({ attributes: rules, path: '/about' })
  await visit.evaluate(`tidemark('Custom')`)
  t.match(await visit.events(1), [{ n: 'Custom', u: `${visit.origin}/about` }], 'only pageviews are excluded')
  await visit.evaluate(`document.querySelector('script').dataset.include = '/about'; tidemark('pageview')`)
  t.same(await visit.names(2), ['Custom', 'pageview'], 'read anew every time')
  await visit.close()
  const hash = await lab.visit({
    script: 'script.hash',
    attributes: 'defer data-domain="x" data-exclude="/app#/private/**"',
    path: '/app#/private/x',
  })
  t.same(await hash.events(0), [])
  await hash.evaluate(`location.hash = '#/public'`)
  t.same(await hash.names(1), ['pageview'])
  await hash.close()
})

t.test('custom events and their options', async (t) => {
  const visit = await lab.visit({ script: 'script.revenue' })
  await visit.events(1)
  await visit.evaluate(`
    const options = Object.freeze({ props: Object.freeze({ a: 1, b: true, c: null }), interactive: false, revenue: { amount: '1.50', currency: 'EUR' } })
    tidemark('All', options); tidemark(404); tidemark('Zero', { interactive: 0, props: {} }); tidemark('Null', null); tidemark('Url', { u: 'a', url: 'b' })
  `)
  const base = { u: `${visit.origin}/`, d: 'site.test', r: null }
  t.same(
    (await visit.events(6)).slice(1).sort((a, b) => String(a.n).localeCompare(String(b.n))),
    [
      { ...base, n: 404 },
      { ...base, n: 'All', p: { a: 1, b: true, c: null }, i: false, $: { amount: '1.50', currency: 'EUR' } },
      { ...base, n: 'Null' },
      { ...base, n: 'Url', u: 'a' },
      { ...base, n: 'Zero' },
    ],
  )
  await visit.close()
})

t.test('the stub queue', async (t) => {
  const stub = 'window.tidemark = window.tidemark || function () { (tidemark.q = tidemark.q || []).push(arguments) };'
  const visit = await lab.visit({
    head: `<script>${stub} window.results = []; tidemark('First', { callback: (r) => { results.push(r); } }); tidemark('404', { props: { path: location.pathname } })</script>`,
  })
  const events = await visit.events(3)
  t.same(events.map((event) => event.n).sort(), ['404', 'First', 'pageview'])
  t.same(events.find((event) => event.n === '404')?.p, { path: '/' })
  await visit.page.waitForFunction('results.length === 1')
  t.same(await visit.evaluate('[results, typeof tidemark.q]'), [[{ status: 202 }], 'undefined'])
  await visit.close()
})

t.test('loaded twice', async (t) => {
  const again =
    '<script defer data-domain="other.test" src="http://stats.example/js/script.outbound-links.js"></script>'
  const visit = await lab.visit({ body: again })
  await visit.events(1)
  t.match(await visit.warnings(), ['tidemark: already loaded'])
  await visit.evaluate(`history.pushState({}, '', '/x')`)
  t.same(await visit.names(3), ['pageview', 'engagement', 'pageview'])
  await visit.close()
})

t.test('pageview props', async (t) => {
  const visit = await lab.visit({
    script: 'script.pageview-props',
    attributes: 'defer data-domain="x" event-author="Ann" event-Kind="a b"',
  })
  t.same((await visit.events(1))[0]?.p, { author: 'Ann', kind: 'a b' })
  await visit.evaluate(
    `document.querySelector('script').setAttribute('event-author', 'Bob'); tidemark('x', { props: { kind: 'c' } })`,
  )
  t.same((await visit.events(2))[1]?.p, { author: 'Bob', kind: 'c' })
  await visit.evaluate('hide()')
  t.same((await visit.events(3))[2]?.p, { author: 'Ann', kind: 'a b' }, 'engagement keeps those of its pageview')
  await visit.close()
  const without = await lab.visit({ script: 'script.pageview-props' })
  t.notOk('p' in ((await without.events(1))[0] ?? {}), 'no empty object')
  await without.close()
  const off = await lab.visit({ attributes: 'defer data-domain="x" event-author="Ann"' })
  t.notOk('p' in ((await off.events(1))[0] ?? {}), 'without the feature attributes mean nothing')
  await off.close()
})

t.test('a strict content security policy', async (t) => {
  const visit = await lab.visit({
    script: 'script.outbound-links.tagged-events.form-submissions',
    policy: `default-src 'none'; script-src http://stats.example; connect-src http://stats.example; img-src 'self'`,
  })
  t.same(await visit.names(1), ['pageview'])
  t.same(await visit.errors(), [])
  await visit.close()
})
