// A range without visitors names the nearest day that has some (spec/dashboard 15). Fetched with such a range.
import { useEffect, useState } from 'preact/hooks'
import { choiceOf, daysOf } from '../../../../src/rules/view-range.ts'
import * as text from '../../../../src/rules/words/en/later.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { type DayWithVisitors, nearestDay } from '../../state/nearest-day.ts'
import { queryOf } from '../../state/questions.ts'
import { amountOf, rangeWords } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { rangeChange } from '../bar/range.tsx'

export function Nearest() {
  const { state, calendar, setting, boxes, go } = useDashboard()
  const view = state.value
  const [found, setFound] = useState<DayWithVisitors | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    setFound(null)
    const whole = { ...view, period: 'all', date: null, from: null, to: null } as const
    const query = queryOf(whole, setting.peek(), { metrics: ['visitors'], dimensions: ['time:day'] })
    const { from, to } = daysOf(view, calendar.peek())
    boxes.ask(query, leaving.signal).then(
      ({ body }) => {
        const days = body.results.map(({ dimensions: [day], metrics: [visitors] }) => ({
          day: String(day).slice(0, 10),
          visitors: amountOf(visitors) ?? 0,
        }))
        const others = days.filter(({ day, visitors }) => visitors > 0 && (day < from || day > to))
        setFound(nearestDay(others, from, to))
      },
      // The range is empty all the same.
      () => undefined,
    )
    return () => leaving.abort()
  }, [view])
  if (!found) return null
  const choice = choiceOf({ from: found.day, to: found.day }, calendar.value)
  const day = rangeWords(choice, calendar.value)
  return (
    <p role="status" class="nearest">
      {say(text.dayHas, { day, count: found.visitors })}{' '}
      <button type="button" class="button-quiet" onClick={() => go(rangeChange(choice))}>
        {choice.date === null ? text.showToday : say(text.showDay, { day })}
      </button>
    </p>
  )
}
