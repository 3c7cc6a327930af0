// The questions of the query benchmark: as a request to Tidemark, and as the SQL one would write in DuckDB over the
// same rows.

export interface QueryClass {
  readonly name: string
  /** Path and query, without site_id. */
  readonly path: string
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

/** Every class over 12 months and 30 days, then those that have one range only. */
export const queryClasses: readonly QueryClass[] = [
  ...classesOf('12 months', year),
  ...classesOf('30 days', month),
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
