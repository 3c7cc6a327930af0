// Exports: the rows as stored, oldest first, importable again.
import { Writable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import t from 'tap'
import { exportRows } from '../../src/upkeep/export.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { startApp } from '../support/app.ts'
import { createSite, pageview, type TestSite } from './support.ts'

async function text(
  x: TestSite,
  options: { what: 'events' | 'sessions'; format?: 'ndjson' | 'csv'; from?: string; to?: string; domain?: string },
) {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk)
      done()
    },
  })
  const site = await getSite(x.db.write, options.domain ?? 'x.example')
  await exportRows({ db: x.db, databaseUrl: x.url, site, format: 'ndjson', ...options, sink })
  return Buffer.concat(chunks).toString('utf8')
}

const json = (output: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const odd = 'quotes " back\\slash,\ttab\nnew line \u{1f600} \\. \\N'

t.test('events come out as they went in, with the dimensions of their visit', async (t) => {
  const x = await createSite('Asia/Kathmandu', [{ domain: 'y.example', timezone: 'Asia/Kathmandu' }])
  t.teardown(() => x.drop())
  const recent = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000).toISOString()
  await x.import([
    pageview('a', '2025-03-01T10:00:00Z', { source: 'Google', utm_campaign: odd, props: { odd } }),
    { ...pageview('a', '2025-03-01T10:00:05Z'), name: 'engagement', scroll_depth: 40, engagement_time: 4000 },
    pageview('a', '2025-03-01T10:05:00Z', { source: 'Bing' }),
    {
      ...pageview('b', '2025-03-01T18:20:00Z'),
      name: 'Purchase',
      revenue_amount: 12.5,
      revenue_currency: 'EUR',
      interactive: false,
    },
    pageview('c', recent),
  ])
  const output = await text(x, { what: 'events' })
  const rows = json(output)
  t.match(
    rows.map(({ timestamp, name, source, utm_campaign }) => [timestamp, name, source, utm_campaign]),
    [
      ['2025-03-01T10:00:00Z', 'pageview', 'Google', odd.replaceAll(/[\t\n]/g, (found) => found)],
      ['2025-03-01T10:00:05Z', 'engagement', 'Google', odd],
      ['2025-03-01T10:05:00Z', 'pageview', 'Google', odd],
      ['2025-03-01T18:20:00Z', 'Purchase', null, null],
      [recent.replace('.000', ''), 'pageview', null, null],
    ],
  )
  t.match(rows[1], { scroll_depth: 40, engagement_time: 4000, hostname: 'x.example', pathname: '/' })
  t.match(rows[3], { revenue_amount: 12.5, revenue_currency: 'EUR', interactive: false })
  t.type(rows[0]?.visitor_id, 'string')
  t.type(rows[0]?.session_id, 'string')

  await x.import(output, { site: { id: 2, domain: 'y.example', timezone: 'Asia/Kathmandu' } })
  const again = json(await text(x, { what: 'events', domain: 'y.example' }))
  const bare = (list: Record<string, unknown>[]) => list.map(({ visitor_id, session_id, ...rest }) => rest)
  t.strictSame(bare(again), bare(rows), 'an export can be imported, and is the same again')
})

