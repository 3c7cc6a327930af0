// Access logs of many servers: the dialects that people have, bytes and escapes, addresses, long lines, and the work that
// a hostile line makes.
import t from 'tap'
import { createLogReader } from '../../src/imports/log-formats.ts'
import { isRequest } from '../../src/imports/log-request.ts'
import { readLog } from '../support/web-log.ts'
import { chrome, lineDialects } from './web-log-dialects.ts'
import { caddy, cloudFront, cloudFrontHead, fieldsDialects } from './web-log-fields-dialects.ts'

const time = '[05/Jan/2024:10:00:00 +0000]'
const line = (target: string, { referrer = '-', agent = chrome, ip = '203.0.113.5' } = {}) =>
  `${ip} - - ${time} "GET ${target} HTTP/1.1" 200 512 "${referrer}" "${agent}"`
/** The one request of a line. */
function requestOf(text: string, head: readonly string[] = []) {
  const read = createLogReader()
  for (const one of head) read(one)
  const found = read(text)
  if (!isRequest(found)) throw new Error(`no request: ${JSON.stringify(found)}`)
  return found
}

const dialects = [...lineDialects, ...fieldsDialects]
t.equal(new Set(dialects.map(({ name }) => name)).size, dialects.length, 'each dialect has a name of its own')
t.ok(new Set(dialects.map(({ from }) => from)).size > 40, 'they rest on many reports and documents')
for (const { name, from, lines, ips = [], referrers, leftOut = {}, faults = [] } of dialects)
  t.test(`${name} (${from})`, async (t) => {
    for (const ending of ['\n', '\r\n']) {
      const read = await readLog(`${lines.join(ending)}${ending}`)
      t.equal(read.faults.length, faults.length, read.faults.join('; '))
      for (const [index, fault] of faults.entries()) t.match(read.faults[index], fault)
      t.strictSame(read.leftOut, leftOut)
      t.strictSame(
        read.pages.map(({ ip }) => ip),
        ips,
      )
      t.equal(read.visitors, new Set(ips).size, 'visitors')
      for (const [index, { path, at }] of read.pages.entries())
        t.strictSame([path, at], [index % 2 === 0 ? '/a' : '/b', '2024-01-05T10:00:00.000Z'])
      if (referrers)
        t.strictSame(
          read.pages.map(({ referrer }) => referrer),
          referrers,
        )
    }
  })

t.test('escapes are bytes, then letters of UTF-8', async (t) => {
  for (const [sent, path] of [
    ['/caf\\xc3\\xa9', '/café'],
    ['/caf\\xC3\\xA9/\\xe2\\x82\\xac', '/café/€'],
    ['/caf%C3%A9', '/café'],
    ['/café', '/café'],
    ['/a\\x22b', '/a"b'],
    ['/a\\"b', '/a"b'],
    ['/a\\\\xc3', '/a\\xc3'],
    ['/a\\x5Cxc3', '/a\\xc3'],
    ['/a b/c', '/a b/c'],
    ['/a\\x20b', '/a b'],
    ['/\\u00e9', '/é'],
    ['/a\\qb', '/a\\qb'],
    ['/\\xff', '/\ufffd'],
    ['/a HTTP/9 b', '/a HTTP/9 b'],
  ] as const) {
    const { pages, faults, leftOut } = await readLog(line(sent))
    t.strictSame([pages[0]?.path, faults, leftOut], [path, [], {}], sent)
  }
  const escaped = requestOf(
    line('/?utm_campaign=\\xc3\\xa9t\\xc3\\xa9', {
      referrer: 'https://ref.example/\\xc3\\xa9',
      agent: 'Mozilla/5.0 \\x22\\xc3\\xa9\\x22',
    }),
  )
  t.match(escaped, { target: '/?utm_campaign=été', referrer: 'https://ref.example/é', userAgent: 'Mozilla/5.0 "é"' })
  const json = (request: string) =>
    `{"time_iso8601":"2024-01-05T10:00:00+00:00","remote_addr":"203.0.113.5","request":"${request}","status":"200","http_user_agent":"Mozilla/5.0 \\xc3\\xa9"}`
  for (const [sent, target] of [
    ['GET /\\xc3\\xa9\\x22 HTTP/1.1', '/é"'],
    ['GET /\\x5Cu HTTP/1.1', '/\\u'],
  ] as const)
    t.match(requestOf(json(sent)), { target, userAgent: 'Mozilla/5.0 é' }, sent)
  t.equal(requestOf(json('GET /x HTTP/1.1').replace('\\xc3\\xa9', '\\u00e9')).userAgent, 'Mozilla/5.0 é')
  t.equal(
    requestOf('203.0.113.5 - - [05/Jan/2024:10:00:00 +0000] "GET /index.html" 200 5 "-" "x"').target,
    '/index.html',
  )
})

