// Histories from GoatCounter, Matomo, Google Analytics 4, web server logs and a zip of Umami: made-up files in the form of
// the real ones, and the sums of their days by the statistics API.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { bringHistory } from '../../src/imports/bring.ts'
import { type ImportSourceName, importSources } from '../../src/rules/import-sources.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { makeMmdb } from '../support/mmdb.ts'
import { storedZip } from '../support/zip.ts'

t.setTimeout(120_000)

const service = await startApp()
const folder = await mkdtemp(join(tmpdir(), 'tidemark-kinds-'))
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})
const { api_key: key } = await service.provision({ domain: 'first.test', plan: 'business' })
const call = createCall(service.url, key)
const { db } = service.app

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'
const context = { dataDir: folder, geoDatabase: join(folder, 'geo.mmdb'), spamReferrersFile: undefined }

/** A site of its own with the imported file; its import's result. */
async function bring(domain: string, source: ImportSourceName, content: string | Buffer, skipInvalid = false) {
  await call('POST', '/api/v1/sites', { domain })
  const path = join(folder, domain)
  await writeFile(path, content)
  const site = await getSite(db.write, domain)
  const brought = await bringHistory({
    ...{ db, databaseUrl: service.databaseUrl, site, source, skipInvalid, again: false, now: new Date(), context },
    files: [{ path, name: `${domain}.csv` }],
    name: domain,
  })
  return 'sums' in brought ? brought.sums : brought.events
}

await writeFile(join(folder, 'geo.mmdb'), makeMmdb({ country: { iso_code: 'DE' } }))

async function ask(domain: string, body: object): Promise<unknown> {
  const all = { site_id: domain, date_range: ['2024-01-01', '2024-01-31'], include: { imports: true }, ...body }
  const { status, body: answer } = await call('POST', '/api/v2/query', all)
  if (status !== 200) throw new Error(JSON.stringify(answer))
  return (answer as { results: { dimensions: unknown[]; metrics: unknown[] }[] }).results.map(
    ({ dimensions, metrics }) => [...dimensions, ...metrics],
  )
}
const days = (domain: string) => ask(domain, { metrics: ['visitors', 'pageviews'], dimensions: ['time:day'] })
const by = (domain: string, dimension: string, metric = 'visitors') =>
  ask(domain, { metrics: [metric], dimensions: [dimension] })

t.test('GoatCounter: a session is a visitor, bots are left out', async (t) => {
  const header =
    '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date'
  const result = await bring(
    'goat.test',
    'goatcounter',
    [
      header,
      `/,Home,false,,Chrome 120,Windows 10,a,0,Hacker News,g,"1440,900,1",DE-BE,true,2024-01-05T10:00:00Z`,
      `/about,About,false,,Chrome 120,Windows 10,a,0,,,"1440,900,1",DE-BE,false,2024-01-05T10:01:00Z`,
      `signup,Sign up,true,,Chrome 120,Windows 10,a,0,,,"1440,900,1",DE-BE,true,2024-01-05T10:02:00Z`,
      `/,Home,false,,Firefox 119,Linux,b,0,news.example/x,h,"390,844,3",FR,true,2024-01-06T09:00:00Z`,
      `/,Home,false,,Chrome,Linux,c,6,,,,US,true,2024-01-06T09:00:00Z`,
      `"/a,b",Quoted,false,"${firefox}",,,d,0,newsletter,c,,,true,2024-01-06T11:00:00Z`,
    ].join('\n'),
  )
  t.match(result, { imported: 5, leftOut: { 'pageviews of bots': 1 } })
  t.strictSame(await days('goat.test'), [
    ['2024-01-05', 1, 2],
    ['2024-01-06', 2, 2],
  ])
  t.strictSame(await by('goat.test', 'event:page', 'pageviews'), [
    ['/', 2],
    ['/a,b', 1],
    ['/about', 1],
  ])
  t.strictSame(await by('goat.test', 'visit:source'), [
    ['Hacker News', 1],
    ['news.example', 1],
    ['newsletter', 1],
  ])
  t.strictSame(await by('goat.test', 'visit:device'), [
    ['Desktop', 2],
    ['Mobile', 1],
  ])
  t.strictSame(
    await by('goat.test', 'visit:country'),
    [
      ['', 1],
      ['DE', 1],
      ['FR', 1],
    ].sort(),
  )
  t.match(await by('goat.test', 'event:name', 'events'), [
    ['pageview', 4],
    ['signup', 1],
  ])
  await t.rejects(bring('goat-none.test', 'goatcounter', 'Path,Date\n/,x'), { message: /begins with 2Path/ })
})