t.test('what live traffic left behind comes back as it was, odd sources and exact amounts included', async (t) => {
  const x = await createSite('Etc/UTC', [{ domain: 'y.example', timezone: 'Etc/UTC' }])
  t.teardown(() => x.drop())
  await x.db.write.query(
    `insert into goals (site_id, event_name, display_name, currency) values (1, 'Purchase', 'Purchase', 'EUR'), (2, 'Purchase', 'Purchase', 'EUR')`,
  )
  const app = await startApp({ databaseUrl: x.url })
  t.teardown(() => app.stop())
  const bodies = [
    { r: 'https://web.archive.org/web/2020/https://x.y/' },
    { u: 'https://x.example/?utm_source=', r: 'https://www.google.com/' },
    { u: 'https://x.example/?ref=', r: 'https://www.google.com/' },
    { u: 'https://x.example/?utm_medium=&gclid=1', r: 'https://www.google.com/' },
    { u: 'https://x.example/?utm_source=NewsLetter&utm_campaign=a+b&utm_term=c&utm_content=d' },
    { r: 'https://[2001:db8::1]/path' },
    { r: 'https://www.www.z.example/' },
    { r: 'android-app://com.reddit.frontpage/' },
    { u: 'https://www.www.x.example/a' },
    { u: 'nothing' },
    { n: 'Purchase', $: '{"amount":12345678901234567.89,"currency":"EUR"}' },
    { n: 'Purchase', $: { amount: '99999999999999999999', currency: 'USD' } },
  ]
  for (const [index, body] of bodies.entries()) {
    const answer = await fetch(`${app.url}/api/event`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': `192.0.2.${index + 1}`,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
      },
      body: JSON.stringify({ n: 'pageview', u: 'https://x.example/', d: 'x.example', ...body }),
    })
    t.strictSame([answer.status, answer.headers.get('x-service-dropped')], [202, null], JSON.stringify(body))
  }
  const output = await text(x, { what: 'events' })
  t.match(output, /12345678901234567\.89/)
  t.match(output, /"referrer":"2001:db8::1\/path"/)
  const { domain, ...site } = await getSite(x.db.write, 'y.example')
  await x.import(output, { site: { ...site, domain } })
  const bare = (lines: string) =>
    json(lines.replace(/"revenue_amount":([^,]*)/g, '"revenue_amount":"$1"')).map(
      ({ visitor_id, session_id, ...rest }) => JSON.stringify(rest),
    )
  t.strictSame(bare(await text(x, { what: 'events', domain: 'y.example' })).sort(), bare(output).sort())
})

t.test('days are local days of the site, inclusive', async (t) => {
  const x = await createSite('Asia/Kathmandu')
  t.teardown(() => x.drop())
  // Midnight in Kathmandu is 18:15 UTC.
  for (const time of ['01T18:14:59', '01T18:15:00', '02T18:14:59', '02T18:15:00'])
    await x.import([pageview(time, `2025-03-${time}Z`)])
  const times = async (from?: string, to?: string) =>
    json(await text(x, { what: 'events', from, to })).map((row) => row.timestamp)
  t.strictSame(await times('2025-03-02', '2025-03-02'), ['2025-03-01T18:15:00Z', '2025-03-02T18:14:59Z'])
  t.equal((await times()).length, 4)
  t.equal((await times('2025-03-03')).length, 1)
  t.equal((await times(undefined, '2025-03-01')).length, 1)
  t.strictSame(await times('2026-01-01'), [])
  t.equal(json(await text(x, { what: 'sessions', from: '2025-03-02', to: '2025-03-02' })).length, 2)
})

t.test('sessions and CSV', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  await x.import([
    pageview('a', '2025-03-01T10:00:00Z', { country: 'DE' }),
    pageview('a', '2025-03-01T10:00:30Z', { url: 'https://x.example/end' }),
  ])
  t.match(json(await text(x, { what: 'sessions' })), [
    {
      start: '2025-03-01T10:00:00Z',
      duration: 30,
      is_bounce: false,
      entry_page: '/',
      exit_page: '/end',
      pageviews: 2,
      events: 2,
      country: 'DE',
    },
  ])
  const csv = (await text(x, { what: 'events', format: 'csv' })).trim().split('\n')
  t.equal(csv.length, 3)
  t.match(csv[1], /,true$/)
  const visits = (await text(x, { what: 'sessions', format: 'csv' })).trim().split('\n')
  t.match(
    visits[0],
    /^session_id,visitor_id,start,duration,is_bounce,entry_page,exit_page,pageviews,events,referrer,source,/,
  )
  t.match(visits[1], /,2025-03-01T10:00:00Z,30,false,\/,\/end,2,2,/)
  t.match(csv[0], /^timestamp,name,visitor_id,session_id,hostname,pathname,referrer,source,channel,/)
})

