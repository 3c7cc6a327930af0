// `tidemark data update` against a server that answers well, badly, slowly and too much; a running service gets the new
// data.
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { download, nameAddress } from '../../src/ingest/download.ts'
import { geoBytesMax, packagedGeoDatabase } from '../../src/ingest/geo.ts'
import { geoSourceOf } from '../../src/ingest/geo-sources.ts'
import { updateIfOld } from '../../src/ingest/geo-update.ts'
import { operatorFileBytesMax, spamHostsMax } from '../../src/ingest/operator-files.ts'
import { createLog } from '../../src/log.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { makeMmdb } from '../support/mmdb.ts'

const city = makeMmdb({
  country: { iso_code: 'GB' },
  subdivisions: [{ iso_code: 'ENG' }],
  city: { geoname_id: 2643743 },
})
const packaged = await readFile(packagedGeoDatabase())
const spam = '# a list\nspam-one.test\nwww.spam-two.test\nспам.test\n'

/** Made-up statistics of a registry. */
function registryOf(name: string, delegations: string[]): string {
  const lines = delegations.map((line) => `${name}|${line}|20100712|allocated|x`)
  const summary = (type: string) =>
    `${name}|*|${type}|*|${lines.filter((line) => line.includes(`|${type}|`)).length}|summary`
  return [
    `2|${name}|20261126|${lines.length}|19830705|20261125|+0000`,
    summary('ipv4'),
    summary('ipv6'),
    ...lines,
    '',
  ].join('\n')
}

