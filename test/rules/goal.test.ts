// Goals as requests name them, on both sides of each border (spec/management 2.1 to 2.3).
import fc from 'fast-check'
import t from 'tap'
import { Failure } from '../../src/failure.ts'
import { problemOf } from '../../src/refusal-words.ts'
import { displayNameOf, type GoalInput, goalTypeOf, parseGoals, readCurrency } from '../../src/rules/goal.ts'
import { currencies } from '../../src/rules/tables/currencies.ts'

type Body = Record<string, unknown>

/** The goals, or the field map of the 422. */
function outcome(body: Body): readonly GoalInput[] | object {
  try {
    return parseGoals(body)
  } catch (error) {
    if (error instanceof Failure && error.status === 422 && 'errors' in error.body) return error.body.errors
    throw error
  }
}

const goal = (goal_type: string, fields: Body) => ({ goal_type, goal: fields })
const custom = (event_name: unknown, more: Body = {}) => goal('Goal.CustomEvent', { event_name, ...more })
const page = (path: unknown, more: Body = {}) => goal('Goal.Pageview', { path, ...more })
const revenue = (event_name: unknown, currency: unknown) => goal('Goal.Revenue', { event_name, currency })
const event = (eventName: string, currency: string | null = null, customProps = {}) => [
  { kind: 'event', eventName, currency, customProps },
]
const visit = (path: string, customProps = {}) => [{ kind: 'page', path, scrollThreshold: -1, customProps }]

const family = '👩‍👩‍👧‍👦'
const blank = ["can't be blank"]
const invalid = ['is invalid']
const tooLong = ['should be at most 120 character(s)']
const reserved = ["The event name 'engagement' is reserved and cannot be used as a goal"]

t.test('names, paths and currencies', async (t) => {
  const cases: [body: Body, expected: object][] = [
    [custom('Signup'), event('Signup')],
    [custom('\u00a0 Signup\u3000\n'), event('Signup')],
    [custom('signup'), event('signup')],
    [custom(`  ${'x'.repeat(120)}  `), event('x'.repeat(120))],
    [custom('x'.repeat(121)), { event_name: tooLong }],
    [custom(family.repeat(120)), event(family.repeat(120))],
    [custom(family.repeat(121)), { event_name: tooLong }],
    [custom('e\u0301'.repeat(120)), event('e\u0301'.repeat(120))],
    [custom(undefined), { event_name: blank }],
    [custom(null), { event_name: blank }],
    [custom(''), { event_name: blank }],
    [custom(' \t\u2003'), { event_name: blank }],
    [custom('\0'), { event_name: blank }],
    [custom(404), { event_name: invalid }],
    [custom(true), { event_name: invalid }],
    [custom(['Signup']), { event_name: invalid }],
    [custom({}), { event_name: invalid }],
    [custom(' engagement '), { event_name: reserved }],
    [custom('Engagement'), event('Engagement')],
    [custom('pageview'), event('pageview')],
    [custom('Signup', { currency: 'nonsense', display_name: 'x', scroll_threshold: 5 }), event('Signup')],
    [page('/a'), visit('/a')],
    [page('a'), visit('/a')],
    [page(' /x '), visit('/x')],
    [page(' x y '), visit('/x y')],
    [page('//a'), visit('//a')],
    [page('/A/%20/**?q=1#f'), visit('/A/%20/**?q=1#f')],
    [page(''), { path: blank }],
    [page('  '), { path: blank }],
    [page(null), { path: blank }],
    [page(1), { path: invalid }],
    [page([]), { path: invalid }],
    [page('/a', { currency: 'nonsense' }), visit('/a')],
    [revenue(' Buy ', 'EUR'), event('Buy', 'EUR')],
    [revenue('Buy', 'eur'), { currency: invalid }],
    [revenue('Buy', ' EUR'), { currency: invalid }],
    [revenue('Buy', 'DEM'), { currency: invalid }],
    [revenue('Buy', 'XTS'), { currency: invalid }],
    [revenue('Buy', 978), { currency: invalid }],
    [revenue('Buy', ['EUR']), { currency: invalid }],
    [revenue('Buy', ''), { currency: blank }],
    [revenue('Buy', null), { currency: blank }],
    [revenue('engagement', 'EUR'), { event_name: reserved }],
    [revenue('', ''), { event_name: blank, currency: blank }],
  ]
  for (const [body, expected] of cases) t.strictSame(outcome(body), expected, JSON.stringify(body).slice(0, 80))
})