t.test('as CSV nothing is a formula, and what is read again is what it was', async (t) => {
  const x = await createSite('Asia/Kathmandu', [{ domain: 'y.example', timezone: 'Asia/Kathmandu' }])
  t.teardown(() => x.drop())
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=7',
    '＝5',
    '＠a',
    "'=1",
    "''+1",
    "'a",
    "'",
    '="a",b',
    '=a\nb',
    '\\N',
    '=',
    'a=b',
    '- x',
    '💥',
    '"',
  ]
  await x.import(
    texts.flatMap((text, index) => [
      pageview(`a${index}`, `2025-03-01T10:00:${String(index).padStart(2, '0')}Z`, {
        source: text,
        utm_source: text,
        utm_medium: text,
        utm_campaign: text,
        utm_content: text,
        utm_term: text,
        browser: text,
        os_version: text,
        referrer: 'https://r.example/',
        props: { [text]: text, plain: text },
        city: 588409,
      }),
      {
        ...pageview(`a${index}`, `2025-03-01T10:01:${String(index).padStart(2, '0')}Z`),
        name: text.trim() || 'x',
        url: undefined,
        hostname: 'x.example',
        pathname: `=${text}`,
        interactive: index % 2 === 0,
        revenue_amount: -12.5,
        revenue_currency: 'EUR',
      },
      {
        ...pageview(`a${index}`, `2025-03-01T10:02:00Z`),
        name: 'engagement',
        scroll_depth: 40,
        engagement_time: 4_000,
      },
    ]),
  )
  const csv = await text(x, { what: 'events', format: 'csv' })
  const [header, ...rows] = parse(csv) as string[][]
  t.equal(rows.length, 3 * texts.length)
  for (const what of ['events', 'sessions'] as const) {
    const [names, ...cells] = parse(await text(x, { what, format: 'csv' })) as string[][]
    for (const row of cells)
      for (const [index, cell] of row.entries())
        if (/^[=+\-@\t\r]/.test(cell)) t.match(cell, /^-\d+(\.\d+)?$/, `${names![index]}: numbers stay numbers`)
  }
  const column = (name: string) => rows.map((row) => row[header!.indexOf(name)])
  for (const name of ['source', 'utm_term', 'browser'])
    for (const cell of ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "''=1", "'''+1", "'a", "'", 'a=b', '\\N'])
      t.ok(column(name).includes(cell), `${name} ${cell}`)
  t.ok(column('pathname').includes("'==1+1"))
  t.ok(
    column('revenue_amount').includes('-12.5000000000') ||
      column('revenue_amount').some((cell) => Number(cell) === -12.5),
  )
  const options = { site: await getSite(x.db.write, 'y.example') }
  await x.import(csv, options)
  const known = (output: string) =>
    json(output)
      .map(({ visitor_id: _, session_id: __, ...row }) => JSON.stringify(row))
      .sort()
  t.strictSame(known(await text(x, { what: 'events', domain: 'y.example' })), known(await text(x, { what: 'events' })))
  t.match(await x.import(csv, options), { already: true })
  const bad = await x
    .import(csv.replace('2025-03-01T10:00:00Z', 'never'), options)
    .catch((error: Error) => error.message)
  t.match(bad, 'line 2: timestamp is not ISO 8601')
})

t.test('a site without rows', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  t.equal(await text(x, { what: 'events' }), '')
  t.equal((await text(x, { what: 'events', format: 'csv' })).split('\n').length, 2, 'the header')
  await t.rejects(text(x, { what: 'events', from: '2025-02-30x' }), { message: '"2025-02-30x" is no date' })
})

t.test('an imported visit of more than a week keeps its dimensions, and rows of one second their order', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  const begin = Date.parse('2025-03-01T00:00:00Z')
  const at = (index: number) => new Date(begin + index * 1_500_000).toISOString()
  const engaged = (milliseconds: number) => ({
    ...pageview('a', at(3)),
    name: 'engagement',
    scroll_depth: 40,
    engagement_time: milliseconds,
  })
  await x.import([
    ...Array.from({ length: 4 }, (_, index) => pageview('a', at(index), { source: 'Google' })),
    ...[500, 300, 400].map(engaged),
    ...Array.from({ length: 1_200 }, (_, index) => pageview('a', at(4 + index), { source: 'Google' })),
  ])
  const rows = json(await text(x, { what: 'events' }))
  t.equal(rows.length, 1_207)
  t.strictSame(new Set(rows.map(({ source, session_id }) => `${source} ${session_id}`)).size, 1, 'one visit')
  t.equal(rows[0]?.source, 'Google')
  t.strictSame(
    rows.filter(({ name }) => name === 'engagement').map(({ engagement_time }) => engagement_time),
    [300, 400, 500],
  )
  await t.rejects(text(x, { what: 'events', from: '2025-02-30' }), { message: '"2025-02-30" is no date' })
})
