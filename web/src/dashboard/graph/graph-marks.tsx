// Marks above the drawing of the graph: a selection, notes, the cursor and its tooltip. Fetched with the chart.
import { useEffect, useRef } from 'preact/hooks'
import { type Bucket, type Series, suffixOf } from '../../state/series.ts'
import { amountOf, showValue, totalLabel } from '../../state/words.ts'
import { Change } from '../panels/cells.tsx'
import type { Chart, Plot } from './chart.ts'

const tooltipGapPx = 14

interface GraphMarksProps {
  readonly chart: Chart
  readonly buckets: readonly Bucket[]
  readonly series: Series
  readonly today: string
  /** The bucket under the cursor, and the one where a selection began. */
  readonly at: number
  readonly anchor: number | null
  /** True while the cursor is on show. */
  readonly isShown: boolean
  readonly notesOf: (bucket: Bucket) => readonly string[]
}

export function GraphMarks({ chart, buckets, series, today, at, anchor, isShown, notesOf }: GraphMarksProps) {
  const plot = chart.plot()
  const bucket = buckets[at]
  const value = amountOf(bucket?.value ?? null)
  const x = bucket ? plot.left + chart.xOf(at) : 0
  const y = value === null ? 0 : plot.top + chart.yOf(value)
  return (
    <>
      <div class="graph-marks" aria-hidden="true">
        {anchor !== null && anchor !== at && <Selection chart={chart} plot={plot} ends={[anchor, at]} />}
        {buckets.map((one, index) =>
          // Buckets within a day have the same notes: the first has their mark.
          notesOf(one).length > 0 && one.days.from !== buckets[index - 1]?.days.from ? (
            <span
              key={one.label}
              class="graph-note"
              style={{
                insetInlineStart: `${plot.left + chart.xOf(index)}px`,
                insetBlockStart: `${plot.top + plot.height}px`,
              }}
            />
          ) : null,
        )}
        {isShown && value !== null && <Cursor plot={plot} x={x} y={y} />}
      </div>
      {isShown && bucket && (
        <Tooltip x={x} y={y} bucket={bucket} series={series} today={today} notes={notesOf(bucket)} />
      )}
    </>
  )
}

function Selection({ chart, plot, ends }: { chart: Chart; plot: Plot; ends: readonly [number, number] }) {
  const [from, to] = [chart.xOf(ends[0]), chart.xOf(ends[1])]
  return (
    <span
      class="graph-selection"
      style={{
        insetInlineStart: `${plot.left + Math.min(from, to)}px`,
        inlineSize: `${Math.abs(from - to)}px`,
        insetBlockStart: `${plot.top}px`,
        blockSize: `${plot.height}px`,
      }}
    />
  )
}

function Cursor({ plot, x, y }: { plot: Plot; x: number; y: number }) {
  return (
    <>
      <span
        class="graph-line"
        style={{ insetInlineStart: `${x}px`, insetBlockStart: `${plot.top}px`, blockSize: `${plot.height}px` }}
      />
      <span class="graph-dot" style={{ insetInlineStart: `${x}px`, insetBlockStart: `${y}px` }} />
    </>
  )
}

interface TooltipProps {
  readonly x: number
  readonly y: number
  readonly bucket: Bucket
  readonly series: Series
  readonly today: string
  readonly notes: readonly string[]
}

/** Beside the point, on the side with room, inside the window. */
function Tooltip({ x, y, bucket, series: { kind, metric }, today, notes }: TooltipProps) {
  const tip = useRef<HTMLDivElement>(null)
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
      <p class="tooltip-label">{totalLabel(kind, metric)}</p>
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
