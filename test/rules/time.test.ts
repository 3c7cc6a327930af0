// Local days, by zones that make it hard: half and quarter hours, both ends of the day line, clock changes.
import t from 'tap'
import { createLocalDays } from '../../src/rules/time.ts'

const localDay = createLocalDays()

t.test('the local day of an instant', async (t) => {
  const cases: [timezone: string, instant: string, day: string][] = [
    ['Etc/UTC', '2026-01-31T23:59:59Z', '2026-01-31'],
    ['Etc/UTC', '2026-02-01T00:00:00Z', '2026-02-01'],
    ['Asia/Kathmandu', '2026-01-31T18:14:59Z', '2026-01-31'],
    ['Asia/Kathmandu', '2026-01-31T18:15:00Z', '2026-02-01'],
    ['Pacific/Kiritimati', '2026-01-31T10:00:00Z', '2026-02-01'],
    ['Pacific/Pago_Pago', '2026-02-01T10:59:59Z', '2026-01-31'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['No/Such_Zone', '2026-02-01T00:00:00Z', '2026-02-01'],
  ]
  for (const [timezone, instant, day] of cases)
    t.equal(localDay(timezone, Date.parse(instant) / 1000), day, `${timezone} ${instant}`)
})
