// The session table of sessions (spec/ingestion 16 and 18.3), each rule on both sides of its border.
import t from 'tap'
import { apply, type RunningSession, type SessionEvent, type Visitor } from '../../src/rules/session.ts'

const noon = Date.UTC(2026, 4, 10, 12) / 1000

const event = (at: number, name = 'pageview', more: Partial<SessionEvent> = {}): SessionEvent => ({
  at: noon + at,
  localDay: '2026-05-10',
  name,
  interactive: true,
  hostname: 'example.com',
  pathname: '/',
  ...more,
})

/** Plays events of one visitor in order; answers its state and the steps' kinds. */
function run(...events: SessionEvent[]): { visitor: Visitor | null; kinds: string[]; session: RunningSession | null } {
  let visitor: Visitor | null = null
  let id = 0
  const kinds: string[] = []
  for (const one of events) {
    const step = apply(visitor, one, () => String(++id))
    kinds.push(step.kind)
    if ('visitor' in step) visitor = step.visitor
  }
  return { visitor, kinds, session: visitor?.session ?? null }
}

t.test('when a session goes on and when the next one begins', async (t) => {
  const cases: [title: string, events: SessionEvent[], kinds: string[]][] = [
    ['the first event begins one', [event(0)], ['begun']],
    ['a gap of 30:00 minutes goes on', [event(0), event(1800)], ['begun', 'extended']],
    ['a gap of 30:01 minutes begins another', [event(0), event(1801)], ['begun', 'begun']],
    ['a custom event begins one too', [event(0, 'Signup')], ['begun']],
    ['engagement alone begins none', [event(0, 'engagement')], ['dropped']],
    ['engagement keeps alive', [event(0), event(1700, 'engagement'), event(3500)], ['begun', 'engaged', 'extended']],
    ['engagement after 30:01 minutes finds none', [event(0), event(1801, 'engagement')], ['begun', 'dropped']],
    [
      'another day does not split',
      [event(0), event(60, 'pageview', { localDay: '2026-05-11' })],
      ['begun', 'extended'],
    ],
    [
      'another hostname does not split',
      [event(0), event(60, 'pageview', { hostname: 'other.com' })],
      ['begun', 'extended'],
    ],
    ['a slightly older event joins', [event(100), event(90)], ['begun', 'extended']],
    ['an event 30:01 minutes before the start is late', [event(1801), event(0)], ['begun', 'late']],
  ]
  for (const [title, events, kinds] of cases) t.strictSame(run(...events).kinds, kinds, title)
})

t.test('the figures of a session', async (t) => {
  const page = (at: number, pathname: string) => event(at, 'pageview', { pathname })
  const quiet = (at: number) => event(at, 'Ping', { interactive: false })
  const cases: [title: string, events: SessionEvent[], expected: Partial<RunningSession>][] = [
    ['one pageview', [page(0, '/a')], { pageviews: 1, events: 1, isBounce: true, entryPage: '/a', exitPage: '/a' }],
    ['two pageviews of one page are no bounce', [page(0, '/a'), page(5, '/a')], { pageviews: 2, isBounce: false }],
    ['exit follows pageviews', [page(0, '/a'), page(5, '/b')], { entryPage: '/a', exitPage: '/b' }],
    [
      'a custom event does not move the exit',
      [page(0, '/a'), event(5, 'Signup', { pathname: '/x' })],
      { exitPage: '/a', events: 2 },
    ],
    [
      'an interactive custom event clears the bounce',
      [page(0, '/a'), event(5, 'Signup')],
      { isBounce: false, pageviews: 1 },
    ],
    ['one that is not interactive does not', [page(0, '/a'), quiet(5)], { isBounce: true, events: 2 }],
    [
      'the event that begins leaves a bounce',
      [event(0, 'Signup')],
      { isBounce: true, pageviews: 0, entryPage: null, exitPage: null },
    ],
    [
      'the first pageview later is the entry',
      [event(0, 'Signup'), page(5, '/b')],
      { entryPage: '/b', exitPage: '/b', isBounce: true },
    ],
    [
      'engagement changes no figure',
      [page(0, '/a'), event(9, 'engagement')],
      { events: 1, pageviews: 1, isBounce: true, exitPage: '/a' },
    ],
    ['a bounce never comes back', [page(0, '/a'), page(5, '/b'), quiet(9)], { isBounce: false }],
    [
      'an older pageview is the entry, not the exit',
      [page(60, '/b'), page(50, '/a')],
      { startedAt: noon + 50, entryPage: '/a', exitPage: '/b' },
    ],
  ]
  for (const [title, events, expected] of cases) t.match(run(...events).session, expected, title)
})

t.test('last activity and last event', async (t) => {
  const { visitor } = run(event(0), event(100), event(200, 'engagement'))
  t.equal(visitor?.lastEventAt, noon + 100)
  t.equal(visitor?.lastSeenAt, noon + 200)
})

t.test('flags compare with the previous activity', async (t) => {
  const days = ['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-03']
  let visitor: Visitor | null = null
  const found: string[] = []
  for (const [index, localDay] of days.entries()) {
    for (const later of [0, 60]) {
      const step = apply(visitor, event(index * 86_400 + later, 'pageview', { localDay }), () => `${index}`)
      if (step.kind !== 'begun' && step.kind !== 'extended') throw new Error(step.kind)
      visitor = step.visitor
      const { flags } = step
      found.push(
        [
          flags.firstOfVisitorDay && 'day',
          flags.firstOfVisitorMonth && 'month',
          flags.firstOfVisitDay && 'visit-day',
          flags.firstOfVisitMonth && 'visit-month',
          flags.seenDayBefore && 'before',
        ]
          .filter(Boolean)
          .join(' '),
      )
    }
  }
  t.strictSame(found, [
    'day month visit-day visit-month',
    '',
    'day visit-day visit-month before',
    '',
    'day month visit-day visit-month before',
    '',
    'day visit-day visit-month',
    '',
  ])
})

t.test('an ended session carries the flags of its last event’s day', async (t) => {
  let visitor: Visitor | null = null
  const ended: unknown[] = []
  for (const [at, localDay] of [
    [0, '2026-05-31'],
    [4000, '2026-05-31'],
    [8000, '2026-06-01'],
    [12_000, '2026-06-03'],
  ] as const) {
    const step = apply(visitor, event(at, 'pageview', { localDay }), () => String(at))
    if (step.kind !== 'begun') throw new Error(step.kind)
    visitor = step.visitor
    if (step.ended)
      ended.push([
        step.ended.session.id,
        step.ended.endedAt - noon,
        step.ended.localDay,
        ...Object.values(step.ended.flags),
      ])
  }
  t.strictSame(ended, [
    ['0', 0, '2026-05-31', true, true, false],
    ['4000', 4000, '2026-05-31', false, false, false],
    ['8000', 8000, '2026-06-01', true, true, true],
  ])
})
