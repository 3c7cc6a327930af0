// The tag, stubs and other trackers in whatever order a page has them (spec/tracker 1, 2, 11).
import t from 'tap'
import { createLab, type VisitOptions } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

const off = { outboundLinks: false, fileDownloads: false, formSubmissions: false, hashBasedRouting: false }
lab.sites.set('late', { ...off, domain: 'site.test' })

const SERVICE = 'http://stats.example'
const slow = '<link rel="stylesheet" href="/slow.css">'
/** The stub of the other tracker, as its current snippet has it. */
const foreignStub = (options = '') =>
  `<script>window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)},plausible.init=plausible.init||function(i){plausible.o=i||{}};${options && `plausible.init(${options})`}</script>`
const ownStub = (options: string) =>
  `<script>if (typeof window.tidemark != 'function') window.tidemark = function () { (tidemark.q = tidemark.q || []).push(arguments) }
  tidemark.init = tidemark.init || function (options) { tidemark.o = options }; tidemark.init(${options})</script>`
const cut = '{ transformRequest: (payload) => Object.assign({}, payload, { u: "cut" }) }'

/** A page with the tag, then a style sheet that is awaited, then more. The tag has run when it is given. */
async function openSlowly(options: VisitOptions, after: string) {
  const visit = await lab.visit({
    script: 's-late',
    attributes: 'async',
    held: '/slow.css',
    ...options,
    body: `${slow}${after}`,
  })
  await visit.page.waitForFunction('window.tidemark && window.tidemark.l')
  return visit
}

t.test('a stub with options that comes after the script', async (t) => {
  const cases: [name: string, options: VisitOptions, after: string][] = [
    ['of the other tracker', {}, foreignStub(cut)],
    ['our own', {}, ownStub(cut)],
    ['a blocking tag', { attributes: '' }, foreignStub(cut)],
    ['with its tag found by an id', { attributes: 'async id="tidemark-js"' }, ownStub(cut)],
    ['with today’s id', { attributes: 'async id="tidemark"' }, ownStub(cut)],
  ]
  for (const [name, options, after] of cases) {
    const visit = await openSlowly(options, after)
    t.same(await visit.names(0), [], `${name}: waits`)
    await visit.release()
    t.match(await visit.events(1), [{ n: 'pageview', u: 'cut', d: 'site.test' }], name)
    await visit.close()
  }
  const off = await openSlowly({}, foreignStub('{ autoCapturePageviews: false }'))
  await off.release()
  t.same(await off.names(0), [], 'without automatic pageviews')
  await off.close()
  const hash = await openSlowly({}, ownStub('{ hashBasedRouting: true }'))
  await hash.release()
  await hash.evaluate(`history.pushState({}, '', '/x'); location.hash = '#/b'`)
  t.match(
    (await hash.events(3)).filter((event) => event.n === 'pageview'),
    [{ h: 1 }, { u: `${hash.origin}/x#/b`, h: 1 }],
    'with hash routing',
  )
  await hash.close()
})

t.test('the first pageview does not wait for the end of the markup', async (t) => {
  const stubbed = await openSlowly({ head: ownStub('{}') }, '')
  t.same(await stubbed.names(1), ['pageview'], 'with a stub before the script')
  await stubbed.release()
  t.same(await stubbed.names(1), ['pageview'])
  await stubbed.close()
  const cases: [name: string, action: string, sent: [name: unknown, path: string][]][] = [
    [
      'a call',
      `tidemark('Early')`,
      [
        ['pageview', '/'],
        ['Early', '/'],
      ],
    ],
    [
      'a pageview by hand',
      `tidemark('pageview', { u: location.origin + '/hand' })`,
      [
        ['pageview', '/'],
        ['engagement', '/'],
        ['pageview', '/hand'],
      ],
    ],
    [
      'a navigation',
      `history.pushState({}, '', '/next')`,
      [
        ['pageview', '/'],
        ['engagement', '/'],
        ['pageview', '/next'],
      ],
    ],
    ['losing sight of the page', 'hide()', [['pageview', '/']]],
  ]
  for (const [name, action, sent] of cases)
    for (const script of ['script', 's-late']) {
      const visit = await openSlowly({ script, attributes: 'async data-domain="site.test"' }, '')
      await visit.evaluate(action)
      const events = await visit.events(sent.length)
      t.same(
        events.map((event) => [event.n, new URL(String(event.u)).pathname]).sort(),
        [...sent].sort(),
        `${name}, ${script}`,
      )
      await visit.release()
      t.equal((await visit.events(sent.length)).length, sent.length, 'and not again')
      await visit.close()
    }
  const hash = await openSlowly({ script: 'script.hash', attributes: 'async data-domain="site.test"' }, '')
  await hash.evaluate(`location.hash = '#/b'`)
  t.same(
    (await hash.events(3)).map((event) => String(event.u).slice(hash.origin.length)).sort(),
    ['/', '/', '/#/b'],
    'a navigation by hash',
  )
  await hash.close()
})

t.test('a foreign stub that comes after the script', async (t) => {
  const stubs = {
    'that asks first': foreignStub(),
    'that does not ask':
      '<script>window.plausible = function () { (window.plausible.q = window.plausible.q || []).push(arguments) }</script>',
  }
  for (const script of ['script', 's-late'])
    for (const [name, stub] of Object.entries(stubs)) {
      const visit = await openSlowly(
        { script, attributes: 'async data-domain="site.test"' },
        `${stub}<script>plausible('Early', { props: { a: 1 } })</script>`,
      )
      await visit.release()
      await visit.evaluate(`plausible('Later')`)
      t.same((await visit.names(3)).sort(), ['Early', 'Later', 'pageview'], `${script}: ${name}`)
      await visit.close()
    }
})

