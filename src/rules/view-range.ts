// The time a dashboard shows: from the words of its address to days, steps of the graph and neighbours.
import { addDays, addMonths, daysBetween, firstOfMonth, isDay, lastOfMonth, mondayOf } from './days.ts'

/** Whole days or months before today's, by their names: `7d`, `12mo`. The first of them is the default. */
const lengths = ['28d', '7d', '30d', '91d', '12mo', '6mo'] as const
export const periods = ['realtime', '24h', 'day', ...lengths, 'month', 'year', 'all', 'custom'] as const
export type Period = (typeof periods)[number]
/** The period of an assistant's question that names none; of an address too, unless its site is young. */
export const defaultPeriod: Period = lengths[0]

export const intervals = ['minute', 'hour', 'day', 'week', 'month'] as const
export type ViewInterval = (typeof intervals)[number]

/** Both inclusive, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The facts a range depends on besides its words: the site's local day, and its first day with data. */
export interface Calendar {
  readonly today: string
  readonly firstDay: string | null
}

/** True while a site's first day with data is today or yesterday: the last 28 days would say next to nothing. */
const isYoung = ({ today, firstDay }: Calendar): boolean => firstDay !== null && firstDay >= addDays(today, -1)

/** The period of an address that names none: today on a young site. */
export const usualPeriod = (calendar: Calendar): Period => (isYoung(calendar) ? 'day' : defaultPeriod)

export interface RangeChoice {
  readonly period: Period
  readonly date: string | null
  readonly from: string | null
  readonly to: string | null
}

/** The most days of a range of the dashboard, and of `date_range` in the API (spec/stats 22.1). */
export const rangeDaysMax = 10_980
const bucketsMin = 2
const bucketsMax = 750

/** A day that a dashboard may show: of the years 1970 to 2999. */
export const isViewDay = (text: string | null | undefined): text is string =>
  !!text && isDay(text) && text >= '1970' && text < '3000'

export const countDays = ({ from, to }: Days): number => daysBetween(from, to) + 1

const lengthOf = (period: Period): { days: number } | { months: number } | null => {
  const match = /^(\d+)(d|mo)$/.exec(period)
  if (!match) return null
  return match[2] === 'd' ? { days: Number(match[1]) } : { months: Number(match[1]) }
}

/** The days meant. */
export function daysOf({ period, date, from, to }: RangeChoice, { today, firstDay }: Calendar): Days {
  const day = date ?? today
  if (period === '24h') return { from: addDays(today, -1), to: today }
  const length = lengthOf(period)
  if (length) {
    if ('days' in length) return { from: addDays(today, -length.days), to: addDays(today, -1) }
    const month = firstOfMonth(today)
    return { from: addMonths(month, -length.months), to: addDays(month, -1) }
  }
  if (period === 'month') return { from: firstOfMonth(day), to: lastOfMonth(day) }
  if (period === 'year') return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }
  if (period === 'all') return { from: firstDay !== null && firstDay < today ? firstDay : today, to: today }
  if (period === 'custom' && from !== null && to !== null) return { from, to }
  return { from: day, to: day }
}

const onlyPeriod = (period: Period): RangeChoice => ({ period, date: null, from: null, to: null })

/** The names of presets: periods, and two of their neighbours. */
export type PresetName = Exclude<Period, 'custom'> | 'yesterday' | 'lastMonth'

interface Preset {
  readonly name: PresetName
  /** The key that chooses it on the dashboard. */
  readonly key: string
  readonly choice: (today: string) => RangeChoice
}

const preset = (
  name: PresetName,
  key: string,
  choice: Preset['choice'] = () => onlyPeriod(name as Period),
): Preset => ({ name, key, choice })

const dayBefore = (today: string): RangeChoice => ({ ...onlyPeriod('day'), date: addDays(today, -1) })
const monthBefore = (today: string): RangeChoice => ({
  ...onlyPeriod('month'),
  date: addMonths(firstOfMonth(today), -1),
})

