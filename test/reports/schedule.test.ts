// When reports are due: eight in the morning where the site is (spec/management 13).
import fc from 'fast-check'
import t from 'tap'
import { latestPeriod } from '../../src/reports/schedule.ts'
import { addDays } from '../../src/rules/days.ts'
import { localDayOf, wallClock } from '../../src/rules/time.ts'
import { runs } from '../support/effort.ts'

const cases = [
  ['weekly', 'Etc/UTC', '2026-11-23T08:00:00Z', '2026-11-16', '2026-11-22', '2026-11-23T08:00:00Z'],
  ['weekly', 'Etc/UTC', '2026-11-23T07:59:59Z', '2026-11-09', '2026-11-15', '2026-11-16T08:00:00Z'],
  ['weekly', 'Europe/Berlin', '2026-11-23T07:00:00Z', '2026-11-16', '2026-11-22', '2026-11-23T07:00:00Z'],
  // Clocks went back on the Sunday before, and forward on the other.
  ['weekly', 'America/New_York', '2026-11-02T13:00:00Z', '2026-10-26', '2026-11-01', '2026-11-02T13:00:00Z'],
  ['weekly', 'America/New_York', '2026-03-09T12:00:00Z', '2026-03-02', '2026-03-08', '2026-03-09T12:00:00Z'],
  ['weekly', 'Pacific/Auckland', '2026-11-22T19:00:00Z', '2026-11-16', '2026-11-22', '2026-11-22T19:00:00Z'],
  ['monthly', 'Etc/UTC', '2026-03-01T08:00:00Z', '2026-02-01', '2026-02-28', '2026-03-01T08:00:00Z'],
  ['monthly', 'Etc/UTC', '2026-03-01T07:00:00Z', '2026-01-01', '2026-01-31', '2026-02-01T08:00:00Z'],
  ['monthly', 'Asia/Kolkata', '2026-01-01T02:30:00Z', '2025-12-01', '2025-12-31', '2026-01-01T02:30:00Z'],
] as const

t.test('examples', async (t) => {
  for (const [kind, zone, now, from, to, due] of cases)
    t.strictSame(
      latestPeriod(kind, zone, Date.parse(now)),
      { from, to, dueAt: new Date(due) },
      `${kind} in ${zone} at ${now}`,
    )
})

t.test('at any instant: due at eight of the day after the period, which is the latest such', async () => {
  const zones = ['Etc/UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca']
  const instants = fc.integer({ min: Date.parse('2020-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') })
  fc.assert(
    fc.property(fc.constantFrom('weekly', 'monthly'), fc.constantFrom(...zones), instants, (kind, zone, now) => {
      const { from, to, dueAt } = latestPeriod(kind, zone, now)
      const due = dueAt.getTime()
      const isLatest = kind === 'weekly' ? now - due < 7.1 * 86_400_000 : now - due < 31.1 * 86_400_000
      return (
        due <= now &&
        isLatest &&
        from <= to &&
        localDayOf(zone, due) === addDays(to, 1) &&
        wallClock(zone, due).endsWith('08:00:00')
      )
    }),
    { numRuns: runs(500) },
  )
})
