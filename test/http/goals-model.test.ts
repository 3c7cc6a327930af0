// Random goal requests against a naive model of the rules: same statuses, same bodies, same goals
// afterwards (spec/management 2.2 to 2.7, 3). createCall also holds each answer against OpenAPI.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { runs } from '../support/effort.ts'

const service = await startApp()
t.teardown(() => service.stop())
const path = '/api/plugins/v1/goals'

interface ModelGoal {
  readonly kind: 'event' | 'page'
  readonly name: string
  readonly currency: string | null
  readonly props: Readonly<Record<string, string>>
}
type Entry = { goal_type?: unknown; goal?: unknown }
type Fields = Record<string, unknown>

const trim = (text: string) => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')

/** Messages of a text field; the rules of spec/management 2.3 one after the other. */
function problemOf(value: unknown, field: 'event_name' | 'path'): string | undefined {
  if (value === undefined || value === null) return "can't be blank"
  if (typeof value !== 'string') return 'is invalid'
  const text = trim(value)
  if (text === '') return "can't be blank"
  if (field === 'path') return undefined
  if ([...new Intl.Segmenter().segment(text)].length > 120) return 'should be at most 120 character(s)'
  return text === 'engagement' ? "The event name 'engagement' is reserved and cannot be used as a goal" : undefined
}

function problemOfProps(props: unknown): string | undefined {
  if (props === undefined || props === null) return undefined
  const notAMap = 'must be a map with string keys and string values'
  if (typeof props !== 'object' || Array.isArray(props)) return notAMap
  const entries = Object.entries(props as Fields)
  if (entries.length > 3) return 'use at most 3 properties per goal'
  if (entries.some(([, value]) => typeof value !== 'string')) return notAMap
  if (entries.some(([key]) => key.length < 1 || key.length > 300)) return 'key length is 1..300 characters'
  return entries.some(([, value]) => (value as string).length < 1 || (value as string).length > 2000)
    ? 'value length is 1..2000 characters'
    : undefined
}

function problemsOf(entry: Entry): Record<string, string[]> | undefined {
  const { goal_type: type, goal } = entry
  if (type === undefined || type === null) return { goal_type: ["can't be blank"] }
  if (!['Goal.CustomEvent', 'Goal.Pageview', 'Goal.Revenue'].includes(type as string))
    return { goal_type: ['is invalid'] }
  if (goal === undefined || goal === null) return { goal: ["can't be blank"] }
  if (typeof goal !== 'object' || Array.isArray(goal)) return { goal: ['is invalid'] }
  const fields = goal as Fields
  const field = type === 'Goal.Pageview' ? 'path' : 'event_name'
  const currency = fields['currency']
  const blankCurrency = currency === undefined || currency === null || currency === ''
  const found: [string, string | undefined][] = [
    [field, problemOf(fields[field], field)],
    ['custom_props', problemOfProps(fields['custom_props'])],
  ]
  if (type === 'Goal.Revenue' && (blankCurrency || !['EUR', 'USD'].includes(currency as string)))
    found.push(['currency', blankCurrency ? "can't be blank" : 'is invalid'])
  const problems = found.filter((each): each is [string, string] => each[1] !== undefined)
  return problems.length > 0 ? Object.fromEntries(problems.map(([name, message]) => [name, [message]])) : undefined
}

function toGoal({ goal_type, goal }: Entry): ModelGoal {
  const fields = goal as Fields
  const props = (fields['custom_props'] ?? {}) as Record<string, string>
  if (goal_type === 'Goal.Pageview') {
    const name = trim(fields['path'] as string)
    return { kind: 'page', name: name.startsWith('/') ? name : `/${name}`, currency: null, props }
  }
  const currency = goal_type === 'Goal.Revenue' ? (fields['currency'] as string) : null
  return { kind: 'event', name: trim(fields['event_name'] as string), currency, props }
}

const isSame = (a: ModelGoal, b: ModelGoal) =>
  a.kind === b.kind && a.name === b.name && isDeepStrictEqual({ ...a.props }, { ...b.props })

/** A request's status and errors or goals, and the goals afterwards. */
function answer(goals: readonly ModelGoal[], body: { goals?: Entry[] } & Entry) {
  const entries = body.goals ?? [body]
  const refused = (errors: object) => ({ status: 422, errors, after: goals })
  if (entries.length > 8) return refused({ goals: [`Array length ${entries.length} is larger than maxItems: 8`] })
  for (const entry of entries) {
    const problems = problemsOf(entry)
    if (problems) return refused(problems)
  }
  const after = [...goals]
  const results: ModelGoal[] = []
  for (const wanted of entries.map(toGoal)) {
    const same = after.find((each) => isSame(each, wanted))
    const taken = (currency: string | null) =>
      refused({ event_name: [`'${wanted.name}' (with currency: ${currency ?? 'none'}) has already been taken`] })
    if (wanted.currency !== null) {
      if (same && same.currency !== wanted.currency) return taken(same.currency)
      const other = after.find(
        ({ kind, name, currency }) =>
          kind === 'event' && name === wanted.name && currency && currency !== wanted.currency,
      )
      if (other) return taken(other.currency)
    }
    if (!same) after.push(wanted)
    results.push(same ?? wanted)
  }
  return { status: 201, goals: results, after }
}

