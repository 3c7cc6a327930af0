// Histories from umami and plausible: their columns, their zip, and that the same file twice leaves the same.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import t from 'tap'
import { type ImportFault, isEvent } from '../../src/imports/check.ts'
import { createCsvReader } from '../../src/imports/csv.ts'
import { describeEvents } from '../../src/imports/describe.ts'
import { importPlausible } from '../../src/imports/plausible.ts'
import { createUmamiParser } from '../../src/imports/umami.ts'
import { createUnpacking } from '../../src/imports/unpack.ts'
import { readZip } from '../../src/imports/zip.ts'
import { projectPath } from '../../src/paths.ts'
import { parseDevice } from '../../src/rules/device.ts'
import { sourcesGroup } from '../../src/rules/imported-groups.ts'
import { joinPieces, unzip } from '../support/zip.ts'
import { createSite } from '../upkeep/support.ts'

t.setTimeout(120_000)

const now = new Date('2026-01-01T12:00:00Z')

t.test('CSV lines', async (t) => {
  const cases: [line: string, fields: string[] | undefined][] = [
    ['a,b', ['a', 'b']],
    ['a,,', ['a', '', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",', ['say "hi"', '']],
    ['"open', undefined],
  ]
  for (const [line, fields] of cases) {
    const read = createCsvReader({ keepEmpty: true })
    read((fields ?? ['']).map((_, index) => `c${index}`).join(','))
    const row = read(line)
    t.strictSame(typeof row === 'string' ? undefined : Object.values(row ?? {}), fields, line)
  }
})

/** A zip archive of deflated files, sizes and checksums left out, as some writers do. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), data)
    entries.push(entry, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

t.test('zip archives', async (t) => {
  const path = join(await mkdtemp(join(tmpdir(), 'tidemark-zip-')), 'a.zip')
  await writeFile(path, zip({ 'a/': '', 'a/b.csv': 'x,y\n1,2\n' }))
  t.strictSame([...(await unzip(path))], [['a/b.csv', 'x,y\n1,2\n']])
  const read = async (bytesMax: number) => {
    for await (const { pieces } of readZip(path, createUnpacking(0, bytesMax))) await joinPieces(pieces)
  }
  await writeFile(path, zip({ a: 'x'.repeat(100), b: 'x'.repeat(100) }))
  await read(200)
  await t.rejects(read(199), { message: 'the file has more than 199 bytes unpacked' })
  await writeFile(path, 'hello')
  await t.rejects(readZip(path).next(), { message: 'this is no zip archive' })
})

t.test('umami', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const csv = [
    'website_id,session_id,created_at,url_path,url_query,referrer_domain,referrer_path,page_title,event_type,event_name,browser,os,device,country',
    'w,s1,2025-03-01 10:00:00,/a,utm_source=google,,,"A, title",1,,chrome,Linux,laptop,DE',
    'w,s1,2025-03-01 10:01:00+00,/a,,www.bing.com,/,,2,Signup,chrome,Linux,laptop,DE',
    'w,s2,2025-03-01T11:00:00Z,/b,,www.bing.com,/search,,1,,,,,',
  ].join('\n')
  t.match(await x.import(csv, { createParser: createUmamiParser, source: 'umami' }), {
    lines: 3,
    imported: 3,
    sessions: 2,
  })
  t.strictSame(
    await x.db.write.query(
      'select entry_page, source, events, device, country, browser, os from sessions order by ended_at',
    ),
    [
      {
        entry_page: '/a',
        source: 'Google',
        events: 2,
        device: 'Desktop',
        country: 'DE',
        browser: 'Chrome',
        os: 'GNU/Linux',
      },
      { entry_page: '/b', source: 'Bing', events: 1, device: null, country: null, browser: null, os: null },
    ],
  )
})

t.test('paths of umami are decoded already and keep their hash; other rows of its table are no events', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const csv = [
    'session_id,created_at,hostname,url_path,url_query,event_type,event_name,gclid',
    's1,2025-03-01 10:00:00,x.example,/app#/settings,utm_source=google&utm_campaign=spring&gclid=x,1,,',
    's2,2025-03-01 10:00:01,x.example,/a%20b,,1,,',
    's3,2025-03-01 10:00:02,x.example,/what?#and%2F?more,ref=a%20b,1,,',
    's4,2025-03-01 10:00:03,www.x.example,caf\u00e9 ,utm_source=google,1,,y',
    's5,2025-03-01 10:00:04,,,,,,',
    's6,2025-03-01 10:00:05,x.example,/c,,2,Signup,',
    's7,2025-03-01 10:00:06,x.example,/l,,3,,',
    's8,2025-03-01 10:00:07,x.example,/p,,4,,',
    's9,2025-03-01 10:00:08,x.example,/v,,5,,',
    's9,2025-03-01 10:00:09,x.example,/v,,3,,',
  ].join('\n')
  const result = await x.import(csv, { createParser: createUmamiParser, source: 'umami', quoted: true })
  t.match(result, {
    lines: 10,
    imported: 6,
    leftOut: { 'clicks on short links': 2, 'views of pixels': 1, 'measurements of performance': 1 },
  })
  t.equal(
    describeEvents(result),
    'imported 6 events of 10 lines, 2 clicks on short links left out, 1 views of pixels left out, ' +
      '1 measurements of performance left out',
  )
  t.strictSame(
    (
      await x.db.write.query(
        `select entry_page as page, source, utm_campaign as campaign, channel, click_id as click from sessions
         order by started_at`,
      )
    ).map((row) => Object.values(row)),
    [
      ['/app#/settings', 'Google', 'spring', 'Paid Search', 'gclid'],
      ['/a%20b', null, null, 'Direct', null],
      ['/what?#and%2F?more', 'a b', null, 'Referral', null],
      ['/caf\u00e9', 'Google', null, 'Paid Search', 'gclid'],
      ['/', null, null, 'Direct', null],
      [null, null, null, 'Direct', null],
    ],
  )
})

t.test('a file without a header line is refused', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const how = { createParser: createUmamiParser, source: 'umami', quoted: true }
  const none = (column: string) => `no header line: there is no column ${column}; nothing was imported`
  const cases: [text: string, message: string][] = [
    ['\0\0\0\0', none('created_at')],
    ['\0\n\0\n', none('created_at')],
    ['', 'no header line: the file is empty; nothing was imported'],
    ['\n \n', 'no header line: the file is empty; nothing was imported'],
    ['created_at,url_path\n2025-01-01,/', none('session_id')],
    ['s1,2025-03-01 10:00:00,/a', none('created_at')],
  ]
  for (const [text, message] of cases)
    for (const skipInvalid of [false, true])
      await t.rejects(x.import(text, { ...how, skipInvalid }), { status: 400, message }, JSON.stringify(text))
  await t.rejects(x.import('\0\0'), /line 1: not JSON/, 'lines of JSON name the line')
})

t.test('the export that docs/migrate-from-umami.md tells has every column that the import reads', async (t) => {
  const page = await readFile(projectPath('docs', 'migrate-from-umami.md'), 'utf8')
  const columns = [
    .../copy \(\s+select ([\s\S]*?)\s+from website_event e left join session s/
      .exec(page)![1]!
      .matchAll(/\b[es]\.(\w+)/g),
  ].map(([, name]) => name!)
  const source = await readFile(projectPath('src', 'imports', 'umami.ts'), 'utf8')
  // The older name of `region`.
  const read = new Set(
    [...source.matchAll(/\brow\.(\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'subdivision1'),
  )
  t.strictSame([...columns].sort(), [...read].sort())

  const x = await createSite()
  t.teardown(() => x.drop())
  const csv = [
    columns.join(),
    '2025-03-01 10:00:00.123+00,0a-1,1,,www.x.example,/a,ref=b,www.bing.com,/search,,,,,,chrome,Windows 10,laptop,DE,DE-BE',
    '2025-03-01 10:01:00+00,0a-1,2,Signup,www.x.example,/a,,,,news,mail,spring,top,shoes,chrome,Windows 10,laptop,DE,DE-BE',
  ].join('\n')
  t.match(await x.import(csv, { createParser: createUmamiParser, source: 'umami' }), {
    lines: 2,
    imported: 2,
    sessions: 1,
  })
  t.strictSame(
    await x.db.write.query(
      'select entry_page, source, events, device, country, region, browser, os, os_version from sessions',
    ),
    [
      {
        entry_page: '/a',
        source: 'b',
        events: 2,
        device: 'Desktop',
        country: 'DE',
        region: 'DE-BE',
        browser: 'Chrome',
        os: 'Windows',
        os_version: '10',
      },
    ],
  )
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const desktop = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`
const phone = `Mozilla/5.0 (Linux; Android 13; Pixel 7) ${webkit}`
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) ${webkit}`
const firefox = (system: string) => `Mozilla/5.0 (${system}; rv:45.0) Gecko/20100101 Firefox/45.0`

function umamiDimensions(columns: Record<string, string>) {
  const parse = createUmamiParser()
  const row = { session_id: 's', created_at: '2025-03-01 10:00:00', url_path: '/', event_type: '1', ...columns }
  const site = { id: 1, domain: 'x.example', timezone: 'Etc/UTC' }
  parse(Object.keys(row).join(), site, now.getTime() / 1000)
  const event = parse(Object.values(row).join(), site, now.getTime() / 1000)
  if (!isEvent(event)) throw new Error(String(event))
  return event.dimensions()
}

t.test('browsers of umami are those of live traffic', async (t) => {
  const cases: [name: string, stored: string, userAgent: string | null][] = [
    ['chrome', 'Chrome', `${desktop} Chrome/120.0.0.0 Safari/537.36`],
    ['crios', 'Chrome', `${iphone} CriOS/120.0.6099.50 Mobile/15E148 Safari/604.1`],
    ['edge-chromium', 'Microsoft Edge', `${desktop} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`],
    ['edge', 'Microsoft Edge', `${desktop} Chrome/64.0 Safari/537.36 Edge/17.17134`],
    ['edge-ios', 'Microsoft Edge', `${iphone} Version/16.0 EdgiOS/120.0 Mobile/15E148 Safari/604.1`],
    ['firefox', 'Firefox', firefox('Windows NT 10.0')],
    ['fxios', 'Firefox', `${iphone} FxiOS/120.0 Mobile/15E148 Safari/605.1.15`],
    ['safari', 'Safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.0 Safari/605.1.15`],
    ['ios', 'Safari', `${iphone} Version/16.5 Mobile/15E148 Safari/604.1`],
    ['ios-webview', 'Mobile App', `${iphone} Mobile/15E148`],
    [
      'chromium-webview',
      'Mobile App',
      `Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) ${webkit} Version/4.0 Chrome/114.0 Mobile Safari/537.36`,
    ],
    ['facebook', 'Mobile App', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.0;FBDV/iPhone12,1]`],
    ['instagram', 'Mobile App', `${iphone} Mobile/15E148 Instagram 300.0.0.0`],
    ['kakaotalk', 'Mobile App', `${phone} Chrome/120.0 Mobile Safari/537.36 KAKAOTALK 10.4.5`],
    ['opera', 'Opera', `${desktop} Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0`],
    ['opera-mini', 'Opera', 'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16'],
    ['samsung', 'Samsung Browser', `${phone} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`],
    ['yandexbrowser', 'Yandex Browser', `${desktop} Chrome/118.0 YaBrowser/23.11.0 Safari/537.36`],
    [
      'android',
      'Android Browser',
      `Mozilla/5.0 (Linux; U; Android 4.0.3; GT-I9100) ${webkit} Version/4.0 Mobile Safari/534.30`,
    ],
    [
      'silk',
      'Mobile Silk',
      `Mozilla/5.0 (Linux; Android 9; KFMAWI) ${webkit} Silk/108.4 like Chrome/108.0 Safari/537.36`,
    ],
    ['miui', 'MIUI Browser', `${phone} Version/4.0 Chrome/100.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.5.0`],
    ['ie', 'Internet Explorer', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
    ['netfront', 'NetFront', 'Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; NetFront/3.5)'],
    ['bb10', 'Safari', `Mozilla/5.0 (BB10; Touch) ${webkit} Version/10.0.9.2372 Mobile Safari/537.10+`],
    ['beaker', 'beaker', null],
    ['constructor', 'constructor', null],
  ]
  for (const [name, stored, userAgent] of cases) {
    t.equal(umamiDimensions({ browser: name })[13], stored, name)
    if (userAgent !== null) t.equal(parseDevice(userAgent).browser, stored, userAgent)
  }
})

t.test('systems of umami are those of live traffic, with the version where the name holds it', async (t) => {
  const cases: [name: string, os: string, version: string | null, system: string | null][] = [
    ['Windows 11', 'Windows', '11', null],
    ['Windows 10', 'Windows', '10', 'Windows NT 10.0'],
    ['Windows 8.1', 'Windows', '8.1', 'Windows NT 6.3'],
    ['Windows 8', 'Windows', '8', 'Windows NT 6.2'],
    ['Windows 7', 'Windows', '7', 'Windows NT 6.1'],
    ['Windows Vista', 'Windows', 'Vista', 'Windows NT 6.0'],
    ['Windows Server 2003', 'Windows', 'XP', 'Windows NT 5.2'],
    ['Windows XP', 'Windows', 'XP', 'Windows NT 5.1'],
    ['Windows 2000', 'Windows', '2000', 'Windows NT 5.0'],
    ['Windows 98', 'Windows', '98', 'Windows 98'],
    ['Windows ME', 'Windows', 'ME', 'Win 9x 4.90'],
    ['Windows CE', 'Windows', 'CE', 'Windows CE'],
    ['Windows Mobile', 'Windows Phone', null, 'Windows Phone'],
    ['Mac OS', 'Mac', null, 'Macintosh; Intel Mac OS X'],
    ['iOS', 'iOS', null, 'iPhone; CPU iPhone OS 16_5 like Mac OS X'],
    ['Android OS', 'Android', null, 'Android; Mobile'],
    ['Linux', 'GNU/Linux', null, 'X11; Linux x86_64'],
    ['Chrome OS', 'Chrome OS', null, 'X11; CrOS x86_64 14541.0.0'],
    ['Open BSD', 'OpenBSD', null, 'X11; OpenBSD amd64'],
    ['Sun OS', 'Solaris', null, 'X11; SunOS'],
    ['BlackBerry OS', 'BlackBerry', null, 'BlackBerry; U; en'],
    ['Amazon OS', 'Android', null, 'Linux armv7l like Android'],
    ['QNX', 'QNX', null, 'X11; QNX'],
    ['BeOS', 'BeOS', null, 'BeOS; U'],
    ['Plan 9', 'Plan 9', null, null],
  ]
  for (const [name, os, version, system] of cases) {
    t.strictSame(umamiDimensions({ os: name }).slice(15), [os, version], name)
    if (system !== null)
      t.match(parseDevice(firefox(system)), { os, ...(version === null ? {} : { osVersion: version }) }, system)
  }
})

t.test('devices of umami are those of live traffic', async (t) => {
  const cases: [name: string, stored: string | null][] = [
    ['desktop', 'Desktop'],
    ['laptop', 'Desktop'],
    ['mobile', 'Mobile'],
    ['tablet', 'Tablet'],
    ['smarttv', 'Desktop'],
    ['console', 'Desktop'],
    ['wearable', 'Mobile'],
    ['embedded', 'embedded'],
    ['', null],
  ]
  for (const [device, stored] of cases) t.equal(umamiDimensions({ device })[12], stored, device)
})

t.test('CSV records of several lines', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const options = { createParser: createUmamiParser, source: 'umami', quoted: true }
  const header = 'session_id,created_at,url_path,page_title,event_type,event_name'
  const row = (second: number, title: string) => `s1,2025-03-01 10:00:0${second},/a,${title},1,`
  const csv = `\uFEFF${[header, row(1, '"two\r\nlines, a ""quote""\n\nand a gap"'), '', row(2, 'one'), row(3, '"\n"'), ''].join('\r\n')}`
  t.match(await x.import(csv, options), { lines: 3, imported: 3, sessions: 1 })
  const bad = [
    header,
    row(1, '"two\nlines"'),
    row(2, '"three\n\nlines"'),
    's1,never,/a,,1,',
    row(4, '"open\n'),
    row(5, 'swallowed'),
  ].join('\n')
  const fault = await x.import(bad, options).catch((error: unknown) => error)
  t.strictSame(
    (fault as ImportFault).faults,
    [
      { line: 7, message: 'timestamp is not ISO 8601' },
      { line: 8, message: 'a quote is left open' },
    ],
    'the line a record begins on',
  )
  const long = [header, row(1, `"${'\n'.repeat(1_200_000)}`), row(2, 'goes on')].join('\n')
  const tooLong = await x.import(long, options).catch((error: unknown) => error)
  t.match(
    (tooLong as ImportFault).faults[0],
    { line: 2, message: 'a quote is left open' },
    'an open quote does not swallow the file',
  )
  const cut = [
    header,
    `${row(1, 'a')}${'e'.repeat(2_000_000)}`,
    row(2, `"${'q'.repeat(2_000_000)}"`),
    row(3, 'fine'),
  ].join('\n')
  t.match(await x.import(cut, { ...options, skipInvalid: true }), {
    imported: 1,
    faults: [
      { line: 2, message: 'name has more than 120 characters' },
      { line: 3, message: 'a quote is left open' },
    ],
  })
})

t.test('a CSV record with its end cut off is bad where it looks whole', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const csv = ['session_id,created_at,url_path,page_title', `s1,2025-03-01 10:00:00,/a,${'t'.repeat(2_000_000)}`].join(
    '\n',
  )
  const fault = await x
    .import(csv, { createParser: createUmamiParser, source: 'umami', quoted: true })
    .catch((error: unknown) => error)
  t.strictSame((fault as ImportFault).faults, [{ line: 2, message: 'longer than 1000000 characters' }])
})

/** The files of an export with their columns. */
const exported: Record<string, string> = {
  visitors: 'date,visitors,pageviews,bounces,visits,visit_duration\n2025-03-01,5,9,2,6,120\n2025-03-02,1,1,1,1,0',
  sources:
    'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces\n' +
    '2025-03-01,Google,google.com,g,cpc,spring,a,shoes,4,3,3,60,1\n2025-03-01,,,,,,,,5,2,3,60,1',
  pages:
    'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits\n' +
    '2025-03-01,x.example,"/a,b ""c""\nd",6,5,9,100,2,300,4',
  entry_pages: 'date,entry_page,visitors,entrances,visit_duration,bounces,pageviews\n2025-03-01,/a,5,6,120,2,9',
  exit_pages: 'date,exit_page,visitors,visit_duration,exits,bounces,pageviews\n2025-03-01,/z,5,120,6,2,9',
  custom_events:
    'date,name,link_url,path,visitors,events\n2025-03-01,engagement,,,9,90\n2025-03-01,Signup,,,2,3\n2025-03-01,Outbound Link: Click,https://e.org/,,1,4',
  locations:
    'date,country,region,city,visitors,visits,visit_duration,bounces,pageviews\n2025-03-01,EE,EE-37,588409,5,6,120,2,9\n2025-03-01,LV,,0,1,1,0,1,1',
  devices: 'date,device,visitors,visits,visit_duration,bounces,pageviews\n2025-03-01,Mobile,5,6,120,2,9',
  browsers:
    'date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews\n2025-03-01,Chrome,120.0,5,6,120,2,9',
  operating_systems:
    'date,operating_system,operating_system_version,visitors,visits,visit_duration,bounces,pageviews\n2025-03-01,Mac,14,5,6,120,2,9',
}

t.test('plausible, every file of an export', async (t) => {
  const x = await createSite('Asia/Kathmandu')
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-plausible-'))
  t.teardown(async () => {
    await rm(folder, { recursive: true })
    await x.drop()
  })
  const path = join(folder, 'export.zip')
  const files = Object.entries(exported).map(([name, text]) => [`imported_${name}_20250301_20250302.csv`, text])
  await writeFile(
    path,
    zip({ ...Object.fromEntries(files), 'imported_custom_props_20250301_20250302.csv': 'date\n', '__MACOSX/': '' }),
  )
  const site = { id: 1, domain: 'x.example', timezone: 'Asia/Kathmandu' }
  const result = await importPlausible(x.db, site, path, now)
  t.strictSame(result.ignored, ['imported_custom_props_20250301_20250302.csv'])
  t.strictSame(result.overlapping, [])
  const rows = await x.db.write.query<Record<string, unknown>>(
    `select dimension, value, visitors, visits, pageviews, events, bounces, duration from imported_days
     where local_day = '2025-03-01' and value <> '' or dimension = '' order by dimension, local_day, value`,
  )
  const sums = { visitors: 5, visits: 6, pageviews: 9, events: 9, bounces: 2, duration: 120 }
  const google = { visitors: 3, visits: 3, pageviews: 4, events: 4, bounces: 1, duration: 60 }
  const one = { visitors: 1, visits: 1, pageviews: 1, events: 1, bounces: 1, duration: 0 }
  const custom = { visits: 0, pageviews: 0, bounces: 0, duration: 0 }
  t.strictSame(rows, [
    { dimension: '', value: '', ...sums, events: 9 + 3 + 4 },
    { dimension: '', value: '', visitors: 1, visits: 1, pageviews: 1, events: 1, bounces: 1, duration: 0 },
    { dimension: 'event:hostname', value: 'x.example', ...sums, bounces: 0, duration: 0 },
    { dimension: 'event:name', value: 'Outbound Link: Click', ...custom, visitors: 1, events: 4 },
    { dimension: 'event:name', value: 'Signup', ...custom, visitors: 2, events: 3 },
    { dimension: 'event:name', value: 'pageview', ...custom, visitors: 5, pageviews: 9, events: 9 },
    ...[
      ['event:name+event:props:path', ''],
      ['event:name+event:props:url', 'https://e.org/'],
    ].flatMap(([dimension, value]) => [
      { dimension, value: `Outbound Link: Click\u001f${value}`, ...custom, visitors: 1, events: 4 },
      { dimension, value: 'Signup\u001f', ...custom, visitors: 2, events: 3 },
    ]),
    { dimension: 'event:page', value: '/a,b "c"\nd', ...sums, bounces: 0, duration: 0 },
    { dimension: 'event:page+event:hostname', value: '/a,b "c"\nd\u001fx.example', ...sums, bounces: 0, duration: 0 },
    { dimension: 'event:props:url', value: 'https://e.org/', ...custom, visitors: 1, events: 4 },
    { dimension: 'visit:browser', value: 'Chrome', ...sums },
    { dimension: 'visit:browser+visit:browser_version', value: 'Chrome\u001f120.0', ...sums },
    { dimension: 'visit:channel', value: 'Direct', ...google, visitors: 2, pageviews: 5, events: 5 },
    { dimension: 'visit:channel', value: 'Paid Search', ...google },
    {
      dimension: sourcesGroup,
      value: ['Direct', ...Array(7).fill('')].join('\u001f'),
      ...google,
      visitors: 2,
      pageviews: 5,
      events: 5,
    },
    {
      dimension: sourcesGroup,
      value: ['Paid Search', 'Google', 'google.com', 'g', 'cpc', 'spring', 'a', 'shoes'].join('\u001f'),
      ...google,
    },
    { dimension: 'visit:city', value: '588409', ...sums },
    { dimension: 'visit:country', value: 'EE', ...sums },
    { dimension: 'visit:country', value: 'LV', ...one },
    { dimension: 'visit:country+visit:region+visit:city', value: 'EE\u001fEE-37\u001f588409', ...sums },
    { dimension: 'visit:country+visit:region+visit:city', value: 'LV\u001f\u001f', ...one },
    { dimension: 'visit:device', value: 'Mobile', ...sums },
    { dimension: 'visit:entry_page', value: '/a', ...sums },
    { dimension: 'visit:exit_page', value: '/z', ...sums },
    { dimension: 'visit:os', value: 'Mac', ...sums },
    { dimension: 'visit:os+visit:os_version', value: 'Mac\u001f14', ...sums },
    { dimension: 'visit:referrer', value: 'google.com', ...google },
    { dimension: 'visit:region', value: 'EE-37', ...sums },
    { dimension: 'visit:source', value: 'Google', ...google },
    { dimension: 'visit:utm_campaign', value: 'spring', ...google },
    { dimension: 'visit:utm_content', value: 'a', ...google },
    { dimension: 'visit:utm_medium', value: 'cpc', ...google },
    { dimension: 'visit:utm_source', value: 'g', ...google },
    { dimension: 'visit:utm_term', value: 'shoes', ...google },
  ])

  t.strictSame(
    await x.db.write.query(
      `select dimension, engaged_ms, engaged_visits, scroll, scroll_visits from imported_days
       where engaged_ms is not null or engaged_visits is not null or scroll is not null or scroll_visits is not null
       order by dimension`,
    ),
    ['event:hostname', 'event:page', 'event:page+event:hostname'].map((dimension) => ({
      dimension,
      engaged_ms: 300_000,
      engaged_visits: 4,
      scroll: 100,
      scroll_visits: 2,
    })),
    'time and scroll depth, in milliseconds and percent',
  )

  await x.db.write.query('delete from imported_days')
  // Midnight in Kathmandu is 18:15 UTC: this is an event of March 2nd.
  await x.import([{ timestamp: '2025-03-01T18:15:00Z', name: 'pageview', visitor: 'a', url: 'https://x.example/' }])
  t.match(await importPlausible(x.db, site, path, now), { days: 1, last: '2025-03-01', overlapping: ['2025-03-02'] })
  t.strictSame(await x.db.write.query(`select distinct local_day from imported_days`), [{ local_day: '2025-03-01' }])
})

t.test('plausible', async (t) => {
  const x = await createSite()
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-plausible-'))
  t.teardown(async () => {
    await rm(folder, { recursive: true })
    await x.drop()
  })
  const path = join(folder, 'export.zip')
  await writeFile(
    path,
    zip({
      'imported_visitors_20250301_20250302.csv':
        '"date","visitors","pageviews","bounces","visits","visit_duration"\n"2025-03-01",5,9,2,6,120\n"2025-03-02",1,1,1,1,0\n',
      'imported_sources_20250301_20250302.csv':
        '"date","source","referrer","utm_source","pageviews","visitors","visits","visit_duration","bounces"\n"2025-03-01","Google","google.com","",4,3,3,60,1\n"2025-03-01","Google","google.de","",5,2,3,60,1\n',
      'readme.txt': 'not a table',
    }),
  )
  const site = { id: 1, domain: 'x.example', timezone: 'Etc/UTC' }
  for (const message of ['once', 'and the same again']) {
    t.match(await importPlausible(x.db, site, path, now), { days: 2, first: '2025-03-01', last: '2025-03-02' }, message)
    t.match(
      await x.db.write.query(
        `select local_day, dimension, value, visitors, visits, pageviews, bounces, duration from imported_days
         where dimension in ('', 'visit:source') order by dimension, local_day`,
      ),
      [
        {
          local_day: '2025-03-01',
          dimension: '',
          value: '',
          visitors: 5,
          visits: 6,
          pageviews: 9,
          bounces: 2,
          duration: 120,
        },
        { local_day: '2025-03-02', visitors: 1 },
        { dimension: 'visit:source', value: 'Google', visitors: 5, visits: 6, pageviews: 9, bounces: 2, duration: 120 },
      ],
    )
  }
})

t.test('plausible, a mistake in a file', async (t) => {
  const x = await createSite('Asia/Kathmandu')
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-plausible-'))
  t.teardown(async () => {
    await rm(folder, { recursive: true })
    await x.drop()
  })
  const path = join(folder, 'export.zip')
  const site = { id: 1, domain: 'x.example', timezone: 'Asia/Kathmandu' }
  const visitors = (row: string, columns = 'date,visitors,pageviews,bounces,visits,visit_duration') => ({
    'imported_visitors.csv': `${columns}\n2025-03-01,5,9,2,6,120\n${row}`,
  })
  const cases: [files: Record<string, string>, fault: string][] = [
    [
      visitors('2025-03-02,x,1,1,1,0'),
      'imported_visitors.csv line 3: visitors must be a whole number from 0 to 2147483647',
    ],
    [
      visitors('2025-03-02,1,-5,1,1,0'),
      'imported_visitors.csv line 3: pageviews must be a whole number from 0 to 2147483647',
    ],
    [
      visitors('2025-03-02,1,1,1.5,1,0'),
      'imported_visitors.csv line 3: bounces must be a whole number from 0 to 2147483647',
    ],
    [
      visitors('2025-03-02,1,1,1,1e3,0'),
      'imported_visitors.csv line 3: visits must be a whole number from 0 to 2147483647',
    ],
    [
      visitors('2025-03-02,1,1,1,1,'),
      'imported_visitors.csv line 3: visit_duration must be a whole number from 0 to 9007199254740991',
    ],
    [
      visitors('2025-03-02,1,1,1,1,9007199254740992'),
      'imported_visitors.csv line 3: visit_duration must be a whole number from 0 to 9007199254740991',
    ],
    [
      visitors('2025-03-02,2147483648,1,1,1,0'),
      'imported_visitors.csv line 3: visitors must be a whole number from 0 to 2147483647',
    ],
    [visitors('2025-03-01,2147483647,1,1,1,0'), 'the sums of 2025-03-01 are too large'],
    [visitors('2023-13-01,1,1,1,1,0'), 'imported_visitors.csv line 3: date is no day'],
    [visitors('2023-02-29,1,1,1,1,0'), 'imported_visitors.csv line 3: date is no day'],
    [visitors(',1,1,1,1,0'), 'imported_visitors.csv line 3: date is no day'],
    [visitors('1969-12-31,1,1,1,1,0'), 'imported_visitors.csv line 3: date is before 1970'],
    [visitors('2026-01-02,1,1,1,1,0'), 'imported_visitors.csv line 3: date is in the future'],
    [visitors('2025-03-02,1,1,1,1'), 'imported_visitors.csv line 3: 5 fields where the header has 6'],
    [
      visitors('', 'date,visitors,views,bounces,visits,visit_duration'),
      'imported_visitors.csv line 1: there is no column pageviews',
    ],
    [
      visitors('', 'day,visitors,pageviews,bounces,visits,visit_duration'),
      'imported_visitors.csv line 1: there is no column date',
    ],
    [
      { ...visitors(''), 'imported_exit_pages.csv': 'date,exit_page,visitors\n2025-03-01,/,1' },
      'imported_exit_pages.csv line 1: there is no column exits',
    ],
    [
      { ...visitors(''), 'imported_devices.csv': 'date,visitors,visits,visit_duration,bounces\n2025-03-01,1,1,1,1' },
      'imported_devices.csv line 1: there is no column device',
    ],
  ]
  for (const [files, fault] of cases) {
    await writeFile(path, zip(files))
    await t.rejects(
      importPlausible(x.db, site, path, now),
      { status: 400, message: `${fault}; nothing was imported` },
      fault,
    )
  }
  t.strictSame(await x.db.write.query('select from imported_days'), [], 'nothing of any file is in')
  await writeFile(
    path,
    zip(visitors('2026-01-01,0,2147483647,0,0,9007199254740991\n2024-02-29,1,1,1,1,0\n1970-01-01,1,1,1,1,0')),
  )
  t.match(
    await importPlausible(x.db, site, path, now),
    { days: 4, first: '1970-01-01', last: '2026-01-01' },
    'what is just within',
  )
})
