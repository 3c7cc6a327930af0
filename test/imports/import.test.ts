// Imports: what a line may say, what is refused, and that a file is in exactly once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { commandConnections } from '../../src/commands/with-registry.ts'
import type { Database } from '../../src/db/pool.ts'
import { ImportFault } from '../../src/imports/check.ts'
import { openFile } from '../../src/imports/file.ts'
import { parseImportLine, visitorOf } from '../../src/imports/line.ts'
import { readRecords } from '../../src/imports/reader.ts'
import type { Event } from '../../src/ingest/event.ts'
import { own } from '../support/own.ts'
import { createSite, pageview } from '../upkeep/support.ts'

t.setTimeout(120_000)

const site = { id: 7, domain: 'x.example', timezone: 'Etc/UTC' }
const now = Date.parse('2026-01-01T00:00:00Z') / 1000
const line = (changes: object) => JSON.stringify({ ...pageview('a', '2025-01-01T00:00:00Z'), ...changes })

function eventOf(changes: object): Event {
  const event = parseImportLine(line(changes), site, now)
  if (typeof event === 'string') throw new Error(event)
  return event
}

const dimensionsOf = (changes: object) => eventOf(changes).dimensions()

t.test('a line that says something wrong is refused with the reason', async (t) => {
  const cases: [text: string, fault: string][] = [
    ['{', 'not JSON'],
    ['[]', 'not a JSON object'],
    [line({ timestamp: undefined }), 'timestamp is missing'],
    [line({ timestamp: 'yesterday' }), 'timestamp is not ISO 8601'],
    [line({ timestamp: '2025-13-01T00:00:00Z' }), 'timestamp is not ISO 8601'],
    [line({ timestamp: '2024-01-32T10:00:00Z' }), 'timestamp is not ISO 8601'],
    [line({ timestamp: '2024-02-30T10:00:00Z' }), 'timestamp is not ISO 8601'],
    [line({ timestamp: '2023-02-29 10:00:00+00' }), 'timestamp is not ISO 8601'],
    [line({ timestamp: '2024-04-31' }), 'timestamp is not ISO 8601'],
    [line({ timestamp: '2026-01-01T01:00:01Z' }), 'timestamp is in the future'],
    [line({ name: ' ' }), 'name is missing'],
    [line({ name: '\0' }), 'name is missing'],
    [line({ name: null }), 'name is missing'],
    [line({ name: 4.5 }), 'name must be a string or an integer'],
    [line({ name: true }), 'name must be a string or an integer'],
    [line({ name: ['pageview'] }), 'name must be a string or an integer'],
    [line({ name: 'n'.repeat(121) }), 'name has more than 120 characters'],
    [line({ visitor: undefined }), 'visitor is missing'],
    [line({ visitor: null }), 'visitor is missing'],
    [line({ visitor: '' }), 'visitor is missing'],
    [line({ visitor: 1.5 }), 'visitor must be a string or an integer'],
    [line({ visitor: true }), 'visitor must be a string or an integer'],
    [line({ visitor: { id: 1 } }), 'visitor must be a string or an integer'],
    [line({ url: `https://x.example/${'p'.repeat(1983)}` }), 'url is not a text of at most 2000 bytes'],
    [line({ url: 'data:text/html,x' }), 'url must not have the scheme data'],
    [line({ url: 'DATA:,' }), 'url must not have the scheme data'],
    [line({ url: undefined, hostname: 'x.example' }), 'url, or hostname and pathname, are missing'],
    [line({ name: 'engagement' }), 'engagement needs scroll_depth or engagement_time'],
    [line({ props: { k: 'v'.repeat(2001) } }), 'props: keys should have at most 300 bytes and values 2000 bytes'],
    [line({ revenue_amount: 'much', revenue_currency: 'EUR' }), 'revenue_amount is no number'],
    [line({ revenue_amount: '1831d', revenue_currency: 'EUR' }), 'revenue_amount is no number'],
    [line({ revenue_amount: true }), 'revenue_amount is no number'],
    [line({ interactive: 'no' }), 'interactive is no boolean'],
    [line({ country: 'GERMANY' }), 'country must be an ISO 3166-1 alpha-2 code'],
    [line({ country: 'D' }), 'country must be an ISO 3166-1 alpha-2 code'],
    [line({ country: '12' }), 'country must be an ISO 3166-1 alpha-2 code'],
    [line({ country: 49 }), 'country is no text'],
    [line({ city: 'Berlin' }), 'city is no GeoNames id'],
    [line({ source: 3 }), 'source is no text'],
  ]
  for (const [text, fault] of cases) t.equal(parseImportLine(text, site, now), fault)
})

