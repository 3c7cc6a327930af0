// Conditions of notices on any number, and quiet hours (spec/management 13.2).
import t from 'tap'
import { isQuiet, judge, type RuleCondition } from '../../src/rules/notice-rule.ts'

t.test('conditions', (t) => {
  const cases: readonly (readonly [RuleCondition, number, number | null, (number | null)[], boolean, number?])[] = [
    ['above', 10, 11, [], true],
    ['above', 10, 10, [], false],
    ['above', 0, 0.5, [], true],
    ['above', 10, null, [], false],
    ['below', 10, 9, [], true],
    ['below', 10, 10, [], false],
    ['below', 1, 0, [], true],
    ['below', 1, null, [], false],
    ['up', 50, 150, [100, 100, 100, 100], true, 100],
    ['up', 50, 149, [100, 100, 100, 100], false, 100],
    ['up', 50, 30, [10, 20, 10, 20], true, 15],
    ['up', 50, 30, [null, 20], true, 20],
    ['up', 50, 30, [], false],
    ['up', 50, 30, [null], false],
    ['up', 50, 30, [0, 0], false, 0],
    ['down', 50, 50, [100], true, 100],
    ['down', 50, 51, [100], false, 100],
    ['down', 50, 0, [100], true, 100],
    ['down', 50, 200, [100], false, 100],
    ['changed', 20, 80, [100], true, 100],
    ['changed', 20, 120, [100], true, 100],
    ['changed', 20, 119, [100], false, 100],
  ]
  for (const [condition, value, now, before, isMet, usual] of cases)
    t.strictSame(
      judge(condition, value, now, before),
      { isMet, ...(usual !== undefined && { usual }) },
      `${condition} ${value}: ${now} after ${before}`,
    )
  t.end()
})

t.test('quiet hours, over midnight too', (t) => {
  const cases = [
    [22, 7, [22, 23, 0, 6], [7, 12, 21]],
    [1, 5, [1, 4], [0, 5, 23]],
    [8, 8, [], [0, 8, 9]],
    [null, null, [], [0, 12]],
  ] as const
  for (const [from, to, quiet, loud] of cases) {
    for (const hour of quiet) t.equal(isQuiet(hour, from, to), true, `${hour} in ${from} to ${to}`)
    for (const hour of loud) t.equal(isQuiet(hour, from, to), false, `${hour} not in ${from} to ${to}`)
  }
  t.end()
})
