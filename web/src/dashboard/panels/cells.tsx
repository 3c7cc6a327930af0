// Cells of lists and tables of the dashboard: labels that may be long or hostile, values short and in full.

import type { Value } from '../../state/api.ts'
import { changeWithBefore, changeWords, type Shown, showValue } from '../../state/words.ts'

interface LabelProps {
  readonly children: string
  /** A path that does not fit keeps its last part: paths differ there. */
  readonly isPath?: boolean
}

/** Shortened at its end where it does not fit. */
export function Label({ children: label, isPath }: LabelProps) {
  // A slash at the end belongs to the last part.
  const at = isPath ? label.lastIndexOf('/', label.length - 2) : 0
  return (
    <bdi class={at > 0 ? 'label label-path' : 'label'}>
      {at > 0 ? [label.slice(0, at), label.slice(at)].map((part) => <span key={part}>{part}</span>) : label}
    </bdi>
  )
}

/** Shortened for the eye, in full for everybody else. */
export function Figure({ shown: { short, full } }: { shown: Shown }) {
  if (short === full) return <>{full}</>
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span class="sr">{full}</span>
    </>
  )
}

interface ChangeProps {
  readonly metric: string
  /** As people read it (rules/shown-change.ts). */
  readonly change: number | null
  /** The value before, in full if it is not on show. */
  readonly before?: Value
}

/** `↑ 12%`: the arrow means the same as the colour. */
export function Change({ metric, change, before }: ChangeProps) {
  const words = changeWords(metric, change)
  if (!words) return null
  const full = before === undefined ? words.words : changeWithBefore(words, showValue(metric, before))
  return (
    <span class={`change change-${words.mood}`} title={full}>
      <span aria-hidden="true">
        {words.direction !== 'none' && <span class="arrow">{words.direction === 'up' ? '↑' : '↓'}</span>}
        {words.short}
      </span>
      <span class="sr">{full}</span>
    </span>
  )
}
