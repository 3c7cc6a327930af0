// The promise of visit_sequences: journeys and funnels get from them what raw rows would have said, whichever days they
// hold, in each state of a site's history, in a database of one part and in one of several.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { inParts } from '../../src/db/parts.ts'
import { createPools, type Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { createStats, type Stats } from '../../src/stats/stats.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups, verifyRollups } from '../../src/upkeep/rollups.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { createDatabase } from '../support/database.ts'
import { runs } from '../support/effort.ts'
import { siteView } from '../support/ingest.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'
import { createRandom } from '../support/stats-model-traffic.ts'

const origin = Date.parse('2024-03-24T00:00:00Z') / 1000
const days = 12
const dayOf = (count: number) => new Date((origin + count * 86_400) * 1000).toISOString().slice(0, 10)
const now = new Date((origin + (days + 6) * 86_400) * 1000)

const paths = ['/', '/', '/blog/a', '/blog/b', '/blog/', '/docs/x', '/docs/y', '/pricing', 'app', '/ä/1']
const steps = [
  { page: '/' },
  { page: '/blog/**' },
  { page: '/blog/a' },
  { page: '/docs/*' },
  { page: '/**' },
  { page: '/none' },
  { page: '/pricing' },
  { event: 'Signup' },
  { event: '/blog/a' },
  { goal: 'Two kinds' },
  { goal: 'Pro' },
]
const goals = [
  { name: 'Two kinds', event: 'Download', path: null, props: {} },
  { name: 'Two kinds', event: null, path: '/blog/', props: {} },
  { name: 'Pro', event: 'Signup', path: null, props: { plan: 'pro' } },
  { name: 'Front', event: null, path: '/', props: {} },
  { name: 'Blog', event: null, path: '/blog/*', props: {} },
  { name: 'Docs', event: null, path: '/docs/**', props: {} },
  { name: 'Signup', event: 'Signup', path: null, props: {} },
  { name: 'Post', event: null, path: '/blog/a', props: {} },
]

/** Ids live for two UTC days: visits far apart, across midnight, and some that go on for half a day. */
function createTraffic(random: () => number, firstVisitor: number, visitors = 240) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const events: ModelEvent[] = []
  for (let visitor = firstVisitor; visitor < firstVisitor + visitors; visitor += 1) {
    let at = origin + Math.floor(random() * days * 86_400)
    const until = (Math.floor(at / 86_400) + 2) * 86_400
    const isLong = visitor % 9 === 0
    const count = isLong ? 40 : 1 + Math.floor(random() * 9)
    for (let index = 0; index < count && at < until; index += 1) {
      events.push({
        visitor,
        at,
        name: pick(['pageview', 'pageview', 'pageview', 'engagement', pick(['Signup', 'Download', '/blog/a'])]),
        pathname: pick(paths),
        hostname: pick(['a.com', 'b.com']),
        props: random() < 0.4 ? { plan: pick(['pro', 'free']) } : null,
        engagedMs: 1,
        scroll: 50,
      })
      at += isLong ? pick([1_700, 1_790]) : pick([0, 0, 20, 600, 1_500, 1_801, 9_000, 30_000])
    }
  }
  return sessionsOf(events, () => ({ source: pick([null, 'Google', 'Google', 'Bing']) }))
}

const filters = [[], [], [], [['is', 'visit:source', ['Google']]], [['is', 'visit:source', ['Direct / None']]]]
const otherFilters = [[['is', 'event:page', ['/']]], [['is_not', 'visit:source', ['Google']]]]
const question = fc.record({
  steps: fc.oneof<fc.Arbitrary<number[]>[]>(
    fc.array(fc.nat(steps.length - 2), { maxLength: 4 }),
    fc.array(fc.constantFrom<number[]>(0, 1, 3, 7), { minLength: 1, maxLength: 3 }),
    fc.array(fc.nat(steps.length - 1), { maxLength: 2 }),
  ),
  filters: fc.constantFrom(...filters, ...otherFilters),
  first: fc.integer({ min: -2, max: days - 2 }),
  length: fc.constantFrom(0, 1, 3, 6, days, days + 3),
  direction: fc.constantFrom('after', 'after', 'before'),
  group: fc.boolean(),
  search: fc.constantFrom('', '', '', 'B', '/', 'sign'),
  limit: fc.constantFrom(3, 100, 100),
  funnel: fc.uniqueArray(fc.nat(goals.length - 1), { minLength: 2, maxLength: 4 }),
})

interface World {
  readonly db: Database
  readonly stats: Stats
  /** How often sequences had a part in an answer. */
  readonly held: () => Promise<number>
  readonly id: number
}

const domain = 'a.com'

async function createWorld(t: Test, timezone: string, parts: number | undefined, seed: number): Promise<World> {
  const database = await createDatabase(parts === undefined ? {} : { parts })
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  const telemetry = createTelemetry()
  const stats = createStats({
    db,
    log: createLog('silent'),
    telemetry,
    statementTimeoutMs: 20_000,
    clock: { now: () => now },
  })
  await db.write.query(`insert into teams (plan) values ('business')`)
  const [site] = await db.write.query<{ id: number }>(
    `insert into sites (team_id, domain, timezone, home_hostname) values (1, $1, $2, $1) returning id`,
    [domain, timezone],
  )
  const id = site!.id
  if (parts !== undefined)
    await db.write.query('insert into site_parts (site_id, stripe, part) select $1, index, part from parts', [id])
  for (const goal of goals)
    await db.write.query(
      'insert into goals (site_id, display_name, event_name, path, custom_props) values ($1, $2, $3, $4, $5)',
      [id, goal.name, goal.event, goal.path, goal.props],
    )
  const sessions = createTraffic(createRandom(seed), 1)
  const latest = [...new Map(sessions.map((session) => [session.visitor, session])).values()]
  const last = latest.sort((a, b) => b.end - a.end).slice(0, 3)
  await insertTraffic(db.write, id, timezone, sessions, new Set(last.map((session) => session.id)))
  const held = async () =>
    (await telemetry.querySeconds.get()).values
      .filter(({ metricName, labels }) => metricName?.endsWith('_count') && /sequences/.test(String(labels.class)))
      .reduce((sum, { value }) => sum + value, 0)
  return { db, stats, held, id }
}

