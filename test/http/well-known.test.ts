// Addresses that programs ask of every host, and the readers of metrics (docs/install.md).
import t from 'tap'
import { startApp } from '../support/app.ts'
import { ask } from '../support/raw.ts'

const open = await startApp()
const closed = await startApp({
  databaseUrl: open.databaseUrl,
  env: { METRICS_TOKEN: 'a token of the operator', SECURITY_CONTACT: 'security@shop.test' },
})
t.teardown(async () => {
  await closed.app.stop()
  await open.stop()
})

const get = (service: typeof open, path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers })

t.test('metrics without a token are for programs on this machine', async (t) => {
  const stranger = { 'x-forwarded-for': '203.0.113.7' }
  const cases: [what: string, headers: Record<string, string>, status: number][] = [
    ['this machine', {}, 200],
    ['this machine by its number', { host: '127.0.0.1:8000' }, 200],
    ['this machine by its number of IPv6', { host: '[::1]:8000' }, 200],
    ['another name that leads here', { host: 'stats.example.com' }, 403],
    ['another name with a port', { host: 'evil.example:8000' }, 403],
    ['an address of the internet', stranger, 403],
    ['the same with a token that is not set', { ...stranger, authorization: 'Bearer x' }, 403],
    ['a client that claims to be private', { 'x-forwarded-for': '10.0.0.1, 203.0.113.7' }, 403],
    ...[
      ['x-forwarded-for', '10.1.2.3'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-for', ''],
      ['x-real-ip', '203.0.113.7'],
      ['x-real-ip', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
      ['cf-connecting-ip', '203.0.113.7'],
      ['true-client-ip', '203.0.113.7'],
      ['fly-client-ip', '203.0.113.7'],
      ['b-forwarded-for', '203.0.113.7'],
      ['x-service-ip', '203.0.113.7'],
      ['x-forwarded-proto', 'https'],
      ['x-forwarded-host', 'stats.example.com'],
      ['x-forwarded-server', 'proxy'],
      ['x-client-ip', '203.0.113.7'],
      ['x-cluster-client-ip', '203.0.113.7'],
      ['x-envoy-external-address', '203.0.113.7'],
      ['via', '1.1 proxy'],
      ['cf-ray', '1'],
    ].map(([name = '', value = '']) => [`${name}: ${value}`, { [name]: value }, 403] as [string, object, number]),
  ] as [string, Record<string, string>, number][]
  for (const [what, headers, status] of cases)
    t.equal((await ask(open, { target: '/metrics', headers })).status, status, what)
})

t.test('metrics with a token ask for it', async (t) => {
  const token = 'a token of the operator'
  const cases: [what: string, headers: Record<string, string>, status: number][] = [
    ['none', {}, 401],
    ['another', { authorization: 'Bearer other' }, 401],
    ['another kind', { authorization: `Basic ${btoa(`x:${token}`)}` }, 401],
    ['it', { authorization: `Bearer ${token}` }, 200],
    ['it from the internet', { authorization: `bearer ${token}`, 'x-forwarded-for': '203.0.113.7' }, 200],
  ]
  for (const [what, headers, status] of cases) {
    const response = await get(closed, '/metrics', headers)
    t.equal(response.status, status, what)
    if (status === 401) {
      t.equal(response.headers.get('www-authenticate'), 'Bearer')
      t.match(await response.json(), { error: /METRICS_TOKEN/ })
    } else t.match(await response.text(), /^tidemark_/m)
  }
})

t.test('security.txt names the contact', async (t) => {
  const own = await get(closed, '/.well-known/security.txt')
  t.equal(own.headers.get('content-type'), 'text/plain; charset=utf-8')
  const text = await own.text()
  t.match(text, /^Contact: mailto:security@shop\.test$/m)
  t.match(text, /^Canonical: http:\/\/tidemark\.test\/\.well-known\/security\.txt$/m)
  const ends = Date.parse(/^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/m.exec(text)?.[1] ?? '') - Date.now()
  t.ok(ends > 86_400_000 && ends < 365 * 86_400_000, 'within a year')
  t.match(
    await (await get(open, '/.well-known/security.txt')).text(),
    /^Contact: http:\/\/tidemark\.test\/docs\/security$/m,
  )
})

t.test('the icon and the page for language models', async (t) => {
  const icon = await get(open, '/favicon.ico')
  t.equal(icon.status, 200)
  t.equal(icon.headers.get('content-type'), 'image/x-icon')
  const bytes = Buffer.from(await icon.arrayBuffer())
  t.equal(bytes.readUInt32LE(0), 0x10000, 'an icon')
  t.equal(bytes.readUInt16LE(4), 3, 'in three sizes')
  const text = await (await get(open, '/llms.txt')).text()
  t.match(text, /^# Tidemark\n\n> /)
  for (const [, path = ''] of text.matchAll(/\(http:\/\/tidemark\.test(\/api[^)]+)\)/g))
    t.equal((await get(open, path)).status, 200, path)
  t.equal((await fetch(`${open.url}/llms.txt`, { method: 'POST' })).status, 405)
})
