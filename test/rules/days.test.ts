// Arithmetic on days, beside Temporal's.
import fc from 'fast-check'
import t from 'tap'
import { Temporal } from 'temporal-polyfill'
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  isDate,
  isDay,
  lastOfMonth,
  mondayOf,
  monthsBetween,
} from '../../src/rules/days.ts'
import { isViewDay } from '../../src/rules/view-range.ts'
import { runs } from '../support/effort.ts'

t.test('texts that are days', async (t) => {
  const cases: [text: string, isDay: boolean, isDate: boolean, isViewDay: boolean][] = [
    ['2026-02-28', true, true, true],
    ['2026-02-29', false, false, false],
    ['2028-02-29', true, true, true],
    ['2026-13-01', false, false, false],
    ['2026-1-01', false, false, false],
    ['2026-01-01T00', false, false, false],
    ['', false, false, false],
    ['0000-01-01', false, false, false],
    ['0001-01-01', true, false, false],
    ['0999-12-31', true, false, false],
    ['1000-01-01', true, true, false],
    ['1969-12-31', true, true, false],
    ['1970-01-01', true, true, true],
    ['2999-12-31', true, true, true],
    ['3000-01-01', true, true, false],
    ['8999-12-31', true, true, false],
    ['9000-01-01', true, false, false],
  ]
  for (const [text, ...are] of cases) t.strictSame([isDay(text), isDate(text), isViewDay(text)], are, text)
})

t.test('a month has its last day', async (t) => {
  const cases: [day: string, count: number, other: string][] = [
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2028-02-29', -12, '2027-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-31', 2, '2027-02-28'],
  ]
  for (const [day, count, other] of cases) t.equal(addMonths(day, count), other, `${day} and ${count}`)
  t.strictSame(monthsBetween('2026-01-30', '2026-03-01'), [
    { from: '2026-01-30', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ])
})

t.test('as Temporal has it', async () => {
  const plain = Temporal.PlainDate
  const start = plain.from('1000-01-01')
  const anyDay = fc.nat(plain.from('8999-12-31').since(start).days).map((days) => start.add({ days }))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -1_200, max: 1_200 }), (date, count) => {
      const day = date.toString()
      const expected = {
        addDays: date.add({ days: count }).toString(),
        addMonths: date.add({ months: count }).toString(),
        daysBetween: count,
        mondayOf: date.subtract({ days: date.dayOfWeek - 1 }).toString(),
        firstOfMonth: date.with({ day: 1 }).toString(),
        lastOfMonth: date.with({ day: date.daysInMonth }).toString(),
      }
      const found = {
        addDays: addDays(day, count),
        addMonths: addMonths(day, count),
        daysBetween: daysBetween(day, addDays(day, count)),
        mondayOf: mondayOf(day),
        firstOfMonth: firstOfMonth(day),
        lastOfMonth: lastOfMonth(day),
      }
      const wrong = Object.keys(expected).filter(
        (name) => found[name as keyof typeof found] !== expected[name as keyof typeof found],
      )
      if (wrong.length > 0) throw new Error(`${day}, ${count}: ${wrong.map((name) => `${name}`).join(', ')}`)
    }),
    { numRuns: runs(2_000) },
  )
})
