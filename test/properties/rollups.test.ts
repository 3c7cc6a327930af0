// The promise of the rollups: whatever traffic came, in whatever zone and pieces, sums = raw rows = a naive model.
import fc from 'fast-check'
import t from 'tap'
import { createLocalDays } from '../../src/rules/time.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { runs } from '../support/effort.ts'
import { modelSessions } from '../support/session-model.ts'
import { createSite } from '../upkeep/support.ts'

t.setTimeout(120_000)

const zones = [
  'Etc/UTC',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Santiago',
  'Pacific/Apia',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'America/Sao_Paulo',
  'Africa/Casablanca',
]

/** Days on which something happens: DST changes of those zones, month ends, a leap day, a year's end. */
const anchors = [
  '2024-02-29',
  '2024-03-10',
  '2024-03-31',
  '2024-04-07',
  '2024-09-08',
  '2024-09-29',
  '2024-10-06',
  '2024-10-27',
  '2024-11-03',
  '2024-12-31',
].map((day) => Date.parse(`${day}T00:00:00Z`) / 1000)

interface Visit {
  visitor: string
  start: number
  gaps: number[]
}

const visit = fc.record({
  visitor: fc.integer({ min: 0, max: 5 }).map((id) => `v${id}`),
  start: fc
    .tuple(fc.constantFrom(...anchors), fc.integer({ min: -2 * 86_400, max: 3 * 86_400 }))
    .map(([anchor, offset]) => anchor + offset),
  gaps: fc.array(fc.constantFrom(0, 1, 60, 1_799, 1_800, 1_801, 3_600), { maxLength: 5 }),
})

const traffic = fc.record({
  zone: fc.constantFrom(...zones),
  visits: fc.array(visit, { minLength: 1, maxLength: 25 }),
  pieces: fc.integer({ min: 1, max: 3 }),
})

interface Sample {
  visitor: string
  at: number
  name: string
  pathname: string
  interactive: boolean
}

const toEvents = (visits: readonly Visit[]): Sample[] =>
  visits
    .flatMap(({ visitor, start, gaps }) => {
      let at = start
      const times = [at]
      for (const gap of gaps) {
        at += gap
        times.push(at)
      }
      return times.map((time, index) => ({
        visitor,
        at: time,
        name: index % 3 === 1 ? 'signup' : 'pageview',
        pathname: `/${index}`,
        interactive: true,
      }))
    })
    .sort((a, b) => a.at - b.at)

const localDays = createLocalDays()

/** Counts of distinct visitors, and sums, by a key of each day; sets and loops only. */
function model(events: readonly Sample[], zone: string, keyOf: (day: string) => string) {
  const sums = new Map<
    string,
    { pageviews: number; events: number; visitors: Set<string>; visits: number; bounces: number; duration: number }
  >()
  const at = (seconds: number) => {
    const key = keyOf(localDays(zone, seconds))
    const known = sums.get(key) ?? {
      pageviews: 0,
      events: 0,
      visitors: new Set<string>(),
      visits: 0,
      bounces: 0,
      duration: 0,
    }
    sums.set(key, known)
    return known
  }
  for (const event of events) {
    const bucket = at(event.at)
    bucket.events++
    if (event.name === 'pageview') bucket.pageviews++
    bucket.visitors.add(event.visitor)
  }
  for (const session of modelSessions(events).sessions) {
    const bucket = at(session.endedAt)
    bucket.visits++
    if (session.isBounce) bucket.bounces++
    bucket.duration += session.endedAt - session.startedAt
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => ({ key, ...sum, visitors: sum.visitors.size }))
}

