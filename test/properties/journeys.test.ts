// Journeys by SQL and by a plain walk over each visit agree (spec/journeys): random visits with many events a second,
// equal neighbours, pages of one folder, goals of properties and of two kinds, filters on visits, events and hosts, ranges
// that cut visits, in a database of one part and in one of several.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { rangeOfDays } from '../../src/stats/periods.ts'
import { runs } from '../support/effort.ts'
import { siteView } from '../support/ingest.ts'
import { insertTraffic, type ModelEvent, type ModelSession, sessionsOf, wild } from '../support/stats-model.ts'
import { createRandom, type ModelService, startModelService } from '../support/stats-model-traffic.ts'

const timezone = 'Europe/Berlin'
// Clocks change on the third of these days.
const origin = Date.parse('2021-03-26T12:00:00Z') / 1000
const days = 5
const paths = [
  '/',
  '/blog',
  '/blog/',
  '/blog/a',
  '/blog/b/c',
  '/docs/a',
  '/docs/B',
  '/Ärzte/x',
  '/ä/1',
  '/𝄞',
  '//x',
  'app',
]
const eventNames = ['Signup', 'Signup', 'Download', '/blog/a', 'ÄRGER']

interface Step {
  readonly api: Readonly<Record<string, string>>
  readonly isDone: (event: ModelEvent) => boolean
}
const isPageview = ({ name }: ModelEvent) => name === 'pageview'
const onPath = (path: string) => (event: ModelEvent) => isPageview(event) && wild(path, event.pathname)
const named = (name: string) => (event: ModelEvent) => event.name === name
const asPro = ({ props }: ModelEvent) => props?.['plan'] === 'pro'
const page = (path: string): Step => ({ api: { page: path }, isDone: onPath(path) })

const goals: readonly { name: string; row: Record<string, unknown>; isDone: (event: ModelEvent) => boolean }[] = [
  { name: 'Read on', row: { path: '/blog/**' }, isDone: onPath('/blog/**') },
  { name: 'Visit /docs/a', row: { path: '/docs/a' }, isDone: onPath('/docs/a') },
  { name: 'Signup', row: { event_name: 'Signup' }, isDone: named('Signup') },
  {
    name: 'Signup as pro',
    row: { event_name: 'Signup', custom_props: { plan: 'pro' } },
    isDone: (event) => event.name === 'Signup' && asPro(event),
  },
  {
    name: 'Pages as pro',
    row: { path: '/**', custom_props: { plan: 'pro' } },
    isDone: (event) => onPath('/**')(event) && asPro(event),
  },
  { name: 'Two kinds', row: { event_name: 'Download' }, isDone: named('Download') },
  { name: 'Two kinds', row: { path: '/blog' }, isDone: onPath('/blog') },
]
const goalSteps = [...new Set(goals.map(({ name }) => name))].map(
  (goal): Step => ({
    api: { goal },
    isDone: (event) => goals.some(({ name, isDone }) => name === goal && isDone(event)),
  }),
)
const steps: readonly Step[] = [
  ...['/', '/blog', '/blog/a', '/blog/**', '/docs/*', '/**', '/*/*a*', '/ä/1', '/none', 'app'].map(page),
  ...['Signup', 'Download', '/blog/a', '*'].map((event): Step => ({ api: { event }, isDone: named(event) })),
  ...goalSteps,
]

interface Asked {
  readonly api: unknown[]
  /** Whether it is about an event of the visit, and so one with all other such filters. */
  readonly isOfEvent?: boolean
  /** Of hosts: the sequence is cut to them. */
  readonly isOfHost?: boolean
  readonly holds: (visit: ModelSession, event: ModelEvent, all: readonly ModelEvent[]) => boolean
}
const fromGoogle = ({ attributes }: ModelSession) => attributes['source'] === 'Google'
const onHost = (api: unknown[], holds: (host: string) => boolean): Asked => ({
  api,
  isOfEvent: true,
  isOfHost: true,
  holds: (_, { hostname }) => holds(hostname),
})
const filters: readonly Asked[] = [
  { api: ['is', 'visit:source', ['Google']], holds: fromGoogle },
  { api: ['is_not', 'visit:country', ['DE']], holds: ({ attributes }) => attributes['country'] !== 'DE' },
  { api: ['is', 'visit:entry_page', ['/', '/blog']], holds: ({ entryPage }) => /^\/(blog)?$/.test(entryPage ?? '') },
  { api: ['is', 'event:page', ['/blog']], isOfEvent: true, holds: (_, { pathname }) => pathname === '/blog' },
  { api: ['is', 'event:name', ['Signup']], isOfEvent: true, holds: (_, { name }) => name === 'Signup' },
  { api: ['is', 'event:props:plan', ['pro']], isOfEvent: true, holds: (_, event) => asPro(event) },
  { api: ['is', 'event:goal', ['Signup as pro']], isOfEvent: true, holds: (_, event) => goals[3]!.isDone(event) },
  onHost(['is', 'event:hostname', ['a.com']], (host) => host === 'a.com'),
  onHost(['is_not', 'event:hostname', ['a.com']], (host) => host !== 'a.com'),
  onHost(['contains', 'event:hostname', ['B.c'], { case_sensitive: false }], (host) => host === 'b.com'),
  {
    api: ['has_done', ['is', 'event:page', ['/blog']]],
    holds: (_, __, all) => all.some(({ pathname }) => pathname === '/blog'),
  },
  {
    api: ['has_not_done', ['is', 'event:name', ['Signup']]],
    holds: (_, __, all) => !all.some(({ name }) => name === 'Signup'),
  },
]

