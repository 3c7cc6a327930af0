// Session metrics by page, and by hostname and page, beside a walk over every visit (spec/stats 6 and 22.4).
import t from 'tap'
import { localDay, type ModelSession } from '../support/stats-model.ts'
import { createRandom, createTraffic } from '../support/stats-model-traffic.ts'
import { startStatsService } from '../support/stats-service.ts'

const seed = 11
const timezone = 'Europe/Berlin'
const service = await startStatsService({ seed, timezone })
t.teardown(() => service.stop())
const sessions = createTraffic(createRandom(seed))

const range = ['2021-03-01', '2021-04-30'] as const
const metrics = ['visitors', 'bounce_rate', 'views_per_visit', 'visit_duration']
interface Row {
  dimensions: string[]
  metrics: (number | null)[]
}
const ask = async (body: Record<string, unknown>) => {
  const { status, body: answer } = await service.query({ date_range: range, metrics, ...body })
  return { status, ...(answer as { results: Row[]; error?: string }) }
}

const dayOf = (seconds: number) => localDay(timezone, seconds)
const inRange = (seconds: number) => dayOf(seconds) >= range[0] && dayOf(seconds) <= range[1]
const overlapping = sessions.filter(
  ({ start, end, isAlone }) => !isAlone && dayOf(end) >= range[0] && dayOf(start) <= range[1],
)
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals + 1e-9) / 10 ** decimals
/** The session metrics of some visits, as rows have them. */
function ofVisits(visits: readonly ModelSession[]): (number | null)[] {
  const count = visits.length
  if (count === 0) return [0, null, null]
  const sum = (value: (one: ModelSession) => number) => visits.reduce((total, one) => total + value(one), 0)
  return [
    round((sum(({ isBounce }) => Number(isBounce)) / count) * 100, 0),
    round(sum(({ pageviews }) => pageviews) / count, 2),
    round(sum(({ start, end }) => end - start) / count, 0),
  ]
}
const entryHost = ({ rows }: ModelSession) => rows.find(({ name }) => name === 'pageview')?.hostname
const views = sessions.flatMap(({ rows, visitor }) =>
  rows.filter(({ name, at }) => name !== 'engagement' && inRange(at)).map((row) => ({ ...row, visitor })),
)
const hosts = [...new Set(views.map(({ hostname }) => hostname))].sort()
const paths = [...new Set(views.map(({ pathname }) => pathname))].sort()

t.test('traffic has several hosts', async (t) => {
  t.ok(hosts.length > 1, hosts.join(', '))
  t.ok(paths.length > 3)
})

t.test('a page has the session metrics of visits that entered there', async (t) => {
  const { status, results } = await ask({ dimensions: ['event:page'] })
  t.equal(status, 200)
  t.strictSame(results.map(({ dimensions }) => dimensions[0]).sort(), paths)
  for (const { dimensions, metrics: found } of results) {
    const [path] = dimensions
    const entered = overlapping.filter(({ entryPage }) => entryPage === path)
    t.strictSame(found.slice(1), ofVisits(entered), path!)
  }
})

t.test('a page of a host has those of visits that entered there on that host', async (t) => {
  for (const names of [
    ['event:hostname', 'event:page'],
    ['event:page', 'event:hostname'],
  ]) {
    const { status, results } = await ask({ dimensions: names })
    t.equal(status, 200)
    const keyOf = (host: string, path: string) => `${host}${path}`
    const at = names.indexOf('event:hostname')
    const keys = results.map(({ dimensions }) => keyOf(dimensions[at]!, dimensions[1 - at]!))
    t.strictSame([...keys].sort(), [...new Set(views.map((row) => keyOf(row.hostname, row.pathname)))].sort())
    for (const [index, { metrics: found }] of results.entries()) {
      const key = keys[index]!
      const entered = overlapping.filter((one) => one.entryPage !== null && `${entryHost(one)}${one.entryPage}` === key)
      const seen = views.filter((row) => keyOf(row.hostname, row.pathname) === key)
      t.strictSame(
        found,
        [new Set(seen.map(({ visitor }) => visitor).filter((id) => !Number.isNaN(id))).size, ...ofVisits(entered)],
        key,
      )
    }
  }
})

t.test('alone they have a row for every page that visits entered by', async (t) => {
  const { results } = await ask({ metrics: ['views_per_visit'], dimensions: ['event:page', 'event:hostname'] })
  const entries = new Set(
    overlapping.filter(({ entryPage }) => entryPage).map((one) => `${entryHost(one)}${one.entryPage}`),
  )
  t.strictSame(results.map(({ dimensions: [path, host] }) => `${host}${path}`).sort(), [...entries].sort())
})

