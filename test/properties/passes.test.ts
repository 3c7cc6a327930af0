// Questions that share passes over their rows are answered as each of them alone, byte for byte.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { startCluster, withoutCluster } from '../../tools/citus/cluster.ts'
import { runs } from '../support/effort.ts'
import { own } from '../support/own.ts'
import { type ModelService, startModelService } from '../support/stats-model-traffic.ts'
import { dateRange } from '../support/stats-questions.ts'

const batches = runs(30)

const filters = [
  ['is', 'visit:browser', ['Firefox']],
  ['is', 'visit:source', ['Google']],
  ['is_not', 'visit:country', ['EE']],
  ['contains', 'visit:entry_page', ['blog']],
  ['is', 'visit:city', ['588409']],
  ['is', 'event:page', ['/blog', '/']],
  ['contains_not', 'event:page', ['blog']],
  ['is', 'event:hostname', ['a.com']],
  ['is', 'event:goal', ['Signup']],
  ['is', 'event:goal', ['Half of the blog']],
  ['is', 'event:props:plan', ['pro']],
  ['has_not_done', ['is', 'event:goal', ['Purchase']]],
  [
    'or',
    [
      ['is', 'visit:os', ['Mac']],
      ['is', 'event:page', ['/register']],
    ],
  ],
  ['matches', 'visit:browser', ['(']],
]
const dimensions = [
  'visit:source',
  'visit:channel',
  'visit:country',
  'visit:region_name',
  'visit:city',
  'visit:browser',
  'visit:browser_version',
  'visit:entry_page',
  'visit:exit_page',
  'visit:entry_page_hostname',
  'event:page',
  'event:hostname',
  'event:name',
  'event:goal',
  'event:props:plan',
]
const plain = ['visitors', 'visitors', 'visits', 'pageviews', 'events', 'percentage']
/** Metrics that many filters and dimensions refuse. */
const special = [
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'time_on_page',
  'scroll_depth',
  'conversion_rate',
  'group_conversion_rate',
  'exit_rate',
  'total_revenue',
  'average_revenue',
]
const comparisons = [
  { mode: 'previous_period' },
  { mode: 'previous_period', match_day_of_week: true },
  { mode: 'custom', date_range: ['2021-03-20', '2021-04-02'] },
]

/** Questions of one page: of the same range, filters and comparison, but for some that have others. */
const batch = fc
  .record({
    date_range: dateRange,
    filters: fc.uniqueArray(fc.constantFrom(...filters), { minLength: 1, maxLength: 2 }),
    imports: fc.boolean(),
    comparison: fc.option(fc.constantFrom(...comparisons), { freq: 3 }),
  })
  .chain(({ date_range, filters: shared, imports, comparison }) =>
    fc.array(
      fc.record(
        {
          date_range: fc.oneof({ weight: 9, arbitrary: fc.constant(date_range) }, { weight: 1, arbitrary: dateRange }),
          filters: fc.oneof(
            { weight: 9, arbitrary: fc.constant(shared) },
            { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...filters), { maxLength: 2 }) },
          ),
          metrics: fc.oneof(
            { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom(...plain), { minLength: 1, maxLength: 3 }) },
            {
              weight: 1,
              arbitrary: fc
                .tuple(fc.constantFrom(...special), fc.constantFrom(...plain))
                .map(([one, other]) => (one === 'exit_rate' ? [one] : [one, other])),
            },
          ),
          dimensions: fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...dimensions).map((name) => [name]) },
            {
              weight: 2,
              arbitrary: fc.uniqueArray(fc.constantFrom('time:day', 'time:month', ...dimensions), { maxLength: 2 }),
            },
            { weight: 1, arbitrary: fc.constantFrom(['time:hour'], ['time'], ['time:week'], []) },
          ),
          pagination: fc.record({
            limit: fc.integer({ min: 1, max: 30 }),
            offset: fc.integer({ min: 0, max: 3 }),
          }),
          include: fc.constant({ imports, total_rows: true, ...(comparison ? { comparisons: comparison } : {}) }),
        },
        { requiredKeys: ['date_range', 'filters', 'metrics', 'dimensions'] },
      ),
      { minLength: 2, maxLength: 8 },
    ),
  )

/** Counts the transactions of statistics, and the errors of those. */
function watch(db: Database): { readonly db: Database; readonly seen: { asked: number; errors: Error[] } } {
  const seen = { asked: 0, errors: [] as Error[] }
  return {
    seen,
    db: {
      ...db,
      async readOnly(work, timeoutMs, reader) {
        seen.asked += 1
        try {
          return await db.readOnly(work, timeoutMs, reader)
        } catch (error) {
          seen.errors.push(error as Error)
          throw error
        }
      },
    },
  }
}

