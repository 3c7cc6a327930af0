// Whatever is sent, the answer is 202 or 400, and every event of a 202 is in the tables or in the drop counters.
import fc from 'fast-check'
import t from 'tap'
import { createDatabase } from '../support/database.ts'
import { runs } from '../support/effort.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { anyText } from '../support/text.ts'

const site = siteView({ id: 1, domain: 'fuzz.test', revenueGoals: new Map([['Buy', 'EUR']]) })

const text = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '%',
    '%ff',
    '\\',
    '\\.',
    "'",
    '\t',
    '\n',
    '{}',
    '"',
    'NaN',
    '\\N',
    'a'.repeat(3000),
  ),
)
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const value = fc.oneof({ weight: 6, arbitrary: scalar }, { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) })
const url = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(text, text)
      .map(([path, query]) => `https://fuzz.test/${path}?utm_source=${query}&ref=${query}`),
  },
  { weight: 2, arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }) },
  { weight: 1, arbitrary: value },
)
const body = fc.record(
  {
    n: fc.oneof(fc.constantFrom('pageview', 'engagement', 'Buy', '404'), value),
    u: url,
    d: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('fuzz.test', 'fuzz.test,fuzz.test', 'nobody.test') },
      { weight: 1, arbitrary: value },
    ),
    r: fc.oneof(fc.constantFrom('https://google.com/', 'https://1-best-seo.com'), value),
    p: fc.oneof(fc.dictionary(text, value, { maxKeys: 40 }), value),
    h: value,
    i: value,
    sd: value,
    e: value,
    revenue: fc.oneof(fc.record({ amount: value, currency: fc.constantFrom('EUR', 'USD', 'XXX') }), value),
  },
  { requiredKeys: ['n', 'u', 'd'] },
)
const sent = fc.record({
  body: fc.oneof({ weight: 8, arbitrary: body.map((one) => JSON.stringify(one)) }, { weight: 1, arbitrary: text }),
  ip: fc.oneof(fc.ipV4(), fc.ipV6(), text),
  userAgent: fc.oneof(
    text,
    fc.constantFrom('curl/8', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/85.0', 'x'.repeat(8192)),
  ),
})

t.test('random submissions', async (t) => {
  const database = await createDatabase()
  const one = await startIngest({ databaseUrl: database.url, sites: [site], lanes: 2 })
  t.teardown(async () => {
    await one.stop()
    await database.drop()
  })
  let events = 0
  const property = fc.asyncProperty(fc.array(sent, { minLength: 20, maxLength: 60 }), async (list) => {
    const answers = await Promise.all(
      list.map(async ({ body, ip, userAgent }) => ({
        body,
        answer: await one.ingest.accept(envelope(body, { ip, userAgent })),
      })),
    )
    for (const { body, answer } of answers) {
      if (answer.status === 503) throw new Error('answered 503')
      if (answer.status === 400) {
        if (Object.keys(answer.errors).length === 0) throw new Error('a 400 without errors')
        continue
      }
      if (answer.status === 200) throw new Error('a token for an event')
      const { d } = JSON.parse(body) as { d?: unknown }
      const domains = typeof d === 'string' ? d.trim().split(',').length : 1
      if (answer.dropped > domains) throw new Error('more dropped than sent')
      events += domains
    }
  })
  // How many are taken is a matter of chance.
  do await fc.assert(property, { numRuns: runs(60), endOnFailure: true })
  while (events <= 500)
  const [counts] = await one.db.write.query<{ counted: number; kept: number; rows: number; invalid: number }>(
    `select counts.*, events.count + engagements.count as rows
     from (select sum(count)::bigint as counted,
                  sum(count) filter (where reason = 'accepted')::bigint as kept,
                  coalesce(sum(count) filter (where reason = 'invalid'), 0)::bigint as invalid
           from traffic_counts) counts,
          (select count(*) from events) events, (select count(*) from engagements) engagements`,
  )
  t.equal(counts?.counted, events, 'every event of a 202 is counted')
  t.equal(counts?.kept, counts?.rows, 'every kept one is a row')
  t.equal(counts?.invalid, 0, 'nothing that passed the checks was refused by the database')
})