t.test('CloudFront: every field loses one layer, and no more', async (t) => {
  const found = requestOf(
    cloudFront({
      'cs-uri-stem': '/caf%25C3%25A9/100%2525',
      'cs-uri-query': 'utm_campaign=spring%2520sale&x=a%2526b',
      'cs(Referer)': 'https://ref.example/caf%25C3%25A9',
      'cs(User-Agent)': 'Mozilla/5.0%20(a%2522b)',
    }),
    cloudFrontHead,
  )
  t.match(found, {
    target: '/caf%C3%A9/100%25?utm_campaign=spring%20sale&x=a%26b',
    referrer: 'https://ref.example/caf%C3%A9',
    userAgent: 'Mozilla/5.0 (a%22b)',
  })
  const { pages } = await readLog(
    [...cloudFrontHead, cloudFront({ 'cs-uri-stem': '/caf%25C3%25A9/100%2525' })].join('\n'),
  )
  t.equal(pages[0]?.path, '/café/100%')
  const iis = '#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent) cs(Referer)'
  const row = '2024-01-05 10:00:00 203.0.113.5 GET /caf%C3%A9 200 Mozilla/5.0+(a) https://ref.example/a%2526b'
  t.match(
    requestOf(row, [iis]),
    { target: '/caf%C3%A9', referrer: 'https://ref.example/a%2526b' },
    'IIS writes what was sent',
  )
})

t.test('the fields of a W3C line are as many as their names', async (t) => {
  const head = '#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)'
  const row = '2024-01-05 10:00:00 203.0.113.5 GET /a 200 Mozilla/5.0'
  const { pages, faults } = await readLog([head, row, `${row} more`, row.slice(0, -12), '# a comment', row].join('\n'))
  t.equal(pages.length, 2)
  t.strictSame(faults, ['3: more fields than the log names', '4: fewer fields than the log names'])
})

t.test('lines that are left out by name, and lines that are refused', async (t) => {
  const long = (length: number) => line(`/${'x'.repeat(length - 'https://shop.example/'.length)}`)
  const about = {
    tooLong: 'lines of the log above 64 kB (line too long)',
    long: 'requests of addresses above 2,000 bytes',
  }
  for (const [text, leftOut, count] of [
    [long(2_000), {}, 1],
    [long(2_001), { [about.long]: 1 }, 0],
    [line(`/${'é'.repeat(1_000)}`), { [about.long]: 1 }, 0],
    [line('/', { agent: `Mozilla/5.0 ${'x'.repeat(65_000)}` }), {}, 1],
    [line('/', { agent: `Mozilla/5.0 ${'x'.repeat(65_536)}` }), { [about.tooLong]: 1 }, 0],
    [line('/', { agent: `Mozilla/5.0 ${'x'.repeat(2_000_000)}` }), { [about.tooLong]: 1 }, 0],
    [line('/', { agent: `Mozilla/5.0 Chrome/1${'1'.repeat(5_000)}.0` }), {}, 1],
    [`203.0.113.5 - - ${time} "\\x16\\x03\\x01" 400 5 "-" "-"`, { 'lines of the log that are no requests': 1 }, 0],
    [`203.0.113.5 - - ${time} "-" 408 0 "-" "-"`, { 'lines of the log that are no requests': 1 }, 0],
    [line('*'), { 'lines of the log that are no requests': 1 }, 0],
    [line('.shop.example/'), { 'lines of the log that are no requests': 1 }, 0],
    [line('http://other.example/'), { 'requests of other hosts': 1 }, 0],
    [`${'x'.repeat(300)}.example ${line('/')}`, undefined, 0],
    [
      caddy('203.0.113.5', '/', undefined, {}, { host: `${'x'.repeat(300)}.shop.example` }),
      { 'requests of other hosts': 1 },
      0,
    ],
    [line('/').replace('05/Jan', '31/Feb'), undefined, 0],
    [line('/').replace('10:00:00', '25:00:00'), undefined, 0],
    [line('/').replace('+0000', ''), undefined, 0],
    [line('/').replaceAll(/"Mozilla(.*)"$/g, 'Mozilla$1'), undefined, 0],
    [line('/').replace(' 200 ', ' "200" '), undefined, 0],
    [line('/', { ip: '203.0.113.555' }), undefined, 0],
  ] as const) {
    const { pages, leftOut: out, faults } = await readLog(`${text}\n${line('/last')}\n`)
    t.equal(pages.length, count + 1, text.slice(0, 100))
    if (leftOut) t.strictSame([out, faults], [leftOut, []], text.slice(0, 100))
    else t.equal(faults.length, 1, text.slice(0, 100))
  }
  const { faults } = await readLog(`${line('/')}\n${line('/')}\n${line('/').replace('2024', '2099')}\n`)
  t.strictSame(faults, ['3: timestamp is in the future'])
})

