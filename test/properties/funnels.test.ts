// Funnels by SQL and by a plain loop over each visit agree (spec/stats 24): random visits with many events a second,
// events that complete several goals, goals that come twice, filters on visits and on events.
import fc from 'fast-check'
import t from 'tap'
import { runs } from '../support/effort.ts'
import { siteView } from '../support/ingest.ts'
import {
  insertTraffic,
  localDay,
  type ModelEvent,
  type ModelSession,
  sessionsOf,
  wild,
} from '../support/stats-model.ts'
import { createRandom, startModelService } from '../support/stats-model-traffic.ts'

const questions = runs(250)
const timezone = 'Europe/Berlin'
const origin = Date.parse('2021-03-26T12:00:00Z') / 1000
const days = 5

interface Step {
  readonly name: string
  readonly row: { event_name?: string; path?: string; scroll_threshold?: number; custom_props?: object }
  readonly isDone: (event: ModelEvent) => boolean
}
const page = (path: string): Step => ({
  name: `Visit ${path}`,
  row: { path },
  isDone: ({ name, pathname }) => name === 'pageview' && wild(path, pathname),
})
const steps: readonly Step[] = [
  page('/a'),
  page('/b'),
  page('/a**'),
  page('/**'),
  { name: 'Signup', row: { event_name: 'Signup' }, isDone: ({ name }) => name === 'Signup' },
  {
    name: 'Signup as pro',
    row: { event_name: 'Signup', custom_props: { plan: 'pro' } },
    isDone: ({ name, props }) => name === 'Signup' && props?.['plan'] === 'pro',
  },
  ...[30, 70].map(
    (depth): Step => ({
      name: `Scroll ${depth}% on /a**`,
      row: { path: '/a**', scroll_threshold: depth },
      isDone: ({ name, pathname, scroll }) => name === 'engagement' && pathname.startsWith('/a') && scroll >= depth,
    }),
  ),
]

interface Asked {
  readonly api: unknown[]
  /** Whether it is about an event of the visit, and so one with all other such filters. */
  readonly isOfEvent?: boolean
  readonly holds: (visit: ModelSession, event: ModelEvent, all: readonly ModelEvent[]) => boolean
}
const isEvent = ({ name }: ModelEvent) => name !== 'engagement'
const onPage = ({ pathname }: ModelEvent) => pathname === '/b'
const fromGoogle = ({ attributes }: ModelSession) => attributes['source'] === 'Google'
const filters: readonly Asked[] = [
  { api: ['is', 'visit:source', ['Google']], holds: fromGoogle },
  { api: ['is_not', 'visit:country', ['DE']], holds: ({ attributes }) => attributes['country'] !== 'DE' },
  { api: ['is', 'visit:entry_page', ['/a', '/b']], holds: ({ entryPage }) => /^\/[ab]$/.test(entryPage ?? '') },
  { api: ['is', 'event:page', ['/b']], isOfEvent: true, holds: (_, event) => isEvent(event) && onPage(event) },
  { api: ['is', 'event:name', ['Signup']], isOfEvent: true, holds: (_, { name }) => name === 'Signup' },
  { api: ['is', 'event:goal', ['Signup as pro']], isOfEvent: true, holds: (_, event) => steps[5]!.isDone(event) },
  {
    api: [
      'or',
      [
        ['is', 'visit:source', ['Google']],
        ['is', 'event:page', ['/b']],
      ],
    ],
    isOfEvent: true,
    holds: (visit, event) => isEvent(event) && (fromGoogle(visit) || onPage(event)),
  },
  {
    api: ['has_done', ['is', 'event:page', ['/b']]],
    holds: (_, __, all) => all.some((one) => isEvent(one) && onPage(one)),
  },
  {
    api: [
      'or',
      [
        ['has_not_done', ['is', 'event:name', ['Signup']]],
        ['is', 'visit:source', ['Google']],
      ],
    ],
    holds: (visit, _, all) => !all.some(({ name }) => name === 'Signup') || fromGoogle(visit),
  },
]

function createVisits(random: () => number, firstVisitor: number): ModelSession[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const events: ModelEvent[] = []
  for (let visitor = firstVisitor; visitor < firstVisitor + 150; visitor += 1) {
    let at = origin + Math.floor(random() * days * 86_400)
    const count = 1 + Math.floor(random() * 14)
    for (let index = 0; index < count; index += 1) {
      const name = pick(['pageview', 'pageview', 'pageview', 'Signup', 'Signup', 'engagement'])
      const props = random() < 0.5 ? { plan: pick(['pro', 'free']) } : null
      const scroll = Math.floor(random() * 101)
      events.push({
        visitor,
        at,
        name,
        pathname: pick(['/a', '/a/b', '/b', '/c']),
        hostname: 'a.com',
        props,
        engagedMs: 1,
        scroll,
      })
      at += pick([0, 0, 0, 1, 30, 1700, 1801])
    }
  }
  return sessionsOf(events, () => ({ source: pick([null, 'Google', 'Bing']), country: pick(['DE', 'EE']) }))
}