/** Has all days with rows made, and made again. */
async function fill({ db, id }: World): Promise<void> {
  await inParts(db.write, id, (at) =>
    at.query(
      `insert into breakdown_days ({{part,}}site_id, local_day, state)
       select distinct {{=part,}}site_id, local_day, 'dirty' from events where {{at}}site_id = $1
       on conflict do nothing`,
      [id],
    ),
  )
  await fillBreakdowns(db, now, { visitsMin: 8 })
}

const questions = fc.sample(question, { numRuns: runs(24), seed: 9 })

/** The answers to all questions. */
async function ask({ db, stats, id }: World, timezone: string): Promise<string[]> {
  const features = new Set(['props', 'funnels']) as never
  const site = siteView({ id, domain, timezone, features, homeHostnames: { [id]: domain } })
  const goalIds = (
    await db.write.query<{ id: number }>('select id from goals where site_id = $1 order by id', [id])
  ).map((goal) => goal.id)
  const answers: string[] = []
  for (const { funnel, ...asked } of questions) {
    const date_range = [dayOf(asked.first), dayOf(asked.first + asked.length)]
    const journey = await stats.journey(
      { site, siteIds: [id] },
      {
        steps: asked.steps.map((index) => steps[index]!),
        ...{ date_range, filters: asked.filters, direction: asked.direction, group: asked.group },
        ...{ search: asked.search, limit: asked.limit },
      },
    )
    const [made] = await db.write.query<{ id: number }>(
      'insert into funnels (site_id, name) values ($1, gen_random_uuid()::text) returning id',
      [id],
    )
    await db.write.query(
      `insert into funnel_steps (funnel_id, position, goal_id)
       select $1, position, goal from unnest($2::integer[]) with ordinality as s (goal, position)`,
      [made!.id, funnel.map((index) => goalIds[index])],
    )
    const { results } = await stats.query(
      { site, siteIds: [id] },
      { dimensions: [`funnel:${made!.id}`], metrics: ['visitors', 'visits'], date_range, filters: asked.filters },
    )
    answers.push(JSON.stringify({ journey, results }))
  }
  return answers
}

/** The answers of rows alone, and those with sequences, are the same; and sequences are what rows say. */
async function compare(t: Test, world: World, timezone: string, message: string, least = 0.3): Promise<void> {
  const { db, id } = world
  await db.write.query('insert into timezone_changes (site_id, timezone) values ($1, $2)', [id, timezone])
  const before = await world.held()
  const rows = await ask(world, timezone)
  t.equal(await world.held(), before, `${message}: rows alone while a time zone changes`)
  await db.write.query('delete from timezone_changes where site_id = $1', [id])
  const found = await ask(world, timezone)
  const share = ((await world.held()) - before) / (2 * questions.length)
  t.ok(share >= least, `${message}: sequences had a part in ${share} of the answers`)
  const wrong = questions.flatMap((asked, at) =>
    found[at] === rows[at] ? [] : [{ ...asked, found: found[at], wanted: rows[at] }],
  )
  if (wrong.length > 0) t.strictSame(wrong.slice(0, 2), [], `${message}: ${wrong.length} differ`)
  const differences = []
  for await (const difference of verifyRollups(db, { site: domain })) differences.push(difference)
  t.strictSame(differences.slice(0, 3), [], `${message}: no differences`)
}

t.setTimeout(300_000)

for (const [timezone, parts] of [
  ['Etc/UTC', undefined],
  ['America/Los_Angeles', undefined],
  ['Pacific/Chatham', undefined],
  ['Europe/Berlin', 3],
] as const)
  t.test(`sequences and rows give the same answers: ${timezone}, ${parts ?? 1} parts`, async (t) => {
    const world = await createWorld(t, timezone, parts, 7)
    const { db, id } = world
    await fill(world)
    await compare(t, world, timezone, 'filled')
    await inParts(db.write, id, (at) =>
      at.query(`update breakdown_days set state = 'dirty' where site_id = $1 and local_day = $2`, [id, dayOf(8)]),
    )
    await compare(t, world, timezone, 'a day dirty', 0.2)
    await fill(world)
    const late = createTraffic(createRandom(3), 1_001, 40).map((visit) => ({ ...visit, id: visit.id + 100_000 }))
    await insertTraffic(db.write, id, timezone, late, new Set())
    await rebuildRollups(db, { site: domain }, now)
    await fill(world)
    await compare(t, world, timezone, 'filled again with more')
    if (parts !== undefined) return
    const other = 'Asia/Tokyo'
    await startTimezoneChange(db, domain, other)
    await db.write.query(`update timezone_changes set started_at = '2024-01-01'`)
    await changeTimezones(db, new Date(now.getTime() + 86_400_000))
    await fill(world)
    await compare(t, world, other, 'in another time zone')
  })