t.test('Matomo: visits with their actions, as an array or a line each', async (t) => {
  const at = (text: string) => Date.parse(`2024-01-${text}Z`) / 1000
  const visit = (visitorId: string, more: object, actions: object[]) => ({
    idVisit: visitorId,
    visitorId,
    countryCode: 'de',
    regionCode: 'BE',
    browserName: 'Chrome Mobile',
    browserVersion: '120.0',
    operatingSystemName: 'Android',
    operatingSystemVersion: '14',
    deviceType: 'Smartphone',
    referrerType: 'direct',
    siteCurrency: 'EUR',
    actionDetails: actions,
    ...more,
  })
  const page = (url: string, timestamp: number) => ({ type: 'action', url, timestamp, pageTitle: 'A "quoted" {title}' })
  const visits = [
    visit('v1', { referrerType: 'search', referrerName: 'Google', referrerUrl: 'https://www.google.com/' }, [
      page('https://matomo.test/', at('05T10:00:00')),
      { type: 'outlink', url: 'https://other.example/', timestamp: at('05T10:00:30') },
      page('https://matomo.test/b?utm_source=x', at('05T10:01:00')),
      { type: 'event', eventCategory: 'Video', eventAction: 'play', eventName: 'Intro', timestamp: at('05T10:01:05') },
      { type: 'ecommerceOrder', revenue: '12.50', timestamp: at('05T10:02:00') },
      { type: 'content', timestamp: at('05T10:02:01') },
    ]),
    visit('v2', { referrerType: 'campaign', referrerName: 'spring', referrerKeyword: 'shoes' }, [
      page('https://matomo.test/b', at('06T10:00:00')),
    ]),
  ]
  const result = await bring('matomo.test', 'matomo', JSON.stringify(visits, null, 2))
  t.match(result, { imported: 5, leftOut: { orders: 1, 'impressions of contents': 1 } })
  t.strictSame(await days('matomo.test'), [
    ['2024-01-05', 1, 2],
    ['2024-01-06', 1, 1],
  ])
  t.strictSame(await by('matomo.test', 'visit:source'), [
    ['Google', 1],
    ['spring', 1],
  ])
  t.strictSame(await by('matomo.test', 'event:props:url', 'events'), [
    ['(none)', 4],
    ['https://other.example/', 1],
  ])
  t.strictSame(await by('matomo.test', 'visit:os'), [['Android', 2]])
  const lines = visits.map((one) => JSON.stringify(one)).join('\n')
  t.match(await bring('matomo-lines.test', 'matomo', gzipSync(lines)), { imported: 5 })
  for (const [content, message] of [
    ['{"result":"error","message":"no token"}', /no token/],
    ['[{"visitorId":"a"', /not a whole JSON list/],
    ['visits', /not a whole JSON list/],
    ['[{"visitorId":"a"}]', /no actionDetails/],
  ] as const)
    await t.rejects(bring('matomo-none.test', 'matomo', content), { message })
})

