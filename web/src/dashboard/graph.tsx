// The graph: a canvas to look at, a slider to read and choose with, a table of the same.

import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { metricEntry, totalWord } from '../../../src/rules/catalogue.ts'
import {
  type Days,
  defaultInterval,
  firstOfMonth,
  intervalsOf,
  type ViewInterval,
} from '../../../src/rules/view-range.ts'
import { comparedDays } from '../../../src/rules/view-state.ts'
import { formatClock, formatDay } from '../format.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { useOnDemand, withPart } from '../parts/on-demand.ts'
import { useDashboard } from '../state/dashboard.ts'
import { intervalOf } from '../state/questions.ts'
import { type Bucket, bucketsOf, bucketText, isWholeMonth, suffixOf, valueWithUnit } from '../state/series.ts'
import { amountOf, changeWords, showValue } from '../state/words.ts'
import * as text from '../text/en/dashboard.ts'
import { boxMenu } from './box-menu.ts'
import { Change, Figure } from './cells.tsx'
import type { Chart, Drawing } from './chart.ts'
import { dialogs } from './dialogs.ts'
import { ComparedRanges } from './totals.tsx'
import { Trouble } from './trouble.tsx'

/** Steps between the ticks of an axis, by what is counted. */
const tickSteps: Readonly<Record<ViewInterval, readonly number[]>> = {
  minute: [1, 2, 5, 10, 15],
  hour: [1, 2, 3, 6, 12, 24, 48, 72, 96, 168],
  day: [1, 2, 4, 7, 14, 28, 56, 112],
  week: [1, 2, 4, 8, 13, 26, 52],
  month: [1, 2, 3, 6, 12, 24, 36],
}
const powers = [...Array(12).keys()].flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power))
const valueSteps: Readonly<Record<string, readonly number[]>> = {
  count: powers,
  money: powers,
  decimal: [0.1, 0.2, 0.5, ...powers],
  percent: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50],
  duration: [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 86400],
}
const tooltipGapPx = 14

/** The time of a site's clock, written as labels of buckets are. */
export const localNow = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)

function tickLabel(interval: ViewInterval, { label, days }: Bucket, isOneDay: boolean): string {
  if (interval === 'minute' || (interval === 'hour' && isOneDay)) return formatClock(label)
  if (interval === 'month') return formatDay(days.from, 'month').replace(/^(\p{L}{3})\p{L}*/u, '$1')
  return formatDay(days.from)
}

export function Graph() {
  const dashboard = useDashboard()
  const { state, calendar, boxes, go, today, now, site, isCompared } = dashboard
  const { answer, problem, isLoading } = boxes.boxOf('graph').value
  const view = state.value
  const offered = intervalsOf(view, calendar.value, comparedDays(view))
  const interval = intervalOf(view, calendar.value)
  const minute = Math.floor(now.value / 60_000)
  const { curl, csv, counted } = boxMenu(dashboard, 'graph')
  const buckets = useMemo(
    () => (answer ? bucketsOf(answer, today.value, localNow(site.timezone, minute * 60_000), isCompared.value) : []),
    [answer, today.value, minute, isCompared.value],
  )
  return (
    <section class={`graph ${isLoading ? 'is-old' : ''}`} aria-label={text.graph} aria-busy={isLoading}>
      <div class="graph-tools">
        <ComparedRanges />
        {view.view !== 'week' && (
          <select
            class="select-quiet"
            aria-label={text.interval}
            value={interval}
            onChange={(event) => {
              const chosen = event.currentTarget.value as ViewInterval
              go({ interval: chosen === defaultInterval(view, calendar.value) ? null : chosen })
            }}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {text.intervals[one]}
              </option>
            ))}
          </select>
        )}
        <Menu
          name={text.graphMenu}
          buttonClass="button-quiet button-icon"
          button={<Icon of={Ellipsis} />}
          items={[
            {
              label: view.view === 'table' ? text.showAsGraph : text.showAsTable,
              act: () => go({ view: view.view === 'table' ? 'graph' : 'table' }),
            },
            ...(view.period === 'realtime'
              ? []
              : [
                  {
                    label: view.view === 'week' ? text.showAsGraph : text.showAsWeek,
                    act: () => go({ view: view.view === 'week' ? 'graph' : 'week' }),
                  },
                ]),
            csv,
            curl,
            ...(dashboard.rights.write
              ? [
                  {
                    label: text.addNote,
                    act: () => dialogs.open({ kind: 'note', day: dialogs.cursorDay.value ?? today.value }),
                  },
                ]
              : []),
            counted,
          ]}
        />
      </div>
      {problem && !isLoading ? (
        <div class="graph-box">
          <Trouble box="graph" problem={problem} />
        </div>
      ) : view.view === 'week' && view.period !== 'realtime' ? (
        <WeekOnDemand />
      ) : (
        <Plot buckets={buckets} isReady={answer !== null} />
      )}
    </section>
  )
}

