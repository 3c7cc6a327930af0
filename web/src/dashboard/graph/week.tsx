// The graph by hour and weekday: one cell an hour of the week, as dark as its rank among all. Fetched when chosen.

import { useEffect, useState } from 'preact/hooks'
import { metricEntry } from '../../../../src/rules/catalogue.ts'
import { addDays } from '../../../../src/rules/days.ts'
import { queryHoursMax } from '../../../../src/rules/maxima.ts'
import * as text from '../../../../src/rules/words/en/week.ts'
import { saidBy } from '../../parts/said.tsx'
import type { Body, Query } from '../../state/api.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { graphQuestion } from '../../state/questions.ts'
import { localNow } from '../../state/series.ts'
import { amountOf, showValue, totalLabel } from '../../state/words.ts'
import { locales } from '../../text/language.ts'
import { say } from '../../text/say.ts'

/** Days that have no more hours than a question may; when clocks change a day has 25. */
const daysMax = Math.floor(queryHoursMax / 25)
const hours = [...Array(24).keys()]
const shades = 5

// 2024 began with a Monday.
const weekday = new Intl.DateTimeFormat(locales, { weekday: 'short', timeZone: 'UTC' })
const longWeekday = new Intl.DateTimeFormat(locales, { weekday: 'long', timeZone: 'UTC' })
const days = [...Array(7).keys()].map((day) => new Date(Date.UTC(2024, 0, 1 + day)))

/** `2026-11-14 09:00:00` as the number of its hour in the week, from Monday 0:00. */
function hourOfWeek(label: string): number {
  const day = (new Date(`${label.slice(0, 10)}T12:00:00Z`).getUTCDay() + 6) % 7
  return day * 24 + Number(label.slice(11, 13))
}

/** The mean of each hour of the week; null where the range has no such hour, or no value in it. */
function meansOf({ results, meta }: Body, isCount: boolean, now: string): (number | null)[] {
  const values = new Map(results.map(({ dimensions, metrics }) => [String(dimensions[0]), amountOf(metrics[0])]))
  const sums = Array.from({ length: 7 * 24 }, () => ({ sum: 0, count: 0 }))
  for (const label of new Set(meta.time_labels ?? values.keys())) {
    // Hours to come count for nothing.
    if (label > now) continue
    const value = values.get(label) ?? (isCount ? 0 : null)
    const cell = sums[hourOfWeek(label)]!
    if (value === null) continue
    cell.sum += value
    cell.count += 1
  }
  return sums.map(({ sum, count }) => (count === 0 ? null : sum / count))
}

/** The shade of each value by its rank, from 1; 0 for nothing. One busy hour does not make all others pale. */
function shadesOf(values: readonly (number | null)[]): number[] {
  const ranked = [...new Set(values.filter((value) => value !== null && value > 0))].sort((a, b) => a! - b!)
  return values.map((value) =>
    value === null || value <= 0 ? 0 : Math.ceil(((ranked.indexOf(value) + 1) / ranked.length) * shades),
  )
}

function hourlyQuery(query: Query, last: string): Query {
  const [from, to] = query.date_range
  const earliest = addDays(last, 1 - daysMax)
  const { comparisons: _, partial_time_labels: __, ...include } = query.include ?? {}
  const range = from.length > 10 || from >= earliest ? ([from, to] as const) : ([earliest, to] as const)
  return { ...query, date_range: range, dimensions: ['time:hour'], include }
}

/** The hours of the range, and the metric that they are of. */
function useHours() {
  const { state, setting, boxes, today } = useDashboard()
  const [answer, setAnswer] = useState<{ body: Body; metric: string } | null>(null)
  const [message, setMessage] = useState('')
  const { query, kind = 'plain', metrics = [] } = graphQuestion(state.value, setting.value)
  const last = query.date_range[1].slice(0, 10) < today.value ? query.date_range[1].slice(0, 10) : today.value
  const hourly = hourlyQuery(query, last)
  useEffect(() => {
    const controller = new AbortController()
    setMessage('')
    boxes.ask(hourly, controller.signal).then(
      ({ body }) => setAnswer({ body, metric: metrics[0] ?? 'visitors' }),
      async (error: unknown) => {
        const said = await saidBy(error)
        if (!controller.signal.aborted) setMessage(said)
      },
    )
    return () => controller.abort()
  }, [JSON.stringify(hourly)])
  return { answer, message, kind }
}

interface Cell {
  readonly shown: string
  readonly shade: number
  readonly isPresent: boolean
}

/** The cells of a week, from Monday 0:00. `now`: the time of the site's clock. */
function cellsOf(body: Body, metric: string, now: string): Cell[] {
  const values = meansOf(body, metricEntry(metric).format === 'count', now)
  const shade = shadesOf(values)
  const present = hourOfWeek(now)
  return values.map((value, index) => ({
    shown: value === null ? '–' : showValue(metric, Math.round(value * 10) / 10).full,
    shade: shade[index]!,
    isPresent: index === present,
  }))
}

const hourWords = new Intl.DateTimeFormat(locales, { hour: 'numeric', timeZone: 'UTC' })
const clockOf = (hour: number): string => hourWords.format(new Date(Date.UTC(2024, 0, 1, hour)))

interface LegendProps {
  readonly body: Body
  readonly metric: string
  readonly now: string
}

/** The shades from nothing to the largest mean, with its number. */
function Legend({ body, metric, now }: LegendProps) {
  const means = meansOf(body, metricEntry(metric).format === 'count', now)
  const top = Math.max(0, ...means.map((value) => value ?? 0))
  return (
    <span class="week-legend" aria-hidden="true">
      0
      {[1, 2, 3, 4, 5].map((shade) => (
        <span key={shade} class={`week-cell week-${shade}`} />
      ))}
      {showValue(metric, Math.round(top * 10) / 10).full}
    </span>
  )
}

function WeekDay({ day, cells }: { day: Date; cells: readonly Cell[] }) {
  const name = longWeekday.format(day)
  return (
    <tr>
      <th scope="row" aria-label={name}>
        {weekday.format(day)}
      </th>
      {cells.map(({ shown, shade, isPresent }, hour) => (
        <td
          key={hour}
          class={`week-cell week-${shade}`}
          title={say(text.cell, { day: name, hour: clockOf(hour), value: shown })}
          aria-current={isPresent ? 'time' : undefined}
        >
          <span class="sr">{shown}</span>
        </td>
      ))}
    </tr>
  )
}

export function Week() {
  const { site, now } = useDashboard()
  const { answer, message, kind } = useHours()
  if (message !== '')
    return (
      <div class="graph-box trouble" role="alert">
        <p>{message}</p>
      </div>
    )
  if (!answer) return <div class="graph-box" aria-busy="true" />
  const { metric } = answer
  const local = localNow(site.timezone, now.value)
  const cells = cellsOf(answer.body, metric, local)
  return (
    <div class="graph-box week">
      <p class="soft">
        {say(text.meanOf, { metric: totalLabel(kind, metric) })}{' '}
        <Legend body={answer.body} {...{ metric, now: local }} />
      </p>
      <table aria-label={text.hoursByWeekday}>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">{text.weekday}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" class={hour % 3 === 0 ? undefined : 'week-between'}>
                <span class="sr">{clockOf(hour)}</span>
                <span aria-hidden="true">{hour % 3 === 0 ? clockOf(hour) : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <WeekDay key={String(day)} day={day} cells={cells.slice(at * 24, at * 24 + 24)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
