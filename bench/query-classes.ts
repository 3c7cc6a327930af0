// The questions of the query benchmark: as a request to Tidemark, and as the SQL one would write in DuckDB over the
// same rows.

export interface QueryClass {
  readonly name: string
  /** Path and query, without site_id. */
  readonly path: string
  /** Body of a question that is posted, without site_id. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The same question for DuckDB; $from and $to are local days, the last excluded. Undefined: not compared. */
  readonly duckdb?: string
}

const year = {
  period: 'period=12mo&date=2026-06-30&interval=month',
  from: '2025-07-01',
  to: '2026-07-01',
  trunc: 'month',
}
const month = { period: 'period=30d&date=2026-07-01&interval=day', from: '2026-06-01', to: '2026-07-01', trunc: 'day' }
type Range = typeof year

const timeseries = (range: Range, metrics: string, filters = '') =>
  `/api/v1/stats/timeseries?${range.period}&metrics=${metrics}${filters ? `&filters=${encodeURIComponent(filters)}` : ''}`
const breakdown = (range: Range, property: string, metrics = 'visitors,pageviews') =>
  `/api/v1/stats/breakdown?${range.period.replace(/&interval=\w+/, '')}&property=${property}&metrics=${metrics}&limit=10`
const inRange = (range: Range, column: string) =>
  `${column} >= timestamp '${range.from}' and ${column} < timestamp '${range.to}'`