type Site = Parameters<ModelService['stats']['query']>[0]

/** A goal of scrolling, one with revenue, and days brought from another product. */
async function addMore({ db }: ModelService, { site }: Site): Promise<void> {
  await db.write.query(
    `insert into goals (site_id, event_name, path, scroll_threshold, display_name, currency)
     values ($1, null, '/blog**', 50, 'Half of the blog', null), ($1, 'Order', null, -1, 'Order', 'EUR')`,
    [site.id],
  )
  const at = await own(db, site.id)
  await at.query(
    `update events set name = 'Order', revenue_amount = 12.5, revenue_currency = 'EUR'
     where {{at}}site_id = $1 and name = 'Purchase' and extract(minute from recorded_at at time zone 'UTC') < 30`,
    [site.id],
  )
  for (const [dimension, value] of [
    ['', ''],
    ['visit:browser', 'Firefox'],
    ['visit:source', 'Google'],
    ['event:page', '/blog'],
  ])
    await at.query(
      `insert into imported_days ({{part,}}site_id, local_day, dimension, value, visitors, visits, pageviews, events, bounces, duration)
       values ({{=part,}}$1, '2021-03-15', $2, $3, 5, 6, 9, 9, 2, 300)`,
      [site.id, dimension, value],
    )
}

/** Asks batches both ways. How many had a pass, and how many transactions of statistics the passes saved. */
async function compare(service: ModelService, access: Site): Promise<{ passes: number; saved: number }> {
  const { db, seen } = watch(service.db)
  const stats = createStats({ db, log: createLog('silent'), statementTimeoutMs: 20_000, clock: service.clock })
  let [passes, saved] = [0, 0]
  const property = fc.asyncProperty(batch, async (bodies) => {
    const ask = async (together?: Awaited<ReturnType<typeof stats.readTogether>>) => {
      const before = { asked: seen.asked, errors: seen.errors.length }
      const answers = await Promise.all(
        bodies.map((body) =>
          stats.query(access, body, undefined, 'pages', together).then(
            (answer) => JSON.stringify(answer),
            (error: Error) => `refused: ${error.message}`,
          ),
        ),
      )
      return { answers, asked: seen.asked - before.asked, errors: seen.errors.slice(before.errors) }
    }
    const alone = await ask()
    const together = await stats.readTogether(access, bodies, 'pages')
    const shared = await ask(together)
    for (const [index, answer] of shared.answers.entries())
      if (answer !== alone.answers[index])
        throw new Error(`${JSON.stringify(bodies[index])}: ${answer} is not ${alone.answers[index]}`)
    // A pass that failed would be hidden: its questions ask alone.
    const isOfQuestion = ({ message }: Error) => alone.errors.some((error) => error.message === message)
    const own = shared.errors.find((error) => !isOfQuestion(error))
    if (own) throw own
    if (!together) return
    passes += 1
    saved += alone.asked - shared.asked
  })
  await fc.assert(property, { numRuns: batches, seed: 5 })
  return { passes, saved }
}

const clusterTimeoutMs = 270_000
t.setTimeout(180_000 + (withoutCluster ? 0 : clusterTimeoutMs))

async function check(t: Test, divided: { parts?: number }, given?: { url: string }): Promise<void> {
  const service = await startModelService(17, divided, given)
  t.teardown(() => service.stop())
  const { access } = await service.addSite('America/Santiago')
  await addMore(service, access)
  const { passes, saved } = await compare(service, access)
  t.ok(passes >= batches / 3, `${passes} of ${batches} batches had a pass`)
  t.ok(saved > 0, `which saved ${saved} transactions`)
  if (divided.parts === undefined) return
  await service.db.write.query('insert into site_parts (site_id, stripe, part) select $1, index, part from parts', [
    access.site.id,
  ])
  const body = { metrics: ['visitors'], date_range: '28d', filters: [filters[0]] }
  const bodies = ['visit:os', 'visit:source'].map((dimension) => ({ ...body, dimensions: [dimension] }))
  const together = await service.stats.readTogether(access, bodies, 'pages')
  t.equal(together, undefined, 'rows of several parts are added up scan by scan')
}

t.test('a batch is answered as its questions alone', (t) => check(t, {}))
t.test('and where traffic is divided', (t) => check(t, { parts: 16 }))

t.test('and on the nodes of a cluster', { skip: withoutCluster, timeout: clusterTimeoutMs }, async (t) => {
  const cluster = await startCluster()
  t.teardown(() => cluster.stop())
  await migrate(cluster.url, { parts: 16 })
  await check(t, { parts: 16 }, cluster)
})
