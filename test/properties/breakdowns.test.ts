// The promise of daily_breakdowns: questions it answers get what raw rows would have said, whichever days it holds.
import fc from 'fast-check'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createDatabase } from '../support/database.ts'
import { runs } from '../support/effort.ts'
import { siteView } from '../support/ingest.ts'
import { own } from '../support/own.ts'
import { type Attributes, aloneEvent, insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'
import { createRandom } from '../support/stats-model-traffic.ts'

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
  'Atlantic/Azores',
  'America/Sao_Paulo',
  'Africa/Casablanca',
]
const questionsPerZone = runs(30)
/** Around a month's end and the DST changes of many zones. */
const origin = Date.parse('2024-03-24T00:00:00Z') / 1000
const days = 18
const dayOf = (count: number) => new Date((origin + count * 86_400) * 1000).toISOString().slice(0, 10)

const pickBy =
  (random: () => number) =>
  <T>(items: readonly T[]): T =>
    items[Math.floor(random() * items.length)]!

/** Ids live for two UTC days: visits far apart, across midnight, and some that go on for half a day. */
function createTraffic(
  random: () => number,
  pageOf = () => pickBy(random)(['/', '/blog', '/register']),
  visitors = 260,
) {
  const pick = pickBy(random)
  const events: ModelEvent[] = []
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    const begin = origin + Math.floor(random() * days * 86_400)
    const isLong = visitor % 9 === 0
    const gaps = isLong ? [1_700, 1_750] : [0, 20, 600, 1_500, 1_801, 9_000, 30_000, 50_000]
    const count = isLong ? 30 + Math.floor(random() * 40) : 1 + Math.floor(random() * 7)
    for (
      let index = 0, at = begin, gap = 0;
      index < count && at < begin + 47 * 3_600;
      index += 1, at += gap = pick(gaps)
    ) {
      const name = gap > 1_800 ? 'pageview' : pick(['pageview', 'pageview', 'pageview', 'Signup', 'engagement'])
      // A note is too long to be kept on some days.
      const props =
        random() < 0.3
          ? { plan: pick(['pro', 'free']), note: random() < 0.03 ? 'long '.repeat(50) : pick(['a', 'b']) }
          : null
      const pathname = pageOf()
      events.push({
        visitor,
        at,
        name,
        pathname,
        hostname: pick(['a.com', 'b.com']),
        props,
        engagedMs: 1_000 * Math.floor(random() * 90),
        scroll: 40,
      })
    }
  }
  const attributesOf = (): Attributes => ({
    source: pick([null, 'Google', 'Bing']),
    channel: pick([null, 'Direct', 'Email']),
    utm_source: pick([null, 'news']),
    country: pick([null, 'EE', 'US']),
    device: pick([null, 'Mobile']),
    browser: pick(['Chrome', 'Firefox']),
  })
  const alone = Array.from({ length: 60 }, () => {
    const at = origin + Math.floor(random() * days * 86_400)
    const props = random() < 0.5 ? { plan: pick(['pro', 'server']) } : null
    return aloneEvent({ at, name: pick(['pageview', 'Signup']), pathname: pageOf(), hostname: 'b.com', props })
  })
  return [...sessionsOf(events, attributesOf), ...alone]
}

/** The four visits that ended last: as if they went on. */
function runningOf(sessions: ReturnType<typeof createTraffic>): Set<number> {
  const latest = new Map(sessions.flatMap((one) => (one.isAlone ? [] : [[one.visitor, one] as const])))
  const last = [...latest.values()].sort((a, b) => b.end - a.end).slice(0, 4)
  return new Set(last.map((session) => session.id))
}

/**
 * Sixty pages are read by two visitors on one day each; one page by one visitor on every day, which makes it the first
 * of them all.
 */
function createSteadyTraffic() {
  const events: ModelEvent[] = []
  const read = (day: number, pathname: string) =>
    events.push({
      visitor: events.length + 1,
      at: origin + day * 86_400 + 36_000 + events.length,
      name: 'pageview',
      pathname,
      hostname: 'a.com',
      props: { note: pathname },
      engagedMs: 0,
      scroll: 0,
    })
  for (let day = 0; day < days; day++) {
    read(day, '/steady')
    for (let page = 0; page < 120; page++) read(day, `/day/${day}/${page >> 1}`)
  }
  return sessionsOf(events, () => ({}))
}

const filters = [
  '',
  'visit:source==Google',
  'visit:source==Direct / None',
  'visit:channel==Direct',
  'visit:utm_source==news',
  'visit:country==EE',
  'visit:device==(not set)',
  'visit:entry_page==/blog',
  'visit:exit_page==/',
  'event:page==/',
  'event:hostname==a.com',
  'event:name==Signup',
  'event:goal==Signup',
  'event:goal==Pro',
  'event:goal==Visit /re**',
  'event:props:plan==pro',
  'event:props:note==a',
]
const properties = [
  'visit:source',
  'visit:channel',
  'visit:country',
  'visit:device',
  'visit:exit_page',
  'event:page',
  'event:name',
  'event:goal',
]
const isEvent = (name: string) => /event:(name|goal|props)/.test(name)

