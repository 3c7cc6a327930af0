// In place of a missing answer: the words of the service, and a way on. Fetched when first wanted.

import { countDays, daysOf, defaultPeriod, type RangeChoice } from '../../../src/rules/view-range.ts'
import * as text from '../../../src/rules/words/en/dialogs.ts'
import type { Problem } from '../data/boxes.ts'
import { sentenceOf } from '../parts/refusals.ts'
import { useDashboard } from '../state/dashboard.ts'
import { say } from '../text/say.ts'

/** The range that is offered in place of a longer one. */
const shorter: RangeChoice = { period: defaultPeriod, date: null, from: null, to: null }

export interface TroubleProps {
  readonly box: string
  readonly problem: Problem
}

export function TroubleText({ box, problem }: TroubleProps) {
  const { boxes, state, calendar, go } = useDashboard()
  // A refusal of the filters is said once, above the panels.
  if (problem.status === 400 && boxes.boxOf('totals').value.problem?.status === 400) return null
  const isTimeout = problem.status === 503 || problem.status === 504
  const days = countDays(daysOf(shorter, calendar.value))
  const isLong = countDays(daysOf(state.value, calendar.value)) > days
  return (
    <div class="trouble" role="alert">
      <p>{isTimeout ? text.timeout : sentenceOf(problem)}</p>
      <p class="trouble-ways">
        <button type="button" class="button" onClick={() => boxes.retry(box)}>
          {text.retry}
        </button>
        {isTimeout && isLong && (
          <button type="button" class="button" onClick={() => go(shorter)}>
            {say(text.shorter, { days })}
          </button>
        )}
      </p>
    </div>
  )
}
