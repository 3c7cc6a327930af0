// Which dimension of a day's sums answers a scan of all visits.
import t from 'tap'
import type { Goal } from '../../src/rules/goal.ts'
import { keyWithin } from '../../src/stats/day-keys.ts'
import { findDimension } from '../../src/stats/dimensions.ts'
import type { Filter } from '../../src/stats/filters.ts'

const goal = (id: number, more: Partial<Goal> = {}) =>
  ({
    id,
    displayName: `Goal ${id}`,
    eventName: 'Signup',
    path: null,
    scrollThreshold: -1,
    customProps: {},
    ...more,
  }) as Goal
const scrolled = goal(9, { eventName: null, path: '/x', scrollThreshold: 50 })
const by = (name: string) => findDimension(name)!
const is = (name: string, ...values: string[]): Filter => ({
  kind: 'leaf',
  dimension: by(name),
  operator: 'is',
  negated: false,
  values,
  caseSensitive: true,
})
const onGoals = (...goals: Goal[]): Filter => ({ kind: 'goal', goals })

const events = { source: 'events', dimensions: [], filters: [] } as const
const visits = { source: 'visits', dimensions: [], filters: [] } as const
const engagements = { source: 'engagements', dimensions: [], filters: [] } as const

t.test('a scan that asks for one thing has a key', (t) => {
  const site = { goals: [goal(1), goal(2)] }
  const cases: [string, Parameters<typeof keyWithin>[1], string | undefined][] = [
    ['nothing: the totals', events, 'all=""'],
    ['nothing, of engagements', engagements, undefined],
    ['a dimension', { ...visits, dimensions: [by('visit:source')] }, 'visit:source=null'],
    ['one that days do not hold', { ...visits, dimensions: [by('visit:utm_term')] }, undefined],
    ['pages of events', { ...events, dimensions: [by('event:page')] }, 'event:page=null'],
    ['pages of visits', { ...visits, dimensions: [by('event:page')] }, undefined],
    ['pages of engagements', { ...engagements, dimensions: [by('event:page')] }, 'event:page=null'],
    ['sources of engagements', { ...engagements, dimensions: [by('visit:source')] }, undefined],
    ['two dimensions', { ...events, dimensions: [by('visit:os'), by('visit:browser')] }, undefined],
    [
      'a dimension and a filter',
      { ...events, dimensions: [by('visit:os')], filters: [is('visit:os', 'x')] },
      undefined,
    ],
    ['goals', { ...events, dimensions: [by('event:goal')] }, 'event:goal=null 1,2'],
    ['goals of visits', { ...visits, dimensions: [by('event:goal')] }, undefined],
    ['a value', { ...events, filters: [is('visit:source', 'Google')] }, 'visit:source="Google"'],
    ['the empty value', { ...events, filters: [is('visit:source', '')] }, 'visit:source=""'],
    [
      'the empty value where the sums name it',
      { ...events, filters: [is('visit:channel', '')] },
      'visit:channel="Direct"',
    ],
    ['two values', { ...events, filters: [is('visit:source', 'a', 'b')] }, undefined],
    ['not a value', { ...events, filters: [{ ...is('visit:source', 'a'), negated: true } as Filter] }, undefined],
    [
      'a value of a property',
      { ...events, filters: [is('event:props:plan', 'pro')] },
      'event:props:plan="pro" of plan',
    ],
    ['no value of a property', { ...events, filters: [is('event:props:plan', '')] }, undefined],
    ['a property of visits', { ...visits, filters: [is('event:props:plan', 'pro')] }, undefined],
    ['a goal', { ...events, filters: [onGoals(goal(1))] }, 'event:goal="1" 1'],
    ['two goals', { ...events, filters: [onGoals(goal(1), goal(2))] }, undefined],
    ['a goal by scrolling', { ...events, filters: [onGoals(scrolled)] }, undefined],
  ]
  for (const [what, scan, expected] of cases) {
    const key = keyWithin(site, scan)
    const ids = key?.goalIds.length ? ` ${key.goalIds}` : ''
    const of = key?.property === undefined ? '' : ` of ${key.property}`
    t.equal(key && `${key.dimension}=${JSON.stringify(key.value)}${ids}${of}`, expected, what)
  }
  t.end()
})

t.test('a breakdown by goal needs goals of different names, none of them by scrolling', (t) => {
  const scan = { ...events, dimensions: [by('event:goal')] }
  t.equal(keyWithin({ goals: [] }, scan), undefined)
  t.equal(keyWithin({ goals: [goal(1), goal(2, { displayName: 'Goal 1' })] }, scan), undefined)
  t.equal(keyWithin({ goals: [goal(1), scrolled] }, scan), undefined)
  t.strictSame(keyWithin({ goals: [goal(1)] }, scan)?.goalIds, ['1'])
  t.end()
})
