// Ranges, filters, values and changes in words, as the browser's language writes them.
import { blankValues } from '../../../src/rules/blank-values.ts'
import { dimensionWord, isRate, metricEntry, type TotalsKind, totalWord } from '../../../src/rules/catalogue.ts'
import { addDays, addMonths, firstOfMonth } from '../../../src/rules/days.ts'
import type { ViewOperator } from '../../../src/rules/filter-operators.ts'
import { type Calendar, countDays, type Days, daysOf, type RangeChoice } from '../../../src/rules/view-range.ts'
import type { ViewFilter } from '../../../src/rules/view-state.ts'
import { realtimeMinutes } from '../../../src/rules/windows.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import {
  duration,
  formatDay,
  money,
  percent,
  percentFormat,
  shortMoney,
  shortNumber,
  wholeNumber,
} from '../text/format.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'
import type { Dimension, Money, Value } from './api.ts'

const daySpan = new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const daySpanYear = new Intl.DateTimeFormat(locales, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
/** Written out here: ranges by `Intl` use thin spaces, which read badly in narrow figures. */
const span = (from: string, to: string) => `${from} – ${to}`

/** `26 Oct – 22 Nov`; with years, unless they are the current year. */
export function daysWords({ from, to }: Days, today: string): string {
  const year = today.slice(0, 4)
  const isThisYear = from.startsWith(year) && to.startsWith(year)
  if (from === to) return isThisYear ? formatDay(from, 'named') : daySpanYear.format(noon(from))
  if (isThisYear) return span(daySpan.format(noon(from)), daySpan.format(noon(to)))
  return span(daySpanYear.format(noon(from)), daySpanYear.format(noon(to)))
}

/** `Last 28 days`, `Sat 14 Nov`, `October 2026`, `1 Nov – 14 Nov`. */
export function rangeWords(choice: RangeChoice, calendar: Calendar): string {
  const { period, date } = choice
  const { today } = calendar
  if (date !== null) {
    if (period === 'day')
      return date === addDays(today, -1) ? text.ranges.yesterday : daysWords({ from: date, to: date }, today)
    if (period === 'month')
      return date === addMonths(firstOfMonth(today), -1) ? text.ranges.lastMonth : formatDay(date, 'month')
    return date.slice(0, 4)
  }
  if (period === 'custom') return daysWords(daysOf(choice, calendar), today)
  return text.ranges[period]
}

/** The days meant, or nothing where the words say them already. */
export function rangeDaysWords(choice: RangeChoice, calendar: Calendar): string {
  if (choice.period === 'realtime') return say(text.lastMinutes, { minutes: realtimeMinutes })
  if (choice.period === 'custom' || choice.period === '24h') return ''
  const { from, to } = daysOf(choice, calendar)
  // A month or a year that goes on is counted to today.
  const days = { from, to: to > calendar.today ? calendar.today : to }
  if (countDays(days) === 1 && choice.date !== null && choice.date !== addDays(calendar.today, -1)) return ''
  return daysWords(days, calendar.today)
}

const decimals = new Intl.NumberFormat(locales, { maximumFractionDigits: 2 })
const tenths = percentFormat(1, 1)
const hundredths = percentFormat(2)
const noValue = '–'

export interface Shown {
  readonly short: string
  readonly full: string
}

const same = (words: string): Shown => ({ short: words, full: words })
const isMoney = (value: Value): value is Money => typeof value === 'object' && value !== null

/** The word of a metric among the totals, as people read it. */
export const totalLabel = (kind: TotalsKind, metric: string): string =>
  say(totalWord(kind, metric), { minutes: realtimeMinutes })

/** Counts are shortened from here on, where lists are narrow and where figures stand alone. */
const shortFrom = 10_000
export const shortTotalFrom = 100_000

/** A value, shortened from an amount on, and in full. */
export function showValue(metric: string, value: Value, from = shortFrom): Shown {
  if (value === null || value === undefined) return same(noValue)
  if (isMoney(value))
    return { short: shortMoney(value.value, value.currency, from), full: money(value.value, value.currency) }
  const { format, decimals: digits } = metricEntry(metric)
  if (format === 'duration') return same(duration(value))
  if (format === 'decimal') return same(decimals.format(value))
  if (format === 'percent')
    return { short: digits ? tenths.format(value) : percent(value), full: hundredths.format(value) }
  return { short: shortNumber(value, from), full: wholeNumber(value) }
}

export const amountOf = (value: Value | undefined): number | null =>
  value === null || value === undefined ? null : isMoney(value) ? value.value : value

export interface ChangeWords {
  /** `up 12%`, for reading. */
  readonly words: string
  /** `12%`, for a narrow place. */
  readonly short: string
  readonly direction: 'up' | 'down' | 'none'
  readonly mood: 'good' | 'bad' | 'none'
}

/** A larger rise is said by its factor. */
const percentMax = 999

/** `change` is of `pageChange`. */
export function changeWords(metric: string, change: number | null | undefined): ChangeWords | null {
  if (change === null || change === undefined) return null
  const { isBadUp } = metricEntry(metric)
  const isPoints = isRate(metric)
  if (change === 0) return { words: text.noChange, short: noValue, direction: 'none', mood: 'none' }
  const size = Math.abs(change)
  const by = isPoints ? say(text.points, { count: size }) : hundredths.format(size)
  const isUp = change > 0
  const mood = isUp === Boolean(isBadUp) ? 'bad' : 'good'
  if (size === Infinity) return { words: text.isNew, short: text.isNew, direction: 'none', mood }
  const isManyfold = !isPoints && size > percentMax
  return {
    words: say(isUp ? text.up : text.down, { by }),
    short: isManyfold
      ? `×${wholeNumber(Math.round(size / 100) + 1)}`
      : isPoints
        ? say(text.pointsShort, { count: decimals.format(size) })
        : by,
    direction: isManyfold ? 'none' : isUp ? 'up' : 'down',
    mood,
  }
}

/** `up 12% from 11,022`; a row that is new has nothing before it. */
export const changeWithBefore = ({ words }: ChangeWords, before: Shown): string =>
  words === text.isNew ? words : say(text.changeFrom, { change: words, before: before.full })

/** Values that the service names in English, in the language of the page. */
const worded = (value: string): string => (Object.hasOwn(text.namedValues, value) ? text.namedValues[value]! : value)

const regionNames = new Intl.DisplayNames(locales, { type: 'region', fallback: 'none' })

export function countryName(code: string): string {
  if (code === 'A1') return text.anonymous
  if (!/^[A-Z]{2}$/.test(code)) return code === '' ? worded(blankValues.notSet) : code
  try {
    return regionNames.of(code) ?? code
  } catch {
    return code
  }
}

const joiner = String.raw`(?:\u200c|\u200d)`
const joined = String.raw`[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`
const control = String.raw`[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]`
const hidden = new RegExp(`(?<!${joined})${joiner}|${joiner}(?!${joined})|${control}`, 'gu')

/**
 * Control and bidirectional characters as what they are, so that nothing hides. Joiners between letters and emoji do
 * their work.
 */
export const visible = (words: string): string =>
  words.replace(hidden, (letter) => {
    const code = letter.charCodeAt(0)
    return code < 0x20
      ? String.fromCharCode(0x2400 + code)
      : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`
  })

/** A value as a reader sees it; names of regions and cities are looked up among those seen. */
export function valueWords(dimension: string, value: Dimension, names: ReadonlyMap<string, string>): string {
  const written = value === null || value === undefined ? '' : String(value)
  if (dimension === 'country') return countryName(written)
  if (dimension === 'region' || dimension === 'city')
    return written === '' || written === '0'
      ? worded(blankValues.notSet)
      : (names.get(`${dimension}:${written}`) ?? worded(written))
  const isProperty = dimension.startsWith('props:')
  if (written === '') return worded(isProperty ? blankValues.none : blankValues.notSet)
  // Values of properties are words of the site; only the service's own word for none of them is translated.
  return isProperty && written !== blankValues.none ? visible(written) : worded(visible(written))
}

const listed = new Intl.ListFormat(locales, { type: 'disjunction' })

/** The words of a filter: `['Source is ', ['Google', 'Bing'], '']`, in the order of the language. */
export function filterParts(
  { operator, dimension, values }: ViewFilter,
  names: ReadonlyMap<string, string>,
): [before: string, values: readonly string[], after: string] {
  const own: Partial<Record<ViewOperator, string>> = dimension === 'goal' ? text.goalPhrases : {}
  const phrase = own[operator] ?? text.phrases[operator]
  const [before = '', after = ''] = phrase.split('{value}')
  const named = (part: string) => part.split('{dimension}').join(dimensionWord(dimension))
  return [named(before), values.map((value) => valueWords(dimension, value, names)), named(after)]
}

/** `Source is Google or Bing`. */
export function filterWords(filter: ViewFilter, names: ReadonlyMap<string, string>): string {
  const [before, values, after] = filterParts(filter, names)
  return before + listed.format(values) + after
}