const ok = (body: string | Buffer) => (response: ServerResponse) => response.end(body)
const answers: Record<string, (response: ServerResponse) => void> = {
  '/geo.mmdb': ok(city),
  '/geo.mmdb.gz': ok(gzipSync(city)),
  // What a server does that undoes the packing itself.
  '/encoded.mmdb.gz': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(city)),
  '/moved.mmdb': (response) => response.writeHead(302, { location: '/geo.mmdb' }).end(),
  '/truncated.mmdb': ok(packaged.subarray(0, packaged.length - 200_000)),
  '/truncated.gz': ok(gzipSync(city).subarray(0, -12)),
  '/cut.mmdb': (response) => {
    response.writeHead(200, { 'content-length': packaged.length }).write(packaged.subarray(0, 100_000))
    setTimeout(() => response.destroy(), 50)
  },
  '/asn.mmdb': ok(makeMmdb({ autonomous_system_number: 64_500 })),
  '/damaged.mmdb': ok(
    Buffer.concat([packaged.subarray(0, 5_000), Buffer.alloc(300_000, 0xff), packaged.subarray(305_000)]),
  ),
  '/page.html': ok('<!doctype html>\n<title>Sign in</title>\n'),
  '/empty': ok(''),
  '/slow': (response) => void response.writeHead(200).write('a'),
  '/endless': (response) => {
    const chunk = Buffer.alloc(1 << 20, 'a.test\n')
    const push = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', push)
    push()
  },
  '/bomb.gz': ok(gzipSync(Buffer.alloc(operatorFileBytesMax + 1, 'a.test\n'))),
  '/spam.txt': ok(spam),
  '/spam.txt.gz': ok(gzipSync(spam)),
  '/comments.txt': ok('# nothing\n\n'),
  '/urls.txt': ok('spam-one.test\nhttp://spam-two.test/\n'),
  '/delegated-arin': ok(registryOf('arin', ['US|ipv4|8.0.0.0|16777216'])),
  '/delegated-ripe.gz': ok(gzipSync(registryOf('ripencc', ['DE|ipv6|2001:600::|32', 'NL|ipv4|193.0.0.0|2048']))),
  '/delegated-cut': ok(registryOf('apnic', ['JP|ipv4|1.0.0.0|256', 'JP|ipv4|1.0.1.0|256']).slice(0, -50)),
  '/many.txt': ok(Array.from({ length: spamHostsMax + 1 }, (_, index) => `h${index}.test`).join('\n')),
}
/** Headers `Authorization` by path, as the server saw them. */
const authorizations = new Map<string, string | undefined>()
const server = createServer((request, response) => {
  authorizations.set(new URL(request.url ?? '/', 'http://x').pathname, request.headers.authorization)
  const answer = answers[new URL(request.url ?? '/', 'http://x').pathname]
  if (answer) answer(response)
  else response.writeHead(404).end('no such file')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const folder = await mkdtemp(join(tmpdir(), 'tidemark-data-'))
t.teardown(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const names = [
  'GEOIP_UPDATE_URL',
  'SPAM_UPDATE_URL',
  'GEOIP_DATABASE',
  'DATA_DIR',
  'DATA_UPDATE_TIMEOUT_MS',
  'MAXMIND_ACCOUNT_ID',
  'MAXMIND_LICENSE_KEY',
] as const

/** Runs `data update` with exactly these settings. */
const update = (settings: Settings, ...words: string[]) => run(settings, 'update', ...words)

type Settings = Partial<Record<(typeof names)[number], string>>

async function run(settings: Settings, ...words: string[]) {
  for (const name of names) {
    if (settings[name] === undefined) delete process.env[name]
    else process.env[name] = settings[name]
  }
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(['data', ...words], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  })
  for (const name of names) delete process.env[name]
  return { code, out: out.join('\n'), err: err.join('\n') }
}

t.test('what can be used is put in place, whatever its packing', async (t) => {
  for (const [name, url] of Object.entries({
    plain: `${base}/geo.mmdb`,
    gzip: `${base}/geo.mmdb.gz`,
    'unpacked on the way': `${base}/encoded.mmdb.gz`,
    moved: `${base}/moved.mmdb`,
    packaged: pathToFileURL(packagedGeoDatabase()).href,
  })) {
    const dataDir = await mkdtemp(join(folder, 'good-'))
    const done = await update({ GEOIP_UPDATE_URL: url, DATA_DIR: dataDir }, '--json')
    const expected = name === 'packaged' ? packaged : city
    const path = join(dataDir, 'geo.mmdb')
    t.strictSame(
      JSON.parse(done.out),
      { ok: true, files: [{ file: 'geo', ok: true, path, bytes: expected.length }] },
      name,
    )
    t.equal(done.code, 0)
    t.ok((await readFile(path)).equals(expected), `${name}: the bytes`)
    t.strictSame(await readdir(dataDir), ['geo.mmdb'], `${name}: nothing is left beside it`)
  }
  const dataDir = join(folder, 'new', 'folder')
  for (const url of [`${base}/spam.txt`, `${base}/spam.txt.gz`]) {
    const done = await update({ SPAM_UPDATE_URL: url, DATA_DIR: dataDir })
    t.strictSame(done, {
      code: 0,
      out: `spam: ${Buffer.byteLength(spam)} bytes in ${join(dataDir, 'spam-referrers.txt')}`,
      err: '',
    })
    t.equal(await readFile(join(dataDir, 'spam-referrers.txt'), 'utf8'), spam)
  }
})

t.test('the configured file is the one replaced', async (t) => {
  const path = join(folder, 'own.mmdb')
  await writeFile(path, 'old')
  t.equal(
    (await update({ GEOIP_UPDATE_URL: `${base}/geo.mmdb`, GEOIP_DATABASE: path, DATA_DIR: join(folder, 'unused') }))
      .code,
    0,
  )
  t.ok((await readFile(path)).equals(city))
  t.notOk((await readdir(folder)).includes('unused'))
})

t.test('what cannot be used changes nothing and says why', async (t) => {
  const cases: [setting: 'GEOIP_UPDATE_URL' | 'SPAM_UPDATE_URL', url: string, why: RegExp][] = [
    ['GEOIP_UPDATE_URL', `${base}/missing`, /the answer is 404 Not Found/],
    ['GEOIP_UPDATE_URL', `${base}/truncated.mmdb`, /no \.mmdb file/],
    ['GEOIP_UPDATE_URL', `${base}/truncated.gz`, /unexpected end of file/],
    ['GEOIP_UPDATE_URL', `${base}/cut.mmdb`, /terminated/],
    ['GEOIP_UPDATE_URL', `${base}/asn.mmdb`, /knows no countries/],
    ['GEOIP_UPDATE_URL', `${base}/damaged.mmdb`, /./],
    ['GEOIP_UPDATE_URL', `${base}/page.html`, /no \.mmdb file/],
    ['GEOIP_UPDATE_URL', `${base}/empty`, /no \.mmdb file/],
    ['GEOIP_UPDATE_URL', `${base}/slow`, /not done within 300 ms/],
    ['GEOIP_UPDATE_URL', `${base}/endless`, new RegExp(`not done within 300 ms|more than ${geoBytesMax} bytes`)],
    ['GEOIP_UPDATE_URL', 'http://127.0.0.1:1/geo.mmdb', /fetch failed \(.*ECONNREFUSED|bad port/],
    ['GEOIP_UPDATE_URL', 'file:///no/such/file', /ENOENT/],
    ['GEOIP_UPDATE_URL', 'ftp://127.0.0.1/geo.mmdb', /only http:, https: and file:/],
    ['SPAM_UPDATE_URL', `${base}/missing`, /the answer is 404/],
    ['SPAM_UPDATE_URL', `${base}/page.html`, /no host: "<!doctype html>"/],
    ['SPAM_UPDATE_URL', `${base}/geo.mmdb`, /no host/],
    ['SPAM_UPDATE_URL', `${base}/empty`, /has no host/],
    ['SPAM_UPDATE_URL', `${base}/comments.txt`, /has no host/],
    ['SPAM_UPDATE_URL', `${base}/urls.txt`, /no host: "http:\/\/spam-two.test\/"/],
    ['SPAM_UPDATE_URL', `${base}/many.txt`, /more than 200000 hosts/],
    ['SPAM_UPDATE_URL', `${base}/bomb.gz`, /more than 16777216 bytes/],
    ['SPAM_UPDATE_URL', `${base}/slow`, /not done within 300 ms/],
  ]
  const dataDir = await mkdtemp(join(folder, 'bad-'))
  const kept = { 'geo.mmdb': city.toString('latin1'), 'spam-referrers.txt': spam }
  for (const [name, text] of Object.entries(kept))
    await writeFile(join(dataDir, name), text, name === 'geo.mmdb' ? 'latin1' : 'utf8')
  for (const [setting, url, why] of cases) {
    const DATA_UPDATE_TIMEOUT_MS = why.source.startsWith('not done') ? '300' : '20000'
    const done = await update({ [setting]: `${url}?license_key=secret`, DATA_DIR: dataDir, DATA_UPDATE_TIMEOUT_MS })
    t.equal(done.code, 1, `${url}: refused`)
    t.match(done.err, why, `${url}: says why`)
    t.match(done.err, nameAddress(url))
    t.notMatch(done.err, 'secret', 'licence keys stay out of logs')
    t.ok((await readFile(join(dataDir, 'geo.mmdb'))).equals(city), `${url}: the database is as it was`)
    t.equal(await readFile(join(dataDir, 'spam-referrers.txt'), 'utf8'), spam, `${url}: the list is as it was`)
    t.strictSame((await readdir(dataDir)).sort(), Object.keys(kept).sort(), `${url}: nothing is left beside them`)
  }
})

t.test('many that fail at once leave nothing, and end by themselves', async (t) => {
  const dataDir = await mkdtemp(join(folder, 'many-'))
  const done = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      download({
        url: index % 2 === 0 ? 'file:///no/such/file' : `${base}/endless`,
        path: join(dataDir, `${index}`),
        bytesMax: 100,
        timeoutMs: 20_000,
        verify: async () => {},
      }),
    ),
  )
  t.ok(done.every(({ status }) => status === 'rejected'))
  t.strictSame(await readdir(dataDir), [])
})

t.test('user and password of an address are a header of its own origin, and in no message', async (t) => {
  const dataDir = await mkdtemp(join(folder, 'secret-'))
  const named = (address: string) => address.replace('http://', 'http://me%40site:p%2Fass:word@')
  const basic = `Basic ${Buffer.from('me@site:p/ass:word').toString('base64')}`
  const mirror = createServer((request, response) => {
    authorizations.set(`elsewhere ${request.url}`, request.headers.authorization)
    if (request.url === '/here.mmdb') response.writeHead(302, { location: '/again.mmdb' }).end()
    else response.writeHead(302, { location: `${base}/geo.mmdb` }).end()
  }).listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  t.teardown(() => mirror.close())
  const elsewhere = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`
  for (const [setting, path] of [
    ['GEOIP_UPDATE_URL', '/geo.mmdb.gz'],
    ['SPAM_UPDATE_URL', '/spam.txt'],
  ] as const) {
    t.match(await update({ [setting]: named(base + path), DATA_DIR: dataDir }), { code: 0, err: '' }, setting)
    t.equal(authorizations.get(path), basic, setting)
  }
  t.equal((await update({ GEOIP_UPDATE_URL: named(`${elsewhere}/here.mmdb`), DATA_DIR: dataDir })).code, 0)
  t.equal(authorizations.get('elsewhere /here.mmdb'), basic)
  t.equal(authorizations.get('elsewhere /again.mmdb'), basic, 'a redirect of the same origin')
  t.equal(authorizations.get('/geo.mmdb'), undefined, 'a redirect to another origin')
  for (const address of [
    named(`${base}/missing`),
    named('http://127.0.0.1:1/geo.mmdb'),
    named('http://no-such-host.invalid/geo.mmdb'),
    `${base.replace('http://', 'http://me:p%zzass:word@')}/geo.mmdb`,
  ])
    for (const words of [[], ['--json']]) {
      const failed = await update({ GEOIP_UPDATE_URL: address, DATA_DIR: dataDir }, ...words)
      t.equal(failed.code, 1)
      t.notMatch(failed.out + failed.err, /ass:word|ass%|me@site|me%40/, address)
    }
})

t.test('one that fails does not stop the other; more than the most bytes end a download', async (t) => {
  const dataDir = await mkdtemp(join(folder, 'both-'))
  const done = await update(
    { GEOIP_UPDATE_URL: `${base}/missing`, SPAM_UPDATE_URL: `${base}/spam.txt`, DATA_DIR: dataDir },
    '--json',
  )
  t.equal(done.code, 1)
  t.match(JSON.parse(done.out), {
    ok: false,
    files: [
      { file: 'geo', ok: false, error: /404/ },
      { file: 'spam', ok: true },
    ],
  })
  t.match(JSON.parse(done.err), { error: /^geo: .*404 Not Found/ })
  t.match(await update({ SPAM_UPDATE_URL: `${base}/endless`, DATA_DIR: dataDir }), {
    code: 1,
    err: /more than 16777216 bytes/,
  })
})

t.test('parts of a killed run go, those of a running one stay', async (t) => {
  const dataDir = await mkdtemp(join(folder, 'parts-'))
  const [old, young, foreign] = ['spam-referrers.txt.1.part', 'spam-referrers.txt.2.part', 'notes.part']
  for (const name of [old, young, foreign]) await writeFile(join(dataDir, name), 'half')
  for (const name of [old, foreign]) await utimes(join(dataDir, name), new Date(0), new Date(0))
  t.equal((await update({ SPAM_UPDATE_URL: `${base}/spam.txt`, DATA_DIR: dataDir })).code, 0)
  t.strictSame((await readdir(dataDir)).sort(), [foreign, 'spam-referrers.txt', young].sort())
})

t.test('usage', async (t) => {
  t.match(await update({}), { code: 2, err: /set GEOIP_UPDATE_URL or SPAM_UPDATE_URL/ })
  t.match(await update({ GEOIP_UPDATE_URL: 'not an address' }), { code: 2, err: /GEOIP_UPDATE_URL is not an address/ })
  t.match(await update({}, '--help'), { code: 0, out: /SYNOPSIS\n {4}tidemark data update/ })
})

t.test('a running service has the new data without a restart', async (t) => {
  const dataDir = join(folder, 'running')
  const service = await startApp({ env: { DATA_DIR: dataDir } })
  t.teardown(() => service.stop())
  await service.provision({ domain: 'data.test' })
  await until(() => service.app.directory.find('data.test') !== undefined)
  let count = 0
  /** Sends a pageview of a visitor of its own; resolves to whether it was dropped, and where it came from. */
  const visit = async (referrer?: string) => {
    const path = `/${count++}`
    const response = await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '8.8.8.8', 'user-agent': `Firefox/${count}.0` },
      body: JSON.stringify({ n: 'pageview', u: `https://data.test${path}`, d: 'data.test', r: referrer }),
    })
    if (response.status !== 202) throw new Error(`answered ${response.status}`)
    const [visit] = await service.app.db.read.query(
      `select v.country, v.region, v.city::int from events e join visits v using (session_id) where e.pathname = $1`,
      [path],
    )
    return { dropped: response.headers.get('x-service-dropped'), place: visit }
  }
  t.strictSame(await visit('https://spam-two.test/'), {
    dropped: null,
    place: { country: 'US', region: null, city: null },
  })
  t.equal(
    (await update({ GEOIP_UPDATE_URL: `${base}/geo.mmdb`, SPAM_UPDATE_URL: `${base}/spam.txt`, DATA_DIR: dataDir }))
      .code,
    0,
  )
  await until(async () => (await visit('https://spam-two.test/')).dropped === '1')
  const inLondon = { country: 'GB', region: 'GB-ENG', city: 2643743 }
  await until(async () => JSON.stringify((await visit()).place) === JSON.stringify(inLondon))
  t.strictSame(await visit(), { dropped: null, place: inLondon })
  // What replaces it by hand and cannot be read leaves the last good one.
  await writeFile(join(dataDir, 'geo.mmdb'), 'nonsense')
  await rm(join(dataDir, 'spam-referrers.txt'))
  t.equal((await update({ SPAM_UPDATE_URL: `${base}/spam.txt.gz`, DATA_DIR: dataDir })).code, 0)
  t.match(await visit(), { place: inLondon })
})