function createVisits(random: () => number, firstVisitor: number): ModelSession[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const events: ModelEvent[] = []
  for (let visitor = firstVisitor; visitor < firstVisitor + 200; visitor += 1) {
    let at = origin + Math.floor(random() * days * 86_400)
    const count = 1 + Math.floor(random() * 14)
    // An id is gone with its salt, after the UTC day behind the one it was made on.
    const lastUntil = (Math.floor(at / 86_400) + 2) * 86_400
    for (let index = 0; index < count; index += 1) {
      events.push({
        visitor,
        at,
        name: pick(['pageview', 'pageview', 'pageview', 'engagement', pick(eventNames)]),
        pathname: pick(random() < 0.4 ? ['/', '/blog/a'] : paths),
        hostname: pick(['a.com', 'a.com', 'b.com']),
        props: random() < 0.5 ? { plan: pick(['pro', 'free']) } : null,
        engagedMs: 1,
        scroll: 50,
      })
      at += pick([0, 0, 0, 1, 30, 1700, 1801, 20_000])
      if (at >= lastUntil) break
    }
  }
  return sessionsOf(events, () => ({ source: pick([null, 'Google', 'Bing']), country: pick(['DE', 'EE']) }))
}

interface Item {
  readonly isPage: boolean
  readonly name: string
  readonly events: ModelEvent[]
}

/** Equal neighbours are one item. */
function itemsOf(events: readonly ModelEvent[]): Item[] {
  const items: Item[] = []
  for (const event of events) {
    const isPage = isPageview(event)
    const name = isPage ? event.pathname : event.name
    const last = items.at(-1)
    if (last && last.isPage === isPage && last.name === name) last.events.push(event)
    else items.push({ isPage, name, events: [event] })
  }
  return items
}

/** How many steps a visit reaches from its first item of step 1 on, and what came next. */
function walk(items: readonly Item[], asked: readonly Step[]): { depth: number; next: Item | undefined } {
  const matches = (at: number, step: Step) => at < items.length && items[at]!.events.some(step.isDone)
  let at = items.findIndex(({ events }) => events.some(asked[0]!.isDone))
  if (at < 0) return { depth: 0, next: undefined }
  let depth = 0
  for (const step of asked) {
    if (!matches(at, step)) break
    depth += 1
    while (matches(at, step)) at += 1
  }
  return { depth, next: depth === asked.length ? items[at] : undefined }
}

const rounded = (part: number, whole: number, decimals: number) =>
  whole === 0 ? null : Math.round((part * 100 * 10 ** decimals) / whole) / 10 ** decimals

