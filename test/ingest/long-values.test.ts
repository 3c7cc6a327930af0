// The longest values a submission or an import may have, of bytes that do not compress: index entries end at 2,704
// bytes, and a row that outgrows one would be lost, or would stop the sums of its day.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { parseImportLine } from '../../src/imports/line.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { startApp } from '../support/app.ts'
import { createSite } from '../upkeep/support.ts'

const ascii = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
/** Random characters of three bytes each. */
const ideographs = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 3) }, () =>
    String.fromCodePoint(0x4e00 + (randomBytes(2).readUInt16BE() % 20_000)),
  ).join('')
/** The longest name: 120 characters, each a letter under random marks. */
const marked = (bytesOfOne: number) =>
  Array.from({ length: 120 }, () =>
    [
      'a',
      ...Array.from({ length: (bytesOfOne - 1) / 2 }, () => String.fromCodePoint(0x300 + (randomBytes(1)[0]! % 111))),
    ].join(''),
  ).join('')
/** 120 emoji of 35 bytes each, of the most different ones that a name of this length may have, in no order. */
const tones = ['🏻', '🏼', '🏽', '🏾', '🏿']
const kiss = (index: number) => `👩${tones[index % 5]}‍❤️‍💋‍👨${tones[Math.floor(index / 5)]}`
const kisses = Array.from(randomBytes(120), (byte) => kiss(byte % 17)).join('')

const origin = 'https://x.example/'
const submissions: [title: string, body: Record<string, unknown>][] = [
  ['a path of ASCII', { n: 'pageview', u: origin + ascii(1_982) }],
  ['a path of ideographs', { n: 'pageview', u: origin + ideographs(1_982) }],
  ['a path of percent signs', { n: 'pageview', u: `${origin}${'%ff%e4'.repeat(330)}` }],
  ['a host', { n: 'pageview', u: `https://${ascii(1_980).toLowerCase()}.example/` }],
  ['a source', { n: 'pageview', u: `${origin}?utm_source=${ascii(1_968)}` }],
  ['a campaign', { n: 'pageview', u: `${origin}?utm_campaign=${ascii(1_966)}` }],
  ['a referrer', { n: 'pageview', u: origin, r: `https://example.org/${ascii(2_100)}` }],
  ['a name on a long path', { n: 'ab'.repeat(60), u: origin + ascii(1_982) }],
  ['a name of many bytes', { n: marked(19), u: origin }],
  ['a name of flags', { n: '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(120), u: origin }],
  ['a name of kisses', { n: kisses, u: origin }],
  [
    'props',
    {
      n: 'Signup',
      u: origin,
      p: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [ascii(298) + i, ideographs(1_998)])),
    },
  ],
]

t.test('every longest value is stored, ends in a session and in the sums of its day', async (t) => {
  const app = await startApp()
  const db = createPools({ databaseUrl: app.databaseUrl })
  t.teardown(async () => {
    await db.stop()
    await app.stop()
  })
  await app.provision({ domain: 'x.example' })
  for (const [index, [title, body]] of submissions.entries()) {
    const headers = {
      'x-forwarded-for': `192.0.2.${index + 1}`,
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Firefox/12${index}.0`,
    }
    const send = (more: object) =>
      fetch(`${app.url}/api/event`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ d: 'x.example', ...body, ...more }),
      })
    for (const more of [{}, { n: 'engagement', e: 1_000, sd: 10, p: undefined }]) {
      const answer = await send(more)
      t.strictSame([answer.status, answer.headers.get('x-service-dropped')], [202, null], title)
    }
  }
  const later = new Date(Date.now() + 3_600_000)
  t.equal(await endIdleSessions(db, later), submissions.length)
  const [row] = await db.write.query(
    `select (select count(*) from events) as events, (select count(*) from engagements) as engagements, (select count(*) from sessions) as sessions`,
  )
  t.strictSame(row, { events: submissions.length, engagements: submissions.length, sessions: submissions.length })
  t.ok((await fillBreakdowns(db, new Date(Date.now() + 2 * 86_400_000), { visitsMin: 1 })) > 0)
  const values = await db.write.query<{ dimension: string; bytes: number }>(
    `select dimension, max(octet_length(value)) as bytes from daily_breakdowns group by 1`,
  )
  const longest = Object.fromEntries(values.map(({ dimension, bytes }) => [dimension, bytes]))
  for (const dimension of ['event:page', 'visit:source', 'visit:utm_campaign', 'visit:referrer', 'visit:entry_page'])
    t.ok(longest[dimension]! > 1_900, `${dimension}: ${longest[dimension]} bytes`)
})

t.test('an import refuses what an index could not hold, and takes what fits', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const line = (more: object) => ({
    timestamp: '2025-03-01T10:00:00Z',
    name: 'pageview',
    visitor: 'a',
    url: origin,
    ...more,
  })
  const site = { id: 1, domain: 'x.example', timezone: 'Etc/UTC' }
  for (const key of ['source', 'utm_campaign', 'browser', 'region']) {
    t.equal(
      parseImportLine(JSON.stringify(line({ [key]: ideographs(2_003) })), site, 2e9),
      `${key} has more than 2000 bytes`,
    )
    t.type(parseImportLine(JSON.stringify(line({ [key]: ideographs(2_000) })), site, 2e9), 'object')
  }
  t.equal(
    parseImportLine(JSON.stringify(line({ name: marked(23) })), site, 2e9),
    'name is longer than an index can hold',
  )
  const long = ['source', 'channel', 'utm_source', 'utm_campaign', 'device', 'browser', 'os', 'region'].map((key) =>
    line({ [key]: ascii(2_000) }),
  )
  const paged = line({ url: undefined, hostname: ascii(2_000), pathname: `/${ideographs(1_998)}` })
  const lines = [
    ...long,
    line({ name: marked(19) }),
    line({ name: kisses }),
    paged,
    line({ referrer: ideographs(6_000) }),
  ].map((one, index) => ({ ...one, visitor: index }))
  t.match(await x.import(lines), { imported: lines.length, sessions: lines.length })
  t.ok((await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })) > 0)
})
