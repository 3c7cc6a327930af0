// How the scripts are served: names, headers, encodings, the site script (spec/tracker 13 and 14, spec/management 9).
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { createOpenApi } from '../../src/http/openapi.ts'
import { createTrackerRoutes } from '../../src/http/routes/tracker.ts'
import { build } from '../../tracker/build.ts'
import { readContract } from '../support/contract.ts'

await build({ packageFolder: t.testdir() })

const none = { outboundLinks: false, fileDownloads: false, formSubmissions: false, hashBasedRouting: false }
const routes = createTrackerRoutes({
  baseUrl: 'https://stats.example/',
  async findTrackerConfig(id) {
    if (id === 'broken') throw new Error('the database is away')
    if (id === 'plain') return { ...none, domain: 'site.test' }
    return id === 'evil'
      ? { ...none, domain: `"</script>$&\u2028é'`, outboundLinks: true, hashBasedRouting: true }
      : undefined
  },
})
const server = createServer((req, res) => void routes.handle(req, res))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
t.teardown(() => server.close())

const contract = readContract(createOpenApi([], 'http://tidemark.test'))

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method, headers }, async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk)
      const [status = 0, answered, body] = [
        res.statusCode,
        res.headers as Record<string, string>,
        Buffer.concat(chunks),
      ]
      const problem = contract(method, path, { status, headers: answered, text: body.toString() })
      if (problem) reject(new Error(problem))
      resolve({ status, headers: answered, body })
    })
    sent.on('error', reject).end()
  })
const text = async (path: string) => (await get(path)).body.toString()

t.test('headers of a named script', async (t) => {
  const { status, headers } = await get('/js/script.js?v=1')
  t.equal(status, 200)
  t.match(headers, {
    'content-type': 'application/javascript',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=86400, must-revalidate',
    vary: 'Accept-Encoding',
  })
  t.match(headers.etag, /^"[\w-]+"$/)
  t.notOk(headers['set-cookie'])
})

t.test('encodings are chosen by the client', async (t) => {
  const plain = await text('/js/script.js')
  const cases: [accepted: string, encoding: string | undefined][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ]
  for (const [accepted, encoding] of cases) {
    const { headers, body } = await get('/js/script.js', { 'accept-encoding': accepted })
    t.equal(headers['content-encoding'], encoding, accepted)
    t.equal(Number(headers['content-length']), body.length)
    const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    t.equal(decoded.toString(), plain)
  }
  t.ok((await get('/js/script.js', { 'accept-encoding': 'br' })).body.length <= 1600, 'the size that is allowed')
})

t.test('HEAD and conditional requests', async (t) => {
  const full = await get('/js/script.js', { 'accept-encoding': 'br' })
  const head = await get('/js/script.js', { 'accept-encoding': 'br' }, 'HEAD')
  t.equal(head.status, 200)
  t.equal(head.body.length, 0)
  t.equal(head.headers['content-length'], full.headers['content-length'])
  const tag = full.headers.etag as string
  for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const answer = await get('/js/script.js', { 'accept-encoding': 'br', 'if-none-match': value })
    t.equal(answer.status, 304, value)
    t.equal(answer.body.length, 0)
    t.equal(answer.headers.etag, tag)
    t.equal(answer.headers['cache-control'], full.headers['cache-control'])
  }
  t.equal((await get('/js/script.js', { 'if-none-match': '"other"' })).status, 200)
  t.equal(
    (await get('/js/script.js', { 'accept-encoding': 'gzip', 'if-none-match': tag })).status,
    200,
    'another encoding is another file',
  )
})

t.test('the same set of features is the same file', async (t) => {
  const groups = [
    ['script', 'analytics', 'plausible', 'index', 'p', 'script.exclusions', 'script.compat.pageleave', 'index.revenue'],
    [
      'script.hash.local',
      'p.hash.local',
      'script.local.hash',
      'analytics.hash.local.hash',
      'plausible.hash.exclusions.local.revenue',
    ],
    [
      'script.file-downloads.form-submissions.outbound-links.pageview-props.tagged-events.manual',
      'plausible.manual.tagged-events.pageview-props.outbound-links.form-submissions.file-downloads',
    ],
  ]
  const files = new Set<string>()
  for (const names of groups) {
    const texts = new Set(await Promise.all(names.map((name) => text(`/js/${name}.js`))))
    t.equal(texts.size, 1, names.join())
    for (const file of texts) files.add(file)
  }
  t.equal(files.size, groups.length)
})

t.test('a file holds only what its features need', async (t) => {
  const marks: Record<string, string> = {
    'outbound-links': 'Outbound Link: Click',
    'file-downloads': 'File Download',
    'form-submissions': 'Form: Submission',
    'tagged-events': '(event|revenue)',
    hash: 'hashchange',
  }
  const base = await text('/js/script.js')
  for (const [suffix, mark] of Object.entries(marks)) {
    t.notOk(base.includes(mark), `script.js without ${mark}`)
    t.ok((await text(`/js/script.${suffix}.js`)).includes(mark), `${suffix} with it`)
  }
  t.notOk((await text('/js/script.hash.js')).includes('pushState'))
  t.notMatch(base, /__TIDEMARK|eval\(|new Function|[^\0-\x7f]/)
})

t.test('unknown names', async (t) => {
  const paths = [
    'other',
    'script.unknown',
    'script.constructor',
    'constructor',
    'script.',
    'script..hash',
    'Script',
    's-unknown',
    'pa-unknown',
    'pa-',
    'embed',
    'embed.host.hash',
    'embed.content',
    's-',
    '',
  ]
  for (const path of [
    ...paths.map((name) => `/js/${name}.js`),
    '/js/script',
    '/js/',
    '/js/../js/x.js',
    `/js/script${'.hash'.repeat(80)}.js`,
  ]) {
    const { status, headers, body } = await get(path)
    t.equal(status, 404, path)
    t.equal(body.toString(), 'Not found')
    t.match(headers['content-type'], /^text\/plain/)
  }
  t.equal((await get('/js/nothing.js', {}, 'HEAD')).body.length, 0)
  t.equal((await get('/js/script.js', {}, 'POST')).status, 405)
})

t.test('the site script', async (t) => {
  const { status, headers, body } = await get('/js/s-plain.js')
  t.equal(status, 200)
  t.equal(headers['cache-control'], 'public, max-age=60, no-transform')
  t.match(body.toString(), '{"domain":"site.test","endpoint":"https://stats.example/api/event"}')
  const evil = await text('/js/s-evil.js')
  t.ok(
    evil.includes(
      String.raw`{"domain":"\"\u003c/script\u003e$&\u2028\u00e9'","endpoint":"https://stats.example/api/event","outboundLinks":true,"hashBasedRouting":true}`,
    ),
  )
  t.notMatch(evil, /__TIDEMARK|[^\0-\x7f]/)
  t.equal((await get('/js/s-broken.js')).status, 503)
  t.equal(await text('/js/pa-plain.js'), body.toString(), 'by the other tracker’s name')
})

t.test('the script for pages around embedded dashboards', async (t) => {
  const { status, headers, body } = await get('/js/embed.host.js')
  t.equal(status, 200)
  t.match(headers, {
    'content-type': 'application/javascript',
    'cache-control': 'public, max-age=86400, must-revalidate',
  })
  t.match(body.toString(), 'plausible-embed')
  t.equal((await get('/js/embed.host.js', {}, 'HEAD')).body.length, 0)
})