function WeekOnDemand() {
  const { go } = useDashboard()
  const back = () => go({ view: 'graph' }, { replace: true })
  const Part = useOnDemand(() => import('./week.tsx').then(({ Week }) => Week), true, back)
  return Part ? <Part /> : <div class="graph-box" />
}

function Plot({ buckets, isReady }: { buckets: readonly Bucket[]; isReady: boolean }) {
  const dashboard = useDashboard()
  const { state, boxes, go, today, notes } = dashboard
  const { answer } = boxes.boxOf('graph').value
  const host = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<Chart | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const [isShown, setShown] = useState(false)
  const [anchor, setAnchor] = useState<number | null>(null)
  // Marks above the drawing are placed anew.
  const [, setVersion] = useState(0)
  const isTable = state.value.view === 'table'
  const metric = answer?.metrics?.[0] ?? 'visitors'
  const interval = answer?.interval ?? 'day'
  const isOneDay =
    answer !== null &&
    (answer.state.period === '24h' ||
      answer.body.query.date_range[0].slice(0, 10) === answer.body.query.date_range[1].slice(0, 10))
  const kind = answer?.kind ?? 'plain'
  const isGoal = kind.endsWith('goal')
  const drawn = buckets.filter(({ isFuture }) => !isFuture).length
  const lastIndex = Math.max(0, drawn - 1)
  const at = cursor === null ? lastIndex : Math.min(cursor, lastIndex)
  const bucket = buckets[at]
  const notesOf = ({ days }: Bucket) => notes.value.filter(({ day }) => day >= days.from && day <= days.to)

  useEffect(() => {
    let made: Chart | undefined
    let isGone = false
    withPart(
      () => import('./later.ts'),
      ({ createChart }) => {
        if (isGone || !host.current) return
        made = createChart(host.current, () => setVersion((one) => one + 1))
        setChart(made)
      },
    )
    return () => {
      isGone = true
      made?.stop()
    }
  }, [isTable])

  useEffect(() => {
    if (!chart || !isReady) return
    const hasCompared = buckets.some(({ compared }) => compared)
    const { format: shape } = metricEntry(metric)
    const money = buckets.map(({ value }) => value).find((value) => typeof value === 'object' && value !== null)
    const drawing: Drawing = {
      values: buckets.map(({ value, isFuture }) => (isFuture ? null : amountOf(value))),
      compared: hasCompared ? buckets.map(({ compared }) => amountOf(compared?.value)) : null,
      isPartial: buckets.map(({ isPartial, isFuture }) => isPartial && !isFuture),
      tickLabel: (index) => (buckets[index] ? tickLabel(interval, buckets[index], isOneDay) : ''),
      tickSteps: tickSteps[interval],
      valueSteps: valueSteps[shape]!,
      valueLabel: (value) =>
        showValue(metric, money && typeof money === 'object' ? { value, currency: money.currency } : value).short,
      valueMax: shape === 'percent' ? 100 : null,
    }
    chart.draw(drawing)
    performance.mark('tidemark:graph')
  }, [chart, buckets, isReady])

  dialogs.cursorDay.value = bucket ? bucket.days.to : null

  /** The range under a choice of buckets; nothing where it is no longer than hours of a day. */
  function choose(first: number, last: number): void {
    const [from, to] = [buckets[Math.min(first, last)], buckets[Math.max(first, last)]]
    if (!from || !to || interval === 'minute') return
    const days: Days = { from: from.days.from, to: to.days.to > today.value ? today.value : to.days.to }
    const isHours = interval === 'hour' && days.from === days.to
    if (isHours && (isOneDay || first === last)) return
    if (first === last && interval === 'month' && isWholeMonth(from.days)) {
      const month = firstOfMonth(days.from)
      go({
        period: 'month',
        date: month === firstOfMonth(today.value) ? null : month,
        from: null,
        to: null,
        interval: null,
      })
      return
    }
    go({ period: 'custom', date: null, ...days, interval: null })
    setCursor(null)
  }

  function onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.round(drawn / 10))
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at + page,
      PageDown: at - page,
      Home: 0,
      End: lastIndex,
    }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(anchor ?? at, at)
      setAnchor(null)
      return
    }
    if (event.key === 'Escape' && anchor !== null) {
      event.stopPropagation()
      setAnchor(null)
      return
    }
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAnchor(event.shiftKey ? (anchor ?? at) : null)
    setCursor(Math.max(0, Math.min(lastIndex, to)))
    setShown(true)
  }

  const indexOf = (event: PointerEvent) =>
    Math.min(lastIndex, chart!.indexAt(event.clientX - box.current!.getBoundingClientRect().left - chart!.plot().left))

  if (isTable) return <GraphTable buckets={buckets} isVisible />
  const plot = chart?.plot()
  const x = plot && bucket ? plot.left + chart!.xOf(at) : 0
  const value = amountOf(bucket?.value ?? null)
  const y = plot && value !== null ? plot.top + chart!.yOf(value) : 0
  const isSelecting = anchor !== null && anchor !== at
  const words = bucket
    ? bucketText(
        bucket,
        metric,
        isGoal,
        today.value,
        notesOf(bucket).map((note) => note.text),
      )
    : ''
  return (
    <>
      <div
        ref={box}
        class="graph-box"
        role="slider"
        tabIndex={0}
        aria-label={text.graphCursor}
        aria-valuemin={0}
        aria-valuemax={lastIndex}
        aria-valuenow={at}
        aria-valuetext={words}
        aria-orientation="horizontal"
        onKeyDown={onKey}
        onFocus={() => setShown(true)}
        onBlur={() => {
          setShown(false)
          setAnchor(null)
        }}
        onPointerMove={(event) => {
          if (!chart || drawn === 0) return
          setCursor(indexOf(event))
          setShown(true)
        }}
        onPointerLeave={() => {
          if (document.activeElement !== box.current) setShown(false)
          if (anchor === null) setCursor(null)
        }}
        onPointerDown={(event) => {
          if (event.button !== 0 || !chart || drawn === 0) return
          if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
          setAnchor(indexOf(event))
          setCursor(indexOf(event))
        }}
        onPointerUp={(event) => {
          if (anchor === null || !chart) return
          const end = indexOf(event)
          setAnchor(null)
          choose(anchor, end)
        }}
        onPointerCancel={() => setAnchor(null)}
      >
        <div ref={host} class="graph-canvas" aria-hidden="true" />
        {!isReady && <div class="graph-bone" aria-hidden="true" />}
        {plot && isReady && (
          <div class="graph-marks" aria-hidden="true">
            {isSelecting && (
              <span
                class="graph-selection"
                style={{
                  insetInlineStart: `${plot.left + Math.min(chart!.xOf(anchor), chart!.xOf(at))}px`,
                  inlineSize: `${Math.abs(chart!.xOf(anchor) - chart!.xOf(at))}px`,
                  insetBlockStart: `${plot.top}px`,
                  blockSize: `${plot.height}px`,
                }}
              />
            )}
            {buckets.map((one, index) =>
              notesOf(one).length > 0 ? (
                <span
                  key={one.label}
                  class="graph-note"
                  style={{
                    insetInlineStart: `${plot.left + chart!.xOf(index)}px`,
                    insetBlockStart: `${plot.top + plot.height}px`,
                  }}
                />
              ) : null,
            )}
            {isShown && bucket && value !== null && (
              <>
                <span
                  class="graph-line"
                  style={{
                    insetInlineStart: `${x}px`,
                    insetBlockStart: `${plot.top}px`,
                    blockSize: `${plot.height}px`,
                  }}
                />
                <span class="graph-dot" style={{ insetInlineStart: `${x}px`, insetBlockStart: `${y}px` }} />
              </>
            )}
          </div>
        )}
        {isShown && bucket && plot && isReady && (
          <Tooltip
            tip={tip}
            x={x}
            y={y}
            bucket={bucket}
            label={totalWord(kind, metric)}
            metric={metric}
            today={today.value}
            notes={notesOf(bucket).map((note) => note.text)}
          />
        )}
      </div>
      <GraphTable buckets={buckets} isVisible={false} />
    </>
  )
}