t.test('filters of pages and hosts are asked of the entry', async (t) => {
  const [host, path] = [hosts[0]!, paths[0]!]
  const cases: [filters: unknown[], holds: (one: ModelSession) => boolean][] = [
    [[['is', 'event:hostname', [host]]], (one) => entryHost(one) === host],
    [[['is_not', 'event:hostname', [host]]], (one) => entryHost(one) !== host],
    [[['is', 'event:page', [path]]], ({ entryPage }) => entryPage === path],
    [
      [
        [
          'or',
          [
            ['is', 'event:page', [path]],
            ['not', ['contains', 'event:page', [path]]],
          ],
        ],
      ],
      ({ entryPage }) => entryPage === path || !entryPage!.includes(path),
    ],
    [
      [
        ['is', 'event:hostname', [host]],
        ['is', 'event:page', [path]],
      ],
      (one) => one.entryPage === path && entryHost(one) === host,
    ],
    [
      [
        ['is', 'visit:source', ['Google']],
        ['is', 'event:hostname', [host]],
      ],
      (one) => one.attributes['source'] === 'Google' && entryHost(one) === host,
    ],
  ]
  for (const [filters, holds] of cases) {
    for (const dimensions of [['event:page'], ['event:page', 'event:hostname']]) {
      const { status, results } = await ask({ filters, dimensions })
      t.equal(status, 200, JSON.stringify(filters))
      for (const {
        dimensions: [shown, shownHost],
        metrics: found,
      } of results) {
        const entered = overlapping.filter(
          (one) => one.entryPage === shown && (shownHost === undefined || entryHost(one) === shownHost) && holds(one),
        )
        t.strictSame(found.slice(1), ofVisits(entered), `${shownHost ?? ''}${shown} ${JSON.stringify(filters)}`)
      }
    }
  }
})

t.test('what has no meaning is refused', async (t) => {
  const cases: [body: Record<string, unknown>, error: RegExp][] = [
    [
      { dimensions: ['time:day', 'event:hostname', 'event:page'], metrics: ['bounce_rate'] },
      /`bounce_rate` cannot be queried/,
    ],
    [{ dimensions: ['event:page', 'event:hostname', 'time'], metrics: ['visit_duration'] }, /`visit_duration` cannot/],
    ...['bounce_rate', 'visit_duration', 'views_per_visit'].flatMap((metric) =>
      ['time', 'time:hour', 'time:month'].map((time): [body: Record<string, unknown>, error: RegExp] => [
        { dimensions: [time, 'event:page'], metrics: ['visitors', metric] },
        new RegExp(`\`${metric}\` cannot be queried`),
      ]),
    ),
    [{ dimensions: ['event:hostname'], metrics: ['bounce_rate'] }, /event dimension\(s\) `event:hostname`/],
    [{ dimensions: ['event:page', 'event:name'], metrics: ['bounce_rate'] }, /event dimension\(s\) `event:name`/],
    [
      { dimensions: ['visit:source'], metrics: ['views_per_visit'] },
      /`views_per_visit` cannot be queried with `dimensions`/,
    ],
    [{ dimensions: ['event:page', 'visit:source'], metrics: ['views_per_visit'] }, /`views_per_visit`/],
    [
      { dimensions: [], filters: [['is', 'event:page', ['/']]], metrics: ['views_per_visit'] },
      /filter on `event:page`/,
    ],
  ]
  for (const [body, error] of cases) {
    const answer = await ask(body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.match(answer.error, error)
  }
  t.equal((await ask({ dimensions: ['time:day', 'event:page'], metrics: ['visitors', 'visits'] })).status, 200)
})

t.test('entry and exit pages go with their hostnames', async (t) => {
  for (const end of ['entry', 'exit'] as const) {
    const { status, results } = await ask({
      metrics: ['visits', 'bounce_rate', 'visit_duration'],
      dimensions: [`visit:${end}_page_hostname`, `visit:${end}_page`],
    })
    t.equal(status, 200)
    const pageOf = ({ entryPage, exitPage }: ModelSession) => (end === 'entry' ? entryPage : exitPage)
    const hostOf = ({ rows }: ModelSession) => {
      const all = rows.filter(({ name }) => name === 'pageview')
      return (end === 'entry' ? all[0] : all.at(-1))?.hostname
    }
    for (const {
      dimensions: [host, path],
      metrics: found,
    } of results) {
      const visits = overlapping.filter((one) => pageOf(one) === path && hostOf(one) === host)
      const [bounces, , seconds] = ofVisits(visits)
      t.strictSame(found, [visits.length, bounces, seconds], `${end} ${host}${path}`)
    }
  }
})
