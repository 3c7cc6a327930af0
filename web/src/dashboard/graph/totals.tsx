// The totals: one figure a metric, its change, and the choice of the graph's metric.
import { useRef } from 'preact/hooks'
import { type GraphMetric, metricEntry } from '../../../../src/rules/catalogue.ts'
import { pageChange } from '../../../../src/rules/shown-change.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import type { Answer } from '../../data/boxes.ts'
import type { Value } from '../../state/api.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { graphMetric, shownMetrics, totalsKindOf } from '../../state/questions.ts'
import {
  amountOf,
  changeWithBefore,
  changeWords,
  daysWords,
  shortTotalFrom,
  showValue,
  totalLabel,
} from '../../state/words.ts'
import { formatClock, wholeNumber } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { Change } from '../panels/cells.tsx'
import { Trouble } from '../trouble.tsx'

/** `2026-11-17T14:20:00+01:00` as `14:20`, where a range ends within a day. */
export const cutOf = (to: string): string | null => (/T23:59:59/.test(to) ? null : formatClock(to))

/** A value of a row; null for a rate or a mean of nothing. */
function measured({ metrics }: Answer, values: readonly Value[], index: number): Value {
  const isCount = (at: number) => metricEntry(metrics![at]!).format === 'count'
  const isNothing = values.every((value, at) => !isCount(at) || !value)
  return isNothing && !isCount(index) ? null : (values[index] ?? null)
}

/** The figure of a metric, its change and their words, as far as an answer has them. */
function figureOf(answer: Answer | null, metric: string, hasCompared: boolean) {
  const row = answer?.body.results[0]
  const index = answer?.metrics?.indexOf(metric as GraphMetric) ?? -1
  const isThere = row !== undefined && index >= 0
  const value = isThere ? showValue(metric, measured(answer!, row.metrics, index), shortTotalFrom) : null
  const given = row?.comparison?.metrics[index]
  const change =
    isThere && hasCompared
      ? pageChange(metric, amountOf(row.metrics[index]), amountOf(given), row.comparison?.change[index])
      : null
  const words = changeWords(metric, change)
  const before = given === undefined ? null : showValue(metric, given, shortTotalFrom)
  const description =
    value && words && before ? `${value.full}, ${changeWithBefore(words, before)}` : (value?.full ?? '')
  return { value, change, before, description }
}

/** The title of a change: the number before, and the words of the compared range. */
function titleOf(range: readonly [string, string] | undefined, before: string, today: string): string {
  if (!range) return ''
  const cut = cutOf(range[1])
  return [
    `${before} · ${daysWords(daySpan(range), today)}`,
    ...(cut ? [say(text.comparedUntil, { time: cut })] : []),
  ].join('\n')
}

export function Totals() {
  const { state, setting, go, boxes, current, today, isCompared, isNothingBefore } = useDashboard()
  const group = useRef<HTMLDivElement>(null)
  const now = state.value
  const kind = totalsKindOf(now, setting.value)
  const metrics = shownMetrics(now, setting.value)
  const selected = graphMetric(now, setting.value)
  const { answer, problem, isLoading } = boxes.boxOf('totals').value

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = metrics[(metrics.indexOf(selected) + step + metrics.length) % metrics.length]!
    go({ metric: next })
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus())
  }
  const currently = current.value === null ? null : wholeNumber(current.value)

  return (
    <section class={`totals ${isLoading ? 'is-old' : ''}`} aria-label={text.totals} aria-busy={isLoading}>
      {problem && !isLoading && <Trouble box="totals" problem={problem} />}
      <div ref={group} class="totals-group" role="radiogroup" aria-label={text.graphMetric} onKeyDown={move}>
        {kind.startsWith('realtime') && (
          <Total
            label={text.visitorsNow}
            value={currently === null ? null : { short: currently, full: currently }}
            isChecked={false}
            isDisabled
            isTabStop={false}
          />
        )}
        {metrics.map((metric) => {
          const { value, change, before, description } = figureOf(answer, metric, isCompared.value)
          return (
            <Total
              key={metric}
              label={totalLabel(kind, metric)}
              value={value}
              description={description}
              title={titleOf(answer?.body.meta.comparison_date_range, before?.full ?? '', today.value)}
              isChecked={metric === selected}
              isTabStop={metric === selected}
              onSelect={() => go({ metric })}
              change={<Change metric={metric} change={change} />}
              before={answer?.state.compare && !isNothingBefore.value ? before?.short : undefined}
            />
          )
        })}
      </div>
    </section>
  )
}

export const daySpan = ([from, to]: readonly [string, string]) => ({ from: from.slice(0, 10), to: to.slice(0, 10) })

interface TotalProps {
  readonly label: string
  readonly value: { readonly short: string; readonly full: string } | null
  readonly description?: string
  readonly title?: string
  readonly isChecked: boolean
  readonly isTabStop: boolean
  readonly isDisabled?: boolean
  readonly onSelect?: () => void
  readonly change?: preact.ComponentChildren
  readonly before?: string
}

function Total({
  label,
  value,
  description,
  title,
  isChecked,
  isTabStop,
  isDisabled,
  onSelect,
  change,
  before,
}: TotalProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a radio of the platform cannot hold a figure and its change
    <button
      type="button"
      role="radio"
      class="total"
      aria-checked={isChecked}
      aria-disabled={isDisabled}
      aria-label={label}
      aria-description={description ?? value?.full}
      tabIndex={isTabStop ? 0 : -1}
      title={title || undefined}
      onClick={onSelect}
    >
      <span class="total-label">{label}</span>
      <span class="total-line">
        <span class={value ? 'total-value' : 'total-value bone'} title={value?.full}>
          {value?.short ?? '\u2007\u2007\u2007'}
        </span>
      </span>
      {/* Keeps its room without a change too, so that nothing moves as a comparison comes or goes. */}
      <span class="total-change">
        {change}
        {before !== undefined && <span class="total-before">{before}</span>}
      </span>
    </button>
  )
}