const rival = `if (!(window.plausible && plausible.l)) {
  const queue = (window.plausible && plausible.q) || []
  window.plausible = function () { (window.theirs = window.theirs || []).push(arguments[0]) }
  plausible.l = true
  queue.forEach((call) => plausible.apply(null, call))
}`

t.test('a trial side by side with the other tracker', async (t) => {
  const tags = {
    configured: '<script async src="/js-of/pa-x1.js"></script>',
    named: '<script defer data-domain="site.test" src="/plausible.js"></script>',
    proxied: '<script defer data-domain="site.test" src="/a/b.js"></script>',
  }
  const files = { '/js-of/pa-x1.js': rival, '/plausible.js': rival, '/a/b.js': rival }
  for (const attributes of [
    'defer data-domain="site.test"',
    'async data-domain="site.test"',
    'data-domain="site.test"',
  ])
    for (const [name, tag] of Object.entries(tags)) {
      const body = `${tag}${foreignStub()}<script>plausible('Theirs')</script>`
      const visit = await lab.visit({ attributes, body, files })
      await visit.evaluate(`tidemark('Ours')`)
      t.same((await visit.names(2)).sort(), ['Ours', 'pageview'], `${attributes}: ${name}`)
      t.same(await visit.evaluate('theirs'), ['Theirs'])
      await visit.close()
    }
  const alone = await lab.visit({
    body: `${foreignStub()}<script>plausible('Early')</script><script src="/mine.js"></script>`,
    files: { '/mine.js': '' },
  })
  t.same((await alone.names(2)).sort(), ['Early', 'pageview'], 'other scripts are no trackers')
  await alone.close()
})

t.test('elements with the names of globals as ids', async (t) => {
  const compat = await lab.visit({
    script: 'plausible.compat',
    attributes: 'defer id="plausible" data-domain="site.test"',
  })
  await compat.evaluate(`plausible('x')`)
  t.same(await compat.names(2), ['pageview', 'x'], 'the tag itself')
  await compat.close()
  for (const id of ['plausible', 'tidemark']) {
    const visit = await lab.visit({ head: `<meta id="${id}">`, body: `<h2 id="${id}">x</h2><b id="${id}">y</b>` })
    await visit.evaluate(`tidemark('x')`)
    t.match(
      await visit.events(2),
      [
        { n: 'pageview', d: 'site.test' },
        { n: 'x', d: 'site.test' },
      ],
      `${id} elsewhere`,
    )
    t.same(await visit.errors(), [])
    await visit.close()
  }
})

t.test('a tag that is found by its id', async (t) => {
  const tag = (id: string, more: string) =>
    `<script id="${id}" data-domain="moved.test" src="${SERVICE}/js/script.js" ${more}></script>`
  for (const id of ['plausible', 'tidemark', 'tidemark-js']) {
    const module = await lab.visit({ script: 'none', head: tag(id, 'type="module"') })
    t.match(
      await module.requests(1),
      [{ path: 'stats.example/api/event', event: { d: 'moved.test' } }],
      `${id}, as a module`,
    )
    await module.close()
    const code = await (await fetch(`http://127.0.0.1:${lab.port}/js/script.js`)).text()
    const merged = await lab.visit({
      script: 'none',
      head: `${tag(id, 'type="text/plain"')}<script defer src="/merged.js"></script>`,
      files: { '/merged.js': code },
    })
    t.match(
      await merged.requests(1),
      [{ path: 'stats.example/api/event', event: { d: 'moved.test' } }],
      `${id}, merged`,
    )
    await merged.close()
  }
  const own = await lab.visit({
    head: `<script id="plausible" data-domain="theirs.test" src="/theirs.js"></script>`,
    files: { '/theirs.js': '' },
  })
  t.match(
    await own.requests(1),
    [{ path: 'stats.example/api/event', event: { d: 'site.test' } }],
    'its own tag comes first',
  )
  await own.close()
})

t.test('an early call beside the tag with an id', async (t) => {
  const stub = `<script>if (typeof window.tidemark != 'function') window.tidemark = function () { (tidemark.q = tidemark.q || []).push(arguments) }</script>`
  for (const id of ['tidemark', 'tidemark-js']) {
    const visit = await lab.visit({
      attributes: `defer id="${id}" data-domain="site.test"`,
      body: `${stub}<script>tidemark('Early')</script>`,
    })
    t.same((await visit.names(2)).sort(), ['Early', 'pageview'], id)
    t.same(await visit.errors(), [])
    await visit.close()
  }
})

t.test('people who shut themselves out', async (t) => {
  for (const key of ['service_ignore', 'plausible_ignore'])
    for (const [value, count] of [
      ['true', 0],
      ['1', 1],
    ] as const) {
      const visit = await lab.visit({ before: `localStorage['${key}'] = '${value}'` })
      t.equal((await visit.events(count)).length, count, `${key} is ${value}`)
      t.same(await visit.warnings(), count ? [] : ['Ignoring event: localStorage flag'])
      await visit.close()
    }
})
