// The state of the dashboard outside a browser: its address, a press on a row, names, the cursor of the graph, and when
// it asks again.
import { mock } from 'node:test'
import t from 'tap'
import { tabOf } from '../../src/rules/catalogue.ts'
import type { ViewFilter } from '../../src/rules/view-state.ts'
import { markAfter } from '../../web/src/parts/mark.ts'
import {
  addressOf,
  authOf,
  changed,
  heldParams,
  localDay,
  propertiesOf,
  readAddress,
  tabParams,
} from '../../web/src/state/address.ts'
import { filterBy, type Press } from '../../web/src/state/filter-by.ts'
import { keyTarget, rangeOf } from '../../web/src/state/graph-cursor.ts'
import { nearestDay } from '../../web/src/state/nearest-day.ts'
import { namesIn } from '../../web/src/state/place-names.ts'
import { createRefresh, grows, moves } from '../../web/src/state/refresh.ts'

const calendar = { today: '2026-11-23', firstDay: '2024-02-10' }
const anybody = { user: null, site: { custom_properties: null } }
const read = (search: string) => readAddress(search, calendar, anybody)

t.test('parameters of a shared link stay in every address, others go', async (t) => {
  const held = heldParams('?auth=a/b&embed=true&theme=dark&period=7d&utm_source=x')
  t.equal(
    addressOf('/share/x', read('?period=day'), held, calendar),
    '/share/x?period=day&auth=a/b&embed=true&theme=dark',
  )
  t.equal(addressOf('/x', read(''), heldParams('?period=7d'), calendar), '/x')
  t.equal(authOf(held), 'auth=a%2Fb')
  t.equal(authOf(heldParams('?period=7d')), '')
})

t.test('of two days as near to an empty range the later one is offered', async (t) => {
  const days = (...all: string[]) => all.map((day) => ({ day, visitors: 1 }))
  for (const [all, from, to, nearest] of [
    [['2026-11-01'], '2026-11-10', '2026-11-12', '2026-11-01'],
    [['2026-11-01', '2026-11-20'], '2026-11-10', '2026-11-12', '2026-11-20'],
    [['2026-11-07', '2026-11-15'], '2026-11-10', '2026-11-12', '2026-11-15'],
    [['2026-11-08', '2026-11-15', '2026-11-16'], '2026-11-10', '2026-11-12', '2026-11-08'],
    [[], '2026-11-10', '2026-11-12', undefined],
  ] as const)
    t.equal(nearestDay(days(...all), from, to)?.day, nearest)
})

t.test('an address is read with the choices of the account and of the site', async (t) => {
  const user = { pages_by: 'url' as const }
  t.equal(readAddress('', calendar, { ...anybody, user }).pagesBy, 'url')
  t.equal(readAddress('?pages_by=path', calendar, { ...anybody, user }).pagesBy, 'path')
  t.equal(read('').pagesBy, null)
  const site = { custom_properties: ['plan'], properties_seen: ['plan', 'other'] }
  t.equal(readAddress('?prop=plan', calendar, { user: null, site }).prop, 'plan')
  t.equal(readAddress('?prop=other', calendar, { user: null, site }).prop, null)
  t.equal(read('?prop=other').prop, 'other')
  t.same(propertiesOf(site), ['plan'])
  t.same(propertiesOf({ ...site, custom_properties: null }), ['plan', 'other'])
})

t.test('a change drops the choices that it makes impossible', async (t) => {
  const state = read('?f=is,goal,Signup&metric=conversion_rate&details=pages&q=blog')
  t.equal(state.metric, 'conversion_rate')
  const next = changed(state, { filters: [], details: null }, calendar)
  t.match(next, { metric: 'visitors', details: null, q: '' })
})

t.test('the first tab of a panel is not written', async (t) => {
  t.equal(tabParams(read('').tabs), '')
  t.equal(tabParams(read('?devices=os').tabs), 'devices=os')
  t.equal(tabParams({ ...read('?devices=os').tabs, pages: 'exit_pages' }), 'pages=exit_pages&devices=os')
})