interface TooltipProps {
  readonly tip: { current: HTMLDivElement | null }
  readonly x: number
  readonly y: number
  readonly bucket: Bucket
  readonly label: string
  readonly metric: string
  readonly today: string
  readonly notes: readonly string[]
}

/** Beside the point, on the side with room, inside the window. */
function Tooltip({ tip, x, y, bucket, label, metric, today, notes }: TooltipProps) {
  useEffect(() => {
    const element = tip.current!
    const parent = element.parentElement!.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const isLeft = parent.left + x + tooltipGapPx + width > document.documentElement.clientWidth - 4
    const left = isLeft ? x - tooltipGapPx - width : x + tooltipGapPx
    element.style.left = `${Math.max(left, 4 - parent.left)}px`
    element.style.top = `${Math.max(0, Math.min(y - height / 2, parent.height - height))}px`
    element.style.visibility = 'visible'
  })
  const { compared } = bucket
  return (
    <div ref={tip} class="tooltip" aria-hidden="true">
      <p class="tooltip-label">{label}</p>
      <p class="tooltip-line">
        <span class="key key-now" />
        <span>{bucket.words + suffixOf(bucket, today)}</span>
        <b>{showValue(metric, bucket.value).full}</b>
      </p>
      {compared && (
        <>
          <p class="tooltip-line">
            <span class="key key-compared" />
            <span>{compared.words}</span>
            <b>{showValue(metric, compared.value).full}</b>
          </p>
          <p class="tooltip-change">
            <Change metric={metric} change={compared.change} />
          </p>
        </>
      )}
      {notes.map((note) => (
        <p key={note} class="tooltip-note">
          <bdi>{note}</bdi>
        </p>
      ))}
    </div>
  )
}

