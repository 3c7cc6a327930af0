// The three steps from the states of a site's days to the stretches that raw rows answer, each by itself.
import t from 'tap'
import { cover, type DayFate, type DayRun, fatesOf, runsOf, stretchesOf } from '../../src/stats/coverage.ts'

const days = (firstDay: string, lastDay: string) => ({ firstDay, lastDay })
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** A range of whole days of UTC. */
const clockOf = (firstDay: string, lastDay: string, end: string) => ({
  timezone: 'Etc/UTC',
  range: { firstDay, lastDay, start: at(firstDay), end: at(end) },
})

t.test('each day has a fate, bucket by bucket', (t) => {
  const held = new Set(['2026-03-01', '2026-03-04'])
  const buckets = [days('2026-03-01', '2026-03-03'), days('2026-03-04', '2026-03-04')]
  t.strictSame(
    fatesOf(buckets, (day) => held.has(day), '2026-03-03').map(({ bucket, day, fate }) => `${bucket} ${day} ${fate}`),
    ['0 2026-03-01 held', '0 2026-03-02 gone', '0 2026-03-03 open', '1 2026-03-04 held'],
  )
  t.strictSame(
    fatesOf(buckets, () => false, null).map(({ fate }) => fate),
    ['open', 'open', 'open', 'open'],
    'nothing was deleted',
  )
  const asked: string[] = []
  fatesOf(buckets, (day, firstDay) => asked.push(`${day} of ${firstDay}`) < 0, null)
  t.equal(asked[1], '2026-03-02 of 2026-03-01', 'a day is looked at within its bucket')
  t.end()
})

t.test('days of one fate are runs; held ones go on over borders of buckets', (t) => {
  const fate = (bucket: number, day: number, of: DayFate['fate']): DayFate => ({
    bucket,
    day: `2026-03-0${day}`,
    fate: of,
  })
  const show = ({ bucket, fate, first, last }: DayRun) => `${bucket} ${fate} ${first.at(-1)}-${last.at(-1)}`
  const cases: [DayFate[], string[]][] = [
    [[], []],
    [[fate(0, 1, 'held'), fate(0, 2, 'held'), fate(1, 3, 'held')], ['0 held 1-3']],
    [
      [fate(0, 1, 'open'), fate(0, 2, 'open'), fate(1, 3, 'open')],
      ['0 open 1-2', '1 open 3-3'],
    ],
    [
      [fate(0, 1, 'gone'), fate(0, 2, 'open'), fate(0, 3, 'held'), fate(0, 4, 'open')],
      ['0 gone 1-1', '0 open 2-2', '0 held 3-3', '0 open 4-4'],
    ],
    [
      [fate(0, 1, 'held'), fate(1, 3, 'held')],
      ['0 held 1-1', '1 held 3-3'],
    ],
  ]
  for (const [fates, expected] of cases) t.strictSame(runsOf(fates).map(show), expected)
  t.end()
})

t.test('open runs are stretches; those that fill buckets from their first day on are one', (t) => {
  const months = [days('2026-03-01', '2026-03-31'), days('2026-04-01', '2026-04-30'), days('2026-05-01', '2026-05-31')]
  const open = (bucket: number, first: string, last: string): DayRun => ({ bucket, fate: 'open', first, last })
  const clock = clockOf('2026-03-01', '2026-05-31', '2026-06-01')
  t.strictSame(
    stretchesOf([open(0, '2026-03-01', '2026-03-31'), open(1, '2026-04-01', '2026-04-10')], months, clock),
    [{ bucket: 0, start: at('2026-03-01'), end: at('2026-04-11'), isOfMany: true, seenFrom: null }],
    'a whole bucket and the beginning of the next one',
  )
  t.strictSame(
    stretchesOf([open(0, '2026-03-20', '2026-03-31'), open(1, '2026-04-01', '2026-04-10')], months, clock),
    [
      { bucket: 0, start: at('2026-03-20'), end: at('2026-04-01'), isOfMany: false, seenFrom: at('2026-03-18') },
      { bucket: 1, start: at('2026-04-01'), end: at('2026-04-11'), isOfMany: false, seenFrom: null },
    ],
    'one that begins amid a bucket counts visitors that the days before may have counted, and stays alone',
  )
  t.strictSame(
    stretchesOf([open(2, '2026-05-02', '2026-05-31')], months, clock),
    [{ bucket: 2, start: at('2026-05-02'), end: at('2026-06-01'), isOfMany: false, seenFrom: at('2026-05-01') }],
    'no look beyond the first day of the bucket',
  )
  t.strictSame(
    stretchesOf([open(0, '2026-03-01', '2026-03-02'), open(2, '2026-05-01', '2026-05-01')], months, clock).length,
    2,
    'with days between them they are two',
  )
  t.strictSame(stretchesOf([{ ...open(0, '2026-03-01', '2026-03-02'), fate: 'held' }], months, clock), [])
  const within = { ...clock, range: { ...clock.range, start: at('2026-03-01') + 1, end: at('2026-06-01') - 1 } }
  t.match(
    stretchesOf([open(0, '2026-03-01', '2026-03-31')], months, within)[0],
    { start: at('2026-03-01') + 1, end: at('2026-04-01') },
    'at its borders the range decides',
  )
  t.end()
})

t.test('where every second day is open raw rows as a whole answer, except beside deleted rows', (t) => {
  const range = days('2026-03-01', '2026-03-30')
  const clock = clockOf('2026-03-01', '2026-03-30', '2026-03-31')
  const wants = { counts: false, isTotal: false, isOfSource: false, isOfWholeVisits: false }
  const heldOn = (isHeld: (date: number) => boolean) => {
    const dates = Array.from({ length: 30 }, (_, index) => index + 1).filter(isHeld)
    const known = dates.map((date) => [`2026-03-${String(date).padStart(2, '0')}`, 'done'] as const)
    return { isChanging: false, hasHours: true, days: new Map(known) }
  }
  const odd = heldOn((date) => date % 2 === 1)
  t.equal(cover([range], clock, wants, odd, null), undefined, 'fifteen stretches')
  t.equal(cover([range], clock, wants, odd, '2026-03-04')?.stretches.length, 14)
  t.equal(cover([range], clock, wants, odd, '2026-03-04')?.lacksDays, true)
  const few = heldOn((date) => date < 11)
  t.strictSame(cover([range], clock, wants, few, null)?.runs, [['2026-03-01', '2026-03-10']])
  t.equal(cover([range], clock, { ...wants, isOfWholeVisits: true }, few, null), undefined, 'visits cost less')
  t.equal(
    cover(
      [range],
      clock,
      wants,
      heldOn(() => false),
      null,
    ),
    undefined,
    'nothing is held',
  )
  t.end()
})
