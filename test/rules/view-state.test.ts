// The address of a dashboard: read, written, and the same again.

import fc from 'fast-check'
import t from 'tap'
import { tabKeys } from '../../src/rules/catalogue.ts'
import {
  daysOf,
  defaultInterval,
  intervalsOf,
  moveRange,
  periods,
  type RangeChoice,
} from '../../src/rules/view-range.ts'
import {
  filterToApi,
  operatorsOf,
  parseFilter,
  parseViewState,
  writeFilter,
  writeViewState,
} from '../../src/rules/view-state.ts'
import { runs } from '../support/effort.ts'

const calendar = { today: '2026-11-23', firstDay: '2024-02-10' }
const parse = (text: string) => parseViewState(new URLSearchParams(text), calendar)
const range = (period: RangeChoice['period'], more: Partial<RangeChoice> = {}): RangeChoice => ({
  period,
  date: null,
  from: null,
  to: null,
  ...more,
})

t.test('an address is rewritten to the shortest that means the same', (t) => {
  for (const [given, written] of [
    ['', ''],
    ['period=28d', ''],
    ['period=week', ''],
    ['utm_source=x&period=7d', 'period=7d'],
    ['period=day&date=2026-11-23', 'period=day'],
    ['period=day&date=2026-11-22', 'period=day&date=2026-11-22'],
    ['period=day&date=2026-11-24', 'period=day'],
    ['period=day&date=2026-02-30', 'period=day'],
    ['period=7d&date=2026-11-01', 'period=7d'],
    ['period=month&date=2026-10-17', 'period=month&date=2026-10-01'],
    ['period=month&date=2026-11-01', 'period=month'],
    ['period=year&date=2025-07-01', 'period=year&date=2025-01-01'],
    ['period=custom&from=2026-11-01&to=2026-11-14', 'period=custom&from=2026-11-01&to=2026-11-14'],
    ['period=custom&from=2026-11-14&to=2026-11-01', ''],
    ['period=custom&from=2026-11-14', ''],
    ['period=custom&from=2026-11-14&to=2026-11-14', 'period=day&date=2026-11-14'],
    ['period=custom&from=2026-11-20&to=2027-01-01', 'period=custom&from=2026-11-20&to=2026-11-23'],
    ['period=custom&from=1980-01-01&to=2026-01-01', ''],
    ['compare=previous_period&period=realtime', 'period=realtime'],
    ['compare=custom', ''],
    [
      'compare=custom&compare_from=2026-01-01&compare_to=2026-01-28',
      'compare=custom&compare_from=2026-01-01&compare_to=2026-01-28',
    ],
    ['compare=year_over_year&compare_from=2026-01-01', 'compare=year_over_year'],
    ['match=exact', 'match=exact'],
    ['interval=day', ''],
    ['interval=week', 'interval=week'],
    ['interval=minute', ''],
    ['period=12mo&interval=hour', 'period=12mo'],
    ['metric=visits', 'metric=visits'],
    ['metric=scroll_depth', ''],
    ['metric=scroll_depth&f=is,page,/a', 'metric=scroll_depth&f=is,page,/a'],
    ['f=is,source,Google,Bing', 'f=is,source,Google,Bing'],
    ['f=is,source', ''],
    ['f=is_not,goal,Signup', ''],
    ['f=contains,country,D', ''],
    ['f=is,nonsense,x&f=is,props:plan,a', 'f=is,props:plan,a'],
    ['f=is,page,/a&f=is,page,/a', 'f=is,page,/a'],
    ['f=is,page,a%5C,b', 'f=is,page,a%5C,b'],
    ['with_imported=false', 'with_imported=false'],
    ['with_imported=true', ''],
    ['sources=sources&pages=pages', 'sources=sources'],
    ['sources=referrers', ''],
    ['sources=referrers&f=is,source,Google', 'f=is,source,Google&sources=referrers'],
    ['devices=browser_versions', ''],
    ['details=map', ''],
    ['details=pages&q=blog&sort=-bounce_rate', 'details=pages&q=blog&sort=-bounce_rate'],
    ['details=pages&sort=-visitors', 'details=pages'],
    ['q=blog', ''],
    ['view=table', 'view=table'],
    ['view=table&metric=visits&period=day', 'period=day&metric=visits&view=table'],
  ] as const) {
    t.equal(writeViewState(parse(given), calendar), written, given || 'nothing')
  }
  t.end()
})

