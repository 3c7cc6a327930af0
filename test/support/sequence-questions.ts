// Questions about journeys and funnels of made-up traffic, asked twice: of rows alone, and with what visit_sequences
// holds. What the property tests of sequences share.
import fc from 'fast-check'
import type { Test } from 'tap'
import type { Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { addDays } from '../../src/rules/days.ts'
import { createStats } from '../../src/stats/stats.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { verifyRollups } from '../../src/upkeep/rollups.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { runs } from './effort.ts'
import { siteView } from './ingest.ts'

/** The days of the traffic that is asked about. */
export const firstDay = '2024-03-24'
export const days = 12

/** The pages of the traffic, of which some are visited more often. */
export const paths = ['/', '/', '/blog/a', '/blog/b', '/blog/', '/docs/x', '/docs/y', '/pricing', 'app', '/ä/1']
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

export interface SequenceWorld {
  readonly db: Database
  readonly id: number
  readonly domain: string
  /** The time of those who ask. */
  readonly now: Date
  readonly questions: typeof sequenceQuestions
}

/** Gives a site the goals that the questions know. */
export async function addSequenceGoals(db: Database, id: number): Promise<void> {
  for (const { name, event, path, props } of goals)
    await db.write.query(
      'insert into goals (site_id, display_name, event_name, path, custom_props) values ($1, $2, $3, $4, $5)',
      [id, name, event, path, props],
    )
}

/** Questions of the usual number. A history asks fewer of them, after each of its steps. */
export const sequenceQuestions = fc.sample(question, { numRuns: runs(24), seed: 9 })

/** The answers to all questions, and how often sequences had a part in one. */
async function ask({ db, id, domain, now, questions }: SequenceWorld): Promise<{ answers: string[]; held: number }> {
  const telemetry = createTelemetry()
  const clock = { now: () => now }
  const stats = createStats({ db, log: createLog('silent'), telemetry, statementTimeoutMs: 20_000, clock })
  const row = await getSite(db.write, domain)
  const site = siteView({
    ...{ id, domain, timezone: row.timezone, homeHostnames: { [id]: row.home_hostname } },
    features: new Set(['props', 'funnels'] as const),
    ...{ longLivedFrom: row.long_lived_from, longLivedTo: row.long_lived_to, droppedBefore: row.dropped_before },
  })
  const goalIds = (
    await db.write.query<{ id: number }>('select id from goals where site_id = $1 order by id', [id])
  ).map((goal) => goal.id)
  const answers: string[] = []
  for (const { funnel, ...asked } of questions) {
    const first = addDays(firstDay, asked.first)
    const date_range = [first, addDays(first, asked.length)]
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
    answers.push(JSON.stringify({ ...asked, funnel, date_range, journey, results }))
  }
  const held = (await telemetry.querySeconds.get()).values
    .filter(({ metricName, labels }) => metricName?.endsWith('_count') && /sequences/.test(String(labels.class)))
    .reduce((sum, { value }) => sum + value, 0)
  return { answers, held }
}

/**
 * The answers of rows alone, and those with sequences, are the same, and sequences are what rows say. `least`: the part
 * of the answers in which sequences had a part.
 */
export async function compareSequences(t: Test, world: SequenceWorld, message: string, least = 0.3): Promise<void> {
  const { db, id, domain, questions } = world
  const { timezone } = await getSite(db.write, domain)
  // Sequences are not asked while the time zone of a site changes.
  await db.write.query('insert into timezone_changes (site_id, timezone) values ($1, $2)', [id, timezone])
  const rows = await ask(world)
  t.equal(rows.held, 0, `${message}: rows alone while a time zone changes`)
  await db.write.query('delete from timezone_changes where site_id = $1', [id])
  const found = await ask(world)
  const share = found.held / (2 * questions.length)
  t.ok(share >= least, `${message}: sequences had a part in ${share} of the answers`)
  const wrong = found.answers.filter((answer, at) => answer !== rows.answers[at])
  const wanted = rows.answers.filter((answer, at) => answer !== found.answers[at])
  t.strictSame(wrong.slice(0, 2), wanted.slice(0, 2), `${message}: ${wrong.length} differ`)
  const differences = []
  // Hours of the Community edition follow a clock of their own.
  for await (const difference of verifyRollups(db, { site: domain }))
    if (difference.rollup === 'visit_sequences') differences.push(difference)
  t.strictSame(differences.slice(0, 3), [], `${message}: no differences`)
}