/** Of the visits of one source only: days have sums of big ones. */
const sources = [null, null, null, 'Google', 'Direct / None', 'Yahoo']

const question = fc.record({
  source: fc.constantFrom(...sources),
  first: fc.integer({ min: -1, max: days }),
  length: fc.integer({ min: 0, max: 14 }),
  kind: fc.constantFrom('day', 'month', 'aggregate', 'breakdown'),
  filter: fc.constantFrom(...filters),
  property: fc.constantFrom(...properties),
  metrics: fc.uniqueArray(
    fc.constantFrom(
      'visitors',
      'pageviews',
      'events',
      'visits',
      'bounce_rate',
      'visit_duration',
      'views_per_visit',
      'conversion_rate',
      'time_on_page',
    ),
    { minLength: 1, maxLength: 4 },
  ),
})

t.setTimeout(300_000)

t.test('daily_breakdowns and raw rows give the same answers', async (t) => {
  const database = await createDatabase()
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  const telemetry = createTelemetry()
  const clock = { now: () => new Date((origin + (days + 6) * 86_400) * 1000) }
  const stats = createStats({ db, log: createLog('silent'), telemetry, statementTimeoutMs: 20_000, clock })
  const askedBy = async (pattern: RegExp) =>
    (await telemetry.querySeconds.get()).values
      .filter(({ metricName, labels }) => metricName?.endsWith('_count') && pattern.test(String(labels.class)))
      .reduce((sum, { value }) => sum + value, 0)
  const random = createRandom(11)
  await db.write.query(`insert into teams (plan) values ('business')`)
  for (const [index, timezone] of zones.entries()) {
    const id = index + 1
    await db.write.query('insert into sites (team_id, domain, timezone) values (1, $1, $2)', [
      `s${id}.example`,
      timezone,
    ])
    await db.write.query(`update sites set home_hostname = 'a.com' where id = $1`, [id])
    await db.write.query(
      `insert into goals (site_id, event_name, path, custom_props, display_name)
       values ($1, 'Signup', null, '{}', 'Signup'), ($1, 'Signup', null, '{"plan":"pro"}', 'Pro'), ($1, null, '/re**', '{}', 'Visit /re**')`,
      [id],
    )
    const sessions = createTraffic(random)
    await insertTraffic(db.write, id, timezone, sessions, runningOf(sessions))
    await rebuildRollups(db, { site: `s${id}.example` }, clock.now())
    const access = {
      site: siteView({ id, domain: `s${id}.example`, timezone, homeHostname: 'a.com', features: new Set(['props']) }),
      siteIds: [id],
    }
    const questions = fc
      .sample(question, { numRuns: questionsPerZone, seed: 100 + id })
      .map(({ source, first, length, kind, filter, property, metrics }) => {
        const about = kind === 'breakdown' ? property : filter
        const asked = metrics.filter((name) => {
          if (name === 'conversion_rate') return about.includes('goal')
          if (name === 'time_on_page') return about.startsWith('event:page')
          if (name === 'views_per_visit') return kind !== 'breakdown' && !about.startsWith('event:')
          return !isEvent(about) || ['visitors', 'pageviews', 'events'].includes(name)
        })
        const params = new URLSearchParams({
          period: 'custom',
          date: `${dayOf(first)},${dayOf(first + length)}`,
          metrics: (asked.length > 0 ? asked : ['visitors']).join(','),
        })
        // Goals and properties have no sums of a source.
        const isOfSource = source !== null && !/goal|props/.test(about)
        const asks = [...(kind === 'breakdown' ? [] : [filter]), ...(isOfSource ? [`visit:source==${source}`] : [])]
        if (kind === 'breakdown') params.set('property', property)
        params.set('filters', asks.filter(Boolean).join(';'))
        if (kind === 'day' || kind === 'month') params.set('interval', kind)
        return { kind, params }
      })
    const ask = async () => {
      const answers: string[] = []
      for (const { kind, params } of questions) {
        if (kind === 'breakdown') answers.push(JSON.stringify(await stats.breakdown(access, params)))
        else if (kind === 'aggregate') answers.push(JSON.stringify(await stats.aggregate(access, params)))
        else answers.push(JSON.stringify(await stats.timeseries(access, params)))
      }
      return answers
    }
    // While a time zone changes, raw rows answer: what is compared with, and a promise of its own.
    await db.write.query('insert into timezone_changes (site_id, timezone) values ($1, $2)', [id, timezone])
    telemetry.querySeconds.reset()
    const raw = await ask()
    t.equal(await askedBy(/breakdowns|hours/), 0, 'only raw rows while a time zone changes')
    await db.write.query('delete from timezone_changes where site_id = $1', [id])
    await (await own(db, id)).query(
      `insert into breakdown_days ({{part,}}site_id, local_day, state)
       select distinct {{=part,}}site_id, local_day, 'dirty' from events where {{at}}site_id = $1`,
      [id],
    )
    await fillBreakdowns(db, clock.now(), { visitsMin: 12 })
    const compare = async (message: string) => {
      telemetry.querySeconds.reset()
      const found = await ask()
      const [held, all] = [await askedBy(/breakdowns/), await askedBy(/./)]
      t.ok(held > all / 2, `${timezone}, ${message}: daily_breakdowns had a part in ${held} of ${all} answers`)
      const wrong = questions
        .map(({ kind, params }, at) => ({
          kind,
          params: decodeURIComponent(String(params)),
          found: found[at],
          wanted: raw[at],
        }))
        .filter(({ found, wanted }) => found !== wanted)
      if (wrong.length > 0) t.strictSame(wrong.slice(0, 3), [], `${timezone}, ${message}: ${wrong.length} differ`)
    }
    await compare('filled')
    await db.write.query(`update breakdown_days set state = 'dirty' where site_id = $1 and local_day = any ($2)`, [
      id,
      [dayOf(4), dayOf(9)],
    ])
    await compare('two days dirty')
  }
})