t.test('logs: three formats, and requests that are no pageviews of people', async (t) => {
  const line = (ip: string, time: string, request: string, status: number, agent = chrome, referrer = '-') =>
    `${ip} - - [${time}] "${request}" ${status} 512 "${referrer}" "${agent}"`
  const result = await bring(
    'nginx.test',
    'web-log',
    [
      line('203.0.113.7', '05/Jan/2024:11:00:00 +0100', 'GET / HTTP/1.1', 200, chrome, 'https://www.google.com/'),
      line('203.0.113.7', '05/Jan/2024:11:01:00 +0100', 'GET /about?ref=x HTTP/1.1', 200),
      line('203.0.113.7', '05/Jan/2024:11:01:01 +0100', 'GET /style.css HTTP/1.1', 200),
      line('203.0.113.8', '06/Jan/2024:11:00:00 +0000', 'GET /about HTTP/2.0', 304, firefox),
      line('203.0.113.8', '06/Jan/2024:11:00:00 +0000', 'POST /about HTTP/2.0', 200, firefox),
      line('203.0.113.9', '06/Jan/2024:11:00:00 +0000', 'GET /gone HTTP/2.0', 404, firefox),
      line('203.0.113.9', '06/Jan/2024:11:00:00 +0000', 'GET /old HTTP/2.0', 301, firefox),
      line('203.0.113.9', '06/Jan/2024:11:00:00 +0000', 'GET / HTTP/1.1', 200, 'Googlebot/2.1'),
      line('203.0.113.9', '06/Jan/2024:11:00:00 +0000', 'GET / HTTP/1.1', 200, 'curl/8.0'),
      line('203.0.113.9', '06/Jan/2024:11:00:00 +0000', 'GET / HTTP/1.1', 200, '-'),
    ].join('\n'),
  )
  t.match(result, {
    imported: 3,
    leftOut: {
      'requests of files that are no pages': 1,
      'requests with other methods than GET': 1,
      'errors and redirects': 2,
      'requests of bots and programs': 2,
      'requests without a user agent': 1,
    },
  })
  t.strictSame(await days('nginx.test'), [
    ['2024-01-05', 1, 2],
    ['2024-01-06', 1, 1],
  ])
  t.strictSame(await by('nginx.test', 'visit:source'), [
    ['Direct / None', 1],
    ['Google', 1],
  ])
  t.strictSame(await by('nginx.test', 'visit:country'), [['DE', 2]])

  const caddy = (ip: string, ts: number | string, uri: string, more: object = {}) =>
    JSON.stringify({
      level: 'info',
      ts,
      logger: 'http.log.access',
      msg: 'handled request',
      request: { client_ip: ip, method: 'GET', host: 'caddy.test', uri, headers: { 'User-Agent': [chrome] } },
      status: 200,
      resp_headers: { 'Content-Type': ['text/html; charset=utf-8'] },
      ...more,
    })
  t.match(
    await bring(
      'caddy.test',
      'web-log',
      [
        caddy('203.0.113.7', 1_704_448_800.5, '/'),
        caddy('203.0.113.7', '2024-01-05T10:05:00.000Z', '/b'),
        caddy('203.0.113.7', 1_704_448_900, '/api', { resp_headers: { 'Content-Type': ['application/json'] } }),
        JSON.stringify({ level: 'info', msg: 'starting' }),
      ].join('\n'),
    ),
    { imported: 2, leftOut: { 'requests of files that are no pages': 1, 'lines of the log that are no requests': 1 } },
  )
  t.strictSame(await days('caddy.test'), [['2024-01-05', 1, 2]])

  const front = [
    '#Version: 1.0',
    '#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query',
  ]
  const agent = encodeURIComponent(encodeURIComponent(chrome))
  const row = (time: string, path: string) =>
    ['2024-01-05', time, '203.0.113.7', 'GET', 'front.test', path, '200', '-', agent, 'utm_source=mail'].join('\t')
  t.match(
    await bring('front.test', 'web-log', [...front, row('10:00:00', '/'), row('10:00:01', '/x.png')].join('\n')),
    {
      imported: 1,
    },
  )
  t.strictSame(await by('front.test', 'visit:utm_source'), [['mail', 1]])
  t.strictSame(await by('front.test', 'visit:browser'), [['Chrome', 1]])
  await t.rejects(bring('bad-log.test', 'web-log', 'nothing of a log'), {
    message: /line 1: no line of a log that is known/,
  })
})

