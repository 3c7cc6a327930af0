// Changes between two periods: halves are rounded away from zero (spec/stats 7 and 19).
import t from 'tap'
import { changeOf, metrics } from '../../src/stats/metrics.ts'

t.test('changes', async (t) => {
  const cases: [metric: string, now: number | null, before: number | null, change: number | null][] = [
    ['visitors', 1, 8, -88],
    ['visitors', 9, 8, 13],
    ['visitors', 81, 40, 103],
    ['visitors', 40, 80, -50],
    ['visitors', 0, 40, -100],
    ['pageviews', 229, 200, 15],
    ['pageviews', 171, 200, -15],
    ['visits', 823, 400, 106],
    ['events', 2_000_000_003, 400_000_000, 400],
    ['visitors', 3, 0, 100],
    ['visitors', 0, 0, 0],
    ['views_per_visit', 1.33, 1.25, 6],
    ['views_per_visit', 2.87, 1.4, 105],
    ['views_per_visit', 1.15, 2, -43],
    ['views_per_visit', 1.33, 0, 100],
    ['time_on_page', null, 3, null],
    ['time_on_page', 3, null, null],
    ['bounce_rate', 67, 75, -8],
    ['bounce_rate', 67, 0, null],
    ['bounce_rate', 0, 67, -67],
    ['conversion_rate', 50, 33.33, 16.7],
    ['conversion_rate', 12.75, 12.5, 0.3],
    ['conversion_rate', 12.5, 12.75, -0.3],
    ['conversion_rate', 1.15, 1, 0.2],
    ['conversion_rate', 0, 66.67, -66.7],
    ['group_conversion_rate', 12, 10.02, 2],
  ]
  for (const [name, now, before, change] of cases)
    t.equal(changeOf(metrics.get(name)!, now, before), change, `${name} ${before} -> ${now}`)
})
