// A plausible export of 2025 or later: what it holds beside names, pages, places and systems is answered by both
// versions of the API, under filters and as CSV (spec/stats 16); what is lost is said.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { describeLost } from '../../src/imports/describe.ts'
import { importPlausible } from '../../src/imports/plausible.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { packedZip } from '../support/zip.ts'

t.setTimeout(120_000)
const now = new Date('2026-01-02T12:00:00Z')
const service = await startApp({ clock: { now: () => now } })
const folder = await mkdtemp(join(tmpdir(), 'tidemark-export-'))
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})
const { db, directory } = service.app

async function writeZip(name: string, files: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, await packedZip(files))
  return path
}
async function createSite(domain: string) {
  const { api_key: key } = await service.provision({ domain, plan: 'business', email: `${domain}@x.test` })
  const { id } = directory.find(domain)!
  return { site: { id, domain, timezone: 'Etc/UTC' }, domain, call: createCall(service.url, key) }
}

const visitors = 'date,visitors,pageviews,bounces,visits,visit_duration\n2025-03-01,50,90,20,60,1200'
const files: Record<string, string> = {
  visitors,
  sources:
    'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces\n' +
    '2025-03-01,Google,google.com,google,cpc,spring,,,40,20,25,600,5\n' +
    '2025-03-01,Google,google.com,,,,,,20,10,15,300,5\n' +
    '2025-03-01,Facebook,facebook.com,,,spring,,,10,6,8,100,4\n' +
    '2025-03-01,,,,,,,,20,14,12,200,6',
  browsers:
    'date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews\n' +
    '2025-03-01,Chrome,120.0,30,35,700,10,50\n2025-03-01,Chrome,121.0,15,20,400,8,30\n2025-03-01,Firefox,,5,5,100,2,10',
  entry_pages:
    'date,entry_page,visitors,entrances,visit_duration,bounces,pageviews\n2025-03-01,/a,30,40,800,15,60\n2025-03-01,/b,20,20,400,5,30',
  custom_events:
    'date,name,link_url,path,visitors,events\n' +
    '2025-03-01,Outbound Link: Click,https://e.org/,,4,7\n2025-03-01,Outbound Link: Click,https://f.org/,,2,3\n' +
    '2025-03-01,File Download,https://x.test/a.pdf,,3,3\n2025-03-01,Cloaked Link: Click,https://x.test/go,,1,1\n' +
    '2025-03-01,404,,/lost,6,8\n2025-03-01,Form: Submission,,/contact,5,5\n2025-03-01,Signup,,,2,2\n2025-03-01,engagement,,,40,80',
  custom_props:
    'date,property,value,visitors,events\n2025-03-01,plan,pro,2,3\n2025-03-01,plan,free,1,1\n2025-03-01,author,=Ann,7,9',
}
const named = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).map(([name, text]) => [`imported_${name}_20250301_20250301.csv`, text]))

const { site, domain, call } = await createSite('new.test')
const brought = await importPlausible(db, site, await writeZip('new.zip', named(files)), now)
await db.write.query(
  `insert into goals (site_id, event_name, path, display_name, custom_props, scroll_threshold)
   values ($1, 'Outbound Link: Click', null, 'Outbound', '{}', -1), ($1, '404', null, '404', '{}', -1)`,
  [site.id],
)

const asked = { date_range: ['2025-03-01', '2025-03-02'], include: { imports: true } }
const query = async (body: object) => (await call('POST', '/api/v2/query', { site_id: domain, ...asked, ...body })).body
const rows = async (body: object) => {
  const { results, meta } = await query(body)
  t.equal(meta?.imports_included, true, JSON.stringify(body))
  return results.map((row: { dimensions: string[]; metrics: number[] }) => [...row.dimensions, ...row.metrics])
}
const outbound = ['is', 'event:name', ['Outbound Link: Click']]