t.test('zeros of a file that was cut are no part of a line, before its length is measured', async (t) => {
  const one = line('/a')
  for (const zeros of [1, 200, 70_000, 3_000_000]) {
    const text = `${one}\n${'\0'.repeat(zeros)}${one}\n${one}\n`
    for (const size of zeros > 1_000 ? [65_536] : [7, 65_536]) {
      const { pages, visitors, leftOut, faults } = await readLog(text, size)
      t.strictSame([pages.length, visitors, leftOut, faults], [3, 1, {}, []], `${zeros} zeros`)
    }
  }
  const atStart = await readLog(`\0${one}\n`)
  t.strictSame([atStart.pages.length, atStart.faults], [1, []], 'one zero at the beginning is not UTF-16')
  for (const mark of ['\ufeff', '']) {
    const utf16 = Buffer.from(`${mark}${one}\n${line('/é')}\n`, 'utf16le')
    for (const text of [utf16, Buffer.from(utf16).swap16()])
      await t.rejects(readLog(text), { status: 400, message: /line 1: the file is UTF-16; save it as UTF-8/ })
  }
})

t.test('a referrer that was sent without a scheme is none, as in live traffic', async (t) => {
  for (const [referrer, stored] of [
    ['https://ref.example/x', 'ref.example/x'],
    ['android-app://com.example.app', 'android-app://com.example.app'],
    ['rt=0.1', ''],
    ['ref.example', ''],
    ['-', ''],
  ] as const)
    t.equal((await readLog(line('/', { referrer }))).pages[0]?.referrer, stored, referrer)
})

t.test('addresses have one spelling, and the peer decides whether headers count', async (t) => {
  for (const [before, ip] of [
    ['::ffff:203.0.113.5 - -', '203.0.113.5'],
    ['2001:DB8:0::1 - -', '2001:db8::1'],
    ['[2001:db8::1] - -', '2001:db8::1'],
    ['203.0.113.5:51234 - -', '203.0.113.5'],
    ['203.0.113.5:51234, 10.0.0.1:80 - -', '203.0.113.5'],
    ['198.51.100.1 (203.0.113.5) - -', '198.51.100.1'],
    ['104.16.0.1 (203.0.113.5) - -', '203.0.113.5'],
    ['104.16.0.1 (192.0.2.99, 203.0.113.5, 104.16.0.2) - -', '203.0.113.5'],
    ['10.0.0.9 (203.0.113.5, 198.51.100.2) - -', '203.0.113.5'],
    ['172.18.0.9 (203.0.113.5, 198.51.100.2) - -', '203.0.113.5'],
    ['10.0.0.1 (10.0.0.2) - -', '10.0.0.2'],
    ['10.0.0.1 - -', '10.0.0.1'],
    ['"203.0.113.5" - -', '203.0.113.5'],
    ['evil text, 203.0.113.5, 10.0.0.1 - -', undefined],
    ['evil, 203.0.113.5, 10.0.0.1 - -', '203.0.113.5'],
    ['shop.example: 203.0.113.5 - -', '203.0.113.5'],
    ['192.168.1.9 - 203.0.113.5 -', '203.0.113.5'],
    ['198.51.100.1 - 203.0.113.5', '198.51.100.1'],
    ['10.0.0.1 - 203.0.113.5', '10.0.0.1'],
    ['unknown - -', undefined],
    ['127.0.1.1:80 203.0.113.5 - -', undefined],
    ['203.0.113.5 shop.example [x] y -', undefined],
  ] as const) {
    const { pages } = await readLog(`${before} ${time} "GET / HTTP/1.1" 200 1 "-" "${chrome}"`)
    t.equal(pages[0]?.ip, ip, before)
  }
})

