// The rest of a visit when some of its rows are gone, played again.
import t from 'tap'
import { replay } from '../../src/rules/replay.ts'

const minute = 60
const row = (text: string) => {
  const [at = '', name = '', pathname = '/'] = text.split(' ')
  return { at: Number(at) * minute, name, pathname, hostname: 'x.example', interactive: name !== 'Quiet' }
}

t.test('visits of what is left', (t) => {
  const cases: readonly (readonly [string, rows: readonly string[], visits: readonly string[], dropped: number])[] = [
    ['nothing', [], [], 0],
    ['one pageview', ['0 pageview /a'], ['own 0-0 1/1 bounce /a /a'], 0],
    ['two pageviews', ['0 pageview /a', '5 pageview /b'], ['own 0-5 2/2 stays /a /b'], 0],
    ['a custom event first', ['0 Signup /a', '5 pageview /b'], ['own 0-5 1/2 bounce /b /b'], 0],
    ['an interactive event', ['0 pageview /a', '1 Signup /b'], ['own 0-1 1/2 stays /a /a'], 0],
    ['one that is not', ['0 pageview /a', '1 Quiet /b'], ['own 0-1 1/2 bounce /a /a'], 0],
    ['custom events alone', ['0 Signup'], ['own 0-0 0/1 bounce - -'], 0],
    ['half an hour apart', ['0 pageview /a', '30 pageview /b'], ['own 0-30 2/2 stays /a /b'], 0],
    [
      'further apart',
      ['0 pageview /a', '31 pageview /b', '32 pageview /c'],
      ['own 0-0 1/1 bounce /a /a', 'new1 31-32 2/2 stays /b /c'],
      0,
    ],
    [
      'engagement keeps it alive',
      ['0 pageview /a', '25 engagement /a', '50 pageview /b'],
      ['own 0-50 2/2 stays /a /b'],
      0,
    ],
    ['engagement before any event', ['0 engagement /a', '5 pageview /b'], ['own 5-5 1/1 bounce /b /b'], 1],
    ['engagement too late', ['0 pageview /a', '31 engagement /a'], ['own 0-0 1/1 bounce /a /a'], 1],
    ['engagement of the same second', ['0 engagement /a', '0 pageview /a'], ['own 0-0 1/1 bounce /a /a'], 0],
    ['not in order', ['5 pageview /b', '0 pageview /a'], ['own 0-5 2/2 stays /a /b'], 0],
  ]
  for (const [name, rows, visits, dropped] of cases) {
    let made = 0
    const played = replay(rows.map(row), 'own', () => `new${++made}`)
    const texts = played.visits.map(
      ({ session, endedAt }) =>
        `${session.id} ${session.startedAt / minute}-${endedAt / minute} ${session.pageviews}/${session.events} ` +
        `${session.isBounce ? 'bounce' : 'stays'} ${session.entryPage ?? '-'} ${session.exitPage ?? '-'}`,
    )
    t.strictSame(texts, visits, name)
    t.equal(played.dropped.length, dropped, name)
  }
  t.end()
})
