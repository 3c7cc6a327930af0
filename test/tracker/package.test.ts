// The package form (spec/tracker 12) and the site script (spec/tracker 13, spec/management 9).
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { createLab, packagePage, type VisitOptions } from './support/lab.ts'

const lab = await createLab()
t.teardown(() => lab.stop())

const visitPackage = async (options: string | undefined, more = '', rest: VisitOptions = {}) => {
  const visit = await lab.visit({ ...packagePage(options, more), ...rest })
  await visit.page.waitForFunction('window.ready')
  return visit
}

t.test('importing does nothing', async (t) => {
  const visit = await visitPackage(undefined)
  t.same(await visit.events(0), [])
  t.same(await visit.evaluate('[Object.keys(api).sort(), typeof window.tidemark, api.DEFAULT_FILE_TYPES.length]'), [
    ['DEFAULT_FILE_TYPES', 'init', 'track'],
    'undefined',
    26,
  ])
  await visit.close()
})

t.test('init starts, once', async (t) => {
  const visit = await visitPackage(undefined)
  const attempt = (code: string) =>
    visit.evaluate(`(() => { try { ${code} } catch (error) { return [error instanceof Error, error.message] } })()`)
  t.match(await attempt(`track('x')`), [true, /init/])
  for (const options of ['', '{}', '{ domain: "" }'])
    t.match(await attempt(`init(${options})`), [true, /domain/], options)
  t.same(await attempt(`window.options = Object.freeze({ domain: 'site.test' }); init(options)`), undefined)
  t.match(await attempt(`init({ domain: 'other.test', endpoint: 'http://x.test/' })`), [true, /init/])
  await visit.evaluate(`track('Custom', { props: { a: 1 } }); history.pushState({}, '', '/next')`)
  const requests = await visit.requests(4)
  t.same(requests.map(({ event }) => event.n).sort(), ['Custom', 'engagement', 'pageview', 'pageview'])
  t.ok(requests.every(({ event, path }) => event.d === 'site.test' && path === 'stats.example/api/event'))
  t.same(await visit.evaluate('[tidemark === track, tidemark.l, typeof tidemark.v, tidemark.s]'), [
    true,
    true,
    'number',
    'npm',
  ])
  await visit.close()
})

t.test('options', async (t) => {
  const plain = await visitPackage(
    `{ domain: 'd', endpoint: '/mine', bindToWindow: false, autoCapturePageviews: false, hashBasedRouting: true }`,
    `api.track('pageview', { url: 'a:b' })`,
  )
  const [request] = await plain.requests(1)
  t.match(request, { path: `${plain.host}/mine`, event: { n: 'pageview', u: 'a:b', h: 1 } })
  t.equal(await plain.evaluate('typeof window.tidemark'), 'undefined')
  await plain.close()

  const defaults = await visitPackage(
    `{ domain: 'd', autoCapturePageviews: 0, bindToWindow: null, logging: undefined }`,
  )
  t.same(await defaults.names(1), ['pageview'], 'only false is false')
  t.equal(await defaults.evaluate('tidemark.l'), true)
  await defaults.close()

  const quiet = await visitPackage(`{ domain: 'd', logging: false }`, '', {
    before: `localStorage.service_ignore = 'true'`,
  })
  t.same(await quiet.events(0), [])
  t.same(await quiet.warnings(), [])
  await quiet.evaluate('localStorage.clear()')
  await quiet.close()

  for (const [local, count] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const visit = await visitPackage(`{ domain: 'd', captureOnLocalhost: ${local} }`, '', {
      host: `localhost:${lab.port}`,
    })
    t.equal((await visit.events(count)).length, count)
    await visit.close()
  }
})

t.test('links, downloads, forms and tags', async (t) => {
  const body = `<a id=out href="http://other.test/a.pdf">o</a><a id=file href="/a.pdf">f</a><a id=iso href="/a.iso">i</a>
    <b id=tag class="tidemark-event-name=T tidemark-revenue-amount=1 tidemark-revenue-currency=EUR">t</b><form id=form></form>`
  const act = `
    addEventListener('click', (event) => event.preventDefault()); addEventListener('submit', (event) => event.preventDefault())
    for (const id of ['out', 'file', 'iso', 'tag']) document.getElementById(id).click()
    document.getElementById('form').requestSubmit()`
  const cases: [options: string, names: string[]][] = [
    ['', ['T']],
    [
      'outboundLinks: true, fileDownloads: true, formSubmissions: true',
      ['File Download', 'Form: Submission', 'Outbound Link: Click', 'T'],
    ],
    [`fileDownloads: { fileExtensions: ['iso'] }`, ['File Download', 'T']],
    [`fileDownloads: 'malformed'`, ['File Download', 'File Download', 'T']],
    [`fileDownloads: { fileExtensions: 'iso' }`, ['File Download', 'File Download', 'T']],
  ]
  for (const [options, names] of cases) {
    const visit = await visitPackage(`{ domain: 'd', autoCapturePageviews: false, ${options} }`, '', { body })
    await visit.evaluate(act)
    t.same((await visit.names(names.length)).sort(), names, options)
    await visit.close()
  }
})