t.test('GA4: sums of days by one dimension; what it cannot bring is said', async (t) => {
  const comments = '# ----\n# Account\n# Start date: 20240105\n# End date: 20240106\n# ----\n'
  const pages = `${comments}Nth day,Page path and screen class,Views,Active users,Event count
0000,/a?x=1,3,2,9
0000,/a,1,1,2
0001,/b,4,3,8
,Grand total,8,6,19
`
  const totalsOfPages = 'Date,Active users,Sessions,Views\n20240105,2,2,4\n20240106,3,3,4\n'
  const both = storedZip({ 'pages.csv': pages, 'days.csv': totalsOfPages })
  const result = await bring('ga.test', 'google-analytics', both)
  t.match(result, { days: 2, first: '2024-01-05', last: '2024-01-06' })
  t.match(result, { lost: [] })
  t.strictSame(await days('ga.test'), [
    ['2024-01-05', 2, 4],
    ['2024-01-06', 3, 4],
  ])
  t.strictSame(await by('ga.test', 'event:page'), [
    ['/a', 3],
    ['/b', 3],
  ])
  const totals = 'Date,Active users,Sessions,Views,Bounce rate,Average session duration\n20240105,10,12,30,0.25,60\n'
  await bring('ga-totals.test', 'google-analytics', totals)
  t.strictSame(
    await ask('ga-totals.test', { metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'] }),
    [[10, 12, 30, 25, 60]],
  )
  for (const [index, rate] of ['0.25', '25%', '2.5E-1', '25.0%'].entries()) {
    const site = `ga-rate-${index}.test`
    await bring(site, 'google-analytics', `Date,Active users,Sessions,Bounce rate\n20240105,10,12,${rate}\n`)
    t.strictSame(await ask(site, { metrics: ['bounce_rate'] }), [[25]], rate)
  }
  const countries =
    'Date,Country,Total users,Sessions,Total revenue\n2024-01-05,Germany,4,5,1\n2024-01-05,(not set),1,1,0\n'
  const zip = storedZip({
    'countries.csv': countries,
    'days.csv': totals,
    'cities.csv': 'City,Active users\nBerlin,1\n',
  })
  t.match(await bring('ga-places.test', 'google-analytics', zip), {
    lost: [
      /countries.csv: .* 1 rows are left out/,
      /columns total revenue are not imported/,
      /cities.csv: the table of city has no dimension Date, and is not of a single day/,
    ],
  })
  t.match(await by('ga-places.test', 'visit:country'), [['DE', 4]])
  for (const [content, message] of [
    ['Page path,Views,Active users\n/,1,1', /has no dimension Date/],
    ['Date,Country,Browser,Active users\n20240105,Germany,Chrome,1', /has several dimensions/],
    ['Date,Active users\n20240133,1', /line 2: Date is no day/],
    [pages, /no file has totals of 2024-01-05/],
    // A count that cannot be read is no 0.
    ...['-1', 'many', '"1,234"', '1.234.567', '0x10', 'Infinity', '--', '5 %'].map(
      (count) => [`Date,Active users\n20240105,${count}`, /line 2: active users must be a whole number/] as const,
    ),
    ['Date,Active users,Sessions,Bounce rate\n20240105,1,1,n/a', /line 2: bounce rate must be a number/],
    ['Date,Active users\n20240105,99999999999', /the sums of 2024-01-05 are too large/],
    ['Date,Active users\n20240105,1e300', /line 2: active users must be a whole number/],
  ] as const)
    await t.rejects(bring('ga-none.test', 'google-analytics', content), { message })
})

t.test('logs: visitors of a day, over midnight, in two files, and shields', async (t) => {
  const line = (ip: string, time: string, path = '/', agent = chrome) =>
    `${ip} - - [${time} +0000] "GET ${path} HTTP/1.1" 200 1 "-" "${agent}" "-"`
  const first = [line('203.0.113.1', '05/Jan/2024:23:50:00'), line('203.0.113.2', '05/Jan/2024:10:00:00')].join('\n')
  const second = [
    line('203.0.113.1', '06/Jan/2024:00:05:00', '/next'),
    line('203.0.113.2', '06/Jan/2024:10:00:00'),
    line('203.0.113.2', '06/Jan/2024:10:00:00', '/', firefox),
    line('198.51.100.1', '06/Jan/2024:10:00:00'),
    line('10.0.0.1', '06/Jan/2024:11:00:00').replace(/"-"$/, '"203.0.113.2, 10.0.0.9"'),
  ].join('\n')
  await call('POST', '/api/v1/sites', { domain: 'shield.test' })
  const site = await getSite(db.write, 'shield.test')
  await db.write.query(`insert into shields (site_id, type, value) values ($1, 'ip', '198.51.100.1')`, [site.id])
  const zip = storedZip({ 'access.log.1': first, 'access.log': second })
  const result = await bring('shield.test', 'web-log', zip)
  t.match(result, { imported: 6, sessions: 5, leftOut: { 'requests that a shield blocks': 1 } })
  t.strictSame(await days('shield.test'), [
    ['2024-01-05', 2, 2],
    ['2024-01-06', 3, 4],
  ])
  t.match(await bring('shield.test', 'web-log', zip), { already: true, imported: 0 })
  const bad = `${first}\nnothing\n`
  await t.rejects(bring('bad2.test', 'web-log', bad), { message: /1 bad line; nothing was imported\nline 3/ })
  t.match(await bring('bad2.test', 'web-log', bad, true), { imported: 2, skipped: 1, lines: 3 })
})

t.test('each source says before an import what it loses', async (t) => {
  for (const { name, loses } of importSources) t.ok(name === 'events' || loses.length > 1, name)
})

t.test('Umami: a zip with website_event, and the archive of a page', async (t) => {
  const events = [
    'website_id,session_id,event_id,hostname,browser,os,device,country,created_at,url_path,url_query,event_type,event_name',
    'w,s1,e3,umami.test,chrome,Windows 10,desktop,DE,2024-01-05 10:01:00,/,,2,Signup',
    'w,s1,e1,umami.test,chrome,Windows 10,desktop,DE,2024-01-05 10:00:00,/,utm_source=news,1,',
    'w,s2,e2,umami.test,firefox,Linux,desktop,FR,2024-01-06 10:00:00,/b,,1,',
  ].join('\n')
  const whole = storedZip({
    'export/session.csv': 'session_id\ns1',
    'export/event_data.csv': 'event_id,data_key,string_value,number_value\ne3,plan,pro,\ne3,seats,,5\n',
    'export/website_event.csv': events,
  })
  t.match(await bring('umami.test', 'umami', whole), { imported: 3, sessions: 2, leftOut: { 'file session.csv': 1 } })
  t.strictSame(await by('umami.test', 'event:props:plan', 'events'), [
    ['(none)', 2],
    ['pro', 1],
  ])
  t.strictSame(await by('umami.test', 'visit:source'), [
    ['Direct / None', 1],
    ['news', 1],
  ])
  t.strictSame(await days('umami.test'), [
    ['2024-01-05', 1, 1],
    ['2024-01-06', 1, 1],
  ])
  const page = storedZip({ 'pages.csv': 'x,y\n/,3', 'referrers.csv': 'x,y\n', 'events.csv': 'x,t,y\n' })
  await t.rejects(bring('umami-page.test', 'umami', page), { message: /totals of a range and no days/ })
})