t.test('rollups = raw rows = a naive model, by day and by month, in any zone and any pieces', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  let siteId = 1
  await fc.assert(
    fc.asyncProperty(traffic, async ({ zone, visits, pieces }) => {
      siteId++
      const domain = `s${siteId}.example`
      await x.db.write.query('insert into sites (team_id, domain, timezone) values (1, $1, $2)', [domain, zone])
      const events = toEvents(visits)
      const site = { id: siteId, domain, timezone: zone }
      const size = Math.ceil(events.length / pieces)
      // Pieces are cut where no session runs on: an ended session of an earlier file is never reopened.
      let piece: Sample[] = []
      for (const [index, event] of events.entries()) {
        piece.push(event)
        const next = events[index + 1]
        if (next && (piece.length < size || next.at - event.at <= 1_800)) continue
        const lines = piece.map(({ visitor, at, name, pathname }) => ({
          timestamp: new Date(at * 1000).toISOString(),
          name,
          visitor,
          url: `https://${domain}${pathname}`,
        }))
        await x.import(lines, { site })
        piece = []
      }
      await endIdleSessions(x.db, new Date())
      for (const [grain, flag, keyOf] of [
        ['local_day', 'first_of_visitor_day', (day: string) => day],
        [
          `date_trunc('month', local_day::timestamp)::date`,
          'first_of_visitor_month',
          (day: string) => `${day.slice(0, 7)}-01`,
        ],
      ] as const) {
        const rows = await x.db.write.query(
          `select key, coalesce(pageviews, 0) as pageviews, coalesce(events, 0) as events, coalesce(visitors, 0) as visitors,
                  coalesce(visits, 0) as visits, coalesce(bounces, 0) as bounces, coalesce(duration, 0) as duration
           from (select ${grain} as key, sum(pageviews)::bigint as pageviews, sum(events)::bigint as events, sum(${flag})::bigint as visitors
                 from event_hours where site_id = $1 group by 1) e
           full join (select ${grain} as key, sum(visits)::bigint as visits, sum(bounces)::bigint as bounces, sum(duration)::bigint as duration
                      from session_hours where site_id = $1 group by 1) s using (key)
           order by key`,
          [siteId],
        )
        const expected = model(events, zone, keyOf)
        const same =
          JSON.stringify(rows.map(Object.entries)) ===
          JSON.stringify(
            expected.map(({ key, pageviews, events, visitors, visits, bounces, duration }) =>
              Object.entries({ key, pageviews, events, visitors, visits, bounces, duration }),
            ),
          )
        if (!same) throw new Error(`${zone} ${grain}\n${JSON.stringify(rows)}\n${JSON.stringify(expected)}`)
      }
      const differences = await x.verify({ site: domain })
      if (differences.length > 0) throw new Error(JSON.stringify(differences))
    }),
    { numRuns: runs(25), endOnFailure: true },
  )
  t.pass()
})

t.test(
  'visitors over any run of days: firsts minus those seen the day before, while ids live two neighbouring days',
  async (t) => {
    const x = await createSite('America/Havana')
    t.teardown(() => x.drop())
    const start = Date.parse('2024-10-28T06:00:00Z') / 1000
    const lines: object[] = []
    const days = new Map<string, Set<string>>()
    for (let index = 0; index < 400; index++) {
      const visitor = `v${Math.floor(index / 4)}`
      const at = start + Math.floor(index / 4) * 6_000 + (index % 4) * 20_000
      lines.push({ timestamp: new Date(at * 1000).toISOString(), name: 'pageview', visitor, url: 'https://x.example/' })
      const day = localDays('America/Havana', at)
      days.set(day, (days.get(day) ?? new Set()).add(visitor))
    }
    await x.import(lines)
    t.strictSame(await x.db.write.query('select long_lived_from from sites where id = 1'), [{ long_lived_from: null }])
    const all = [...days.keys()].sort()
    for (const [index, from] of all.entries()) {
      for (const to of all.slice(index)) {
        const [row] = await x.db.write.query<{ visitors: number }>(
          `select (sum(first_of_visitor_day) - coalesce(sum(seen_day_before) filter (where local_day > $1), 0))::bigint as visitors
         from event_hours where local_day between $1 and $2`,
          [from, to],
        )
        const expected = new Set(all.filter((day) => day >= from && day <= to).flatMap((day) => [...days.get(day)!]))
          .size
        if (row?.visitors !== expected) t.equal(row?.visitors, expected, `${from} to ${to}`)
      }
    }
    t.ok(all.length > 6)
  },
)