t.test('countries from the registries’ statistics', async (t) => {
  const dataDir = await mkdtemp(join(folder, 'countries-'))
  const path = join(dataDir, 'geo.mmdb')
  const from = (...paths: string[]) => ['countries', ...paths.flatMap((path) => ['--from', base + path])]
  const service = await startApp({ env: { DATA_DIR: dataDir } })
  t.teardown(() => service.stop())
  const metric = async () =>
    Number(
      /^tidemark_geo_database_timestamp_seconds (\S+)/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1],
    )
  t.ok((await metric()) > Date.UTC(2024, 0) / 1000, 'that of the packaged file')

  for (const [paths, why] of [
    [['/delegated-arin', '/delegated-cut'], /delegated-cut: the file says it has 2 lines of ipv4, and has 1/],
    [['/delegated-arin', '/missing'], /missing: the answer is 404/],
    [['/page.html'], /no statistics of a registry/],
  ] as const) {
    const failed = await run({ DATA_DIR: dataDir }, ...from(...paths))
    t.equal(failed.code, 1)
    t.match(failed.err, why)
    t.strictSame(await readdir(dataDir), [], 'nothing is put in place, nothing is left')
  }
  const done = await run({ DATA_DIR: dataDir }, ...from('/delegated-arin', '/delegated-ripe.gz'), '--json')
  t.equal(done.code, 0)
  const { bytes, ...told } = JSON.parse(done.out)
  t.strictSame(told, { ok: true, path, date: '2026-11-25', delegations: 3 })
  t.equal((await readFile(path)).length, bytes)
  t.strictSame(await readdir(dataDir), ['geo.mmdb'])
  await until(async () => (await metric()) === Date.UTC(2026, 10, 25) / 1000)

  const own = join(folder, 'own-countries.mmdb')
  const text = await run({ DATA_DIR: dataDir, GEOIP_DATABASE: own }, ...from('/delegated-arin'))
  t.match(text.out, `1 delegations of 2026-11-25 in ${own}`)
  t.ok((await readFile(own)).length > 0)
})