/** The same in figures: there for readers from the first idle moment, on show when asked for. */
function GraphTable({ buckets, isVisible }: { buckets: readonly Bucket[]; isVisible: boolean }) {
  const { boxes, today, notes } = useDashboard()
  const { answer } = boxes.boxOf('graph').value
  const [isIdle, setIdle] = useState(isVisible)
  useEffect(() => {
    if (isIdle || buckets.length === 0) return
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }, [isIdle, buckets.length > 0])
  if (!isIdle || !answer) return isVisible ? <div class="graph-box" /> : null
  const metric = answer.metrics![0]!
  const label = totalWord(answer.kind!, metric)
  const hasCompared = buckets.some(({ compared }) => compared)
  return (
    <div class={isVisible ? 'graph-box graph-table' : 'sr'} tabIndex={isVisible ? 0 : undefined}>
      <table aria-label={text.graphData}>
        <thead>
          <tr>
            <th scope="col">{text.time}</th>
            <th scope="col" class="num">
              {label}
            </th>
            {hasCompared && (
              <>
                <th scope="col">{text.comparedTime}</th>
                <th scope="col" class="num">
                  {text.compared}
                </th>
                <th scope="col" class="num">
                  {text.change}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ isFuture }) => !isFuture)
            .map((bucket) => {
              const own = notes.value.filter(({ day }) => day >= bucket.days.from && day <= bucket.days.to)
              return (
                <tr key={bucket.label}>
                  <th scope="row">
                    {bucket.words + suffixOf(bucket, today.value)}
                    {own.map((note) => (
                      <span key={note.id} class="soft">
                        {' '}
                        · <bdi>{note.text}</bdi>
                      </span>
                    ))}
                  </th>
                  <td class="num" title={valueWithUnit(metric, bucket.value, false)}>
                    <Figure
                      shown={{ ...showValue(metric, bucket.value), short: showValue(metric, bucket.value).full }}
                    />
                  </td>
                  {hasCompared && (
                    <>
                      <td>{bucket.compared?.words}</td>
                      <td class="num">{bucket.compared && showValue(metric, bucket.compared.value).full}</td>
                      <td class="num">{changeWords(metric, bucket.compared?.change)?.words ?? ''}</td>
                    </>
                  )}
                </tr>
              )
            })}
        </tbody>
      </table>
    </div>
  )
}