t.test('what is just within the limits is taken', async (t) => {
  for (const changes of [
    { timestamp: '2026-01-01T01:00:00Z' },
    { timestamp: '2024-02-29T10:00:00Z' },
    { timestamp: '2024-04-30' },
    { name: 'n'.repeat(120) },
    { url: `https://x.example/${'p'.repeat(1982)}` },
    { url: '/data:text/html' },
    { url: 'about:config' },
    { name: 'engagement', scroll_depth: 0 },
    { visitor: 12 },
    { visitor: undefined, visitor_id: 'v' },
    { url: undefined, hostname: 'x.example', pathname: '/a' },
    { timestamp: '2025-01-01 10:00:00+00' },
  ])
    t.type(parseImportLine(line(changes), site, now), 'object', JSON.stringify(changes).slice(0, 60))
})

t.test('an integer is a name, as for live traffic', async (t) => {
  const cases: [name: unknown, stored: string, props: string | null][] = [
    [404, '404', '{"path":"/"}'],
    [-1, '-1', null],
    [' Signup ', ' Signup ', null],
  ]
  for (const [name, stored, props] of cases) t.match(eventOf({ name }), { name: stored, props })
})

t.test('integers and amounts that a double cannot hold stay what they are', async (t) => {
  const raw = (fields: string) =>
    parseImportLine(`{"timestamp":"2025-01-01T00:00:00Z","name":"x","url":"https://x.example/",${fields}}`, site, now)
  for (const visitor of ['9007199254740993', '-12345678901234567890', '1234567890123456']) {
    for (const fields of [
      `"visitor":${visitor}`,
      `"visitor_id":${visitor}`,
      `"visitor":null,"visitor_id":${visitor}`,
      `"visitor":"${visitor}"`,
    ])
      t.match(raw(fields), visitorOf(site.id, visitor), fields)
  }
  t.match(raw('"visitor":1,"revenue_amount":12345678901234567.89,"revenue_currency":"EUR"'), {
    revenue: { sourceAmount: '12345678901234567.89' },
  })
  t.equal(raw('"visitor":12345678901234567.5'), 'visitor must be a string or an integer')
})

t.test('revenue is kept or ignored as that of live traffic', async (t) => {
  const money = (amount: string, currency: string) => ({
    sourceAmount: amount,
    sourceCurrency: currency,
    amount,
    currency,
  })
  const cases: [changes: object, revenue: object | null][] = [
    [{ revenue_amount: '10.20', revenue_currency: 'EUR' }, money('10.20', 'EUR')],
    [{ revenue_amount: -5, revenue_currency: 'JPY' }, money('-5', 'JPY')],
    [{ revenue_amount: '10.20' }, null],
    [{ revenue_amount: '10.20', revenue_currency: null }, null],
    [{ revenue_amount: '10.20', revenue_currency: 'EURO' }, null],
    [{ revenue_amount: '10.20', revenue_currency: 'eur' }, null],
    [{ revenue_amount: null, revenue_currency: 'EUR' }, null],
    [{ revenue_currency: 'EUR' }, null],
  ]
  for (const [changes, revenue] of cases) t.strictSame(eventOf(changes).revenue, revenue, JSON.stringify(changes))
})

