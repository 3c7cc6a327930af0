// Sessions do not depend on who wrote what when: random arrivals over lanes 1, 2 and 4 and two write paths on one
// database give what a simple sequential model computes, flags that add up, and rollups that equal the rows.
import fc from 'fast-check'
import t from 'tap'
import { createDatabase } from '../support/database.ts'
import { runs } from '../support/effort.ts'
import { envelope, siteView, startIngest, type TestIngest } from '../support/ingest.ts'
import { own } from '../support/own.ts'
import { type ModelEvent, modelSessions } from '../support/session-model.ts'
import { checkSums } from '../support/session-sums.ts'

const domain = 'example.com'
const midnight = Date.UTC(2026, 2, 1) / 1000

interface Step {
  readonly visitor: number
  readonly gap: number
  readonly name: string
  readonly page: number
  readonly interactive: boolean
  readonly writer: number
}

const step: fc.Arbitrary<Step> = fc.record({
  visitor: fc.integer({ min: 0, max: 5 }),
  gap: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
    { weight: 2, arbitrary: fc.constantFrom(1799, 1800, 1801) },
    { weight: 1, arbitrary: fc.integer({ min: 1802, max: 7200 }) },
  ),
  name: fc.constantFrom('pageview', 'pageview', 'pageview', 'Signup', 'engagement', '404'),
  page: fc.integer({ min: 1, max: 4 }),
  interactive: fc.boolean(),
  writer: fc.integer({ min: 0, max: 1 }),
})

const always = new Set(['pageview', 'engagement', '404'])

t.test('random arrivals over several lanes and two write paths equal the sequential model', async (t) => {
  const database = await createDatabase()
  t.teardown(() => database.drop())
  const now = () => new Date((midnight + 86_400) * 1000)
  let siteId = 0
  for (const lanes of [1, 2, 4]) {
    const sites = Array.from({ length: 40 }, (_, index) =>
      siteView({ id: siteId + index + 1, domain: `s${siteId + index + 1}.test`, timezone: 'Asia/Tokyo' }),
    )
    const writers: TestIngest[] = await Promise.all(
      [0, 1].map(() => startIngest({ databaseUrl: database.url, sites, lanes, now })),
    )
    const { db } = writers[0]!
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        siteId += 1
        const site = `s${siteId}.test`
        let clock = midnight - 7200
        const events: (ModelEvent & { writer: number })[] = steps.map((one) => {
          clock += one.gap
          return {
            visitor: `10.0.0.${one.visitor}`,
            at: clock,
            name: one.name,
            pathname: `/${one.page}`,
            interactive: always.has(one.name) || one.interactive,
            writer: one.writer,
          }
        })
        // Visitors arrive all at once; one visitor's next event goes out when its last one was answered.
        const byVisitor = new Map<string, typeof events>()
        for (const event of events) byVisitor.set(event.visitor, [...(byVisitor.get(event.visitor) ?? []), event])
        let dropped = 0
        await Promise.all(
          [...byVisitor.values()].map(async (own) => {
            for (const event of own) {
              const body = {
                n: event.name,
                u: `https://${domain}${event.pathname}`,
                d: site,
                i: event.interactive,
                sd: 10,
                e: 5,
              }
              const answer = await writers[event.writer]!.ingest.accept(
                envelope(body, { ip: event.visitor, at: event.at }),
              )
              if (answer.status !== 202) throw new Error(`answered ${answer.status}`)
              dropped += answer.dropped
            }
          }),
        )
        const expected = modelSessions(events)
        const row = (session: (typeof expected.sessions)[number]) =>
          [
            session.startedAt,
            session.endedAt,
            session.pageviews,
            session.events,
            session.isBounce,
            session.entryPage,
            session.exitPage,
            session.engagements,
          ].join()
        const rows = await (await own(db, siteId)).query<{ line: string }>(
          `select concat_ws(',', extract(epoch from started_at)::bigint, extract(epoch from ended_at)::bigint, pageviews, v.events,
                  is_bounce::text, coalesce(entry_page, ''), coalesce(exit_page, ''), (select count(*) from engagements g where {{at g}}g.session_id = v.session_id)) as line
           from visits v where {{at v}}site_id = $1`,
          [siteId],
        )
        t.strictSame(rows.map(({ line }) => line).sort(), expected.sessions.map(row).sort())
        t.equal(dropped, expected.dropped)

        await checkSums(t, db, siteId, 'Asia/Tokyo')
      }),
      { numRuns: runs(12), endOnFailure: true },
    )
    siteId += 40
    await Promise.all(writers.map((writer) => writer.stop()))
  }
})
