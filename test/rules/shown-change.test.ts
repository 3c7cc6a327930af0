// Changes and lengths of time as people read them.
import t from 'tap'
import { pageChange, shownChange } from '../../src/rules/shown-change.ts'
import { writeDuration } from '../../src/rules/written-duration.ts'

t.test('a change is in percent, of a rate in points; of a count that was 0 pages call it new', async (t) => {
  for (const [metric, now, before, change, shown, onPages] of [
    ['visitors', 12, 10, 20, 20, 20],
    ['visitors', 98, 0, 100, 100, Infinity],
    ['visitors', 0, 0, 0, 0, 0],
    ['visitors', 0, 5, -100, -100, -100],
    ['bounce_rate', 35.25, 34, 4, 1.25, 1.25],
    ['bounce_rate', 35, 0, 100, 35, 35],
    ['visitors', null, 3, null, null, null],
    ['visitors', 3, null, null, null, null],
  ] as const) {
    t.equal(shownChange(metric, now, before, change), shown, `${metric}: ${now} after ${before}`)
    t.equal(pageChange(metric, now, before, change), onPages, `${metric}: ${now} after ${before}`)
  }
})

t.test('a length of time is its largest unit and the next', async (t) => {
  const english = { hours: '{hours}h {minutes}m', minutes: '{minutes}m {seconds}s', seconds: '{seconds}s' }
  const japanese = { hours: '{hours}時間{minutes}分', minutes: '{minutes}分{seconds}秒', seconds: '{seconds}秒' }
  for (const [length, inEnglish, inJapanese] of [
    [0, '0s', '0秒'],
    [5.4, '5s', '5秒'],
    [59.6, '1m 00s', '1分0秒'],
    [301, '5m 01s', '5分1秒'],
    [3600, '1h 0m', '1時間0分'],
    [93_784, '26h 3m', '26時間3分'],
  ] as const) {
    t.equal(writeDuration(english, length, String), inEnglish)
    t.equal(writeDuration(japanese, length, String), inJapanese)
  }
})