/** The presets of the dashboard, in the order of its menu. Pages have their words by name (`ranges`). */
export const presets: readonly Preset[] = [
  preset('day', 'D'),
  preset('yesterday', 'E', dayBefore),
  preset('realtime', 'R'),
  preset('24h', 'H'),
  preset('7d', 'W'),
  preset('28d', 'F'),
  preset('30d', 'T'),
  preset('91d', 'N'),
  preset('month', 'M'),
  preset('lastMonth', 'P', monthBefore),
  preset('year', 'Y'),
  preset('12mo', 'L'),
  preset('6mo', 'S'),
  preset('all', 'A'),
]

/** The shortest words for some days: one day is a day, and what a preset means is that preset. */
export function choiceOf({ from, to }: Days, calendar: Calendar): RangeChoice {
  const { today } = calendar
  if (from === to) return { ...onlyPeriod('day'), date: from === today ? null : from }
  for (const period of lengths) {
    const days = daysOf(onlyPeriod(period), calendar)
    if (days.from === from && days.to === to) return onlyPeriod(period)
  }
  return { period: 'custom', date: null, from, to }
}

/** The same stretch of time one step on or back; null if there is no such step. */
export function moveRange(choice: RangeChoice, calendar: Calendar, step: 1 | -1): RangeChoice | null {
  const { period } = choice
  const { today } = calendar
  if (period === 'realtime' || period === '24h' || period === 'all') return null
  const days = daysOf(choice, calendar)
  if (period === 'day') {
    const date = addDays(days.from, step)
    return date > today ? null : { ...choice, date: date === today ? null : date }
  }
  if (period === 'month') {
    const date = addMonths(days.from, step)
    return date > today ? null : { ...choice, date: date === firstOfMonth(today) ? null : date }
  }
  if (period === 'year') {
    const year = Number(days.from.slice(0, 4)) + step
    if (year > Number(today.slice(0, 4)) || year < 1970) return null
    return { ...choice, date: year === Number(today.slice(0, 4)) ? null : `${year}-01-01` }
  }
  if (period !== 'custom' && step > 0) return null
  // Days that happen to be a whole month stay days.
  const isDays = /d$/.test(period)
  const isMonths = !isDays && days.from === firstOfMonth(days.from) && days.to === lastOfMonth(days.to)
  const months = isMonths ? countBuckets('month', days) : 0
  const from = isMonths ? addMonths(days.from, step * months) : addDays(days.from, step * countDays(days))
  const to = isMonths ? lastOfMonth(addMonths(days.to, step * months)) : addDays(days.to, step * countDays(days))
  if (from >= today || from < '1970-01-01') return null
  return choiceOf(to > today ? { from, to: today } : { from, to }, calendar)
}

/** How many steps of the graph some days make. */
function countBuckets(interval: ViewInterval, days: Days): number {
  if (interval === 'minute') return countDays(days) * 1440
  if (interval === 'hour') return countDays(days) * 24
  if (interval === 'day') return countDays(days)
  if (interval === 'week') return (countDays({ from: mondayOf(days.from), to: mondayOf(days.to) }) + 6) / 7
  const [year, month] = days.from.split('-').map(Number) as [number, number]
  const [lastYear, lastMonth] = days.to.split('-').map(Number) as [number, number]
  return (lastYear - year) * 12 + lastMonth - month + 1
}

/** The intervals that make a readable graph of a range, and of the range it is compared with. */
export function intervalsOf(choice: RangeChoice, calendar: Calendar, compared: Days | null = null): ViewInterval[] {
  if (choice.period === 'realtime') return ['minute']
  if (choice.period === '24h') return ['hour']
  const ranges = [daysOf(choice, calendar), ...(compared ? [compared] : [])]
  return intervals.filter(
    (interval) =>
      interval !== 'minute' &&
      ranges.every((days, index) => {
        const count = countBuckets(interval, days)
        return count <= bucketsMax && (count >= bucketsMin || index > 0)
      }),
  )
}

/** The interval shown when the address names none. */
export function defaultInterval(choice: RangeChoice, calendar: Calendar): ViewInterval {
  if (choice.period === 'realtime') return 'minute'
  const count = countDays(daysOf(choice, calendar))
  if (count <= 2) return 'hour'
  if (count <= 92) return 'day'
  return count <= 182 ? 'week' : 'month'
}
