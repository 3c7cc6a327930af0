// The page on paper.
import { useEffect } from 'preact/hooks'
import { daysOf } from '../../../src/rules/view-range.ts'
import { segmentWord } from '../../../src/rules/words/en/dashboard.ts'
import { printRange } from '../../../src/rules/words/en/later.ts'
import { useDashboard } from '../state/dashboard.ts'
import { daysWords, filterWords, rangeWords } from '../state/words.ts'
import { say } from '../text/say.ts'

/** Paper is white whatever the theme. */
function usePaper(): void {
  useEffect(() => {
    const root = document.documentElement
    let before: string | undefined
    const begin = () => {
      before = root.dataset['theme']
      root.dataset['theme'] = 'light'
    }
    const end = () => {
      root.dataset['theme'] = before ?? 'system'
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
}

/** On paper: the range and filters, which the controls show on the screen. */
export function PrintHead() {
  usePaper()
  const { state, calendar, site, names, segment } = useDashboard()
  const view = state.value
  const words = [
    ...view.filters.map((filter) => filterWords(filter, names.value)),
    ...(segment.value ? [`${segmentWord} ${segment.value.name}`] : []),
  ]
  const { today } = calendar.value
  const range = `${rangeWords(view, calendar.value)}: ${daysWords(daysOf(view, calendar.value), today)}`
  return (
    <div class="print-head" aria-hidden="true">
      <p>{say(printRange, { range, zone: site.timezone })}</p>
      {words.map((word) => (
        <p key={word}>
          <bdi>{word}</bdi>
        </p>
      ))}
    </div>
  )
}
