// Custom properties, engagement and revenue by example (spec/ingestion 15, 16, 17).
import fc from 'fast-check'
import t from 'tap'
import { parseEngagement } from '../../src/rules/engagement.ts'
import { parseExactly } from '../../src/rules/exact-json.ts'
import { parseProps } from '../../src/rules/props.ts'
import { convertAmount, parseAmount, parseRevenue } from '../../src/rules/revenue.ts'
import { currencies } from '../../src/rules/tables/currencies.ts'

function propsOf(value: unknown, name = 'pageview', pathname = '/page'): unknown {
  const parsed = parseProps(value, name, pathname, () => parseExactly(JSON.stringify(value)))
  return parsed.ok ? parsed.props : parsed.message
}

const many = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']))

t.test('props become text, or are left out', async (t) => {
  const cases: [value: unknown, props: unknown][] = [
    [{ a: 'x' }, { a: 'x' }],
    ['{"number_test":12}', { number_test: '12' }],
    ['"show-more"', {}],
    ['show-more', {}],
    ['"\\"show-more\\""', {}],
    ['[1]', {}],
    ['null', {}],
    [['a'], {}],
    [5, {}],
    [true, {}],
    [undefined, {}],
    [
      { a: true, b: false, c: 12, d: 12.5, e: 1e21, f: 0 },
      { a: 'true', b: 'false', c: '12', d: '12.5', e: '1e+21', f: '0' },
    ],
    [{ a: [1], b: {}, c: 'x' }, { c: 'x' }],
    [{ a: null, b: '', c: '  ', '': 'x', ' ': 'y', d: ' x ' }, { d: ' x ' }],
    [{ ' a ': 'x' }, { ' a ': 'x' }],
    [{ 'a\0': 'x\0y', '\0': 'z', b: '\0' }, { a: 'xy' }],
    [{ a: '\uD800' }, { a: '\uFFFD' }],
    [many(30), many(30)],
    [many(31), many(30)],
    [{ ...many(30), large: 'v'.repeat(5000) }, many(30)],
    [{ ...many(40, ''), a: 'x' }, many(30, '')],
  ]
  for (const [value, props] of cases) t.strictSame(propsOf(value), props, JSON.stringify(value)?.slice(0, 80))
  t.strictSame(Object.entries(propsOf('{"__proto__":"x","constructor":"y"}') as object), [
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
})

t.test('some system events get their path', async (t) => {
  for (const name of ['404', 'Form: Submission', 'WP Form Completions']) {
    t.strictSame(propsOf(undefined, name), { path: '/page' })
    t.strictSame(propsOf({ a: 'x' }, name), { path: '/page', a: 'x' })
    t.strictSame(propsOf({ path: '/sent' }, name), { path: '/sent' })
    t.strictSame(propsOf({ path: ' ' }, name), { path: '/page' })
    t.strictSame(propsOf(many(30), name), { path: '/page', ...many(29) })
  }
  for (const name of ['File Download', 'Outbound Link: Click', 'Cloaked Link: Click', 'pageview'])
    t.strictSame(propsOf({}, name), {})
})

t.test('engagement values are clamped or missing', async (t) => {
  const cases: [depth: unknown, time: unknown, scrollDepth: number | null, timeMs: number][] = [
    [0, 0, 0, 0],
    [100, 1, 100, 1],
    [101, 2_591_999_999, 100, 2_591_999_999],
    [1e300, 2_592_000_000, 100, 0],
    [-1, -1, null, 0],
    [1.5, 1.5, null, 0],
    ['1', '1', 1, 1],
    ['12asd', '12asd', null, 0],
    [' 1', '1 ', null, 0],
    ['', '', null, 0],
    ['9'.repeat(300), '9'.repeat(300), 100, 0],
    [null, undefined, null, 0],
    [true, [], null, 0],
    ['-0', '-0', 0, 0],
  ]
  for (const [depth, time, scrollDepth, engagementTimeMs] of cases) {
    t.strictSame(parseEngagement(depth, time), { scrollDepth, engagementTimeMs }, `${depth} ${time}`)
  }
})

t.test('revenue is exact, or ignored', async (t) => {
  const cases: [value: unknown, revenue: unknown][] = [
    [
      { amount: 10.2, currency: 'USD' },
      { amount: '10.2', currency: 'USD' },
    ],
    [
      { amount: '10.20', currency: 'EUR' },
      { amount: '10.20', currency: 'EUR' },
    ],
    ['{"amount":"1299.99","currency":"JPY"}', { amount: '1299.99', currency: 'JPY' }],
    [
      { amount: -5, currency: 'USD' },
      { amount: '-5', currency: 'USD' },
    ],
    [
      { amount: 0, currency: 'USD' },
      { amount: '0', currency: 'USD' },
    ],
    [{ amount: '1831d', currency: 'USD' }, null],
    [{ amount: '', currency: 'USD' }, null],
    [{ amount: 'NaN', currency: 'USD' }, null],
    [{ amount: true, currency: 'USD' }, null],
    [{ amount: 10 }, null],
    [{ currency: 'USD' }, null],
    [{ amount: 10, currency: 'usd' }, null],
    [{ amount: 10, currency: 'XTS' }, null],
    [{ amount: 10, currency: 'DEM' }, null],
    [{ amount: 10, currency: 5 }, null],
    ['not json', null],
    [[], null],
    [5, null],
    [null, null],
    [undefined, null],
  ]
  for (const [value, revenue] of cases)
    t.strictSame(
      parseRevenue(value, () => parseExactly(JSON.stringify(value))),
      revenue,
      JSON.stringify(value),
    )
  t.ok(currencies.size >= 150 && currencies.size <= 160)
  // Replaced since 2015, and by what; a code that was withdrawn is none any more.
  const withdrawn = 'ANG BGN BYR CUC HRK LTL MRO SLL STD VEF ZMK ZWL'.split(' ')
  t.strictSame(
    withdrawn.filter((code) => currencies.has(code)),
    [],
  )
  const successors = 'BYN CUP EUR MRU SLE STN VED VES XCG ZMW ZWG'.split(' ')
  t.strictSame(
    successors.filter((code) => !currencies.has(code)),
    [],
  )
})

t.test('amounts are decimal text', async (t) => {
  const cases: [sent: unknown, amount: string | null][] = [
    ['.5', '0.5'],
    ['5.', '5'],
    ['+5', '5'],
    ['-0.10', '-0.10'],
    ['007', '7'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['.', null],
    ['-', null],
    ['1,5', null],
    [' 1', null],
    ['1e999', null],
    ['1e41', null],
    ['9'.repeat(40), '9'.repeat(40)],
    ['9'.repeat(41), null],
    [Number.POSITIVE_INFINITY, null],
  ]
  for (const [sent, amount] of cases) t.equal(parseAmount(sent), amount, String(sent))
})

t.test('conversion is exact', async (t) => {
  const rates = new Map([
    ['USD', '1.25'],
    ['EUR', '1'],
    ['JPY', '160.5'],
    ['BAD', 'x'],
    ['NIL', '0'],
  ])
  const cases: [amount: string, from: string, to: string, converted: string | null][] = [
    ['10.20', 'USD', 'USD', '10.20'],
    ['10.20', 'XXX', 'XXX', '10.20'],
    ['10', 'USD', 'EUR', '8'],
    ['10.2', 'EUR', 'USD', '12.75'],
    ['-10.2', 'EUR', 'USD', '-12.75'],
    ['100', 'USD', 'JPY', '12840'],
    ['1', 'JPY', 'EUR', '0.0062305296'],
    ['0', 'USD', 'EUR', '0'],
    ['0.00000000004', 'USD', 'EUR', '0'],
    ['1', 'USD', 'XXX', null],
    ['1', 'XXX', 'USD', null],
    ['1', 'BAD', 'USD', null],
    ['1', 'NIL', 'USD', null],
    ['x', 'USD', 'EUR', null],
  ]
  for (const [amount, from, to, converted] of cases)
    t.equal(convertAmount(amount, from, to, rates), converted, `${amount} ${from} ${to}`)
})

t.test('no amount is ever a wrong one', async () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
      const text = parseAmount(amount)
      return text === null
        ? Math.abs(amount) >= 1e20 || Math.abs(amount) < 1e-5 || String(amount).length > 20
        : Number(text) === amount
    }),
  )
})