t.test('customProperties and transformRequest', async (t) => {
  const visit = await visitPackage(
    `{
      domain: 'd',
      customProperties: (name) => name === 'None' ? 'no object' : { name, plan: 'free' },
      transformRequest: (payload) => payload.n === 'Dropped' || payload.u.endsWith('/dropped') ? null : Object.assign({}, payload, { u: payload.u + '?changed' }),
    }`,
    `api.track('Own', { props: { plan: 'pro' } }); api.track('None'); api.track('Dropped', { callback: (result) => { window.result = [result === undefined] } })`,
  )
  const u = `${visit.origin}/?changed`
  const sorted = (await visit.events(3)).sort((a, b) => String(a.n).localeCompare(String(b.n)))
  t.same(sorted, [
    { n: 'None', u, d: 'd', r: null },
    { n: 'Own', u, d: 'd', r: null, p: { name: 'Own', plan: 'pro' } },
    { n: 'pageview', u, d: 'd', r: null, p: { name: 'pageview', plan: 'free' } },
  ])
  t.same(await visit.evaluate('result'), [true])
  t.same(await visit.warnings(), ['Ignoring event: transformRequest'])
  await visit.evaluate('hide()')
  t.match(
    (await visit.events(4))[3],
    { n: 'engagement', u, p: { name: 'pageview', plan: 'free' } },
    'engagement repeats its pageview',
  )
  await visit.evaluate(`show(); history.pushState({}, '', '/dropped'); hide()`)
  t.equal((await visit.events(4)).length, 4, 'no engagement for a dropped pageview')
  await visit.close()
})

t.test('options that are no functions are passed over', async (t) => {
  for (const value of [`'text'`, '{}', 'true', '5']) {
    const visit = await visitPackage(`{ domain: 'd', transformRequest: ${value} }`)
    await visit.evaluate(`track('x', { callback: ${value} })`)
    t.same(await visit.names(2), ['pageview', 'x'], value)
    const warning = 'transformRequest is no function'
    t.same(await visit.warnings(), [warning, warning])
    t.same(await visit.errors(), [])
    await visit.close()
  }
  for (const value of ['null', 'undefined', 'false']) {
    const visit = await visitPackage(`{ domain: 'd', transformRequest: ${value} }`)
    t.same(await visit.names(1), ['pageview'], value)
    t.same(await visit.warnings(), [])
    await visit.close()
  }
  for (const result of ['Promise.resolve(payload)', 'true', '"text"', '{}']) {
    const visit = await visitPackage(`{ domain: 'd', transformRequest: (payload) => (${result}) }`)
    t.same(await visit.names(0), [], `${result} is no payload`)
    t.same(await visit.warnings(), ['Ignoring event: transformRequest'])
    await visit.close()
  }
})

t.test('functions that throw leave a working tracker', async (t) => {
  const visit = await visitPackage(undefined)
  const thrown = await visit.evaluate(`
    window.broken = true
    try { init({ domain: 'd', customProperties: () => { if (broken) throw new Error('mine'); return {} } }) } catch (error) { error.message }
  `)
  t.equal(thrown, 'mine')
  t.equal(await visit.evaluate(`try { track('x') } catch (error) { error.message }`), 'mine')
  await visit.evaluate(`history.pushState({}, '', '/a')`)
  t.same(await visit.events(0), [], 'the router does not suffer')
  await visit.evaluate(`broken = false; history.pushState({}, '', '/b'); tidemark('x')`)
  t.same((await visit.names(2)).sort(), ['pageview', 'x'])
  await visit.close()
})

t.test('stub queue, and another copy at work', async (t) => {
  const stub = `<script>window.tidemark = function () { (tidemark.q = tidemark.q || []).push(arguments) }; tidemark('Early')</script>`
  const head = packagePage(`{ domain: 'd' }`).head
  const visit = await visitPackage(undefined, '', { head: stub + head })
  t.same((await visit.names(2)).sort(), ['Early', 'pageview'])
  await visit.close()
  const both = await lab.visit({
    attributes: 'data-domain="site.test"',
    head: packagePage(`{ domain: 'other' }`, `api.track('Passed on')`).head,
  })
  await both.page.waitForFunction('window.ready')
  const events = await both.events(2)
  t.same(events.map((event) => [event.n, event.d]).sort(), [
    ['Passed on', 'site.test'],
    ['pageview', 'site.test'],
  ])
  t.same(await both.warnings(), ['tidemark: already loaded'])
  await both.close()
})