t.test('what a line leaves out is found out as for live traffic', async (t) => {
  const cases: [changes: object, source: string | null, channel: string][] = [
    [{}, null, 'Direct'],
    [{ referrer: 'https://www.google.com/search' }, 'Google', 'Organic Search'],
    [{ referrer: 'google.com' }, 'Google', 'Organic Search'],
    [{ referrer: 'web.archive.org/web/2020/https://x.y/' }, 'web.archive.org', 'Referral'],
    [{ url: 'https://x.example/?utm_source=google&utm_medium=cpc' }, 'Google', 'Paid Search'],
    [{ utm_source: 'google', utm_medium: 'cpc' }, 'Google', 'Paid Search'],
    [{ utm_source: 'fb-ads' }, 'Facebook', 'Paid Social'],
    [{ utm_source: 'Newsletter-UK' }, 'Newsletter-UK', 'Email'],
    [{ utm_source: '', utm_medium: null, referrer: 'bing.com' }, 'Bing', 'Organic Search'],
    [{ utm_source: 'google', click_id: 'gclid' }, 'Google', 'Paid Search'],
    [{ utm_source: 'google', referrer: 'https://bing.com/' }, 'Google', 'Organic Search'],
    [{ url: 'https://x.example/?utm_source=bing&utm_medium=cpc', utm_source: 'fb' }, 'Facebook', 'Paid Social'],
    [{ url: 'https://x.example/?ref=bing', utm_source: 'ig' }, 'Instagram', 'Organic Social'],
    [{ source: 'Mine', utm_source: 'google', utm_medium: 'email' }, 'Mine', 'Email'],
    [{ channel: 'Mine', utm_source: 'google' }, 'Google', 'Mine'],
    [{ source: null, channel: null, utm_source: 'google' }, 'Google', 'Organic Search'],
    [{ source: 'Newsletter', utm_medium: 'email' }, 'Newsletter', 'Email'],
    [{ source: 'Google', channel: 'Mine' }, 'Google', 'Mine'],
    // Rows that look empty are none.
    [{ source: '  ', channel: '\u200b' }, null, 'Direct'],
    [{ source: '\u00a0', channel: ' ', utm_source: 'google' }, 'Google', 'Organic Search'],
  ]
  for (const [changes, source, channel] of cases)
    t.strictSame(dimensionsOf(changes).slice(1, 3), [source, channel], JSON.stringify(changes))
  for (const key of ['region', 'device', 'browser', 'browser_version', 'os', 'os_version'])
    for (const unseen of [' ', '\u200b', '\u00a0\u3000'])
      t.strictSame(dimensionsOf({ country: 'DE', [key]: unseen }), dimensionsOf({ country: 'DE' }), key)
})

t.test('tags are those of the fields, then of the address', async (t) => {
  const url = 'https://x.example/?utm_source=bing&utm_medium=cpc&utm_term=shoes&gclid=1'
  const cases: [changes: object, stored: (string | null)[]][] = [
    [{ url }, ['bing', 'cpc', null, null, 'shoes', 'gclid']],
    [{ url, utm_source: 'Fb', utm_campaign: 'spring' }, ['Fb', 'cpc', 'spring', null, 'shoes', 'gclid']],
    [{ url, utm_medium: '', utm_content: 'a', click_id: 'fbclid' }, ['bing', 'cpc', null, 'a', 'shoes', 'fbclid']],
    [{ utm_source: 'google', click_id: 'gclid' }, ['google', '(gclid)', null, null, null, 'gclid']],
    [{ utm_source: 'google', click_id: 'yclid' }, ['google', null, null, null, null, 'yclid']],
  ]
  for (const [changes, stored] of cases)
    t.strictSame(dimensionsOf(changes).slice(3, 9), stored, JSON.stringify(changes))
})

