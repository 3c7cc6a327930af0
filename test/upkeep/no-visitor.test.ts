// Events without a visitor (spec/ingestion 23.3): deletions, changes of the time zone, exports and imports treat them as
// all others, and deleting an import takes them too.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { createErasing, eraseDue } from '../../src/app/erasing.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import type { ErasureScope } from '../../src/rules/erasure.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { exportRows } from '../../src/upkeep/export.ts'
import { deleteImports } from '../../src/upkeep/import-deletion.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { createSite, pageview, type TestSite } from './support.ts'

t.setTimeout(120_000)

const now = new Date('2025-03-20T12:00:00Z')

/** An event of a visitor, or of nobody as an export has it. */
const event = (visitor: string | null, timestamp: string, name: string, path: string) => ({
  ...(visitor === null ? { visitor_id: null, session_id: null } : { visitor }),
  ...{ timestamp, name, url: `https://x.example${path}` },
})
const lines = [
  pageview('ann', '2025-03-10T10:00:00Z'),
  event(null, '2025-03-10T10:00:01Z', 'Purchase', '/thanks'),
  event('ann', '2025-03-10T10:00:02Z', 'Purchase', '/thanks'),
  event(null, '2025-03-10T23:30:00Z', 'Purchase', '/thanks'),
  event(null, '2025-03-11T08:00:00Z', 'pageview', '/server'),
]

async function startSite(timezone = 'Etc/UTC'): Promise<TestSite> {
  const x = await createSite(timezone)
  const result = await x.import(lines, { now: () => now })
  t.match(result, { lines: lines.length })
  return x
}

/** Events by local day: all, and those of nobody; and the sums of the days. */
async function daysOf(x: TestSite) {
  const rows = await x.db.write.query(
    `select local_day::text as day, count(*)::int as events, count(*) filter (where session_id is null)::int as alone
     from events group by 1 order by 1`,
  )
  await fillBreakdowns(x.db, now, { visitsMin: 0 })
  t.strictSame(await x.verify(), [], 'sums are those of the rows')
  const sums = await x.db.write.query(
    `select local_day::text as day, active_visitors as visitors, pageviews, events from daily_breakdowns
     where dimension = 'all' order by 1`,
  )
  const [counted] = await x.db.write.query<{ count: number }>(
    `select coalesce(sum(count), 0)::int as count from traffic_counts where reason = 'accepted'`,
  )
  return { rows, sums, counted: counted?.count }
}

t.test('they count, and nobody with them', async (t) => {
  const x = await startSite()
  t.teardown(() => x.drop())
  t.strictSame(await daysOf(x), {
    rows: [
      { day: '2025-03-10', events: 4, alone: 2 },
      { day: '2025-03-11', events: 1, alone: 1 },
    ],
    sums: [
      { day: '2025-03-10', visitors: 1, pageviews: 1, events: 4 },
      { day: '2025-03-11', visitors: 0, pageviews: 1, events: 1 },
    ],
    counted: 5,
  })
  t.strictSame(await x.db.write.query('select count(*)::int as visits, sum(events)::int as events from sessions'), [
    { visits: 1, events: 2 },
  ])
})

t.test('deletions take them where they take events', async (t) => {
  const table: readonly [Partial<ErasureScope> & Pick<ErasureScope, 'kind'>, left: number, alone: number][] = [
    [{ kind: 'everything' }, 0, 0],
    [{ kind: 'days', from: '2025-03-10', to: '2025-03-10' }, 1, 1],
    [{ kind: 'event', event: 'Purchase' }, 2, 1],
    [{ kind: 'page', page: '/server' }, 4, 2],
    [{ kind: 'filters', filters: [['is', 'event:page', ['/thanks']]] }, 1, 1],
    [{ kind: 'filters', filters: [['is', 'visit:source', ['Direct / None']]] }, 3, 3],
    [{ kind: 'filters', filters: [['has_not_done', ['is', 'event:name', ['Signup']]]] }, 3, 3],
  ]
  for (const [given, left, alone] of table) {
    const x = await startSite()
    const scope = { from: null, to: null, page: null, event: null, filters: null, ...given }
    const name = JSON.stringify(given)
    const erasing = createErasing({ db: x.db, clock: { now: () => now }, statementTimeoutMs: 20_000 })
    const { until, confirm, events } = await erasing.count(1, scope, { until: undefined, userId: null })
    t.equal(events, lines.length - left, `${name}: the count`)
    const registry = createRegistry({ db: x.db, config: { secretKey: 'secret' }, clock: { now: () => now } })
    await erasing.begin(registry, 1, scope, { until, confirm, userId: null, isImmediate: true })
    t.equal(await eraseDue(x.db, now), 1)
    const { rows, counted } = await daysOf(x)
    const sum = (key: string) => rows.reduce((all, row) => all + Number((row as Record<string, unknown>)[key]), 0)
    t.strictSame([sum('events'), sum('alone'), counted], [left, alone, left], name)
    await x.drop()
  }
})

t.test('a change of the time zone moves them to their days', async (t) => {
  const x = await startSite('Etc/UTC')
  t.teardown(() => x.drop())
  await startTimezoneChange(x.db, 'x.example', 'Asia/Tokyo')
  await changeTimezones(x.db, new Date(Date.now() + 10_000))
  t.match(await daysOf(x), {
    rows: [
      { day: '2025-03-10', events: 3, alone: 1 },
      { day: '2025-03-11', events: 2, alone: 2 },
    ],
  })
})

t.test('an export brings them back, in both formats; the deletion of the import takes them', async (t) => {
  const x = await startSite()
  t.teardown(() => x.drop())
  const site = await getSite(x.db.write, 'x.example')
  const before = await daysOf(x)
  for (const format of ['ndjson', 'csv'] as const) {
    const sink = new PassThrough()
    const reading = text(sink)
    await exportRows({
      db: x.db,
      databaseUrl: x.url,
      site,
      what: 'events',
      format,
      from: undefined,
      to: undefined,
      sink,
    })
    sink.end()
    const exported = await reading
    const y = await createSite()
    const made = await y.import(exported, { now: () => now })
    t.match(await daysOf(y), before, format)
    await y.db.write.query(`update imports set state = 'deleting' where id = $1`, [made.id])
    await deleteImports(y.db, now)
    t.match(await daysOf(y), { rows: [], counted: 0 }, `${format}: deleted`)
    await y.drop()
  }
})
