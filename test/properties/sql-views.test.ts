// The views of the schema `tidemark` answer random questions as the API does (docs/sql.md): ranges, filters and
// dimensions by chance, about the random traffic of the model.
import fc from 'fast-check'
import t from 'tap'
import { leaveOut } from '../support/divided.ts'
import { runs } from '../support/effort.ts'
import { startStatsService } from '../support/stats-service.ts'

leaveOut('roles')
t.setTimeout(240_000)

const timezone = 'Europe/Berlin'
const service = await startStatsService({ seed: 31, timezone })
t.teardown(() => service.stop())
const { domain, app } = service
await app.db.write.query(
  `insert into goals (site_id, path, scroll_threshold, display_name) values ($1, '/blog**', 50, 'Half of the blog')`,
  [service.siteId],
)
await app.directory.refresh()

/** A column of a view, and how the API names it and the rows without a value. */
interface Column {
  readonly api: string
  readonly sql: string
  /** The API's name of rows without a value; null: it leaves them out. */
  readonly blank?: string | null
}
/** Questions to one view: a row of numbers for each value of the columns asked for. */
interface View {
  readonly from: string
  readonly metrics: readonly (readonly [api: string, sql: string])[]
  readonly columns: readonly Column[]
  /** Rows of a range, which begins and ends with the local days $2 and $3. */
  readonly within: string
  /** Conditions of the API that the view stands for. */
  readonly filters: readonly unknown[]
}

const start = `($2::date::timestamp at time zone '${timezone}')`
const end = `(($3::date + 1)::timestamp at time zone '${timezone}')`
const within = `at >= ${start} and at < ${end}`
const visitors = ['visitors', 'count(distinct visitor)::int'] as const
const day = { api: 'time:day', sql: 'day::text' }
const page = { api: 'event:page', sql: 'path' }
const visitColumns = ['country', 'region', 'device', 'browser', 'os'].map((name) => ({
  api: `visit:${name}`,
  sql: name,
  blank: ['country', 'region'].includes(name) ? '' : '(not set)',
}))
const visits: View = {
  from: 'tidemark.visits',
  metrics: [
    ['visits', 'count(*)::int'],
    ['bounce_rate', 'round(100.0 * count(*) filter (where is_bounce) / count(*))::int'],
    ['visit_duration', 'round(avg(seconds))::int'],
  ],
  columns: [
    ...visitColumns,
    { api: 'visit:source', sql: 'source', blank: 'Direct / None' },
    { api: 'visit:referrer', sql: 'referrer', blank: 'Direct / None' },
    { api: 'visit:channel', sql: 'channel', blank: 'Direct' },
    { api: 'visit:utm_source', sql: 'utm_source', blank: '(not set)' },
    { api: 'visit:utm_campaign', sql: 'utm_campaign', blank: '(not set)' },
    { api: 'visit:entry_page', sql: 'entry_page', blank: null },
    { api: 'visit:exit_page', sql: 'exit_page', blank: null },
    { api: 'visit:entry_page_hostname', sql: 'hostname', blank: null },
  ],
  within: `ended_at >= ${start} and started_at < ${end}`,
  filters: [],
}
const views: readonly View[] = [
  {
    from: 'tidemark.pageviews',
    metrics: [['pageviews', 'count(*)::int'], visitors],
    columns: [day, page, { api: 'event:hostname', sql: 'hostname' }],
    within,
    filters: [['is', 'event:name', ['pageview']]],
  },
  {
    from: 'tidemark.custom_events',
    metrics: [['events', 'count(*)::int'], visitors],
    columns: [
      day,
      page,
      { api: 'event:name', sql: 'name' },
      { api: 'event:props:plan', sql: `properties ->> 'plan'`, blank: '(none)' },
    ],
    within,
    filters: [['is_not', 'event:name', ['pageview']]],
  },
  visits,
  {
    from: 'tidemark.conversions',
    metrics: [visitors],
    columns: [{ api: 'event:goal', sql: 'goal' }],
    within,
    filters: [],
  },
  {
    from: 'tidemark.days',
    metrics: ['visitors', 'visits', 'pageviews', 'events'].map((name) => [name, `sum(${name})::int`]),
    columns: [day],
    within: 'day between $2 and $3',
    filters: [],
  },
]