t.test('the day is that of the time zone', async (t) => {
  const instant = Date.UTC(2026, 10, 23, 11, 30)
  t.equal(localDay('Pacific/Auckland')(instant), '2026-11-24')
  t.equal(localDay('America/New_York')(instant), '2026-11-23')
})

t.test('a press on a row adds, replaces and takes away', async (t) => {
  const site = { has_regions: true, has_cities: true }
  const { tabs } = read('')
  const is = (dimension: string, ...values: string[]): ViewFilter => ({ operator: 'is', dimension, values })
  const press = (filters: ViewFilter[], value: string, how: Press) =>
    filterBy({ filters, tabs }, tabOf('sources'), value, how, site).filters
  const cases: [ViewFilter[], string, Press, ViewFilter[]][] = [
    [[], 'Bing', 'only', [is('source', 'Bing')]],
    [[is('source', 'Bing')], 'Bing', 'only', []],
    [[is('source', 'Bing', 'Google')], 'Bing', 'only', [is('source', 'Bing')]],
    [[is('page', '/'), is('source', 'Google')], 'Bing', 'only', [is('page', '/'), is('source', 'Bing')]],
    [[is('source', 'Google')], 'Bing', 'add', [is('source', 'Google', 'Bing')]],
    [[is('source', 'Google', 'Bing')], 'Bing', 'add', [is('source', 'Google')]],
    [[is('source', 'Bing')], 'Bing', 'add', []],
    [[], 'Bing', 'exclude', [{ operator: 'is_not', dimension: 'source', values: ['Bing'] }]],
    [
      [is('source', 'Google')],
      'Bing',
      'exclude',
      [is('source', 'Google'), { operator: 'is_not', dimension: 'source', values: ['Bing'] }],
    ],
  ]
  for (const [before, value, how, after] of cases)
    t.same(press(before, value, how), after, `${how} ${value} after ${JSON.stringify(before)}`)
})

t.test('a country leads to its regions, where the service knows them, and once it is chosen', async (t) => {
  const { tabs } = read('')
  const press = (has_regions: boolean, how: Press, filters: ViewFilter[] = []) =>
    filterBy({ filters, tabs }, tabOf('countries'), 'DE', how, { has_regions, has_cities: true }).tabs?.locations
  t.equal(press(true, 'only'), 'regions')
  t.equal(press(false, 'only'), undefined)
  t.equal(press(true, 'add'), undefined)
  t.equal(press(true, 'exclude'), undefined)
  t.equal(press(true, 'only', [{ operator: 'is', dimension: 'country', values: ['DE'] }]), undefined)
})

t.test('names of places are learned once', async (t) => {
  const dimensions = ['visit:city', 'visit:city_name', 'visit:country']
  const rows = [
    { dimensions: ['2950159', 'Berlin', 'DE'], metrics: [] },
    { dimensions: [1, '1', 'DE'], metrics: [] },
    { dimensions: ['2', '', 'DE'], metrics: [] },
    { dimensions: ['3', null, 'DE'], metrics: [] },
  ]
  const learned = namesIn(rows, dimensions, new Map())
  t.same(learned, [['city:2950159', 'Berlin']])
  t.same(namesIn(rows, dimensions, new Map(learned)), [])
  t.same(namesIn(rows, dimensions, new Map([['city:2950159', 'Old name']])), learned)
  t.same(namesIn(rows, ['visit:country'], new Map()), [])
  t.same(namesIn(rows, undefined, new Map()), [])
})

t.test('keys move the cursor within the buckets', async (t) => {
  const moved = (at: number) =>
    ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'x'].map((key) => keyTarget(key, at, 28))
  t.same(moved(0), [0, 1, 3, 0, 0, 27, undefined])
  t.same(moved(27), [26, 27, 27, 24, 0, 27, undefined])
  t.equal(keyTarget('ArrowRight', 0, 0), 0)
})

