// "What changed?": one sentence under the totals that names what changed a comparison most, each part a filter
// (spec/dashboard 4.7). Fetched when somebody asks.
import { useEffect, useState } from 'preact/hooks'
import * as text from '../../../../src/rules/words/en/changes.ts'
import { partMissing } from '../../../../src/rules/words/en/shared.ts'
import { refuse } from '../../parts/toast.tsx'
import { type Contribution, findContributions, type Ranges } from '../../state/contributions.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { apiFilters } from '../../state/questions.ts'
import { amountOf, daysWords, valueWords } from '../../state/words.ts'
import { wholeNumber } from '../../text/format.ts'
import { say } from '../../text/say.ts'

/** `+650`, `−160`. */
const signed = (change: number): string => `${change < 0 ? '−' : '+'}${wholeNumber(Math.abs(change))}`

/** Both ranges of the totals that are on the screen, and the visitors of each; null without a comparison. */
function useComparison() {
  const { boxes } = useDashboard()
  const { answer } = boxes.boxOf('totals').value
  const before = answer?.body.meta.comparison_date_range
  const at = answer?.metrics?.indexOf('visitors') ?? -1
  const row = answer?.body.results[0]
  if (!answer || !before || !row || at < 0) return null
  const change = (amountOf(row.metrics[at]) ?? 0) - (amountOf(row.comparison?.metrics[at]) ?? 0)
  return { ranges: { now: answer.body.query.date_range, before } as Ranges, change }
}

function Part({ part }: { part: Contribution }) {
  const { filterBy, names } = useDashboard()
  const { tab, value } = part
  const shown = { value: valueWords(tab.filter, value, names.value), change: signed(part.change) }
  return (
    <button
      type="button"
      class="button-quiet"
      aria-label={say(text.contributionOf, { ...shown, dimension: tab.header })}
      onClick={() => filterBy(tab, value, 'only')}
    >
      <bdi>{shown.value}</bdi> <span class="soft">{shown.change}</span>
    </button>
  )
}

/** The sentence of the view that is on the screen. `onMissing` is called where the answer cannot be had. */
export function ChangeSentence({ onMissing }: { onMissing: () => void }) {
  const { site, auth, state, setting, today } = useDashboard()
  const comparison = useComparison()
  const [parts, setParts] = useState<readonly Contribution[] | null>(null)
  useEffect(() => {
    if (!comparison) return onMissing()
    const leaving = new AbortController()
    const view = state.peek()
    const asked = findContributions(comparison.ranges, {
      siteId: site.domain,
      auth,
      signal: leaving.signal,
      filters: view.filters,
      asked: apiFilters(view, setting.peek()),
      withImports: setting.peek().hasImports && view.withImported,
    })
    asked.then(setParts, () => {
      if (leaving.signal.aborted) return
      refuse(partMissing)
      onMissing()
    })
    return () => leaving.abort()
  }, [])
  if (!comparison) return null
  if (!parts) return <span class="soft">{text.asking}</span>
  const { ranges, change } = comparison
  const [from, to] = ranges.before
  const days = daysWords({ from: from.slice(0, 10), to: to.slice(0, 10) }, today.value)
  if (parts.length === 0) return <>{say(text.nothingChanged, { days })}</>
  return (
    <>
      {change === 0
        ? say(text.unchanged, { days })
        : say(text.changedBy, { count: Math.abs(change), change: signed(change), days })}{' '}
      {parts.map((part) => (
        <Part key={`${part.tab.key} ${part.value}`} part={part} />
      ))}
    </>
  )
}
