// Days of one's own: two fields and a calendar of two months that follow each other. Fetched when first opened.
import 'cally'
import type { ComponentType } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { addMonths, firstOfMonth } from '../../../../src/rules/days.ts'
import {
  type Calendar,
  choiceOf,
  countDays,
  type Days,
  daysOf,
  isViewDay,
  rangeDaysMax,
} from '../../../../src/rules/view-range.ts'
import { comparedDays, type ViewState } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogFoot } from '../../parts/form-dialog.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { locales } from '../../text/language.ts'
import { rangeChange } from './range.tsx'

const order = new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'numeric', year: 'numeric' })
  .formatToParts(new Date())
  .map(({ type }) => type)
  .filter((type) => type === 'day' || type === 'month' || type === 'year')

const wordOf = (written: string): string => written.toLowerCase().replace(/\.$/, '')

/** `nov` and `november`, as the browser's language has them within a day, with their numbers. */
const months = new Map(
  (['short', 'long'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locales, { day: 'numeric', month, timeZone: 'UTC' })
    return [...Array(12).keys()].map((index) => {
      const parts = format.formatToParts(Date.UTC(2026, index, 1))
      return [wordOf(parts.find(({ type }) => type === 'month')!.value), String(index + 1)] as const
    })
  }),
)

/** `2026-11-14`, or as the browser's language writes days: `14/11/2026`, `14 Nov 2026`, `Sat, 14 November 2026`. */
function parseDay(typed: string): string | null {
  const trimmed = typed.trim()
  const isIso: boolean = isViewDay(trimmed)
  if (isIso) return trimmed
  const words = (trimmed.match(/\p{L}+\.?|\d+/gu) ?? []).map(wordOf)
  const isNumeric = words.every((word) => /\d/.test(word))
  // The name of a month stands where its number does; what else has letters is the day of the week.
  const numbers = words.map((word) => months.get(word) ?? word).filter((word) => /\d/.test(word))
  const hasMonth = words.some((word) => !/\d/.test(word) && months.has(word))
  if (numbers.length !== 3 || !(isNumeric || hasMonth)) return null
  const of = (type: string) => numbers[order.indexOf(type as (typeof order)[number])] ?? ''
  const year = of('year')
  const day = `${year.length === 2 ? `20${year}` : year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`
  return isViewDay(day) ? day : null
}

/** Elements that cally defines; their properties are its own. */
type Element = ComponentType<Record<string, unknown>>
const CalendarRange = 'calendar-range' as unknown as Element
const CalendarMonth = 'calendar-month' as unknown as Element

interface Problem {
  readonly field: 'from' | 'to'
  readonly message: string
}

/** The mistake in two days. `today` bounds a range, not the days it is compared with. */
function refusalOf(from: string | null, to: string | null, today: string | null): Problem | null {
  if (!from) return { field: 'from', message: text.wrongDay }
  if (!to) return { field: 'to', message: text.wrongDay }
  if (from > to) return { field: 'from', message: text.wrongRange }
  if (today !== null && from > today) return { field: 'from', message: text.futureRange }
  return countDays({ from, to }) > rangeDaysMax ? { field: 'from', message: text.longRange } : null
}

interface CalendarElement extends HTMLElement {
  value: string
  focusedDate: string
}

/** The two days as they are typed or chosen in the calendar, which shows them at once. */
function useDays(shown: Days) {
  const [from, setFrom] = useState(shown.from)
  const [to, setTo] = useState(shown.to)
  const [problem, setProblem] = useState<Problem | null>(null)
  const element = useRef<CalendarElement>(null)

  useEffect(() => {
    const range = element.current!
    const choose = () => {
      const [first, last] = range.value.split('/')
      if (first && last) {
        setFrom(first)
        setTo(last)
        setProblem(null)
      }
    }
    range.addEventListener('change', choose)
    return () => range.removeEventListener('change', choose)
  }, [])
  useEffect(() => {
    const [first, last] = [parseDay(from), parseDay(to)]
    if (element.current && first && last && first <= last) element.current.value = `${first}/${last}`
  }, [from, to])
  return { days: { from, to }, set: { from: setFrom, to: setTo }, problem, setProblem, element }
}