t.test('a place and a device are stored as those of live traffic', async (t) => {
  const place = { region: 'DE-BE', city: 2950159 }
  const places: [country: unknown, stored: unknown[]][] = [
    ['DE', ['DE', 'DE-BE', 2950159]],
    ['de', ['DE', 'DE-BE', 2950159]],
    ['A1', ['A1', 'DE-BE', 2950159]],
    ['ZZ', [null, null, null]],
    ['xx', [null, null, null]],
    ['T1', [null, null, null]],
    [null, [null, 'DE-BE', 2950159]],
    ['', [null, 'DE-BE', 2950159]],
  ]
  for (const [country, stored] of places)
    t.strictSame(dimensionsOf({ country, ...place }).slice(9, 12), stored, String(country))
  const devices: [device: unknown, stored: string | null][] = [
    ['Mobile', 'Mobile'],
    ['mobile', 'Mobile'],
    ['TABLET', 'Tablet'],
    ['desktop', 'Desktop'],
    ['Laptop', 'Desktop'],
    ['watch', 'watch'],
    ['constructor', 'constructor'],
    ['', null],
  ]
  for (const [device, stored] of devices) t.equal(dimensionsOf({ device })[12], stored, String(device))
})

t.test('a visitor is the same on one site, always, and another one elsewhere', async (t) => {
  t.strictSame(visitorOf(1, 'a'), visitorOf(1, 'a'))
  t.not(visitorOf(1, 'a').visitorId, visitorOf(2, 'a').visitorId)
  t.equal(Number(BigInt.asUintN(64, BigInt(visitorOf(1, 'a').visitorId)) & 15n), visitorOf(1, 'a').stripe)
})

t.test('a file is in once, and only as a whole', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const count = async () =>
    (await x.db.write.query<{ count: number }>('select count(*) as count from events'))[0]!.count
  const lines = [
    pageview('a', '2025-03-01T10:00:00Z'),
    pageview('a', '2025-03-01T10:30:00Z'),
    pageview('a', '2025-03-01T11:00:01Z'),
    { ...pageview('a', '2025-03-01T11:00:11Z'), name: 'engagement', engagement_time: 1000, scroll_depth: 30 },
    pageview('b', '2025-03-02T10:00:00Z'),
  ]
  const bad = `${JSON.stringify(lines[0])}\n\n{"name":1}\n`
  const fault = await x.import(bad).catch((error: unknown) => error)
  t.type(fault, ImportFault)
  t.strictSame((fault as ImportFault).faults, [{ line: 3, message: 'timestamp is missing' }])
  t.equal(await count(), 0, 'nothing of a file with a bad line is imported')

  t.match(await x.import(lines), {
    lines: 5,
    imported: 5,
    sessions: 3,
    skipped: 0,
    already: false,
    first: '2025-03-01T10:00:00.000Z',
  })
  t.match(await x.import(lines), { imported: 0, already: true }, 'the same file again adds nothing')
  t.equal(await count(), 4)
  t.match(await x.import(lines, { again: true }), { imported: 5 }, 'unless one insists')
  t.equal(await count(), 8)
  t.match(await x.import(bad, { skipInvalid: true }), { imported: 1, skipped: 1 })
  const [left] = await x.db.write.query<Record<string, number>>(
    `select (select count(*) from visitors) as visitors, (select count(*) from sessions where ended_at < '2025-03-01T11:00:00Z') as sessions`,
  )
  t.equal(left?.visitors, 0, 'what was remembered for the import is forgotten')
  t.strictSame(await x.verify(), [])
})

