// Events that come late, in any order: flags still add up, rollups still equal the rows, every event is in one session.
import fc from 'fast-check'
import t from 'tap'
import { createDatabase } from '../support/database.ts'
import { runs } from '../support/effort.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { own } from '../support/own.ts'
import { checkSums } from '../support/session-sums.ts'

const midnight = Date.UTC(2026, 2, 1) / 1000

const arrival = fc.record({
  visitor: fc.integer({ min: 0, max: 2 }),
  at: fc.integer({ min: -3 * 3600, max: 3 * 3600 }),
  name: fc.constantFrom('pageview', 'pageview', 'Signup', 'engagement'),
  batch: fc.integer({ min: 0, max: 6 }),
})

t.test('late events in any order', async (t) => {
  const database = await createDatabase()
  t.teardown(() => database.drop())
  const sites = Array.from({ length: 200 }, (_, index) =>
    siteView({ id: index + 1, domain: `s${index + 1}.test`, timezone: 'Europe/London' }),
  )
  // One salt for all: the clock stands at the end, so that both days know the same ids.
  const writer = await startIngest({
    databaseUrl: database.url,
    sites,
    lanes: 2,
    now: () => new Date((midnight + 30 * 86_400) * 1000),
  })
  let siteId = 0
  await fc.assert(
    fc.asyncProperty(fc.array(arrival, { minLength: 1, maxLength: 40 }), async (arrivals) => {
      siteId += 1
      let dropped = 0
      for (let batch = 0; batch <= 6; batch++) {
        const answers = await Promise.all(
          arrivals
            .filter((one) => one.batch === batch)
            .map((one) =>
              writer.ingest.accept(
                envelope(
                  { n: one.name, u: `https://example.com/${one.batch}`, d: `s${siteId}.test`, e: 10 },
                  { ip: `10.0.0.${one.visitor}`, at: midnight + one.at },
                ),
              ),
            ),
        )
        for (const answer of answers) dropped += answer.status === 202 ? answer.dropped : 1000
      }
      const engagements = arrivals.filter((one) => one.name === 'engagement').length
      const [counts] = await (await own(writer.db, siteId)).query<Record<string, number>>(
        `select (select count(*) from events where {{at}}site_id = $1) as events,
                (select count(*) from engagements where {{at}}site_id = $1) as engagements,
                (select coalesce(sum(events), 0)::bigint from visits where {{at}}site_id = $1) as in_sessions,
                (select count(*) from (select session_id from events where {{at}}site_id = $1 except select session_id from visits where {{at}}site_id = $1) x) as orphans,
                (select count(*) from (select session_id from engagements where {{at}}site_id = $1 except select session_id from visits where {{at}}site_id = $1) x) as stray,
                (select count(*) from visits v where {{at v}}site_id = $1 and (started_at, ended_at, pageviews) is distinct from
                   (select (min(recorded_at), max(recorded_at), count(*) filter (where name = 'pageview')::integer) from events e where {{at e}}e.session_id = v.session_id)) as wrong`,
        [siteId],
      )
      t.strictSame(counts, {
        events: arrivals.length - engagements,
        engagements: engagements - dropped,
        in_sessions: arrivals.length - engagements,
        orphans: 0,
        stray: 0,
        wrong: 0,
      })
      await checkSums(t, writer.db, siteId, 'Europe/London')
    }),
    { numRuns: runs(150), endOnFailure: true },
  )
  await writer.stop()
})