/** The processor's time of many readings, in microseconds; the least of some attempts. */
function workOf(text: string, count: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5; attempt++) {
    const begun = process.cpuUsage()
    for (let done = 0; done < count; done++) createLogReader()(text)
    const { user, system } = process.cpuUsage(begun)
    least = Math.min(least, user + system)
  }
  return least
}

t.test('the work for a line grows with its length, whatever stands in it', async (t) => {
  const before = `203.0.113.5 - - ${time} `
  const json = '{"time":"2024-01-05T10:00:00Z","remote_addr":"203.0.113.5","status":200,"request":"GET / HTTP/1.1","x":'
  /** Beginnings, and what is repeated behind them. */
  const worst: Readonly<Record<string, readonly [start: string, repeated: string]>> = {
    'an open quote with escapes': [`${before}"GET / HTTP/1.1" 200 1 `, '"\\"'],
    'the issue: a backslash and a quote': ['', '"\\"'],
    'an open request': [`${before}"`, '\\"'],
    quotes: [`${before}"GET / HTTP/1.1" 200 1 `, '"" '],
    'quotes without a request': [before, '"" '],
    brackets: ['', '['],
    'brackets that look like times': ['', '[05/Jan/2024:10:00:00 '],
    'addresses before the time': ['', '203.0.113.5, '],
    'words before the time': ['', 'a '],
    'one long word': ['', 'a'],
    'a prefix without an end': ['', 'nginx-1 '],
    bars: ['', '| '],
    colons: ['', 'a: '],
    bytes: [`${before}"GET /`, '\\xc3\\xa9'],
    'a chain behind the agent': [`${before}"GET / HTTP/1.1" 200 1 "-" "x" "`, '203.0.113.5, '],
    'fields in quotes': ['2024-01-05 10:00:00 ', '"" '],
    'an open field': ['2024-01-05 10:00:00 "', '""'],
    tabs: ['2024-01-05\t10:00:00\t', '%25\t'],
    percent: [`2024-01-05\t10:00:00${'\t203.0.113.5'.repeat(9)}\t`, '%2525'],
    'a load balancer': ['2024-01-05T10:00:00.1Z a 203.0.113.5:1 b 0 0 0 200 ', '" '],
    'JSON with an open quote': [`${json}"`, '\\"'],
    'JSON with bytes': [`${json}"`, '\\x5c'],
    'JSON with brackets': [json, '['],
    'a log for people': ['2024/01/05 10:00:00.1\tinfo\t', 'a\t'],
    '#Fields': ['#Fields: ', 'date '],
  }
  for (const [name, [start, repeated]] of Object.entries(worst)) {
    const text = (length: number) => start + repeated.repeat(Math.ceil((length - start.length) / repeated.length))
    workOf(text(4_000), 50)
    // Four times the length: four times the work if it grows with the length, sixteen times if with its square.
    const [short, long] = [workOf(text(16_000), 40), workOf(text(64_000), 40)]
    t.ok(long < Math.max(short, 500) * 10, `${name}: ${short} µs, ${long} µs`)
  }
})
