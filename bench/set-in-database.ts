// A data set that the database makes by itself: the rows that `tidemark import` would store of bench/data-set.ts, at a
// hundred thousand events a second, for sizes that take an hour to import. Each visit is of a visitor of its own, and
// none crosses midnight, so every flag is known.
// On its own it makes a database, fills it, and prints what a service and a question need:
// node bench/set-in-database.ts --events 10000000 [--name big] [--last-day 2026-06-30], on the server of DATABASE_URL.
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { preparePartitions } from '../src/db/partitions.ts'
import { createPools } from '../src/db/pool.ts'
import { addDays } from '../src/rules/days.ts'
import { coverChunks, rebuildChunks } from '../src/upkeep/chunks.ts'
import { siteDomain } from './data-set.ts'
import { type BenchDatabase, createBenchDatabase } from './database.ts'
import { createPopulation, exponents } from './population.ts'
import { addGoals, fill } from './query.ts'
import { provision } from './service.ts'

interface SetInDatabase {
  /** About how many lines the set has: pageviews, events of a name and engagement. */
  readonly events: number
  /** The set ends with this day, YYYY-MM-DD, and has `days` of them. */
  readonly lastDay: string
  readonly days: number
  readonly siteId: number
  /** Sets of two sites differ by it. */
  readonly seed: number
}

/** Lines of a mean visit: two pageviews, each with 0.12 events of a name and 0.8 engagements. */
const linesOfVisit = 2 * (1 + 0.12 + 0.8)

/** The upper bound of each rank's share of 1, for `width_bucket`. */
function bounds(count: number, exponent: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** exponent)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map((weight) => {
    sum += weight / total
    return sum
  })
}

/** Tables of the population for one connection, each with its ranks from 0, and what the ranks' bounds are. */
async function describePopulation(client: pg.ClientBase): Promise<void> {
  const { agents, pages, sources, countries } = createPopulation()
  const table = (name: string, rows: readonly object[]) =>
    client.query(
      `create temp table ${name} as
       select (place - 1)::integer as rank, value from jsonb_array_elements($1::jsonb) with ordinality as listed (value, place)`,
      [JSON.stringify(rows)],
    )
  await table('set_agents', agents)
  await table(
    'set_pages',
    pages.map((path) => ({ path })),
  )
  await table(
    'set_sources',
    sources.map(({ referrer, query, source, channel }) => ({
      referrer: referrer || null,
      source: source || null,
      channel,
      ...Object.fromEntries(new URLSearchParams(query)),
    })),
  )
  await table(
    'set_countries',
    countries.map((code) => ({ code })),
  )
  await client.query('analyze set_agents, set_pages, set_sources, set_countries')
}

/**
 * One day of a site: $1 the day, $2 the site, $3 how many visits; $4 to $7 the bounds of agents, pages, sources and
 * countries. Visits begin between 4:00 and 21:00 UTC and last 78 minutes at most.
 */
const dayOfSet = `
with drawn as materialized (
  select hashint8extended(visit + 1000000 * ($1::date - '2000-01-01')::bigint, $2) as visitor_id,
         hashint8extended(visit + 1000000 * ($1::date - '2000-01-01')::bigint, $2 + 1000000) as session_id,
         $1::date + interval '4 hours' + floor((random() + random()) / 2 * 61200) * interval '1 second' as started_at,
         least(25, 1 + floor(ln(1 - random()) / ln(0.5)))::integer as pageviews,
         width_bucket(random(), $4::float8[]) as agent, width_bucket(random(), $6::float8[]) as source,
         width_bucket(random(), $7::float8[]) as country
  from generate_series(1, $3::integer) as visit
), views as materialized (
  select visitor_id, session_id, started_at, view,
         5 + floor(random() * 120)::integer as read_s, floor(random() * 60)::integer as later_s,
         random() < 0.12 as has_event, random() < 0.8 as has_engagement, width_bucket(random(), $5::float8[]) as page
  from drawn cross join lateral generate_series(1, pageviews) as view
), timed as materialized (
  select v.visitor_id, v.session_id, view, has_event, has_engagement, read_s, later_s,
         (started_at + coalesce(sum(read_s + case when has_engagement then later_s else 0 end) over before, 0) * interval '1 second')
           at time zone 'UTC' as at,
         coalesce(count(*) filter (where has_event) over before, 0) as events_before,
         p.value ->> 'path' as path
  from views v join set_pages p on p.rank = v.page
  window before as (partition by v.session_id order by view rows between unbounded preceding and 1 preceding)
), placed as materialized (
  select at, visitor_id, session_id, 'pageview' as name, path, null::jsonb as props, view + events_before as position
  from timed
  union all
  select at + read_s * interval '1 second', visitor_id, session_id,
         case when random() < 0.5 then 'Signup' else 'Purchase' end, path,
         jsonb_build_object('plan', (array['free', 'pro', 'team'])[1 + floor(random() * 3)::integer],
                            'position', floor(random() * 40)::integer::text),
         view + events_before + 1
  from timed where has_event
), stored_events as (
  insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
                      first_of_visit_day, first_of_visit_month, seen_day_before, interactive, name, pathname, props, position)
  select $2, at, visitor_id, session_id, $1::date, position = 1, position = 1, position = 1, position = 1, false, true, name, path, props, position
  from placed order by at
  returning recorded_at
), stored_engagements as (
  insert into engagements (site_id, recorded_at, visitor_id, session_id, local_day, pathname, scroll_depth, engagement_time_ms)
  select $2, at + (read_s + later_s) * interval '1 second', visitor_id, session_id, $1::date, path,
         floor(random() * 101)::integer, 500 + floor(random() * 120000)::integer
  from timed where has_engagement order by at
  returning recorded_at
), visited as (
  select session_id, max(at) as ended_at, count(*) filter (where name = 'pageview') as pageviews, count(*) as events,
         min(path) filter (where position = 1) as entry_page,
         (array_agg(path order by position desc) filter (where name = 'pageview'))[1] as exit_page
  from placed group by session_id
), stored_sessions as (
  insert into sessions (site_id, ended_at, session_id, visitor_id, started_at, local_day, first_of_visitor_day,
                        first_of_visitor_month, seen_day_before, duration, is_bounce, pageviews, events, entry_page, exit_page,
                        referrer, source, channel, utm_source, utm_medium, utm_campaign, country, device, browser,
                        browser_version, os, os_version)
  select $2, ended_at, session_id, visitor_id, started_at at time zone 'UTC', $1::date, true, true, false,
         extract(epoch from ended_at - started_at at time zone 'UTC')::integer, v.events = 1, v.pageviews, v.events, entry_page, exit_page,
         s.value ->> 'referrer', s.value ->> 'source', s.value ->> 'channel', s.value ->> 'utm_source', s.value ->> 'utm_medium',
         s.value ->> 'utm_campaign', c.value ->> 'code', a.value ->> 'device', a.value ->> 'browser', a.value ->> 'browserVersion',
         a.value ->> 'os', nullif(a.value ->> 'osVersion', '')
  from visited v join drawn d using (session_id)
  join set_agents a on a.rank = d.agent join set_sources s on s.rank = d.source join set_countries c on c.rank = d.country
  order by ended_at
), hours as (
  select date_trunc('hour', recorded_at) as hour, count(*) as count
  from (select * from stored_events union all select * from stored_engagements) as stored group by 1
), counted as (
  insert into traffic_counts (site_id, hour, reason, lane, count) select $2, hour, 'accepted', 0, count from hours
)
select coalesce(sum(count), 0)::integer as lines from hours`

