// The graph in figures.
import { useEffect, useState } from 'preact/hooks'
import { time } from '../../../../src/rules/words/en/dashboard.ts'
import * as text from '../../../../src/rules/words/en/later.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { type Bucket, suffixOf, valueWithUnit } from '../../state/series.ts'
import { changeWords, showValue, totalLabel } from '../../state/words.ts'
import { Figure } from '../panels/cells.tsx'

/** True from the first idle moment after `isReady`. */
function useIdle(isStarted: boolean, isReady: boolean): boolean {
  const [isIdle, setIdle] = useState(isStarted)
  useEffect(() => {
    if (isIdle || !isReady) return
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }, [isIdle, isReady])
  return isIdle
}

function HeadRow({ label, hasCompared }: { label: string; hasCompared: boolean }) {
  return (
    <tr>
      <th scope="col">{time}</th>
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
  )
}

function BucketRow({ bucket, metric, hasCompared }: { bucket: Bucket; metric: string; hasCompared: boolean }) {
  const { today, notes } = useDashboard()
  const { days, compared } = bucket
  const shown = showValue(metric, bucket.value)
  return (
    <tr>
      <th scope="row">
        {bucket.words + suffixOf(bucket, today.value)}
        {notes.value
          .filter(({ day }) => day >= days.from && day <= days.to)
          .map((note) => (
            <span key={note.id} class="soft">
              {' '}
              · <bdi>{note.text}</bdi>
            </span>
          ))}
      </th>
      <td class="num" title={valueWithUnit(metric, bucket.value, false)}>
        <Figure shown={{ ...shown, short: shown.full }} />
      </td>
      {hasCompared && (
        <>
          <td>{compared?.words}</td>
          <td class="num">{compared && showValue(metric, compared.value).full}</td>
          <td class="num">{changeWords(metric, compared?.change)?.words ?? ''}</td>
        </>
      )}
    </tr>
  )
}

/** The same in figures: there for readers from the first idle moment, on show when asked for. */
export function GraphTable({ buckets, isVisible }: { buckets: readonly Bucket[]; isVisible: boolean }) {
  const { answer } = useDashboard().boxes.boxOf('graph').value
  const isIdle = useIdle(isVisible, buckets.length > 0)
  if (!isIdle || !answer) return isVisible ? <div class="graph-box" /> : null
  const metric = answer.metrics![0]!
  const hasCompared = buckets.some(({ compared }) => compared)
  return (
    <div class={isVisible ? 'graph-box graph-table' : 'sr'} tabIndex={isVisible ? 0 : undefined}>
      <table aria-label={text.graphData}>
        <thead>
          <HeadRow label={totalLabel(answer.kind!, metric)} hasCompared={hasCompared} />
        </thead>
        <tbody>
          {buckets
            .filter(({ isFuture }) => !isFuture)
            .map((bucket) => (
              <BucketRow key={bucket.label} {...{ bucket, metric, hasCompared }} />
            ))}
        </tbody>
      </table>
    </div>
  )
}
