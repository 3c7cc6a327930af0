// History in files that come in any order: the sessions are those of one writer that saw every event in order, also where
// engagement alone kept one alive, the flags add up, and the rollups equal the rows.
import fc from 'fast-check'
import t from 'tap'
import { runs } from '../support/effort.ts'
import { type ModelEvent, modelSessions } from '../support/session-model.ts'
import { checkSums } from '../support/session-sums.ts'
import { createSite } from '../upkeep/support.ts'

const daySeconds = 86_400
/** Around the ends of months and a day on which a clock changes. */
const days = ['2024-10-31', '2024-11-01', '2024-11-03', '2024-11-14', '2024-11-30', '2024-12-01', '2024-12-31'].map(
  (day) => Date.parse(`${day}T00:00:00Z`) / 1000,
)

const visit = fc.record({
  visitor: fc.integer({ min: 0, max: 1 }),
  start: fc
    .tuple(fc.constantFrom(...days), fc.integer({ min: -daySeconds, max: daySeconds }))
    .map(([day, offset]) => day + offset),
  steps: fc.array(
    fc.record({
      gap: fc.constantFrom(60, 1_200, 1_200, 1_799, 1_800, 1_801),
      name: fc.constantFrom('pageview', 'engagement', 'engagement', 'signup'),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

type Visit = typeof visit extends fc.Arbitrary<infer Value> ? Value : never

const history = fc.record({
  timezone: fc.constantFrom('America/Havana', 'Asia/Kathmandu', 'Pacific/Apia', 'Etc/UTC'),
  visits: fc.array(visit, { minLength: 8, maxLength: 20 }),
  // Before what is there, after it, and, twice as often, in between.
  order: fc.constantFrom([0, 2, 1], [0, 2, 1], [2, 0, 1], [2, 0, 1], [2, 1, 0], [1, 0, 2], [0, 1, 2]),
})

/**
 * Three files that begin where no session runs on: an engagement event before its session is in has none
 * (docs/operate.md).
 */
function toFiles({ visits, order }: { visits: readonly Visit[]; order: readonly number[] }): {
  events: ModelEvent[]
  files: ModelEvent[][]
} {
  const events = visits
    .flatMap(({ visitor, start, steps }) => {
      let at = start
      return [{ gap: 0, name: 'pageview' }, ...steps].map(({ gap, name }, index) => {
        at += gap
        return { visitor: `v${visitor}`, at, name, pathname: `/${index}`, interactive: true }
      })
    })
    .sort((a, b) => a.at - b.at)
  const files: ModelEvent[][] = [[]]
  for (const [index, event] of events.entries()) {
    const isQuiet = index > 0 && event.at - events[index - 1]!.at > 3_600
    if (isQuiet && files.length < 3 && index >= (files.length * events.length) / 3) files.push([])
    files.at(-1)!.push(event)
  }
  return { events, files: order.map((index) => files[index] ?? []).filter((file) => file.length > 0) }
}

t.setTimeout(120_000)

t.test('files in any order are one history in order', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  let used = 0
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const { timezone } = drawn
      const domain = `s${used}.example`
      const id = 2 + used++
      await x.db.write.query('insert into sites (team_id, domain, timezone) values (1, $1, $2)', [domain, timezone])
      const { events, files } = toFiles(drawn)
      let dropped = 0
      for (const file of files) {
        const lines = file.map(({ visitor, at, name, pathname }) => ({
          timestamp: new Date(at * 1000).toISOString(),
          name,
          visitor,
          url: `https://x.example${pathname}`,
          ...(name === 'engagement' ? { engagement_time: 1 } : {}),
        }))
        dropped += (await x.import(lines, { site: { id, domain, timezone } })).dropped
      }
      const model = modelSessions(events)
      const expected = model.sessions.map((one) =>
        [
          one.startedAt,
          one.endedAt,
          one.pageviews,
          one.events,
          one.isBounce,
          one.entryPage ?? '',
          one.exitPage ?? '',
        ].join(),
      )
      const rows = await x.db.write.query<{ row: string }>(
        `select concat_ws(',', extract(epoch from started_at)::bigint, extract(epoch from ended_at)::bigint, pageviews, events,
                  is_bounce::text, coalesce(entry_page, ''), coalesce(exit_page, '')) as row
         from sessions where site_id = $1`,
        [id],
      )
      const found = rows.map(({ row }) => row)
      t.strictSame([found.sort(), dropped], [expected.sort(), model.dropped], timezone)
      await checkSums(t, x.db, id, timezone)
      t.strictSame(await x.verify({ site: domain }), [])
    }),
    { numRuns: runs(10), endOnFailure: true },
  )
})