/** A goal as the API shows it, without its id. */
function show({ kind, name, currency, props }: ModelGoal) {
  if (kind === 'page')
    return { goal_type: 'Goal.Pageview', goal: { display_name: `Visit ${name}`, path: name, custom_props: props } }
  const goal = { display_name: name, event_name: name, custom_props: props }
  return currency === null
    ? { goal_type: 'Goal.CustomEvent', goal }
    : { goal_type: 'Goal.Revenue', goal: { ...goal, currency } }
}
const withoutId = (shown: { goal_type: string; goal: { id: number } }) => {
  const { id: _, ...goal } = shown.goal
  return { goal_type: shown.goal_type, goal }
}

const names = fc.constantFrom<unknown>(
  'A',
  'B',
  ' A',
  'B\u3000',
  'a',
  '/A',
  'x'.repeat(120),
  '',
  ' ',
  null,
  undefined,
  4,
  'engagement',
  'x'.repeat(121),
)
const good = fc.constantFrom('A', 'B', ' A', 'a', '/A')
const props = fc.constantFrom<unknown>(
  undefined,
  undefined,
  null,
  {},
  { a: '1' },
  { a: '1', b: '2' },
  { b: '2', a: '1' },
  { a: 1 },
  [],
  { '': 'x' },
)
const currency = fc.constantFrom<unknown>('EUR', 'EUR', 'USD', 'eur', '', null, undefined)
const oddType = fc.constantFrom<unknown>(
  'Goal.CustomEvent',
  'Goal.Pageview',
  'Goal.Revenue',
  'Goal.Scroll',
  null,
  undefined,
  1,
)
const goodType = fc.constantFrom('Goal.CustomEvent', 'Goal.Pageview', 'Goal.Revenue')
const fieldsOf = (text: fc.Arbitrary<unknown>, money: fc.Arbitrary<unknown>, filter: fc.Arbitrary<unknown>) =>
  fc.record({ event_name: text, path: text, currency: money, custom_props: filter })
const goodEntry = fc.record({
  goal_type: goodType,
  goal: fieldsOf(good, fc.constantFrom('EUR', 'EUR', 'USD'), fc.constantFrom<unknown>(undefined, {}, { a: '1' })),
})
const oddEntry = fc.record({
  goal_type: oddType,
  goal: fc.oneof(fieldsOf(names, currency, props), fc.constantFrom<unknown>(null, [], 'x', 1)),
})
const entry = fc.oneof({ weight: 5, arbitrary: goodEntry }, { weight: 2, arbitrary: oddEntry })
const request = fc.oneof(
  { weight: 3, arbitrary: entry },
  {
    weight: 2,
    arbitrary: fc.record({ goals: fc.oneof(fc.array(goodEntry, { maxLength: 8 }), fc.array(entry, { maxLength: 9 })) }),
  },
)

t.setTimeout(120_000)
t.test('random requests', { timeout: 120_000 }, async (t) => {
  const seen = new Map<number, number>()
  let site = 0
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      site += 1
      const made = await service.provision({ domain: `model${site}.test`, email: 'model@goals.test' })
      const call = createCall(service.url, made.plugin_token)
      let goals: readonly ModelGoal[] = []
      for (const body of requests) {
        const expected = answer(goals, body as { goals?: Entry[] } & Entry)
        const found = await call('PUT', path, body)
        seen.set(found.status, (seen.get(found.status) ?? 0) + 1)
        const shown = found.status === 201 ? found.body.goals.map(withoutId) : found.body.errors
        const wanted = 'goals' in expected ? expected.goals?.map(show) : expected.errors
        if (!isDeepStrictEqual([found.status, shown], [expected.status, wanted]))
          throw new Error(
            `${JSON.stringify(body)}\ngave ${found.status} ${JSON.stringify(shown)}\nnot  ${JSON.stringify(expected)}`,
          )
        goals = expected.after
      }
      const listed = (await call('GET', `${path}?limit=1000`)).body.goals
      const ids = listed.map((each: { goal: { id: number } }) => each.goal.id)
      const newestFirst = isDeepStrictEqual(
        ids,
        [...ids].sort((a: number, b: number) => b - a),
      )
      return newestFirst && isDeepStrictEqual(listed.map(withoutId).reverse(), goals.map(show))
    }),
    { numRuns: runs(20) },
  )
  t.ok((seen.get(201) ?? 0) > 10 && (seen.get(422) ?? 0) > 10, JSON.stringify([...seen]))
})