// What a day has most of is looked at first; lists of many values are read whole only where that leaves something open.
t.test('the first rows of long lists', async (t) => {
  const database = await createDatabase()
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  const asked: string[] = []
  const recorded: typeof db = {
    ...db,
    readOnly: (work, timeoutMs) =>
      db.readOnly(
        (tx) =>
          work({
            ...tx,
            query(text, values) {
              asked.push(text)
              return tx.query(text, values)
            },
          }),
        timeoutMs,
      ),
  }
  const clock = { now: () => new Date((origin + (days + 6) * 86_400) * 1000) }
  const stats = createStats({ db: recorded, log: createLog('silent'), statementTimeoutMs: 20_000, clock })
  const random = createRandom(12)
  await db.write.query(`insert into teams (plan) values ('business')`)
  const pages = Array.from({ length: 300 }, (_, index) => `/page/${index}`)
  const sites: [name: string, timezone: string, sessions: ReturnType<typeof createTraffic>][] = [
    [
      'a few are read by most',
      'Europe/Berlin',
      createTraffic(random, () => pages[Math.floor(300 * random() ** 4)]!, 900),
    ],
    ['all are read alike', 'America/Havana', createTraffic(random, () => pickBy(random)(pages), 900)],
    ['every day has its own, and one is read on all days', 'Etc/UTC', createSteadyTraffic()],
  ]
  const list = fc.record({
    first: fc.integer({ min: -1, max: days }),
    length: fc.integer({ min: 0, max: 14 }),
    property: fc.constantFrom('event:page', 'event:page', 'visit:entry_page', 'visit:exit_page', 'visit:referrer'),
    metrics: fc.constantFrom('visitors', 'visitors,pageviews', 'visitors,events'),
    limit: fc.integer({ min: 1, max: 25 }),
    page: fc.constantFrom(1, 1, 2),
  })
  let [short, whole] = [0, 0]
  for (const [index, [name, timezone, sessions]] of sites.entries()) {
    const id = index + 1
    await db.write.query('insert into sites (team_id, domain, timezone) values (1, $1, $2)', [
      `s${id}.example`,
      timezone,
    ])
    await insertTraffic(db.write, id, timezone, sessions, runningOf(sessions))
    await rebuildRollups(db, { site: `s${id}.example` }, clock.now())
    const access = {
      site: siteView({ id, domain: `s${id}.example`, timezone, features: new Set(['props']) }),
      siteIds: [id],
    }
    const lists = fc
      .sample(list, { numRuns: runs(60), seed: 200 + id })
      .map(({ first, length, property, metrics, limit, page }) => {
        const known = property.startsWith('visit:') ? 'visitors' : metrics
        const date = `${dayOf(first)},${dayOf(first + length)}`
        return new URLSearchParams({
          period: 'custom',
          date,
          property,
          metrics: known,
          limit: `${limit}`,
          page: `${page}`,
        })
      })
    const answers = async () => {
      const found = []
      for (const params of lists)
        found.push({ params: decodeURIComponent(`${params}`), ...(await stats.breakdown(access, params)) })
      return found
    }
    await db.write.query('insert into timezone_changes (site_id, timezone) values ($1, $2)', [id, timezone])
    const raw = await answers()
    await db.write.query('delete from timezone_changes where site_id = $1', [id])
    await (await own(db, id)).query(
      `insert into breakdown_days ({{part,}}site_id, local_day, state)
       select distinct {{=part,}}site_id, local_day, 'dirty' from events where {{at}}site_id = $1`,
      [id],
    )
    await fillBreakdowns(db, clock.now(), { visitsMin: 12 })
    for (const state of ['filled', 'two days dirty']) {
      if (state !== 'filled')
        await db.write.query(`update breakdown_days set state = 'dirty' where site_id = $1 and local_day = any ($2)`, [
          id,
          [dayOf(4), dayOf(9)],
        ])
      asked.length = 0
      t.strictSame(await answers(), raw, `${name}, ${state}`)
      const sums = asked.filter((text) => /as d0.*from daily_breakdowns/s.test(text))
      const first = sums.filter((text) => text.includes(' as most')).length
      whole += sums.length - first
      short += 2 * first - sums.length
    }
  }
  t.ok(
    short > 50 && whole > 25,
    `${short} of these lists were told by their first values, ${whole} had to be read whole`,
  )
})
