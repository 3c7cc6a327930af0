// The graph as a slider: reads bucket by bucket, and chooses a range. The chart in it is drawn once it is fetched.
import type { RefObject, TargetedPointerEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RangeChoice } from '../../../../src/rules/view-range.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { useOnDemand, withPart } from '../../parts/on-demand.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { keyTarget, rangeOf } from '../../state/graph-cursor.ts'
import { type Bucket, bucketText, type Series, seriesOf } from '../../state/series.ts'
import { dialogs } from '../dialogs.ts'
import type { Chart } from './chart.ts'

interface Drawn {
  readonly chart: Chart
  readonly parts: typeof import('../later.ts')
}

/** The chart in `host`, null until it is there; draws the buckets as soon as both are. */
function useChart(
  host: RefObject<HTMLElement | null>,
  buckets: readonly Bucket[],
  series: Series,
  { isReady, isTable }: { isReady: boolean; isTable: boolean },
) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  // Marks above the drawing are placed anew.
  const [, setVersion] = useState(0)
  useEffect(() => {
    let made: Chart | undefined
    let isGone = false
    withPart(
      () => import('../later.ts'),
      (parts) => {
        if (isGone || !host.current) return
        made = parts.createChart(host.current, () => setVersion((one) => one + 1))
        setDrawn({ chart: made, parts })
      },
    )
    return () => {
      isGone = true
      made?.stop()
    }
  }, [isTable])
  useEffect(() => {
    if (!drawn || !isReady) return
    drawn.chart.draw(drawn.parts.drawingOf(buckets, series))
    performance.mark('tidemark:graph')
  }, [drawn, buckets, isReady])
  return drawn
}

/** The bucket under the cursor, and the one where a selection began. */
function useCursor(count: number) {
  const [cursor, setCursor] = useState<number | null>(null)
  const [isShown, setShown] = useState(false)
  const [anchor, setAnchor] = useState<number | null>(null)
  const last = Math.max(0, count - 1)
  return { count, last, at: Math.min(cursor ?? last, last), isShown, anchor, setCursor, setShown, setAnchor }
}

type Cursor = ReturnType<typeof useCursor>
type Choose = (first: number, last: number) => void

function onKey(event: KeyboardEvent, cursor: Cursor, choose: Choose): void {
  const { at, anchor, count, setAnchor } = cursor
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
  const to = keyTarget(event.key, at, count)
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  setAnchor(event.shiftKey ? (anchor ?? at) : null)
  cursor.setCursor(to)
  cursor.setShown(true)
}

type Pointer = TargetedPointerEvent<HTMLElement>

/** Pointing reads a bucket, drawing chooses from one to another. */
function pointerHandlers(
  { count, last, anchor, setCursor, setShown, setAnchor }: Cursor,
  chart: Chart,
  choose: Choose,
) {
  const indexOf = ({ clientX, currentTarget }: Pointer) =>
    Math.min(last, chart.indexAt(clientX - currentTarget.getBoundingClientRect().left - chart.plot().left))
  return {
    onPointerMove: (event: Pointer) => {
      if (count === 0) return
      setCursor(indexOf(event))
      setShown(true)
    },
    onPointerDown: (event: Pointer) => {
      if (event.button !== 0 || count === 0) return
      if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      setAnchor(indexOf(event))
      setCursor(indexOf(event))
    },
    onPointerUp: (event: Pointer) => {
      if (anchor === null) return
      const end = indexOf(event)
      setAnchor(null)
      choose(anchor, end)
    },
  }
}

/** A slider over the buckets, its words, and the chart in it. */
export function Plot({ buckets, isReady }: { buckets: readonly Bucket[]; isReady: boolean }) {
  const { state, boxes, go, today, notes } = useDashboard()
  const isTable = state.value.view === 'table'
  const series = seriesOf(boxes.boxOf('graph').value.answer)
  const host = useRef<HTMLDivElement>(null)
  const drawn = useChart(host, buckets, series, { isReady, isTable })
  const cursor = useCursor(buckets.filter(({ isFuture }) => !isFuture).length)
  const { at, anchor, isShown, setShown, setAnchor } = cursor
  const bucket = buckets[at]
  const notesOf = ({ days }: Bucket) =>
    notes.value.filter(({ day }) => day >= days.from && day <= days.to).map((note) => note.text)
  dialogs.cursorDay.value = bucket ? bucket.days.to : null

  function choose(first: number, last: number): void {
    const range: RangeChoice | null = rangeOf(buckets, [first, last], { ...series, today: today.value })
    if (!range) return
    go({ ...range, interval: null })
    if (range.period === 'custom') cursor.setCursor(null)
  }

  if (isTable) return <TableOnDemand buckets={buckets} isVisible />
  return (
    <>
      <div
        class="graph-box"
        role="slider"
        tabIndex={0}
        aria-label={text.graphCursor}
        aria-valuemin={0}
        aria-valuemax={cursor.last}
        aria-valuenow={at}
        aria-valuetext={bucket ? bucketText(bucket, series, today.value, notesOf(bucket)) : ''}
        aria-orientation="horizontal"
        onKeyDown={(event) => onKey(event, cursor, choose)}
        onFocus={() => setShown(true)}
        onBlur={() => {
          setShown(false)
          setAnchor(null)
        }}
        onPointerLeave={(event) => {
          if (document.activeElement !== event.currentTarget) setShown(false)
          if (anchor === null) cursor.setCursor(null)
        }}
        onPointerCancel={() => setAnchor(null)}
        {...(drawn && pointerHandlers(cursor, drawn.chart, choose))}
      >
        <div ref={host} class="graph-canvas" aria-hidden="true" />
        {!isReady && <div class="graph-bone" aria-hidden="true" />}
        {drawn && isReady && (
          <drawn.parts.GraphMarks
            {...{ buckets, series, at, anchor, isShown, notesOf }}
            chart={drawn.chart}
            today={today.value}
          />
        )}
      </div>
      <TableOnDemand buckets={buckets} isVisible={false} />
    </>
  )
}

/** The graph in figures, on show or for readers alone. */
function TableOnDemand(props: { buckets: readonly Bucket[]; isVisible: boolean }) {
  const Table = useOnDemand(() => import('../later.ts').then(({ GraphTable }) => GraphTable))
  if (Table) return <Table {...props} />
  return props.isVisible ? <div class="graph-box" /> : null
}
