// Arithmetic on calendar days, which are texts `YYYY-MM-DD` and compare as texts. Pages read this file, so it does
// without Temporal; times by the clock of a time zone are in rules/time.ts.
import { dayMs } from './durations.ts'

const dayShape = /^\d{4}-\d\d-\d\d$/

const startInUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** True for a text in the shape of a day, whether the calendar has that day or not. */
export const hasDateShape = (text: string): boolean => dayShape.test(text)

/** True for a day of the calendar, `YYYY-MM-DD`; the database's has no year 0, and Date alone moves 30 February. */
export function isDay(text: string): boolean {
  if (!hasDateShape(text) || text < '0001') return false
  const ms = startInUtc(text)
  return !Number.isNaN(ms) && dayAt(ms) === text
}

/**
 * True for a day of the years 1000 to 8999: days are compared as text, which year 10000 breaks, and ranges reach beyond
 * the given date.
 */
export const isDate = (text: string): boolean => isDay(text) && text > '1000' && text < '9000'

/** The day `count` days later, or earlier. Each event may ask: Temporal takes ten times as long. */
export const addDays = (day: string, count: number): string => dayAt(startInUtc(day) + count * dayMs)

/** Number of calendar days from one day to another: 0 for the same day. */
export const daysBetween = (from: string, to: string): number => (startInUtc(to) - startInUtc(from)) / dayMs

/**
 * The same day of a later or earlier month, or that month's last (spec/stats 3).
 * @example addMonths('2026-01-31', 1) // '2026-02-28'
 */
export function addMonths(day: string, count: number): string {
  const date = new Date(startInUtc(day))
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + count)
  // Date moves 31 February into March. Day 0 is the last of the month before.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return dayAt(date.getTime())
}

/**
 * The month of a day, `YYYY-MM`.
 * @example monthOf('2026-11-14') // '2026-11'
 */
export const monthOf = (day: string): string => day.slice(0, 7)
export const firstOfMonth = (day: string): string => `${monthOf(day)}-01`
export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1)

/**
 * The Monday a day's week begins with.
 * @example mondayOf('2026-11-14') // '2026-11-09'
 */
export const mondayOf = (day: string): string => addDays(day, -((new Date(startInUtc(day)).getUTCDay() + 6) % 7))

/** The days from the first to the last, cut at the borders of months. */
export function monthsBetween(from: string, to: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  for (let start = from; start <= to; ) {
    const last = lastOfMonth(start)
    months.push({ from: start, to: last < to ? last : to })
    start = addDays(last, 1)
  }
  return months
}
