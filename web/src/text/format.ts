// Numbers, days and durations as readers of the words' language write them.

import { durations } from '../../../src/rules/words/en/catalogue.ts'
import { writeDuration } from '../../../src/rules/written-duration.ts'
import { language, locales as languages } from './language.ts'

const exact = new Intl.NumberFormat(languages)
const tenths = new Intl.NumberFormat(languages, { maximumFractionDigits: 1 })
const hundreds = new Intl.NumberFormat(languages, { maximumFractionDigits: 0 })

/** English is written `12.3k`, where `Intl` has `12.3K`. */
const numberSteps: readonly (readonly [from: number, unit: string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]
const compact = new Intl.NumberFormat(languages, {
  notation: 'compact',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 3,
  roundingPriority: 'lessPrecision',
})

/** `12,345`. */
export const wholeNumber = (value: number): string => exact.format(value)

/** Whole below `from`, then `12.3k`, `123k`, `1.2M`. */
export function shortNumber(value: number, from = 10_000): string {
  const size = Math.abs(value)
  if (size >= 1000 && size < from) return hundreds.format(value)
  if (language !== 'en') return size < 1000 ? tenths.format(value) : compact.format(value)
  for (const [step, unit] of numberSteps) {
    // 999,950 would be written 1,000.0k.
    if (size < step * 0.99995 || size < 1000) continue
    const scaled = value / step
    return (Math.abs(scaled) < 99.95 ? tenths : hundreds).format(scaled) + unit
  }
  return tenths.format(value)
}

/** Writes percentages, with so many digits after the point. */
export const percentFormat = (maximumFractionDigits: number, minimumFractionDigits = 0): Intl.NumberFormat =>
  new Intl.NumberFormat(languages, { style: 'unit', unit: 'percent', maximumFractionDigits, minimumFractionDigits })

const percents = percentFormat(1)
/** `12.3%`, of a value that is a percentage already. */
export const percent = (value: number): string => percents.format(value)

/** `1h 2m`, `1m 23s`, `5s`. */
export const duration = (seconds: number): string => writeDuration(durations, seconds, wholeNumber)

export const money = (value: number, currency: string): string =>
  new Intl.NumberFormat(languages, { style: 'currency', currency }).format(value)

/** Whole units from 1,000 on, shortened from `from` on. */
export const shortMoney = (value: number, currency: string, from = 10_000): string =>
  new Intl.NumberFormat(languages, {
    style: 'currency',
    currency,
    ...(Math.abs(value) < 1000
      ? {}
      : Math.abs(value) < from
        ? { maximumFractionDigits: 0 }
        : { notation: 'compact', maximumFractionDigits: 1 }),
  }).format(value)

/** A day, `2026-11-14`, as an instant that every zone puts on that day when asked in UTC. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

const dayFormats = {
  short: new Intl.DateTimeFormat(languages, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  named: new Intl.DateTimeFormat(languages, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat(languages, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(languages, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
} as const

/** A local day, `YYYY-MM-DD`: `14 Nov`, `Sat 14 Nov`, `14 November 2026`, `November 2026`. */
export const formatDay = (day: string, as: keyof typeof dayFormats = 'short'): string =>
  dayFormats[as].format(noon(day)).replace(/^(\p{L}+), /u, '$1 ')

/** An instant in a zone: `14 Nov 2026, 14:05`. */
export const formatInstant = (instant: string | number | Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(languages, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant))

/** `2026-11-14 14:05:00` on a site's clock, as `14:05`: the viewer's own clock may skip that hour. */
export const formatClock = (label: string): string => formatTime(`${label.slice(0, 19).replace(' ', 'T')}Z`, 'UTC')

/** `14:05`. */
export const formatTime = (instant: string | number | Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(languages, { timeStyle: 'short', timeZone }).format(new Date(instant))