t.test('v2', async (t) => {
  t.strictSame(describeLost(brought), [], 'nothing is lost')
  const cases: [name: string, body: object, results: unknown][] = [
    [
      'addresses of outbound links',
      { metrics: ['visitors', 'events'], dimensions: ['event:props:url'], filters: [outbound] },
      [
        ['https://e.org/', 4, 7],
        ['https://f.org/', 2, 3],
      ],
    ],
    [
      'of a goal',
      { metrics: ['visitors'], dimensions: ['event:props:url'], filters: [['is', 'event:goal', ['Outbound']]] },
      [
        ['https://e.org/', 4],
        ['https://f.org/', 2],
      ],
    ],
    [
      'of all names together',
      { metrics: ['events'], dimensions: ['event:props:url'] },
      [
        ['https://e.org/', 7],
        ['https://f.org/', 3],
        ['https://x.test/a.pdf', 3],
        ['https://x.test/go', 1],
      ],
    ],
    [
      'paths of missing pages',
      { metrics: ['visitors', 'events'], dimensions: ['event:props:path'], filters: [['is', 'event:name', ['404']]] },
      [['/lost', 6, 8]],
    ],
    [
      'names under an address',
      { metrics: ['events'], dimensions: ['event:name'], filters: [['contains', 'event:props:url', ['x.test']]] },
      [
        ['File Download', 3],
        ['Cloaked Link: Click', 1],
      ],
    ],
    [
      'goals under an address',
      { metrics: ['events'], dimensions: ['event:goal'], filters: [['is', 'event:props:url', ['https://f.org/']]] },
      [['Outbound', 3]],
    ],
    [
      'custom properties',
      { metrics: ['visitors', 'events'], dimensions: ['event:props:plan'] },
      [
        ['pro', 2, 3],
        ['free', 1, 1],
      ],
    ],
    [
      'a filter by one',
      { metrics: ['visitors', 'events'], filters: [['is', 'event:props:plan', ['pro', 'team']]] },
      [[2, 3]],
    ],
    [
      'versions of a browser',
      {
        metrics: ['visitors', 'bounce_rate'],
        dimensions: ['visit:browser_version'],
        filters: [['is', 'visit:browser', ['Chrome']]],
      },
      [
        ['120.0', 30, 29],
        ['121.0', 15, 40],
      ],
    ],
    [
      'channels',
      { metrics: ['visitors', 'visits', 'pageviews'], dimensions: ['visit:channel'] },
      [
        ['Paid Search', 20, 25, 40],
        ['Direct', 14, 12, 20],
        ['Organic Search', 10, 15, 20],
        ['Organic Social', 6, 8, 10],
      ],
    ],
    [
      'sources of a channel',
      { metrics: ['visitors'], dimensions: ['visit:source'], filters: [['is', 'visit:channel', ['Organic Search']]] },
      [['Google', 10]],
    ],
    [
      'campaigns of a source',
      { metrics: ['visits'], dimensions: ['visit:utm_campaign'], filters: [['is', 'visit:source', ['Google']]] },
      [
        ['spring', 25],
        ['(not set)', 15],
      ],
    ],
    [
      'pages of entry',
      { metrics: ['visits', 'bounce_rate'], dimensions: ['visit:entry_page'] },
      [
        ['/a', 40, 38],
        ['/b', 20, 25],
      ],
    ],
  ]
  for (const [name, body, results] of cases) t.strictSame(await rows(body), results, name)
})

t.test('what they cannot know is left out, and said', async (t) => {
  const left: [name: string, body: object][] = [
    ['an event without the property', { filters: [['is_not', 'event:props:plan', ['pro']]] }],
    ['none of it', { filters: [['is', 'event:props:plan', ['(none)']]] }],
    ['a property that no day has', { dimensions: ['event:props:other'] }],
    ['two of them', { dimensions: ['event:props:plan'], filters: [['is', 'event:props:author', ['=Ann']]] }],
    ['a property by country', { dimensions: ['event:props:plan'], filters: [['is', 'visit:country', ['EE']]] }],
  ]
  for (const [name, body] of left) {
    const { meta } = await query({ metrics: ['visitors'], ...body })
    t.match(meta, { imports_included: false, imports_skip_reason: 'unsupported_query' }, name)
  }
})