t.test('on a young site no period is today, and 28 days are said', (t) => {
  for (const [firstDay, given, written, period] of [
    ['2026-11-23', '', '', 'day'],
    ['2026-11-22', 'period=day', '', 'day'],
    ['2026-11-22', 'period=28d', 'period=28d', '28d'],
    ['2026-11-22', 'period=custom&from=2026-11-14', '', 'day'],
    ['2026-11-22', 'period=day&date=2026-11-22', 'period=day&date=2026-11-22', 'day'],
    ['2026-11-21', '', '', '28d'],
    ['2026-11-21', 'period=day', 'period=day', 'day'],
    [null, '', '', '28d'],
  ] as const) {
    const young = { ...calendar, firstDay }
    const state = parseViewState(new URLSearchParams(given), young)
    t.equal(state.period, period, `${firstDay} ${given}`)
    t.equal(writeViewState(state, young), written, `${firstDay} ${given}`)
    t.same(parseViewState(new URLSearchParams(written), young), state)
  }
  t.end()
})

t.test('every state survives its own address', (t) => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('a,b', '\\', '\\,', '/x?y=1&z', '%2C', 'ü 😀', '+'),
  )
  const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  const iso = day.map((date) => date.toISOString().slice(0, 10))
  const filter = fc.tuple(
    // Pages take all of them.
    fc.constantFrom(...operatorsOf('page')),
    fc.oneof(
      fc.constantFrom('page', 'source', 'country', 'goal', 'browser', 'os'),
      text.map((key) => `props:${key}`),
    ),
    fc.array(text, { maxLength: 3 }),
  )
  const pairs: Record<string, fc.Arbitrary<string>> = {
    period: fc.constantFrom(...periods),
    date: iso,
    from: iso,
    to: iso,
    compare: fc.constantFrom('previous_period', 'year_over_year', 'custom'),
    compare_from: iso,
    compare_to: iso,
    match: fc.constantFrom('weekday', 'exact'),
    interval: fc.constantFrom('minute', 'hour', 'day', 'week', 'month'),
    metric: fc.constantFrom('visitors', 'visits', 'events', 'conversion_rate', 'scroll_depth', 'views_per_visit'),
    segment: fc.constantFrom('7', 'x y', ''),
    with_imported: fc.constantFrom('true', 'false'),
    prop: text,
    funnel: text,
    view: fc.constantFrom('table', 'graph'),
    details: fc.constantFrom(...Object.values(tabKeys).flat()),
    q: text,
    sort: fc.constantFrom('visitors', '-visitors', 'bounce_rate'),
    ...Object.fromEntries(Object.entries(tabKeys).map(([panel, keys]) => [panel, fc.constantFrom(...keys)])),
  }
  const address = fc.record({
    pairs: fc.record(pairs, { requiredKeys: [] }),
    filters: fc.array(filter, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(address, ({ pairs: given, filters }) => {
      const params = new URLSearchParams(given as Record<string, string>)
      for (const [operator, dimension, values] of filters)
        params.append('f', writeFilter({ operator, dimension, values }))
      const state = parseViewState(params, calendar)
      const written = writeViewState(state, calendar)
      t.same(parse(written), state)
      t.equal(writeViewState(parse(written), calendar), written)
    }),
    { numRuns: runs(300) },
  )
  t.end()
})