/** How many steps the events of a visit reach, each by an event after that of the step before. */
function reach(events: readonly ModelEvent[], asked: readonly Step[]): number {
  const bitsOf = (event: ModelEvent) => asked.map((step) => step.isDone(event))
  // Engagements have no place within their second: there they come last, in the order of the steps they complete.
  const place = (event: ModelEvent) =>
    isEvent(event)
      ? ''
      : bitsOf(event)
          .map((bit) => (bit ? '0' : '1'))
          .join('')
  const last = (event: ModelEvent) => bitsOf(event).reduce((sum, bit, at) => sum + (bit ? 2 ** at : 0), 0)
  const lowest = (event: ModelEvent) => bitsOf(event).indexOf(true)
  const inOrder = [...events].sort(
    (a, b) =>
      a.at - b.at ||
      Number(place(a) !== '') - Number(place(b) !== '') ||
      (isEvent(a) ? 0 : lowest(a) - lowest(b) || last(a) - last(b)),
  )
  let depth = 0
  for (const event of inOrder) if (depth < asked.length && asked[depth]!.isDone(event)) depth += 1
  return depth
}

t.setTimeout(300_000)

t.test('steps of funnels', async (t) => {
  const service = await startModelService(1)
  t.teardown(() => service.stop())
  const random = createRandom(20_210_326)
  const sites: { id: number; visits: ModelSession[] }[] = []
  for (const [index, domain] of ['one.test', 'two.test'].entries()) {
    const [site] = await service.db.write.query<{ id: number }>(
      'insert into sites (team_id, domain, timezone) values (1, $1, $2) returning id',
      [domain, timezone],
    )
    const visits = createVisits(random, 1 + index * 1000)
    const newest = [...new Map(visits.map((visit) => [visit.visitor, visit])).values()].slice(0, 30)
    await insertTraffic(service.db.write, site!.id, timezone, visits, new Set(newest.map(({ id }) => id)))
    sites.push({ id: site!.id, visits })
  }
  const { id } = sites[0]!
  const goalIds: number[] = []
  for (const { name, row } of steps) {
    const values = [id, name, row.event_name, row.path, row.scroll_threshold ?? -1, row.custom_props ?? {}]
    const [goal] = await service.db.write.query<{ id: number }>(
      `insert into goals (site_id, display_name, event_name, path, scroll_threshold, custom_props)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      values,
    )
    goalIds.push(goal!.id)
  }
  const features = new Set(['props', 'funnels']) as never
  const site = siteView({ id, domain: 'one.test', timezone, features })

  const question = fc.record({
    steps: fc.array(fc.nat(steps.length - 1), { minLength: 2, maxLength: 8 }),
    filters: fc.uniqueArray(fc.nat(filters.length - 1), { maxLength: 3 }),
    first: fc.nat(days),
    length: fc.nat(days),
    isBoth: fc.boolean(),
  })
  let reached = 0
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const first = localDay(timezone, origin + asked.first * 86_400)
      const last = localDay(timezone, origin + (asked.first + asked.length) * 86_400)
      const [funnel] = await service.db.write.query<{ id: number }>(
        'insert into funnels (site_id, name) values ($1, gen_random_uuid()::text) returning id',
        [id],
      )
      await service.db.write.query(
        `insert into funnel_steps (funnel_id, position, goal_id)
         select $1, position, goal_id from unnest($2::bigint[]) with ordinality as step (goal_id, position)`,
        [funnel!.id, asked.steps.map((step) => goalIds[step])],
      )
      const of = asked.isBoth ? sites : sites.slice(0, 1)
      const { results } = await service.stats.query(
        { site, siteIds: of.map((one) => one.id) },
        {
          metrics: ['visitors', 'visits', 'percentage', 'drop_off'],
          date_range: [first, last],
          dimensions: [`funnel:${funnel!.id}`],
          filters: asked.filters.map((filter) => filters[filter]!.api),
        },
      )
      const wanted = asked.steps.map((step) => steps[step]!)
      const using = asked.filters.map((filter) => filters[filter]!)
      const furthest = of.flatMap(({ visits }) =>
        visits.map((visit) => {
          const events = visit.rows.filter(({ at }) => {
            const day = localDay(timezone, at)
            return day >= first && day <= last
          })
          const onEvent = using.filter(({ isOfEvent }) => isOfEvent)
          const isAsked =
            using.every((filter) => filter.isOfEvent || filter.holds(visit, visit.rows[0]!, events)) &&
            (onEvent.length === 0 ||
              events.some((event) => onEvent.every((filter) => filter.holds(visit, event, events))))
          return { visitor: visit.visitor, depth: isAsked ? reach(events, wanted) : 0 }
        }),
      )
      const round = (part: number, whole: number) => (whole === 0 ? null : Math.round((part * 1000) / whole) / 10)
      const counts = wanted.map((_, at) => furthest.filter(({ depth }) => depth > at))
      const visitors = counts.map((rows) => new Set(rows.map(({ visitor }) => visitor)).size)
      reached += visitors.at(-1)!
      const expected = wanted.map(({ name }, at) => ({
        dimensions: [name],
        metrics: [
          visitors[at]!,
          counts[at]!.length,
          round(visitors[at]!, visitors[0]!),
          at === 0 ? null : round(visitors[at - 1]! - visitors[at]!, visitors[at - 1]!),
        ],
      }))
      t.strictSame(results, expected, JSON.stringify(asked))
    }),
    { numRuns: questions, seed: 26 },
  )
  t.ok(reached > questions, `somebody came to the end of many of them: ${reached}`)
})
