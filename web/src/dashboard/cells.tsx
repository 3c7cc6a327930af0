// Cells of lists and tables of the dashboard: labels that may be long or hostile, values short and in full.
import type { Value } from '../state/api.ts'
import { changeWords, type Shown, showValue } from '../state/words.ts'
import * as text from '../text/en/dashboard.ts'
import { say } from '../text/say.ts'

const labelMax = 28
const tailLength = 12
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Shortened in the middle where it does not fit: ends of paths tell more than their middles. */
export function Label({ children: label }: { children: string }) {
  // Halves of right-to-left text would stand in the wrong order.
  const letters = rightToLeft.test(label) ? [] : [...label]
  if (letters.length <= labelMax) return <bdi class="label">{label}</bdi>
  return (
    <bdi class="label">
      <span class="label-start">{letters.slice(0, -tailLength).join('')}</span>
      <span class="label-end">{letters.slice(-tailLength).join('')}</span>
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
  readonly change: number | null | undefined
  /** The value before, in full where it is not on show. */
  readonly before?: Value
}

/** `▲ 12%`: the arrow says what the colour says. */
export function Change({ metric, change, before }: ChangeProps) {
  const words = changeWords(metric, change)
  if (!words) return null
  const from = before === undefined ? null : showValue(metric, before).full
  const full = from === null ? words.words : say(text.changeFrom, { change: words.words, before: from })
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