t.test('a filter is escaped by backslashes and becomes the API’s', (t) => {
  const filter = { operator: 'is', dimension: 'page', values: ['/a,b', 'c\\d'] } as const
  t.equal(writeFilter(filter), 'is,page,/a\\,b,c\\\\d')
  t.same(parseFilter(writeFilter(filter)), filter)
  t.same(filterToApi(filter), ['is', 'event:page', ['/a,b', 'c\\d']])
  t.same(filterToApi({ operator: 'contains_not', dimension: 'props:plan', values: ['x'] }), [
    'contains_not',
    'event:props:plan',
    ['x'],
    { case_sensitive: false },
  ])
  t.same(filterToApi({ operator: 'has_not_done', dimension: 'goal', values: ['Signup'] }), [
    'has_not_done',
    ['is', 'event:goal', ['Signup']],
  ])
  t.equal(parseFilter('is,props:,x'), null)
  t.equal(parseFilter('is,constructor,x'), null)
  t.end()
})

t.test('ranges mean the days of their words', (t) => {
  for (const [choice, from, to] of [
    [range('day'), '2026-11-23', '2026-11-23'],
    [range('7d'), '2026-11-16', '2026-11-22'],
    [range('28d'), '2026-10-26', '2026-11-22'],
    [range('month'), '2026-11-01', '2026-11-30'],
    [range('month', { date: '2026-02-01' }), '2026-02-01', '2026-02-28'],
    [range('year'), '2026-01-01', '2026-12-31'],
    [range('12mo'), '2025-11-01', '2026-10-31'],
    [range('6mo'), '2026-05-01', '2026-10-31'],
    [range('all'), '2024-02-10', '2026-11-23'],
  ] as const)
    t.same(daysOf(choice, calendar), { from, to }, choice.period)
  t.end()
})

t.test('ranges move by their own length, never into the future', (t) => {
  for (const [choice, step, moved] of [
    [range('day'), 1, null],
    [range('day'), -1, range('day', { date: '2026-11-22' })],
    [range('day', { date: '2026-11-22' }), 1, range('day')],
    [range('28d'), 1, null],
    [range('28d'), -1, range('custom', { from: '2026-09-28', to: '2026-10-25' })],
    [range('custom', { from: '2026-09-28', to: '2026-10-25' }), 1, range('28d')],
    [range('month'), -1, range('month', { date: '2026-10-01' })],
    [range('month', { date: '2026-10-01' }), 1, range('month')],
    [range('year'), 1, null],
    [range('12mo'), -1, range('custom', { from: '2024-11-01', to: '2025-10-31' })],
    [range('custom', { from: '2024-11-01', to: '2025-10-31' }), 1, range('12mo')],
    [
      range('custom', { from: '2026-11-10', to: '2026-11-19' }),
      1,
      range('custom', { from: '2026-11-20', to: '2026-11-23' }),
    ],
    [range('all'), -1, null],
    [range('realtime'), -1, null],
  ] as const)
    t.same(moveRange(choice, calendar, step), moved, `${choice.period} ${step}`)
  // The last 28 days are the whole of February.
  const march = { today: '2027-03-01', firstDay: null }
  t.same(moveRange(range('28d'), march, -1), range('custom', { from: '2027-01-04', to: '2027-01-31' }))
  t.end()
})

t.test('intervals are those that make 2 to 750 steps', (t) => {
  for (const [choice, offered, initial] of [
    [range('realtime'), ['minute'], 'minute'],
    [range('day'), ['hour'], 'hour'],
    [range('7d'), ['hour', 'day'], 'day'],
    [range('28d'), ['hour', 'day', 'week', 'month'], 'day'],
    [range('91d'), ['day', 'week', 'month'], 'day'],
    [range('6mo'), ['day', 'week', 'month'], 'month'],
    [range('12mo'), ['day', 'week', 'month'], 'month'],
    [range('all'), ['week', 'month'], 'month'],
  ] as const) {
    if (choice.period !== 'all') t.same(intervalsOf(choice, calendar), offered, choice.period)
    t.equal(defaultInterval(choice, calendar), initial, choice.period)
  }
  const compared = { from: '2024-01-01', to: '2026-01-31' }
  t.same(intervalsOf(range('28d'), calendar, compared), ['week', 'month'])
  t.end()
})