interface DayFieldProps {
  readonly field: { readonly current: HTMLInputElement | null }
  readonly id: string
  readonly name: 'from' | 'to'
  readonly value: string
  readonly problem: Problem | null
  readonly onType: (typed: string) => void
}

function DayField({ field, id, name, value, problem, onType }: DayFieldProps) {
  return (
    <div class="field">
      <label for={`${id}-${name}`}>{name === 'from' ? text.from : text.to}</label>
      <input
        ref={field}
        id={`${id}-${name}`}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        placeholder={text.dayFormat}
        value={value}
        aria-invalid={problem?.field === name}
        aria-describedby={problem?.field === name ? `${id}-problem` : undefined}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </div>
  )
}

interface MonthsProps {
  readonly element: { readonly current: CalendarElement | null }
  readonly shown: Days
  readonly today: string
  /** The last day that can be chosen, if there is a limit. */
  readonly max: string | undefined
}

const Months = ({ element, shown: { from, to }, today, max }: MonthsProps) => (
  <CalendarRange
    ref={element}
    months={2}
    locale={locales[0]}
    first-day-of-week={1}
    max={max}
    today={today}
    page-by="single"
    value={`${from}/${to}`}
    focused-date={addMonths(firstOfMonth(to), -1)}
  >
    <span slot="previous" class="month-arrow">
      {text.previousMonth}
    </span>
    <span slot="next" class="month-arrow is-next">
      {text.nextMonth}
    </span>
    <div class="months">
      <CalendarMonth />
      <CalendarMonth offset={1} />
    </div>
  </CalendarRange>
)

/** The changes of a state for two days: they are its range, or compared with it. */
function changeTo({ from, to }: Days, isComparison: boolean, calendar: Calendar): Partial<ViewState> {
  if (isComparison) return { compare: 'custom', compareFrom: from, compareTo: to, interval: null }
  const days: Days = { from, to: to > calendar.today ? calendar.today : to }
  return rangeChange(days.from === days.to ? choiceOf(days, calendar) : { period: 'custom', date: null, ...days })
}

export function RangeDialog({ kind, onClose }: { kind: 'range' | 'compare'; onClose: () => void }) {
  const isComparison = kind === 'compare'
  const { state, calendar, go } = useDashboard()
  const { today } = calendar.value
  const view = state.value
  const given = (isComparison ? comparedDays(view) : null) ?? daysOf(view, calendar.value)
  const shown: Days = { from: given.from, to: given.to > today ? today : given.to }
  const { days, set, problem, setProblem, element } = useDays(shown)
  const fields = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) }
  const id = useId()

  function apply(event: Event): void {
    event.preventDefault()
    const [from, to] = [parseDay(days.from), parseDay(days.to)]
    const refused = refusalOf(from, to, isComparison ? null : today)
    if (refused || !from || !to) {
      setProblem(refused)
      if (refused) fields[refused.field].current?.focus()
      return
    }
    onClose()
    go(changeTo({ from, to }, isComparison, calendar.value))
  }

  const field = (name: 'from' | 'to') => (
    <DayField
      {...{ id, name, problem }}
      field={fields[name]}
      value={days[name]}
      onType={(typed) => {
        set[name](typed)
        setProblem(null)
      }}
    />
  )
  return (
    <Dialog title={isComparison ? text.compareWith : text.customRange} onClose={onClose} class="range-dialog">
      <form class="range-form" onSubmit={apply} noValidate>
        <div class="range-fields">
          {field('from')}
          {field('to')}
        </div>
        {problem && (
          <p class="field-error" id={`${id}-problem`}>
            {problem.message}
          </p>
        )}
        <Months {...{ element, shown, today }} max={isComparison ? undefined : today} />
        <DialogFoot action={text.apply} isSending={false} onClose={onClose} />
      </form>
    </Dialog>
  )
}
