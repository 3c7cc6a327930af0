// Periods, buckets and labels, with the days on which clocks change (spec/stats 3 to 5).

import t from 'tap'
import { addMonths, isDate } from '../../src/rules/days.ts'
import { isoWithOffset } from '../../src/rules/time.ts'
import { bucketsOf, defaultCustomInterval, periodDays, rangeOfDays, rangeOfInstants } from '../../src/stats/periods.ts'

const iso = (instant: number) => new Date(instant).toISOString().slice(0, 19)

t.test('periods become days', async (t) => {
  const cases: [period: keyof typeof periodDays, day: string, first: string, last: string][] = [
    ['day', '2021-01-08', '2021-01-08', '2021-01-08'],
    ['7d', '2021-01-08', '2021-01-01', '2021-01-07'],
    ['30d', '2021-01-31', '2021-01-01', '2021-01-30'],
    ['month', '2024-02-11', '2024-02-01', '2024-02-29'],
    ['6mo', '2021-01-01', '2020-08-01', '2021-01-31'],
    ['6mo', '2021-06-30', '2021-01-01', '2021-06-30'],
    ['6mo', '2021-08-31', '2021-03-01', '2021-08-31'],
    ['12mo', '2021-12-31', '2021-01-01', '2021-12-31'],
  ]
  for (const [period, day, first, last] of cases)
    t.strictSame(periodDays[period](day), [first, last], `${period} of ${day}`)
  t.equal(addMonths('2021-03-31', -1), '2021-02-28')
  t.equal(defaultCustomInterval('2021-01-01', '2021-06-30'), 'day')
  t.equal(defaultCustomInterval('2021-01-01', '2021-07-01'), 'month')
  t.equal(isDate('2021-02-30'), false)
  const dates = ['0999-12-31', '1000-01-01', '8999-12-31', '9000-01-01']
  t.strictSame(dates.map(isDate), [false, true, true, false])
})

t.test('a range begins and ends where the local clock says', async (t) => {
  const cases: [zone: string, first: string, last: string, start: string, end: string, whole: boolean][] = [
    ['Etc/UTC', '2021-01-01', '2021-01-01', '2021-01-01T00:00:00', '2021-01-02T00:00:00', true],
    ['America/New_York', '2021-01-01', '2021-01-01', '2021-01-01T05:00:00', '2021-01-02T05:00:00', true],
    ['Asia/Kathmandu', '2021-01-01', '2021-01-01', '2020-12-31T18:15:00', '2021-01-01T18:15:00', true],
    // No midnight: the first instant there is.
    ['America/Santiago', '2022-09-11', '2022-09-11', '2022-09-11T04:00:00', '2022-09-12T03:00:00', true],
    // Two midnights: the second. Two last seconds: the first.
    ['America/Havana', '2023-11-05', '2023-11-05', '2023-11-05T05:00:00', '2023-11-06T05:00:00', false],
    ['America/Santiago', '2022-04-02', '2022-04-02', '2022-04-02T03:00:00', '2022-04-03T03:00:00', false],
    // A day that was skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30', '2011-12-30T10:00:00', '2011-12-30T10:00:00', true],
  ]
  for (const [zone, first, last, start, end, whole] of cases) {
    const range = rangeOfDays(zone, first, last)
    t.strictSame([iso(range.start), iso(range.end), range.wholeDays], [start, end, whole], `${zone} ${first}`)
  }
})

