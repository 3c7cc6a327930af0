// The scope of a deletion, as requests name it; the number that confirms it.
import t from 'tap'
import { erasesVisits, numberToConfirm, readErasureScope } from '../../src/rules/erasure.ts'

const none = { from: null, to: null, page: null, event: null, filters: null }

t.test('scopes that are read', (t) => {
  const cases: readonly (readonly [Record<string, unknown>, object])[] = [
    [{ kind: 'everything' }, {}],
    [{ kind: 'everything', from: null, page: undefined }, {}],
    [
      { kind: 'days', from: '2026-01-01', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-01' },
    ],
    [{ kind: 'page', page: '/a' }, { page: '/a' }],
    [
      { kind: 'page', page: '**/wp-*', from: '2026-01-01' },
      { page: '**/wp-*', from: '2026-01-01' },
    ],
    [
      { kind: 'event', event: 'Signup', to: '2026-02-01' },
      { event: 'Signup', to: '2026-02-01' },
    ],
    [{ kind: 'filters', filters: 'visit:source==Spam' }, { filters: 'visit:source==Spam' }],
    [{ kind: 'filters', filters: [['is', 'visit:country', ['XX']]] }, { filters: [['is', 'visit:country', ['XX']]] }],
  ]
  for (const [given, scope] of cases)
    t.strictSame(readErasureScope(given), { scope: { kind: given['kind'], ...none, ...scope } }, JSON.stringify(given))
  t.end()
})

t.test('scopes that are refused name their field', (t) => {
  const long = 'x'.repeat(2_001)
  const cases: readonly (readonly [Record<string, unknown>, field: string, problem: RegExp])[] = [
    [{}, 'kind', /one of everything, days, page, event, filters/],
    [{ kind: 'all' }, 'kind', /one of/],
    [{ kind: ['days'] }, 'kind', /one of/],
    [{ kind: 'everything', from: '2026-01-01' }, 'from', /does not go with everything/],
    [{ kind: 'everything', filters: [] }, 'filters', /does not go with everything/],
    [{ kind: 'days' }, 'from', /required/],
    [{ kind: 'days', from: '2026-01-01' }, 'to', /required/],
    [{ kind: 'days', from: '2026-02-30', to: '2026-03-01' }, 'from', /YYYY-MM-DD/],
    [{ kind: 'days', from: 20_260_101, to: '2026-03-01' }, 'from', /YYYY-MM-DD/],
    [{ kind: 'days', from: '2026-03-02', to: '2026-03-01' }, 'to', /before from/],
    [{ kind: 'days', from: '1900-01-01', to: '2026-03-01' }, 'to', /within 10980 days/],
    [{ kind: 'days', from: '2026-03-01', to: '2026-03-01', page: '/' }, 'page', /does not go with days/],
    [{ kind: 'page' }, 'page', /required/],
    [{ kind: 'page', page: '' }, 'page', /path/],
    [{ kind: 'page', page: 'blog' }, 'page', /begins with/],
    [{ kind: 'page', page: `/${long}` }, 'page', /path/],
    [{ kind: 'page', page: '/\0' }, 'page', /path/],
    [{ kind: 'page', page: '/', event: 'A' }, 'event', /does not go with page/],
    [{ kind: 'event' }, 'event', /required/],
    [{ kind: 'event', event: 'engagement' }, 'event', /name a page/],
    [{ kind: 'event', event: 'x'.repeat(121) }, 'event', /1 to 120/],
    [{ kind: 'filters' }, 'filters', /required/],
    [{ kind: 'filters', filters: [] }, 'filters', /Stats API/],
    [{ kind: 'filters', filters: '' }, 'filters', /Stats API/],
    [{ kind: 'filters', filters: { is: 1 } }, 'filters', /Stats API/],
  ]
  for (const [given, field, problem] of cases)
    t.match(readErasureScope(given), { field, problem }, JSON.stringify(given).slice(0, 80))
  t.end()
})

t.test('whole visits are confirmed by their number, single events by theirs', (t) => {
  const count = { visits: 2, events: 7, days: 1 }
  for (const kind of ['everything', 'days', 'filters'] as const) t.equal(numberToConfirm({ kind }, count), 2)
  for (const kind of ['page', 'event'] as const) {
    t.equal(numberToConfirm({ kind }, count), 7)
    t.notOk(erasesVisits({ kind }))
  }
  t.end()
})