function classesOf(label: string, range: Range): QueryClass[] {
  const bucket = (column: string) => `date_trunc('${range.trunc}', ${column})`
  const events = (where: string) =>
    `select ${bucket('recorded_at')} as bucket, count(distinct visitor_id), count(*) from events e where site = 1 and ${inRange(range, 'recorded_at')} and ${where} group by 1 order by 1`
  const eventSums = `count(distinct visitor_id), count(distinct session_id), count(*) filter (name = 'pageview'), count(*)`
  return [
    {
      name: `timeseries, ${label}, all seven metrics`,
      path: timeseries(range, 'visitors,visits,pageviews,events,bounce_rate,visit_duration,views_per_visit'),
      duckdb: `select * from (select ${bucket('recorded_at')} as bucket, ${eventSums} from events where site = 1 and ${inRange(range, 'recorded_at')} group by 1)
               join (select ${bucket('ended_at')} as bucket, avg(is_bounce::int), avg(duration) from visits where site = 1 and ${inRange(range, 'ended_at')} group by 1) using (bucket) order by 1`,
    },
    {
      name: `timeseries, ${label}, unfiltered`,
      path: timeseries(range, 'visitors,visits,pageviews'),
      duckdb: `select ${bucket('recorded_at')} as bucket, count(distinct visitor_id), count(distinct session_id), count(*) filter (name = 'pageview')
               from events where site = 1 and ${inRange(range, 'recorded_at')} group by 1 order by 1`,
    },
    {
      name: `timeseries, ${label}, visit metrics`,
      path: timeseries(range, 'visits,bounce_rate,visit_duration'),
      duckdb: `select ${bucket('ended_at')} as bucket, count(*), avg(is_bounce::int), avg(duration) from visits where site = 1 and ${inRange(range, 'ended_at')} group by 1 order by 1`,
    },
    {
      name: `timeseries, ${label}, one source`,
      path: timeseries(range, 'visitors,visits', 'visit:source==Google'),
      duckdb: `select ${bucket('ended_at')} as bucket, count(distinct visitor_id), count(*) from visits where site = 1 and source = 'Google' and ${inRange(range, 'ended_at')} group by 1 order by 1`,
    },
    {
      name: `timeseries, ${label}, source and country`,
      path: timeseries(range, 'visitors,visits,pageviews', 'visit:source==Google;visit:country==DE'),
      duckdb: `select ${bucket('recorded_at')} as bucket, count(distinct e.visitor_id), count(distinct e.session_id), count(*) filter (name = 'pageview')
               from events e join visits v on v.session_id = e.session_id where e.site = 1 and v.source = 'Google' and v.country = 'DE' and ${inRange(range, 'e.recorded_at')} group by 1 order by 1`,
    },
    {
      name: `timeseries, ${label}, page wildcard`,
      path: timeseries(range, 'visitors,pageviews', 'event:page==/blog/2024/**'),
      duckdb: events(`name = 'pageview' and pathname like '/blog/2024/%'`),
    },
    {
      name: `timeseries, ${label}, page wildcard and source`,
      path: timeseries(range, 'visitors,pageviews', 'event:page==/blog/2024/**;visit:source==Google'),
      duckdb: `select ${bucket('recorded_at')} as bucket, count(distinct e.visitor_id), count(*) from events e join visits v on v.session_id = e.session_id
               where e.site = 1 and v.source = 'Google' and name = 'pageview' and pathname like '/blog/2024/%' and ${inRange(range, 'e.recorded_at')} group by 1 order by 1`,
    },
    {
      name: `timeseries, ${label}, goal`,
      path: timeseries(range, 'visitors,events', 'event:goal==Signup'),
      duckdb: events(`name = 'Signup'`),
    },
    {
      name: `timeseries, ${label}, goal with conversion rate`,
      path: timeseries(range, 'visitors,conversion_rate', 'event:goal==Signup'),
      duckdb: `select ${bucket('recorded_at')} as bucket, count(distinct visitor_id) filter (name = 'Signup') / count(distinct visitor_id) from events where site = 1 and ${inRange(range, 'recorded_at')} group by 1 order by 1`,
    },
    {
      name: `timeseries, ${label}, custom property`,
      path: timeseries(range, 'visitors,events', 'event:props:plan==pro'),
      duckdb: events(`(props->>'$.plan') = 'pro'`),
    },
    {
      name: `timeseries, ${label}, time on page`,
      path: timeseries(range, 'time_on_page', 'event:page==/'),
      duckdb: `select ${bucket('recorded_at')} as bucket, sum(engagement_time_ms) / count(distinct session_id) from engagements where site = 1 and pathname = '/' and ${inRange(range, 'recorded_at')} group by 1 order by 1`,
    },
    {
      name: `top 10 pages, ${label}`,
      path: breakdown(range, 'event:page'),
      duckdb: `select pathname, count(distinct visitor_id) as visitors, count(*) from events where site = 1 and name = 'pageview' and ${inRange(range, 'recorded_at')} group by 1 order by 2 desc limit 10`,
    },
    {
      name: `top 10 sources, ${label}`,
      path: breakdown(range, 'visit:source', 'visitors,visits'),
      duckdb: `select source, count(distinct visitor_id) as visitors, count(*) from visits where site = 1 and ${inRange(range, 'ended_at')} group by 1 order by 2 desc limit 10`,
    },
    {
      name: `top 10 countries, ${label}`,
      path: breakdown(range, 'visit:country', 'visitors,visits'),
      duckdb: `select country, count(distinct visitor_id) as visitors, count(*) from visits where site = 1 and ${inRange(range, 'ended_at')} group by 1 order by 2 desc limit 10`,
    },
    {
      name: `goals, ${label}`,
      path: breakdown(range, 'event:goal', 'visitors,events'),
      duckdb: `select name, count(distinct visitor_id) as visitors, count(*) from events where site = 1 and name in ('Signup', 'Purchase') and ${inRange(range, 'recorded_at')} group by 1 order by 2 desc`,
    },
  ]
}

/** The request of a class about a site. */
export const requestOf = ({ path, body }: QueryClass, site: string, key: string): [path: string, init: RequestInit] => {
  const authorization = `Bearer ${key}`
  if (body === undefined) return [`${path}&site_id=${site}`, { headers: { authorization } }]
  const headers = { authorization, 'content-type': 'application/json' }
  return [path, { method: 'POST', headers, body: JSON.stringify({ site_id: site, ...body }) }]
}