t.test('hours are real hours labelled by the wall clock', async (t) => {
  const labels = (zone: string, day: string) =>
    bucketsOf(zone, rangeOfDays(zone, day, day), 'hour').map((bucket) => bucket.label.slice(11, 16))
  t.equal(labels('Etc/UTC', '2021-01-01').length, 24)
  const spring = labels('Europe/Berlin', '2021-03-28')
  t.strictSame([spring.length, spring.includes('02:00')], [23, false])
  const autumn = labels('Europe/Berlin', '2021-10-31')
  t.strictSame([autumn.length, autumn.slice(1, 5)], [25, ['01:00', '02:00', '02:00', '03:00']])
  t.equal(labels('America/Santiago', '2022-09-11')[0], '01:00')
  t.strictSame(labels('Australia/Lord_Howe', '2021-10-03').slice(0, 4), ['00:00', '01:00', '02:30', '03:30'])

  const around = (zone: string, start: string, end: string) =>
    bucketsOf(zone, rangeOfInstants(zone, Date.parse(start), Date.parse(end)), 'hour').map(
      (bucket) => `${bucket.label.slice(5, 16)} ${(bucket.end - bucket.start) / 60_000}`,
    )
  const cases: [zone: string, start: string, end: string, buckets: string[]][] = [
    // Clocks change by half an hour: the day's last bucket is one too, and the next day begins at its own midnight.
    [
      'Australia/Lord_Howe',
      '2025-10-05T22:30:00+11:00',
      '2025-10-06T01:30:00+11:00',
      ['10-05 22:30 60', '10-05 23:30 30', '10-06 00:00 60', '10-06 01:00 30'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-05T23:10:00+10:30',
      '2026-04-06T01:00:00+10:30',
      ['04-05 22:30 20', '04-05 23:30 30', '04-06 00:00 60'],
    ],
    [
      'Australia/Lord_Howe',
      '2025-10-04T23:30:00+10:30',
      '2025-10-05T03:00:00+11:00',
      ['10-04 23:00 30', '10-05 00:00 60', '10-05 01:00 60', '10-05 02:30 30'],
    ],
    ['Asia/Kathmandu', '2021-01-01T23:20:00+05:45', '2021-01-02T00:30:00+05:45', ['01-01 23:00 40', '01-02 00:00 30']],
    // No midnight, two of them, and a day that was skipped.
    [
      'America/Santiago',
      '2022-09-10T23:00:00-04:00',
      '2022-09-11T02:00:00-03:00',
      ['09-10 23:00 60', '09-11 01:00 60'],
    ],
    [
      'America/Havana',
      '2023-11-04T23:00:00-04:00',
      '2023-11-05T01:00:00-05:00',
      ['11-04 23:00 60', '11-05 00:00 60', '11-05 00:00 60'],
    ],
    ['Pacific/Apia', '2011-12-29T23:00:00-10:00', '2011-12-31T01:00:00+14:00', ['12-29 23:00 60', '12-31 00:00 60']],
    // A minute after midnight the clock went back to the day before.
    [
      'America/St_Johns',
      '2010-11-06T23:30:00-02:30',
      '2010-11-06T23:45:00-03:30',
      ['11-06 23:00 30', '11-07 00:00 45'],
    ],
    ['America/St_Johns', '2010-11-06T23:10:00-03:30', '2010-11-06T23:45:00-03:30', ['11-07 00:00 35']],
  ]
  for (const [zone, start, end, buckets] of cases) t.strictSame(around(zone, start, end), buckets, `${zone} ${start}`)
  const days = bucketsOf('Australia/Lord_Howe', rangeOfDays('Australia/Lord_Howe', '2025-10-04', '2025-10-07'), 'hour')
  const midnights = days
    .filter(({ firstDay }, index) => firstDay !== days[index - 1]?.firstDay)
    .map(({ label }) => label)
  t.strictSame(midnights, ['2025-10-04 00:00:00', '2025-10-05 00:00:00', '2025-10-06 00:00:00', '2025-10-07 00:00:00'])
})

t.test('buckets tile the range', async (t) => {
  for (const zone of [
    'Etc/UTC',
    'America/Havana',
    'America/Santiago',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'Asia/Tehran',
  ]) {
    for (const interval of ['hour', 'day', 'week', 'month'] as const) {
      const range = rangeOfDays(zone, '2011-12-25', '2012-01-20')
      const buckets = bucketsOf(zone, range, interval)
      t.equal(buckets[0]?.start, range.start, `${zone} ${interval} starts`)
      t.equal(buckets.at(-1)?.end, range.end, `${zone} ${interval} ends`)
      t.ok(
        buckets.every((bucket, index) => index === 0 || bucket.start === buckets[index - 1]!.end),
        `${zone} ${interval} has no gap`,
      )
    }
  }
  const weeks = bucketsOf('Etc/UTC', rangeOfDays('Etc/UTC', '2020-12-20', '2021-01-07'), 'week').map(
    (bucket) => bucket.label,
  )
  t.strictSame(weeks, ['2020-12-20', '2020-12-21', '2020-12-28', '2021-01-04'])
  const months = bucketsOf('Etc/UTC', rangeOfDays('Etc/UTC', '2021-01-15', '2021-02-03'), 'month').map(
    (bucket) => bucket.label,
  )
  t.strictSame(months, ['2021-01-01', '2021-02-01'])
  t.equal(isoWithOffset('Asia/Kathmandu', Date.parse('2021-01-01T00:00:00Z')), '2021-01-01T05:45:00+05:45')
  t.equal(isoWithOffset('America/St_Johns', Date.parse('2021-01-01T00:00:00Z')), '2020-12-31T20:30:00-03:30')
})
