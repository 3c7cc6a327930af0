// A file means the same on every machine: each reader of imports gives the same lines and sums whatever the machine's
// time zone is.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { noContext } from '../../src/imports/import-context.ts'
import { parseImportLine } from '../../src/imports/line.ts'
import { createOwnCsvParser } from '../../src/imports/own-csv.ts'
import { importReaders } from '../../src/imports/sources.ts'
import { importSourceNames } from '../../src/rules/import-sources.ts'
import { readLog } from '../support/web-log.ts'
import { lineDialects } from './web-log-dialects.ts'
import { fieldsDialects } from './web-log-fields-dialects.ts'

const folder = await mkdtemp(join(tmpdir(), 'tidemark-zones-'))
const before = process.env.TZ
t.teardown(async () => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
  await rm(folder, { recursive: true, force: true })
})

const site = { id: 1, domain: 'shop.example', timezone: 'Asia/Tokyo', home_hostname: null }
const now = 2_000_000_000

/** Times as files have them. Half of an hour's change of clocks is among them. */
const times = [
  '2024-03-10 02:30:00',
  '2024-03-10T02:30:00Z',
  '2024-03-31 02:30:00.123',
  '2024-01-05',
  '2024-01-05T00:10',
]

/** What each reader makes of a file, as text. */
const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  'web-log': async () => {
    const read: unknown[] = []
    for (const { lines } of [...lineDialects, ...fieldsDialects]) read.push(await readLog(lines.join('\n')))
    return read
  },
  events: async () => {
    const fields = { name: 'pageview', visitor: 'a', url: 'https://shop.example/' }
    const header = 'timestamp,name,visitor_id,session_id,hostname,pathname'
    const parse = createOwnCsvParser()
    parse(header, site, now)
    return times.map((timestamp) => [
      parseImportLine(JSON.stringify({ ...fields, timestamp }), site, now),
      parse(`${timestamp},pageview,1,2,shop.example,/`, site, now),
    ])
  },
  umami: async () => {
    const parse = importReaders.umami.createParser!()
    parse('created_at,session_id,url_path', site, now)
    return times.map((time) => parse(`${time},s,/`, site, now))
  },
  goatcounter: async () => {
    const parse = importReaders.goatcounter.createParser!()
    parse(
      '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
      site,
      now,
    )
    return times.map((time) => parse(`/,x,false,,Chrome,Linux,s,0,,,,,true,${time}`, site, now))
  },
  matomo: async () => {
    const action = {
      type: 'action',
      url: 'https://shop.example/',
      timestamp: 1_710_037_800,
      serverTimePretty: '02:30:00',
    }
    const visits = [
      { visitorId: 'a', actionDetails: [action], serverDate: '2024-03-10', serverTimestamp: 1_710_037_800 },
    ]
    const texts = async function* () {
      yield {
        name: 'visits.json',
        pieces: (async function* () {
          yield Buffer.from(JSON.stringify(visits))
        })(),
      }
    }
    const found: unknown[] = []
    for await (const one of importReaders.matomo.convert!(texts, { site, context: noContext, key: Buffer.from('k') }))
      found.push(one)
    return found
  },
  plausible: async () => {
    const path = join(folder, 'imported_visitors.csv')
    await writeFile(
      path,
      'date,visitors,pageviews,bounces,visits,visit_duration\n2024-03-10,5,9,2,6,120\n2024-03-31,1,1,1,1,0\n',
    )
    return await importReaders.plausible.readSums!([{ path, name: 'imported_visitors.csv' }], '2024-12-31')
  },
  'google-analytics': async () => {
    const path = join(folder, 'days.csv')
    await writeFile(
      path,
      '# Start date: 20240309\n# End date: 20240311\n\nNth day,Active users,Sessions,Views\n0000,2,2,4\n0001,3,3,4\n0002,3,3,4\n',
    )
    return await importReaders['google-analytics'].readSums!([{ path, name: 'days.csv' }], '2024-12-31')
  },
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (one instanceof Map ? [...one] : typeof one === 'bigint' ? String(one) : one))

t.test('every reader, in machines of five zones', async (t) => {
  t.strictSame(Object.keys(readers).sort(), [...importSourceNames].sort(), 'each source of imports has its reader here')
  for (const [name, read] of Object.entries(readers)) {
    process.env.TZ = 'UTC'
    const expected = asText(await read())
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Pacific/Chatham']) {
      process.env.TZ = zone
      t.not(new Date(2024, 0, 1).getTimezoneOffset(), 0, 'the process is in that zone')
      t.equal(asText(await read()), expected, `${name} in ${zone}`)
    }
  }
})