/** The two halves of a journey: the candidates for its first item, and the item right behind two chosen ones. */
function journeysOf(label: string, first: string, last: string): QueryClass[] {
  const dates = { date_range: [first, last] }
  const rows = `site = 1 and recorded_at >= timestamp '${first}' and recorded_at < timestamp '${last}' + interval 1 day`
  const item = `case when name = 'pageview' then pathname else name end`
  // Equal neighbours are one item.
  const items = `items as (
      select session_id, visitor_id, item, row_number() over (partition by session_id order by recorded_at, place) as rank
      from (select *, ${item} as item, lag(${item}) over (partition by session_id order by recorded_at, place) as before
            from events where ${rows})
      where item is distinct from before)`
  return [
    {
      name: `journeys, ${label}, starting points`,
      path: '/api/v2/journeys',
      body: { ...dates, steps: [] },
      duckdb: `select ${item}, count(distinct visitor_id), count(distinct session_id) as visits from events where ${rows} group by 1 order by 3 desc limit 10`,
    },
    {
      name: `journeys, ${label}, behind two steps`,
      path: '/api/v2/journeys',
      body: { ...dates, steps: [{ page: '/' }, { page: '/blog/**' }] },
      duckdb: `with ${items},
        one as (select session_id, min(rank) as rank from items where item = '/' group by 1),
        two as (select i.session_id, i.rank from items i join one using (session_id) where i.rank = one.rank + 1 and i.item like '/blog/%'),
        three as (select i.session_id, min(i.rank) as rank from items i join two using (session_id) where i.rank > two.rank and i.item not like '/blog/%' group by 1)
        select item, count(distinct visitor_id), count(*) from items join three using (session_id, rank) group by 1 order by 3 desc limit 10`,
    },
  ]
}

/** The pages that the benchmark's funnel leads over, in their order. */
export const funnelPages = ['/', '/pricing-1', '/privacy-2'] as const

/** A funnel of three pages. It is the only one of its database. */
function funnelOf(label: string, first: string, last: string): QueryClass {
  const rows = `site = 1 and name = 'pageview' and recorded_at >= timestamp '${first}' and recorded_at < timestamp '${last}' + interval 1 day`
  const [one, two, three] = funnelPages
  const next = (step: string, before: string, page: string) =>
    `${step} as (select e.session_id, any_value(e.visitor_id) as visitor_id, min(row(e.recorded_at, e.place)) as at
      from pages e join ${before} b using (session_id) where e.pathname = '${page}' and row(e.recorded_at, e.place) > b.at group by 1)`
  return {
    name: `funnel of three pages, ${label}`,
    path: '/api/v2/query',
    body: { date_range: [first, last], metrics: ['visitors', 'visits'], dimensions: ['funnel:1'] },
    duckdb: `with pages as (select session_id, visitor_id, pathname, recorded_at, place from events where ${rows} and pathname in ('${one}', '${two}', '${three}')),
      one as (select session_id, any_value(visitor_id) as visitor_id, min(row(recorded_at, place)) as at from pages where pathname = '${one}' group by 1),
      ${next('two', 'one', two)}, ${next('three', 'two', three)}
      select 1, count(distinct visitor_id), count(*) from one union all select 2, count(distinct visitor_id), count(*) from two
      union all select 3, count(distinct visitor_id), count(*) from three`,
  }
}

/** Every class over 12 months and 30 days, then those that have one range only. */
export const queryClasses: readonly QueryClass[] = [
  ...classesOf('12 months', year),
  ...classesOf('30 days', month),
  ...journeysOf('12 months', '2025-07-01', '2026-06-30'),
  ...journeysOf('28 days', '2026-06-03', '2026-06-30'),
  funnelOf('12 months', '2025-07-01', '2026-06-30'),
  funnelOf('28 days', '2026-06-03', '2026-06-30'),
  {
    name: 'timeseries, one day by hour',
    path: '/api/v1/stats/timeseries?period=day&date=2026-06-25&metrics=visitors,visits,pageviews',
  },
  {
    name: 'aggregate, 30 days, compared',
    path: '/api/v1/stats/aggregate?period=30d&date=2026-07-01&metrics=visitors,visits,pageviews,bounce_rate&compare=previous_period',
  },
  { name: 'realtime visitors', path: '/api/v1/stats/realtime/visitors?' },
]