t.test('every bad line is named, up to a thousand', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const lines = (bad: number) =>
    [JSON.stringify(pageview('a', '2025-03-01T10:00:00Z')), ...Array(bad).fill('{')].join('\n')
  const cases: [bad: number, named: number, last: string][] = [
    [1, 1, 'line 2: not JSON'],
    [21, 21, 'line 22: not JSON'],
    [1_000, 1_000, 'line 1001: not JSON'],
    [1_001, 1_000, '… and 1 more'],
  ]
  for (const [bad, named, last] of cases) {
    const fault = await x.import(lines(bad)).catch((error: unknown) => error)
    if (!(fault instanceof ImportFault)) throw fault
    t.match(fault, { count: bad, faults: { length: named } })
    t.equal(fault.message.split('\n').at(-1), last)
  }
  const skipped = await x.import(lines(1_001), { skipInvalid: true })
  t.match(skipped, {
    imported: 1,
    skipped: 1_001,
    faults: { length: 1_000, 999: { line: 1_001, message: 'not JSON' } },
  })
})

t.test('a line of any length is a bad line, and no more than its beginning is kept', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const event = (visitor: string) => JSON.stringify(pageview(visitor, '2025-03-01T10:00:00Z'))
  const long = [
    'x'.repeat(20_000_000),
    `${event('b')}${' '.repeat(2_000_000)}`,
    `${' '.repeat(20_000_000)}${event('c')}`,
    ' '.repeat(1_000_001),
    `\uFEFF${event('d')}${' '.repeat(1_000_000)}\r`,
  ]
  const text = [event('a'), ...long, event('e'), 'y'.repeat(17_000_000)].join('\n')
  const message = 'longer than 1000000 characters'
  const faults = [2, 3, 4, 5, 6, 8].map((line) => ({ line, message }))
  t.match(await x.import(text, { skipInvalid: true }), { lines: 8, imported: 2, skipped: 6, faults })
  const fault = await x.import(text, { again: true }).catch((error: unknown) => error)
  t.strictSame((fault as ImportFault).faults, faults)
  const fits = `${event('f')}${' '.repeat(1_000_000 - event('f').length)}`
  t.match(await x.import(`${fits}\r\n`), { imported: 1 })

  const chunks = Array.from({ length: 400 }, () => Buffer.alloc(65_536, 'z'))
  let longest = 0
  for await (const records of readRecords(Readable.from([...chunks, Buffer.from('\nlast')])))
    for (const { text } of records) longest = Math.max(longest, text.length)
  t.ok(longest > 1_000_000 && longest < 1_100_000, `${longest} characters kept`)
})

t.test('an interrupted import goes on where it was', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const start = Date.parse('2025-03-01T00:00:00Z')
  // Three batches for each half, so that neither can be through when the other stops at its second.
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    pageview(index % 700, new Date(start + index * 10_000).toISOString()),
  )
  const stop = new Error('the machine stopped')
  let reports = 0
  const onProgress = ({ phase }: { phase: string }) => {
    if (phase === 'importing' && ++reports === 2) throw stop
  }
  t.equal(await x.import(lines, { onProgress }).catch((error: unknown) => error), stop)
  const [half] = await x.db.write.query<{ count: number }>('select count(*) as count from events')
  t.ok(half!.count > 0 && half!.count < 10_000, 'some batches were in')
  const resumed = await x.import(lines)
  t.equal(resumed.imported, 10_000 - half!.count, 'the rest follows')
  const [sums] = await x.db.write.query<Record<string, number>>(
    `select (select count(*) from events) as events, (select sum(events)::bigint from sessions) as of_sessions`,
  )
  t.strictSame(sums, { events: 10_000, of_sessions: 10_000 })
  t.strictSame(await x.verify(), [])
})

t.test('recent sessions of an import go on as live ones', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await x.import([pageview('a', ago(10)), pageview('b', ago(40))])
  const rows = await x.db.write.query<{ imported: boolean }>(
    'select imported from visitors where session_id is not null',
  )
  t.strictSame(rows, [{ imported: false }])
})

