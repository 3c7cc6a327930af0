// Histories from umami and plausible: their columns, their zip, and that the same file twice leaves the same.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import t from 'tap'
import { parseCsvLine } from '../../src/ingest/csv.ts'
import { importPlausible } from '../../src/ingest/import-plausible.ts'
import { createUmamiParser } from '../../src/ingest/import-umami.ts'
import { readZip } from '../../src/ingest/zip.ts'
import { createSite } from '../upkeep/support.ts'

t.test('CSV lines', async (t) => {
  const cases: [line: string, fields: string[] | undefined][] = [
    ['a,b', ['a', 'b']],
    ['a,,', ['a', '', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",', ['say "hi"', '']],
    ['"open', undefined],
  ]
  for (const [line, fields] of cases) t.strictSame(parseCsvLine(line), fields, line)
})

/** A zip archive of deflated files, checksums left out: nobody reads them here. */
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
  const [file] = readZip(zip({ 'a.csv': 'x,y\n1,2\n' }))
  t.equal(file?.name, 'a.csv')
  t.equal(file?.read().toString(), 'x,y\n1,2\n')
  t.throws(() => readZip(Buffer.from('hello')), { message: 'this is no zip archive' })
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
  t.match(await x.import(csv, { createParser: createUmamiParser, source: 'umami' }), { lines: 3, imported: 3, sessions: 2 })
  t.strictSame(await x.db.write.query('select entry_page, source, events, device, country from sessions order by ended_at'), [
    { entry_page: '/a', source: 'Google', events: 2, device: 'Desktop', country: 'DE' },
    { entry_page: '/b', source: 'Bing', events: 1, device: null, country: null },
  ])
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
    t.match(await importPlausible(x.db, site, path), { days: 2, first: '2025-03-01', last: '2025-03-02' }, message)
    t.match(
      await x.db.write.query(
        `select local_day, dimension, value, visitors, visits, pageviews, bounces, duration from imported_days
         where dimension in ('', 'visit:source') order by dimension, local_day`,
      ),
      [
        { local_day: '2025-03-01', dimension: '', value: '', visitors: 5, visits: 6, pageviews: 9, bounces: 2, duration: 120 },
        { local_day: '2025-03-02', visitors: 1 },
        { dimension: 'visit:source', value: 'Google', visitors: 5, visits: 6, pageviews: 9, bounces: 2, duration: 120 },
      ],
    )
  }
})
