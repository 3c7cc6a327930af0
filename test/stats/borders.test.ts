// Visits that reach over the border of a bucket count in each bucket they have events in: found soon after the border,
// or by their length (stats/shapes/whole-visits.ts). Asked with few and with many buckets, and without any.
import t from 'tap'
import { addDays } from '../../src/rules/days.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const service = await startApp({ clock: { now: () => new Date('2021-07-15T12:00:00Z') } })
t.teardown(() => service.stop())
const { domain, api_key: key } = await service.provision({ domain: 'borders.test', plan: 'business' })
const site = service.app.directory.find(domain)!
const call = createCall(service.url, key)

const visits: readonly [what: string, first: string, last: string][] = [
  ['began before the range', '2021-05-31T23:40', '2021-06-01T00:20'],
  ['began hours before the range', '2021-05-31T19:00', '2021-06-01T03:00'],
  ['ends soon behind a border', '2021-06-01T23:50', '2021-06-02T00:10'],
  ['ends three hours behind one', '2021-06-02T22:00', '2021-06-03T03:00'],
  ['ends two hours behind one', '2021-06-03T23:30', '2021-06-04T02:00'],
  ['ends a moment sooner', '2021-06-04T23:30', '2021-06-05T01:59'],
  ['ends on a border', '2021-06-05T22:00', '2021-06-06T00:00'],
  ['reaches over two, and ends soon', '2021-06-06T23:00', '2021-06-08T01:00'],
  ['reaches over two, and ends late', '2021-06-06T20:00', '2021-06-08T08:00'],
  ['within a day', '2021-06-09T08:00', '2021-06-09T12:00'],
  ['goes on behind the range', '2021-06-10T23:30', '2021-06-11T05:00'],
  ['goes on for days behind it', '2021-06-10T21:00', '2021-06-13T05:00'],
]
const stepSeconds = 1_500
const events = visits.flatMap(([, first, last], visitor): ModelEvent[] => {
  const [start, end] = [first, last].map((at) => Date.parse(`${at}:00Z`) / 1000) as [number, number]
  const count = Math.ceil((end - start) / stepSeconds)
  return Array.from({ length: count + 1 }, (_, index) => ({
    visitor,
    at: Math.min(end, start + index * stepSeconds),
    name: index % 4 === 1 ? 'Signup' : 'pageview',
    pathname: `/${index}`,
    hostname: 'borders.test',
    props: null,
    engagedMs: 0,
    scroll: 0,
  }))
})
const attributes = (visitor: number) => ({
  source: 'Google',
  country: 'DE',
  device: visitor % 2 ? 'Mobile' : 'Desktop',
})
await insertTraffic(service.app.db.write, site.id, 'Etc/UTC', sessionsOf(events, attributes))

/** The sums of the events of days, by a value of each event; the most visitors first. */
function sums(first: string, last: string, keyOf: (event: ModelEvent) => string | null) {
  const groups = new Map<string | null, ModelEvent[]>()
  for (const event of events) {
    const day = new Date(event.at * 1000).toISOString().slice(0, 10)
    if (day < first || day > last) continue
    groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event])
  }
  return [...groups].map(([value, rows]) => ({
    dimensions: value === null ? [] : [value],
    metrics: [
      new Set(rows.map(({ visitor }) => visitor)).size,
      rows.filter(({ name }) => name === 'pageview').length,
      rows.length,
    ],
  }))
}

const dayOf = ({ at }: ModelEvent) => new Date(at * 1000).toISOString().slice(0, 10)
const byKey = (rows: { dimensions: unknown[] }[]) =>
  [...rows].sort((a, b) => (JSON.stringify(a.dimensions) < JSON.stringify(b.dimensions) ? -1 : 1))

const cases: [name: string, days: number, dimensions: string[], keyOf: (event: ModelEvent) => string | null][] = [
  ['in one range', 10, [], () => null],
  ['by ten days', 10, ['time:day'], dayOf],
  ['by twelve days', 12, ['time:day'], dayOf],
  ['by thirteen days', 13, ['time:day'], dayOf],
  ['by thirty days', 30, ['time:day'], dayOf],
  ['by device', 10, ['visit:device'], ({ visitor }) => attributes(visitor).device],
]
for (const [name, days, dimensions, keyOf] of cases)
  t.test(`visits over borders count where they have events, ${name}`, async (t) => {
    const [first, last] = ['2021-06-01', addDays('2021-06-01', days - 1)]
    const { body } = await call('POST', '/api/v2/query', {
      site_id: domain,
      date_range: [first, last],
      metrics: ['visitors', 'pageviews', 'events'],
      dimensions,
      filters: [
        ['is', 'visit:source', ['Google']],
        ['is', 'visit:country', ['DE']],
      ],
    })
    t.strictSame(byKey(body.results as { dimensions: unknown[] }[]), byKey(sums(first, last, keyOf)))
  })
