// Cells of lists and tables of the dashboard: labels that may be long or hostile, values short and in full.

import type { Value } from '../../state/api.ts'
import { changeWithBefore, changeWords, type Shown, showValue } from '../../state/words.ts'

/** Shortened at its end where it does not fit. */
export const Label = ({ children: label }: { children: string }) => <bdi class="label">{label}</bdi>

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