const conditions: Readonly<Record<string, readonly { api: unknown[]; sql: string }[]>> = {
  events: [
    { api: ['is', 'event:page', ['/blog', '/']], sql: `path in ('/blog', '/')` },
    { api: ['contains_not', 'event:page', ['blog']], sql: `strpos(path, 'blog') = 0` },
    { api: ['is', 'event:hostname', ['b.com']], sql: `hostname = 'b.com'` },
    { api: ['is', 'event:props:plan', ['pro']], sql: `properties ->> 'plan' = 'pro'` },
  ],
  visits: [
    { api: ['is', 'visit:source', ['Google']], sql: `source = 'Google'` },
    { api: ['is_not', 'visit:country', ['EE']], sql: `country is distinct from 'EE'` },
    { api: ['is', 'visit:source', ['Direct / None']], sql: 'source is null' },
    { api: ['contains', 'visit:entry_page', ['blog']], sql: `entry_page like '%blog%'` },
  ],
  none: [],
}
const conditionsOf = ({ from }: View) =>
  conditions[from.endsWith('visits') ? 'visits' : /days|conversions/.test(from) ? 'none' : 'events']!

const dayOf = (index: number) => new Date(Date.parse('2021-03-08') + index * 86_400_000).toISOString().slice(0, 10)

const question = fc.record({
  view: fc.constantFrom(...views),
  columns: fc.uniqueArray(fc.nat(20), { maxLength: 2 }),
  condition: fc.option(fc.nat(20)),
  first: fc.nat(55),
  length: fc.constantFrom(0, 1, 6, 30),
})

t.test('random questions', async (t) => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(question, async ({ view, columns, condition, first, length }) => {
      // The views of days and conversions are asked by their own dimension.
      const isFixed = view.columns.length === 1
      const asked = isFixed ? view.columns : [...new Set(columns.map((at) => view.columns[at % view.columns.length]!))]
      const filters = conditionsOf(view)
      const filter = condition === null ? undefined : filters[condition % Math.max(1, filters.length)]
      const [from, to] = [dayOf(first), dayOf(first + length)]
      const body = {
        metrics: view.metrics.map(([name]) => name),
        dimensions: asked.map(({ api }) => api),
        filters: [...view.filters, ...(filter ? [filter.api] : [])],
        date_range: [from, to],
      }
      const { status, body: answer } = await service.query(body)
      t.equal(status, 200, JSON.stringify([body, answer]))
      const api = (answer as { results: { dimensions: unknown[]; metrics: unknown[] }[] }).results.map((row) => [
        ...row.dimensions,
        ...row.metrics,
      ])
      const columnTexts = asked.map(({ sql, blank }) => (blank == null ? sql : `coalesce(${sql}, '${blank}')`))
      const leftOut = asked.filter(({ blank }) => blank === null).map(({ sql }) => `${sql} is not null`)
      const where = ['domain = $1', view.within, ...(filter ? [filter.sql] : []), ...leftOut]
      const names = [...columnTexts, ...view.metrics.map(([, sql]) => sql)].map((text, at) => `${text} as c${at}`)
      const groups = asked.map((_, at) => at + 1).join(', ')
      const rows = await app.db.write.query<Record<string, unknown>>(
        `select ${names.join(', ')} from ${view.from} where ${where.join(' and ')}
         ${groups === '' ? 'having count(*) > 0' : `group by ${groups}`}`,
        [domain, from, to],
      )
      const sorted = (list: unknown[][]) => list.map((row) => JSON.stringify(row)).sort()
      // The API has one row of zeros where nothing is asked by a dimension.
      const isEmpty = asked.length === 0 && rows.length === 0
      if (isEmpty) t.equal(api[0]?.[0], 0)
      else t.strictSame(sorted(rows.map((row) => Object.values(row))), sorted(api), JSON.stringify(body))
      found += rows.length
    }),
    { numRuns: runs(150), seed: 42, endOnFailure: true },
  )
  t.ok(found > 500, `${found} rows were compared`)
})