t.test('visitors stay exact over several imports, in whatever order the files come', async (t) => {
  const months = ['2025-01', '2025-02', '2025-03']
  const file = (month: string) =>
    ['01T00:10', '01T23:50', '02T00:05', '15T12:00', '27T10:00', '28T23:59'].flatMap((time) => [
      pageview('a', `${month}-${time}:00Z`),
      ...(time < '16' ? [pageview('b', `${month}-${time}:30Z`)] : []),
    ])
  for (const order of [months, [...months].reverse(), [months[0]!, months[2]!, months[1]!]]) {
    const x = await createSite('America/Havana')
    for (const month of order) await x.import(file(month))
    const [flags] = await (await own(x.db, 1)).query<Record<string, number>>(
      `select count(*) filter (where first_of_visitor_day) as days, count(distinct (visitor_id, local_day)) as raw_days,
              count(*) filter (where first_of_visitor_month) as months, count(distinct (visitor_id, date_trunc('month', local_day))) as raw_months,
              count(*) filter (where seen_day_before) as seen,
              (select count(distinct (e.visitor_id, e.local_day)) from events e join events p
                 on {{at p}}p.visitor_id = e.visitor_id and p.local_day = e.local_day - 1 where {{at e}}true) as raw_seen
       from events where {{at}}true`,
    )
    t.equal(flags?.days, flags?.raw_days, `days, ${order}`)
    t.equal(flags?.months, flags?.raw_months, `months, ${order}`)
    t.equal(flags?.seen, flags?.raw_seen, `days before, ${order}`)
    t.strictSame(await x.verify(), [])
    t.match(await x.db.write.query('select long_lived_from, long_lived_to from sites'), [
      { long_lived_from: '2024-12-31', long_lived_to: '2025-03-28' },
    ])
    await x.drop()
  }
})

t.test('an import never asks more of the database at once than a command has connections', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  let open = 0
  let most = 0
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    most = Math.max(most, ++open)
    return await work.finally(() => open--)
  }
  const db: Database = {
    ...x.db,
    write: { ...x.db.write, query: (text, values) => counted(x.db.write.query(text, values)) },
    transaction: (work) => counted(x.db.transaction(work)),
  }
  await x.import([pageview('a', '2025-01-02T00:00:00Z')], { db })
  await x.import([pageview('a', '2025-01-01T00:00:00Z')], { db })
  t.ok(most > 0 && most < commandConnections, `${most} at once`)
})

t.test('files packed with gzip: a piece at a time, up to a limit, whole', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-gzip-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const path = join(folder, 'lines.txt')
  const read = async (content: Buffer, bytesMax?: number) => {
    await writeFile(path, content)
    const file = await openFile(path, bytesMax)
    let [bytes, largest] = [0, 0]
    for await (const piece of file.pieces) {
      bytes += piece.length
      largest = Math.max(largest, piece.length)
    }
    return { bytes, largest, position: file.position() }
  }
  const text = 'a line of text\n'.repeat(100_000)
  const packed = gzipSync(text)
  t.match(await read(packed, text.length), { bytes: text.length, position: packed.length })
  t.match(await read(Buffer.concat([packed, packed])), { bytes: 2 * text.length }, 'packed in parts')
  t.match(await read(Buffer.from(text), 10), { bytes: text.length }, 'the limit is for what was packed')
  t.match(await read(Buffer.from('\x1f')), { bytes: 1 })
  t.match(await read(Buffer.alloc(0)), { bytes: 0 })
  const tooLarge = { status: 400, message: `the file has more than ${text.length - 1} bytes unpacked` }
  await t.rejects(read(packed, text.length - 1), tooLarge)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2))
  t.ok(bomb.length < 100_000)
  await t.rejects(read(bomb, 1_000_000), { message: 'the file has more than 1000000 bytes unpacked' })
  t.ok((await read(bomb)).largest <= 65_536, 'never more than a piece in memory')
  for (const wrong of [packed.subarray(0, -1), packed.subarray(0, 20), Buffer.from([0x1f, 0x8b, 1, 2, 3])])
    await t.rejects(read(wrong), { status: 400, message: 'the file is packed, but broken or cut off' })
})