t.test('property filters', async (t) => {
  const map = 'must be a map with string keys and string values'
  const key = 'key length is 1..300 characters'
  const value = 'value length is 1..2000 characters'
  const three = { a: '1', b: '2', c: '3' }
  const cases: [props: unknown, expected: object | string][] = [
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [three, three],
    [{ ...three, d: '4' }, 'use at most 3 properties per goal'],
    [{ ...three, d: 4 }, 'use at most 3 properties per goal'],
    [[], map],
    ['x', map],
    [0, map],
    [false, map],
    [{ a: 1 }, map],
    [{ a: null }, map],
    [{ a: ['x'] }, map],
    [{ '': 1 }, map],
    [{ '': 'x' }, key],
    [{ '': '' }, key],
    [{ ['k'.repeat(300)]: 'x' }, { ['k'.repeat(300)]: 'x' }],
    [{ ['k'.repeat(301)]: 'x' }, key],
    [{ [family.repeat(300)]: 'x' }, { [family.repeat(300)]: 'x' }],
    [{ a: '' }, value],
    [{ a: ' ' }, { a: ' ' }],
    [{ a: '漢'.repeat(2000) }, { a: '漢'.repeat(2000) }],
    [{ a: '漢'.repeat(2001) }, value],
  ]
  for (const [props, expected] of cases) {
    const wanted = typeof expected === 'string' ? { custom_props: [expected] } : event('A', null, expected)
    t.strictSame(outcome(custom('A', { custom_props: props })), wanted, JSON.stringify(props)?.slice(0, 60))
  }
  const [made] = parseGoals(custom('A', JSON.parse('{"custom_props": {"__proto__": "x"}}')))
  t.strictSame(Object.entries(made?.customProps ?? {}), [['__proto__', 'x']])
})

t.test('shapes of bodies', async (t) => {
  const many = (length: number) => ({ goals: Array.from({ length }, (_, index) => custom(`n${index}`)) })
  const cases: [body: Body, expected: object][] = [
    [{}, { goal_type: blank }],
    [{ goal: {} }, { goal_type: blank }],
    [{ goal_type: null, goal: {} }, { goal_type: blank }],
    [goal('', {}), { goal_type: invalid }],
    [{ goal_type: 1, goal: {} }, { goal_type: invalid }],
    [goal('Goal.Funnel', {}), { goal_type: invalid }],
    [goal('goal.pageview', {}), { goal_type: invalid }],
    [{ goal_type: 'Goal.CustomEvent' }, { goal: blank }],
    [{ goal_type: 'Goal.CustomEvent', goal: null }, { goal: blank }],
    [{ goal_type: 'Goal.CustomEvent', goal: [] }, { goal: invalid }],
    [{ goal_type: 'Goal.CustomEvent', goal: 'Signup' }, { goal: invalid }],
    [{ goals: {} }, { goals: invalid }],
    [{ goals: 'x' }, { goals: invalid }],
    [{ goals: 8 }, { goals: invalid }],
    [{ goals: [] }, []],
    [{ goals: [null] }, { goals: invalid }],
    [{ goals: [[]] }, { goals: invalid }],
    [many(9), { goals: ['Array length 9 is larger than maxItems: 8'] }],
    [{ goals: Array.from({ length: 12 }, () => 1) }, { goals: ['Array length 12 is larger than maxItems: 8'] }],
    [{ goals: [custom('A')], ...page('/b') }, event('A')],
    [{ goals: null, ...page('/b') }, visit('/b')],
    [{ goals: [custom('A'), custom(''), page('')] }, { event_name: blank }],
    [{ goals: [custom('A'), goal('x', {}), page('')] }, { goal_type: invalid }],
  ]
  for (const [body, expected] of cases) t.strictSame(outcome(body), expected, JSON.stringify(body).slice(0, 80))
  t.equal(parseGoals(many(8)).length, 8)
  t.strictSame(
    parseGoals({ goals: [page('/b'), custom('A')] }).map(displayNameOf),
    ['Visit /b', 'A'],
    'in request order',
  )
})

t.test('whatever is sent, the outcome is goals or a field map', async (t) => {
  const anything = fc.anything({ maxDepth: 2 })
  const fields = fc.record(
    { event_name: anything, path: anything, currency: anything, custom_props: anything },
    { requiredKeys: [] },
  )
  const entry = fc.record({
    goal_type: fc.oneof(fc.constantFrom('Goal.CustomEvent', 'Goal.Pageview', 'Goal.Revenue'), anything),
    goal: fields,
  })
  fc.assert(
    fc.property(
      fc.oneof(entry, fc.record({ goals: fc.array(fc.oneof(entry, anything), { maxLength: 10 }) })),
      (body) => {
        const found = outcome(body)
        return Array.isArray(found)
          ? found.every((each) => displayNameOf(each as GoalInput) !== '')
          : Object.keys(found).length > 0
      },
    ),
  )
  t.pass('nothing else is thrown')
})

t.test('currencies and names of stored goals', async (t) => {
  t.ok(currencies.size >= 150 && currencies.size <= 160)
  for (const code of currencies) t.strictSame(readCurrency(code), { text: code })
  for (const code of ['DEM', 'FRF', 'XTS', 'XXX', 'XAU', 'HRK', 'SLL', 'USN'])
    t.strictSame(readCurrency(code), { problem: problemOf('invalid') }, code)
  t.equal(displayNameOf({ kind: 'page', path: '/a', scrollThreshold: 0, customProps: {} }), 'Scroll 0% on /a')
  const stored = { id: 1, customProps: {}, displayName: 'x', scrollThreshold: -1 }
  t.equal(goalTypeOf({ ...stored, eventName: 'x', path: null, currency: null }), 'Goal.CustomEvent')
  t.equal(goalTypeOf({ ...stored, eventName: 'x', path: null, currency: 'EUR' }), 'Goal.Revenue')
  t.equal(goalTypeOf({ ...stored, eventName: null, path: '/x', currency: null, scrollThreshold: 50 }), 'Goal.Pageview')
})