t.test('v1 and CSV', async (t) => {
  const get = async (path: string, params: Record<string, string>) => {
    const all = { site_id: domain, period: 'custom', date: asked.date_range.join(), with_imported: 'true', ...params }
    return (await call('GET', `/api/v1/stats/${path}?${new URLSearchParams(all)}`)).body
  }
  t.strictSame(
    await get('breakdown', {
      property: 'event:props:url',
      filters: 'event:name==Outbound Link: Click',
      metrics: 'visitors,events',
    }),
    {
      results: [
        { url: 'https://e.org/', visitors: 4, events: 7 },
        { url: 'https://f.org/', visitors: 2, events: 3 },
      ],
    },
  )
  t.strictSame(await get('breakdown', { property: 'visit:browser_version' }), {
    results: [
      { browser: 'Chrome', browser_version: '120.0', visitors: 30 },
      { browser: 'Chrome', browser_version: '121.0', visitors: 15 },
      { browser: 'Firefox', browser_version: '(not set)', visitors: 5 },
    ],
  })
  t.strictSame(await get('aggregate', { filters: 'visit:channel==Paid Search', metrics: 'visitors,pageviews' }), {
    results: { visitors: { value: 20 }, pageviews: { value: 40 } },
  })
  t.match(await get('timeseries', { filters: 'event:props:plan==pro', metrics: 'visitors' }), {
    results: [
      { date: '2025-03-01', visitors: 2 },
      { date: '2025-03-02', visitors: 0 },
    ],
  })
  const params = new URLSearchParams({
    site_id: domain,
    date_range: asked.date_range.join(),
    metrics: 'visitors,events',
    dimensions: 'event:props:author',
    with_imported: 'true',
    include: JSON.stringify({ imports: true }),
  })
  const answer = await call('GET', `/api/v1/stats/export?${params}`)
  t.equal(answer.status, 200)
  t.match(String(answer.body), /'=Ann,7,9/)
})

t.test('older exports, and what of a file is lost', async (t) => {
  const { site, domain, call } = await createSite('old.test')
  const result = await importPlausible(
    db,
    site,
    await writeZip('old.zip', {
      ...named({
        visitors,
        pages: 'date,hostname,page,visitors,pageviews,exits,time_on_page\n2025-03-01,old.test,/a,7,9,3,500',
        devices: 'date,device,visitors,visits,visit_duration,bounces\n2025-03-01,Mobile,7,8,10,1',
        custom_events: 'date,name,visitors,events\n2025-03-01,Outbound Link: Click,2,3',
        custom_props: 'date\n',
        browsers: `date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews\n2025-03-01,C,${'Ⴀ-☃ÿ'.repeat(1)},1,1,1,1,1`,
      }),
      'notes.txt': 'x',
      'imported_searches.csv': 'date,term\n',
      '__MACOSX/._imported_visitors.csv': 'x',
      '.DS_Store': 'x',
    }),
    now,
  )
  t.strictSame(describeLost(result), [
    'imported_custom_props_20250301_20250301.csv holds nothing that is imported',
    'notes.txt holds nothing that is imported',
    'imported_searches.csv holds nothing that is imported',
    'imported_pages_20250301_20250301.csv: columns exits, time_on_page are not imported',
    'imported_pages_20250301_20250301.csv: there is no column visits; visitors stand for them',
    'imported_devices_20250301_20250301.csv: there is no column pageviews; they count as 0 there',
  ])
  const ask = async (body: object) => (await call('POST', '/api/v2/query', { site_id: domain, ...asked, ...body })).body
  t.match((await ask({ metrics: ['visits'], dimensions: ['event:page'] })).results, [
    { dimensions: ['/a'], metrics: [7] },
  ])
  t.match((await ask({ metrics: ['events'], dimensions: ['event:props:url'], filters: [outbound] })).meta, {
    imports_skip_reason: 'unsupported_query',
  })
  const early = await createSite('early.test')
  await importPlausible(
    db,
    early.site,
    await writeZip('early.zip', {
      ...named({
        visitors,
        pages:
          'date,hostname,page,visits,visitors,pageviews,scroll_depth,pageleave_visitors\n2025-03-01,e.test,/a,8,7,9,150,3',
      }),
    }),
    now,
  )
  const body = { metrics: ['scroll_depth', 'visits'], dimensions: ['event:page'] }
  t.match((await early.call('POST', '/api/v2/query', { site_id: early.domain, ...asked, ...body })).body.results, [
    { dimensions: ['/a'], metrics: [50, 8] },
  ])
})

t.test('the file of properties tells addresses of all events, that of names those of some', async (t) => {
  const { site, domain, call } = await createSite('props.test')
  const custom_props = 'date,property,value,visitors,events\n2025-03-01,url,https://e.org/,9,11'
  await importPlausible(db, site, await writeZip('props.zip', named({ ...files, custom_props })), now)
  const body = { metrics: ['events'], dimensions: ['event:props:url'] }
  const ask = async (more: object) =>
    (await call('POST', '/api/v2/query', { site_id: domain, ...asked, ...body, ...more })).body.results
  t.strictSame(await ask({}), [{ dimensions: ['https://e.org/'], metrics: [11] }])
  t.strictSame((await ask({ filters: [outbound] }))[0], { dimensions: ['https://e.org/'], metrics: [7] })
})

t.test('two files with sums of one day are refused', async (t) => {
  const { site } = await createSite('twice.test')
  const twice = { 'imported_visitors.csv': visitors, 'imported_visitors (1).csv': visitors }
  await t.rejects(importPlausible(db, site, await writeZip('twice.zip', twice), now), {
    status: 400,
    message: 'imported_visitors (1).csv line 2: imported_visitors.csv has sums of 2025-03-01 too; nothing was imported',
  })
})