/** An archive as MaxMind packs one: a folder with a text and the database. */
function tarOf(files: Record<string, Buffer>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(content.length.toString(8).padStart(11, '0'), 124)
    header.write('0', 156)
    header.write('ustar\u000000', 257)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

t.test('MaxMind: account and key for its own host alone, an archive, a redirect', async (t) => {
  const archive = tarOf({
    'GeoLite2-City_20261124/COPYRIGHT.txt': Buffer.from('x'),
    'GeoLite2-City_20261124/GeoLite2-City.mmdb': city,
  })
  answers['/signed'] = ok(gzipSync(archive))
  answers['/cut-archive'] = ok(gzipSync(archive.subarray(0, 700)))
  answers['/no-member'] = ok(gzipSync(tarOf({ 'README.txt': Buffer.from('x') })))
  const mirror = createServer((request, response) => {
    authorizations.set(`mirror ${request.url}`, request.headers.authorization)
    response.writeHead(302, { location: `${base}/signed?token=secret` }).end()
  }).listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  t.teardown(() => mirror.close())
  const path = '/geoip/databases/GeoLite2-City/download?suffix=tar.gz'
  const url = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}${path}`
  const dataDir = await mkdtemp(join(folder, 'maxmind-'))
  const account = { DATA_DIR: dataDir, MAXMIND_ACCOUNT_ID: '42', MAXMIND_LICENSE_KEY: 'the-key' }
  const done = await update({ ...account, GEOIP_UPDATE_URL: url }, '--json')
  t.match(JSON.parse(done.out), { ok: true, files: [{ bytes: city.length }] })
  t.equal(authorizations.get(`mirror ${path}`), `Basic ${Buffer.from('42:the-key').toString('base64')}`)
  t.equal(authorizations.get('/signed'), undefined, 'the host of the redirect does not get the key')
  for (const [bad, message] of [
    ['/cut-archive', /cut off/],
    ['/no-member', /no such file/],
    ['/nothing', /404/],
  ] as const) {
    const failed = await update({ ...account, GEOIP_UPDATE_URL: `${base}${bad}` })
    t.equal(failed.code, 1)
    t.match(failed.err, message)
    t.notMatch(failed.err + failed.out, /the-key|dGhl/)
  }
  const half = await update({ DATA_DIR: dataDir, MAXMIND_ACCOUNT_ID: '42' })
  t.match(half.err, /MAXMIND_ACCOUNT_ID and MAXMIND_LICENSE_KEY go together/)
  const own = { geoUpdateUrl: undefined, maxmind: { accountId: '1', licenseKey: 'k', edition: 'GeoLite2-City' } }
  t.match(geoSourceOf(own, new Date()), {
    urls: ['https://download.maxmind.com/geoip/databases/GeoLite2-City/download?suffix=tar.gz'],
    authorization: /^Basic /,
  })
  t.notOk(geoSourceOf({ ...own, geoUpdateUrl: 'https://example.com/x.mmdb' }, new Date())?.authorization)
})

t.test('by month: the month before stands in; weekly: only an old file is replaced', async (t) => {
  const now = new Date('2026-03-01T00:00:00Z')
  answers['/dbip-2026-02.mmdb.gz'] = ok(gzipSync(city))
  const settings = { geoUpdateUrl: `${base}/dbip-{month}.mmdb.gz`, maxmind: undefined }
  t.strictSame(geoSourceOf(settings, now)?.urls, [`${base}/dbip-2026-03.mmdb.gz`, `${base}/dbip-2026-02.mmdb.gz`])
  t.strictSame(geoSourceOf(settings, new Date('2026-01-31T23:59:59Z'))?.urls[1], `${base}/dbip-2025-12.mmdb.gz`)
  const dataDir = await mkdtemp(join(folder, 'weekly-'))
  const file = join(dataDir, 'geo.mmdb')
  const weekly = { ...settings, dataDir, geoDatabase: undefined, updateTimeoutMs: 5_000 }
  const log = createLog('silent')
  await updateIfOld(weekly, { log, now })
  t.equal((await readFile(file)).length, city.length, 'there was none')
  for (const [days, isNew] of [
    [6, false],
    [8, true],
  ] as const) {
    const at = new Date(now.getTime() - days * 86_400_000)
    await writeFile(file, 'old')
    await utimes(file, at, at)
    await updateIfOld(weekly, { log, now })
    t.equal((await readFile(file)).length, isNew ? city.length : 3, `${days} days old`)
  }
  t.strictSame((await readdir(dataDir)).sort(), ['geo.mmdb'], 'no lock, no part')
})