/** Adds a set to a site that has no events on its days. Answers how many lines it has. */
export async function makeSet(database: Pick<BenchDatabase, 'url'>, set: SetInDatabase): Promise<number> {
  const firstDay = addDays(set.lastDay, 1 - set.days)
  const db = createPools({ databaseUrl: database.url })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await preparePartitions(db.write, new Date(`${firstDay}T00:00:00Z`), new Date(`${set.lastDay}T23:59:59Z`))
    await describePopulation(client)
    await client.query('set timezone = UTC; set work_mem = 256000')
    await client.query('select setseed($1)', [(set.seed % 1_000) / 1_000])
    const { agents, pages, sources, countries } = createPopulation()
    const shares = [
      bounds(agents.length, exponents.agent),
      bounds(pages.length, exponents.page),
      bounds(sources.length, exponents.source),
      bounds(countries.length, exponents.country),
    ].map((list) => list.slice(0, -1))
    let lines = 0
    for (let index = 0; index < set.days; index++) {
      const day = addDays(firstDay, index)
      const visits = Math.round((set.events / linesOfVisit / set.days) * weightOf(day, index / set.days))
      const made = await client.query<{ lines: number }>(dayOfSet, [day, set.siteId, visits, ...shares])
      lines += made.rows[0]?.lines ?? 0
    }
    // As an import leaves its days: upkeep looks for visits of the last week alone.
    await client.query(
      `insert into breakdown_days (site_id, local_day, state)
       select $1, day::date, 'dirty' from generate_series($2::date, $3::date, interval '1 day') as day
       on conflict (site_id, local_day) do update set state = 'dirty'`,
      [set.siteId, firstDay, set.lastDay],
    )
    return lines
  } finally {
    await client.end()
    await db.stop()
  }
}

/** Weekends are quiet, and a site grows by half over its days: the weight of a day beside the mean one. */
function weightOf(day: string, progress: number): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return (weekday === 0 || weekday === 6 ? 0.6 : 1.16) * (0.8 + 0.4 * progress)
}

/** What upkeep does in the weeks that the set pretends: sums of days, indexes of closed weeks, and the planner's facts. */
export async function settle(database: BenchDatabase): Promise<void> {
  await fill(database)
  const db = createPools({ databaseUrl: database.url })
  try {
    while ((await coverChunks(db, new Date())) > 0);
    while ((await rebuildChunks(db, new Date())) > 0);
  } finally {
    await db.stop()
  }
  await database.query('vacuum analyze')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '1000000' },
      name: { type: 'string', default: 'set' },
      'last-day': { type: 'string', default: addDays(new Date().toISOString().slice(0, 10), -1) },
      days: { type: 'string', default: '365' },
    },
  })
  const database = await createBenchDatabase(values.name)
  const key = await provision(database, siteDomain(0))
  const [site] = await database.query<{ id: number }>('select id from sites where domain = $1', [siteDomain(0)])
  const begin = performance.now()
  const seconds = () => ((performance.now() - begin) / 1_000).toFixed(0)
  const set = {
    events: Number(values.events),
    lastDay: values['last-day'],
    days: Number(values.days),
    siteId: Number(site?.id),
    seed: 1,
  }
  const lines = await makeSet(database, set)
  console.error(`${lines} lines in ${seconds()} s`)
  await addGoals(database)
  await settle(database)
  console.error(`settled after ${seconds()} s`)
  console.log(`DATABASE_URL=${database.url}\nKEY=${key}`)
  // The database stays; its server too, unless it is a private one.
  process.exit()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