t.test('a choice of buckets is a range of days', async (t) => {
  const setting = { isOneDay: false, today: '2026-11-23' }
  const bucket = (from: string, to = from) => ({ days: { from, to } })
  const custom = (from: string, to: string) => ({ period: 'custom', date: null, from, to })
  const days = [bucket('2026-11-01'), bucket('2026-11-02'), bucket('2026-11-30')]
  const daily = { ...setting, interval: 'day' as const }
  t.same(rangeOf(days, [1, 0], daily), custom('2026-11-01', '2026-11-02'))
  t.same(rangeOf(days, [1, 1], daily), custom('2026-11-02', '2026-11-02'))
  t.same(rangeOf(days, [0, 2], daily), custom('2026-11-01', '2026-11-23'), 'not beyond today')
  t.equal(rangeOf([], [0, 0], daily), null)
  t.equal(rangeOf(days, [0, 1], { ...setting, interval: 'minute' }), null)
  const hours = [bucket('2026-11-01'), bucket('2026-11-01'), bucket('2026-11-02')]
  const hourly = { ...setting, interval: 'hour' as const }
  t.equal(rangeOf(hours, [0, 0], hourly), null)
  t.equal(rangeOf(hours, [0, 1], { ...hourly, isOneDay: true }), null)
  t.same(rangeOf(hours, [0, 1], hourly), custom('2026-11-01', '2026-11-01'))
  t.same(rangeOf(hours, [0, 2], hourly), custom('2026-11-01', '2026-11-02'))
  const months = [
    bucket('2026-09-12', '2026-09-30'),
    bucket('2026-10-01', '2026-10-31'),
    bucket('2026-11-01', '2026-11-30'),
  ]
  const monthly = { ...setting, interval: 'month' as const }
  t.same(rangeOf(months, [1, 1], monthly), { period: 'month', date: '2026-10-01', from: null, to: null })
  t.same(rangeOf(months, [2, 2], monthly), { period: 'month', date: null, from: null, to: null }, 'the current month')
  t.same(rangeOf(months, [0, 0], monthly), custom('2026-09-12', '2026-09-30'), 'a month that is cut off')
  t.same(rangeOf(months, [0, 1], monthly), custom('2026-09-12', '2026-10-31'))
})

t.test('only ranges that hold today or end now are asked again', async (t) => {
  const asked = (search: string) => [grows(read(search), calendar), moves(read(search))]
  t.same(asked('?period=realtime'), [true, true])
  t.same(asked('?period=24h'), [true, true])
  t.same(asked('?period=day'), [true, false])
  t.same(asked('?period=day&date=2026-11-22'), [false, false])
  t.same(asked('?period=custom&from=2026-11-01&to=2026-11-23'), [true, false])
})

t.test('activities are followed at most once in five seconds', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  t.teardown(() => mock.timers.reset())
  const asked: [number, string | undefined][] = []
  let isWanted = true
  const refresh = createRefresh(
    5_000,
    () => isWanted,
    (now, activity) => asked.push([now - 1_000_000, activity]),
  )
  refresh.run('a')
  mock.timers.tick(1_000)
  refresh.run('b')
  mock.timers.tick(1_000)
  refresh.run('c')
  t.same(asked, [[0, 'a']])
  mock.timers.tick(3_000)
  t.same(
    asked.splice(0),
    [
      [0, 'a'],
      [5_000, 'c'],
    ],
    'the last one, once',
  )
  refresh.run('d')
  isWanted = false
  mock.timers.tick(5_000)
  t.same(asked, [], 'not for a range that is over')
  isWanted = true
  refresh.run('e')
  t.same(asked.splice(0), [[10_000, 'e']])
  refresh.run('f')
  refresh.stop()
  mock.timers.tick(60_000)
  t.same(asked, [])
})

t.test('arrows mark an entry of a list and go around its ends', async (t) => {
  const marked = (at: number, count: number) =>
    ['ArrowDown', 'ArrowUp', 'Enter'].map((key) => markAfter(key, at, count))
  t.same(marked(-1, 3), [0, 2, undefined])
  t.same(marked(0, 3), [1, 2, undefined])
  t.same(marked(2, 3), [0, 1, undefined])
  t.same(marked(-1, 0), [-1, -1, undefined])
})