t.test('on a server it can be imported and does nothing', async (t) => {
  const folder = t.testdir()
  const code = await (await fetch(`http://127.0.0.1:${lab.port}/package.js`)).text()
  writeFileSync(join(folder, 'index.mjs'), code)
  const api = await import(join(folder, 'index.mjs'))
  t.equal(api.DEFAULT_FILE_TYPES[0], 'pdf')
  t.doesNotThrow(() => api.init({ domain: 'd' }))
  t.doesNotThrow(() => api.track('x'))
  t.doesNotThrow(() => api.init({}))
})

t.test('types and package.json', async (t) => {
  const folder = projectPath('tracker', 'package', '/')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  t.match(manifest, { type: 'module', sideEffects: false, types: './index.d.ts' })
  t.same(Object.keys(manifest.exports['.'])[0], 'types')
  const use = join(t.testdir(), 'use.ts')
  // The last three lines are refused.
  writeFileSync(
    use,
    `import { DEFAULT_FILE_TYPES, init, track, type CallbackResult, type InitOptions, type Payload } from '${folder}index.js'
    const options: InitOptions = { domain: 'd', fileDownloads: { fileExtensions: [...DEFAULT_FILE_TYPES, 'iso'] } }
    init(options)
    init({ domain: 'd', customProperties: (name: string) => ({ name }), transformRequest: (payload: Payload) => payload })
    track('x')
    track('x', { props: { a: 1 }, revenue: { amount: 1, currency: 'EUR' }, callback: (result?: CallbackResult) => result })
    init({})
    init({ domain: 'd', outBoundLinks: true })
    track()`,
  )
  const tsc = projectPath('node_modules', 'typescript', 'bin', 'tsc')
  const flags = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom',
  ]
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags, use], { encoding: 'utf8' })
  const errors = [...stdout.matchAll(/(?:\((\d+),\d+\): )?error (TS\d+)/g)].map(([, line, code]) => `${line}: ${code}`)
  t.strictSame(errors, ['7: TS2345', '8: TS2561', '9: TS2554'], stdout)
  t.match(stdout, "Property 'domain' is missing")
})

t.test('the site script follows the site', async (t) => {
  const off = {
    domain: 'baked.test',
    outboundLinks: false,
    fileDownloads: false,
    formSubmissions: false,
    hashBasedRouting: false,
  }
  lab.sites.set('off', off)
  lab.sites.set('on', {
    ...off,
    outboundLinks: true,
    fileDownloads: true,
    formSubmissions: true,
    hashBasedRouting: true,
  })
  const body =
    '<a id=out href="http://other.test/">o</a><a id=file href="/a.pdf">f</a><b id=tag class="tidemark-event-name=T">t</b><form id=form></form>'
  const act = `
    addEventListener('click', (event) => event.preventDefault()); addEventListener('submit', (event) => event.preventDefault())
    for (const id of ['out', 'file', 'tag']) document.getElementById(id).click()
    document.getElementById('form').requestSubmit()`
  const all = ['File Download', 'Form: Submission', 'Outbound Link: Click', 'T', 'pageview']
  const stub = (
    options: string,
  ) => `<script>window.tidemark = function () { (tidemark.q = tidemark.q || []).push(arguments) }
    tidemark.init = (options) => { tidemark.o = options }; tidemark.init(${options})</script>`
  const cases: [name: string, options: VisitOptions, names: string[], domain: string, hash: unknown][] = [
    ['off', { script: 's-off', attributes: 'async' }, ['T', 'pageview'], 'baked.test', undefined],
    ['on', { script: 's-on', attributes: 'defer' }, all, 'baked.test', 1],
    [
      'attributes win',
      { script: 's-on', attributes: 'defer data-domain="tag.test" data-exclude="/"' },
      all.slice(0, 4),
      'tag.test',
      1,
    ],
    [
      'the page overrides',
      { script: 's-off', attributes: 'defer', head: stub(`{ outboundLinks: true, domain: 'page.test' }`) },
      [all[2] as string, 'T', 'pageview'],
      'page.test',
      undefined,
    ],
    [
      'nothing by itself',
      { script: 's-off', attributes: 'defer', head: stub('{ autoCapturePageviews: false }') },
      ['T'],
      'baked.test',
      undefined,
    ],
  ]
  for (const [name, options, names, domain, hash] of cases) {
    const visit = await lab.visit({ body, ...options })
    await visit.evaluate(act)
    const events = await visit.events(names.length)
    t.same(events.map((event) => event.n).sort(), names, name)
    t.ok(
      events.every((event) => event.d === domain && event.h === hash),
      `${name}: ${domain}`,
    )
    await visit.close()
  }
  const late = await lab.visit({ script: 's-off', attributes: 'defer' })
  await late.events(1)
  await late.evaluate(`tidemark.init({ customProperties: { late: 1 } }); tidemark('x')`)
  t.same((await late.events(2))[1]?.p, { late: 1 })
  await late.close()
})
