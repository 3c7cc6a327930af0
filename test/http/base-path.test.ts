// A service below a path of its host, behind a proxy that strips the path and behind one that leaves it: pages, files,
// script, events, cookies, redirects (docs/install.md, "Below a path").
import t from 'tap'
import { Failure } from '../../src/failure.ts'
import { ownPathAt, stripBasePath } from '../../src/http/base-path.ts'
import { startApp } from '../support/app.ts'
import { cookieOf } from '../support/browser.ts'
import { fakeBuild } from '../support/dashboard.ts'

const build = await fakeBuild()
const service = await startApp({ webFolder: build.folder, env: { BASE_URL: 'http://host.test/stats/' } })
const secure = await startApp({
  databaseUrl: service.databaseUrl,
  webFolder: build.folder,
  env: { BASE_URL: 'https://host.test/a/b' },
})
t.teardown(async () => {
  await secure.stop()
  await service.stop()
  await build.remove()
})
const password = 'a long enough password'
await service.provision({ domain: 'path.test', email: 'owner@path.test' })
const { registry } = service.app
await registry.users.setPassword((await registry.users.find('owner@path.test'))!.id, password)

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })
const signIn = (path: string, at = service) =>
  fetch(`${at.url}${path}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: 'owner@path.test', password }),
  })

t.test('the path is taken off where it is there, and nothing else', async (t) => {
  const cases: [url: string, stripped: string][] = [
    ['/stats/sites?a=1', '/sites?a=1'],
    ['/stats', '/'],
    ['/stats/', '/'],
    ['/stats?x', '/?x'],
    ['/statsx', '/statsx'],
    ['/sites', '/sites'],
    ['/stats/stats', '/stats'],
    ['/', '/'],
  ]
  for (const [url, stripped] of cases) t.equal(stripBasePath(url, '/stats'), stripped, url)
  t.equal(stripBasePath('/stats/x', ''), '/stats/x')
})

t.test('a path that the service has itself is refused: nobody could tell what a proxy stripped', async (t) => {
  const paths = ['/', '/sites', '/sites/:site', '/docs/:name', '/assets/*', '/js/', '/api/event']
  const cases: [basePath: string, taken: string | undefined][] = [
    ['', undefined],
    ['/stats', undefined],
    ['/api', '/api/event'],
    ['/ap', undefined],
    ['/api/event', '/api/event'],
    ['/api/events', undefined],
    ['/api/event/s', undefined],
    ['/js', '/js/'],
    ['/sites', '/sites'],
    ['/sites/any', '/sites/:site'],
    ['/sites/any/thing', undefined],
    ['/docs', '/docs/:name'],
    ['/docs/tracker', '/docs/:name'],
    ['/assets/icons', '/assets/*'],
  ]
  for (const [basePath, taken] of cases) t.equal(ownPathAt(basePath, paths), taken, basePath)
  for (const path of ['/api', '/js', '/login', '/share', '/mcp', '/assets'])
    await t.rejects(
      startApp({ databaseUrl: service.databaseUrl, env: { BASE_URL: `http://host.test${path}` } }),
      {
        constructor: Failure,
        message: new RegExp(`^BASE_URL cannot have the path ${path}: the service has ${path}`),
      },
      path,
    )
})

for (const prefix of ['', '/stats'])
  t.test(`asked for at ${prefix || 'the root'}`, async (t) => {
    const fallback = await get(`${prefix}/`)
    t.strictSame([fallback.status, fallback.headers.get('location')], [302, '/stats/login'])
    const sites = await get(`${prefix}/sites?sort=name`)
    t.equal(sites.headers.get('location'), `/stats/login?next=${encodeURIComponent('/sites?sort=name')}`)
    const login = await (await get(`${prefix}/login?next=${encodeURIComponent('/stats/sites/path.test')}`)).text()
    t.match(login, /(href|src)="\/stats\/assets\//)
    t.notMatch(login, /(href|src)="\/assets\//)
    t.match(login, /"base_url":"http:\/\/host.test\/stats"/)
    t.match(login, /"next":"\/sites\/path.test"/, 'a path within the service')
    const signedIn = await signIn(prefix)
    t.equal(signedIn.status, 200)
    t.match(signedIn.headers.getSetCookie()[0], /^tidemark=.*; Path=\/stats$/)
    const cookie = cookieOf({ headers: signedIn.headers } as never)
    t.equal((await get(`${prefix}/sites/path.test`, { cookie })).status, 200)
    const script = await (await get(`${prefix}/js/script.js`)).text()
    t.match(script, '"/stats/api/event"')
    const event = await fetch(`${service.url}${prefix}/api/event`, {
      method: 'POST',
      body: JSON.stringify({ n: 'pageview', d: 'path.test', u: 'https://path.test/' }),
    })
    t.strictSame([event.status, event.headers.get('x-service-dropped')], [202, null])
    t.equal((await get(`${prefix}/api/health/ready`)).status, 200)
  })

t.test('cookies below a path of https', async (t) => {
  const signedIn = await signIn('/a/b', secure)
  t.match(signedIn.headers.getSetCookie()[0], /^__Secure-tidemark=.*; Path=\/a\/b; Secure$/)
})