interface Question {
  readonly steps: readonly Step[]
  readonly filters: readonly Asked[]
  readonly start: number
  readonly end: number
  readonly direction: string
  readonly group: boolean
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** The items of each visit that takes part. */
function sequencesOf(visits: readonly ModelSession[], asked: Question): { visit: ModelSession; items: Item[] }[] {
  return visits.flatMap((visit) => {
    const events = visit.rows.filter(({ at, name }) => name !== 'engagement' && at >= asked.start && at < asked.end)
    const onEvent = asked.filters.filter(({ isOfEvent }) => isOfEvent)
    const isChosen =
      asked.filters.every((filter) => filter.isOfEvent || filter.holds(visit, visit.rows[0]!, events)) &&
      events.some((event) => onEvent.every((filter) => filter.holds(visit, event, events)))
    const hosts = onEvent.filter(({ isOfHost }) => isOfHost)
    const kept = events.filter((event) => hosts.every((filter) => filter.holds(visit, event, events)))
    return isChosen ? [{ visit, items: itemsOf(kept) }] : []
  })
}

/** The rows of a column: of each visit the items that count in it, each once. */
function rowsOf(column: readonly { visit: ModelSession; items: readonly Item[] }[], asked: Question, base: number) {
  const { group, search } = asked
  const found = column.flatMap(({ visit, items }) =>
    items
      .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      .map(({ isPage, name }) => ({ visit, isPage, name, folder: /^\/[^/]*\//.exec(isPage ? name : '')?.[0] })),
  )
  const pages = new Map<string, Set<string>>()
  for (const { folder, name } of found)
    if (folder !== undefined) pages.set(folder, (pages.get(folder) ?? new Set()).add(name))
  const rows = new Map<string, { row: object; name: string; isPage: boolean; visits: Set<ModelSession> }>()
  for (const { visit, isPage, name, folder } of found) {
    const size = group && folder !== undefined ? pages.get(folder)!.size : 1
    const shown = size > 1 ? `${folder}**` : name
    const row = { ...(isPage ? { page: shown } : { event: shown }), ...(size > 1 ? { pages: size } : {}) }
    const key = JSON.stringify(row)
    const known = rows.get(key) ?? { row, name: shown, isPage, visits: new Set() }
    rows.set(key, known)
    known.visits.add(visit)
  }
  return [...rows.values()]
    .sort(
      (a, b) =>
        b.visits.size - a.visits.size ||
        Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) ||
        Number(b.isPage) - Number(a.isPage),
    )
    .map(({ row, visits }) => ({ ...row, ...countsOf([...visits], base) }))
}

const visitorsOf = (visits: readonly ModelSession[]) => new Set(visits.map(({ visitor }) => visitor)).size
const countsOf = (visits: readonly ModelSession[], base: number) => ({
  visitors: visitorsOf(visits),
  visits: visits.length,
  share: rounded(visits.length, base, 1),
})

/** The answer by a plain walk. */
function answer(visits: readonly ModelSession[], asked: Question) {
  const chosen = sequencesOf(visits, asked)
  const { offset, limit } = asked
  if (asked.steps.length === 0) {
    const rows = rowsOf(chosen, asked, chosen.length)
    return {
      steps: [],
      next: rows.slice(offset, offset + limit),
      ended: null,
      conversion_rate: null,
      total: rows.length,
    }
  }
  const walked = chosen.map(({ visit, items }) => ({
    visit,
    ...walk(asked.direction === 'after' ? items : [...items].reverse(), asked.steps),
  }))
  const reached = asked.steps.map((_, index) => walked.filter(({ depth }) => depth > index).map(({ visit }) => visit))
  const last = reached.at(-1)!
  const column = walked.filter(({ next }) => next).map(({ visit, next }) => ({ visit, items: [next!] }))
  const ended = walked.filter(({ depth, next }) => depth === asked.steps.length && !next).map(({ visit }) => visit)
  const rows = rowsOf(column, asked, last.length)
  return {
    steps: asked.steps.map(({ api }, index) => ({
      ...api,
      ...countsOf(reached[index]!, reached[index - 1]?.length ?? 0),
      ...(index === 0 ? { share: 100 } : {}),
    })),
    next: rows.slice(offset, offset + limit),
    ended: countsOf(ended, last.length),
    conversion_rate: rounded(visitorsOf(last), visitorsOf(reached[0]!), 2),
    total: rows.length,
  }
}

/** Two sites full of visits, with the goals on the first; the second one spread over parts where there are several. */
async function addSites({ db }: ModelService, isSpread: boolean) {
  const random = createRandom(20_210_327)
  const sites: { id: number; visits: ModelSession[] }[] = []
  for (const [index, domain] of ['a.com', 'two.test'].entries()) {
    const [site] = await db.write.query<{ id: number }>(
      'insert into sites (team_id, domain, timezone) values (1, $1, $2) returning id',
      [domain, timezone],
    )
    const id = site!.id
    if (isSpread)
      await db.write.query('insert into site_parts (site_id, stripe, part) select $1, index, part from parts', [id])
    const visits = createVisits(random, 1 + index * 1000)
    const newest = [...new Map(visits.map((visit) => [visit.visitor, visit])).values()].slice(0, 30)
    await insertTraffic(db.write, id, timezone, visits, new Set(newest.map((visit) => visit.id)))
    sites.push({ id, visits })
  }
  for (const { name, row } of goals)
    await db.write.query(
      'insert into goals (site_id, display_name, event_name, path, custom_props) values ($1, $2, $3, $4, $5)',
      [sites[0]!.id, name, row['event_name'], row['path'], row['custom_props'] ?? {}],
    )
  return sites
}

const someSteps = fc.array(fc.nat(steps.length - 1), { maxLength: 4 })
/** Steps that many visits have, so that some come to the end of long walks. */
const common = fc.array(fc.constantFrom<number[]>(0, 2, 3, 5, 10, 14, 16), { minLength: 1, maxLength: 5 })
const question = fc.record({
  steps: fc.oneof<fc.Arbitrary<number[]>[]>(someSteps, common),
  filters: fc.oneof(fc.constant<number[]>([]), fc.uniqueArray(fc.nat(filters.length - 1), { maxLength: 3 })),
  first: fc.nat(days - 2),
  length: fc.constantFrom(0, 1, 2, 4, days),
  /** Of instants, so that the range cuts visits anywhere. */
  cut: fc.option(fc.nat(86_400)),
  /** Days before the first one, and behind the last: such ranges are read in stretches that meet anywhere. */
  more: fc.constantFrom<number[]>([0, 0], [0, 0], [5, 1], [6, 14], [9, 24], [20, 200]),
  direction: fc.constantFrom('after', 'before'),
  group: fc.boolean(),
  search: fc.constantFrom('', '', '', '', '', '', 'B', 'ä', '/', '%', '_', 'sign', 'g/'),
  limit: fc.constantFrom(1, 3, 100, 100, 100),
  offset: fc.constantFrom(0, 0, 0, 2),
  isBoth: fc.boolean(),
})

async function compare(t: Test, parts: number | undefined, questions: number): Promise<void> {
  const service = await startModelService(1, parts === undefined ? {} : { parts })
  t.teardown(() => service.stop())
  const sites = await addSites(service, parts !== undefined)
  const features = new Set(['props']) as never
  const homeHostnames = { [sites[0]!.id]: 'a.com', [sites[1]!.id]: 'two.test' }
  let reached = 0
  await fc.assert(
    fc.asyncProperty(question, async ({ cut, first, length, isBoth, more: [before = 0, behind = 0], ...asked }) => {
      const of = isBoth ? sites : sites.slice(0, 1)
      const dayOf = (index: number) => new Date((origin + index * 86_400) * 1000).toISOString().slice(0, 10)
      const [firstDay, lastDay] = [dayOf(first - before), dayOf(first + length + behind)]
      const whole = rangeOfDays(timezone, firstDay, lastDay)
      const start = cut === null ? whole.start / 1000 : origin + (first - before) * 86_400 + cut
      const end = cut === null ? whole.end / 1000 : start + (before + behind) * 86_400 + length * 40_000 + 1
      const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
      const using = asked.filters.map((index) => filters[index]!)
      const wanted = asked.steps.map((index) => steps[index]!)
      const site = siteView({ id: sites[0]!.id, domain: 'a.com', timezone, features, homeHostnames })
      const { meta, query, ...found } = await service.stats.journey(
        { site, siteIds: of.map(({ id }) => id) },
        {
          ...asked,
          steps: wanted.map(({ api }) => api),
          filters: using.map(({ api }) => api),
          date_range: cut === null ? [firstDay, lastDay] : [iso(start), iso(end - 1)],
        },
      )
      const visits = of.flatMap((one) => one.visits)
      const expected = answer(visits, { ...asked, steps: wanted, filters: using, start, end })
      t.strictSame(
        found,
        expected,
        JSON.stringify({ ...asked, steps: wanted.map(({ api }) => api), firstDay, lastDay, cut }),
      )
      t.strictSame(meta, {})
      const { next, ended, total } = found
      if (found.steps.length > 0 && asked.search === '' && asked.offset === 0 && total <= asked.limit) {
        const sum = next.reduce((visits, row) => visits + row.visits, ended!.visits)
        t.equal(sum, found.steps.at(-1)!.visits, 'rows and the end add up to the step before')
      }
      reached += found.steps.at(-1)?.visits ?? 0
    }),
    { numRuns: questions, seed: 42, endOnFailure: true },
  )
  t.ok(reached > questions, `many visits came to the last step: ${reached}`)
}

t.setTimeout(300_000)
t.test('journeys in one part', (t) => compare(t, undefined, runs(400)))
t.test('journeys over several parts', (t) => compare(t, 3, runs(120)))
