// "What changed?": what changed a comparison most, in groups of chips that filter (spec/dashboard 4.7). A strip in the
// line above the graph beside a comparison, and a dialog with all of it. Fetched when somebody compares or asks.
import X from 'lucide/dist/esm/icons/x.mjs'
import { useEffect, useState } from 'preact/hooks'
import { panels, type Tab } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/changes.ts'
import { whatChanged } from '../../../../src/rules/words/en/later.ts'
import { close, partMissing } from '../../../../src/rules/words/en/shared.ts'
import type { Answer } from '../../data/boxes.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { refuse } from '../../parts/toast.tsx'
import { type Contribution, findContributions, type Ranges } from '../../state/contributions.ts'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import { apiFilters } from '../../state/questions.ts'
import { visitorsOf } from '../../state/visitors.ts'
import { daysWords, valueWords } from '../../state/words.ts'
import { wholeNumber } from '../../text/format.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'
import { daySpan } from './totals.tsx'

/** `+650`, `−160`. */
const signed = (change: number): string => `${change < 0 ? '−' : '+'}${wholeNumber(Math.abs(change))}`

/** Both ranges of the totals on the screen, and the change of their visitors; null without a comparison. */
function comparedTotals(answer: Answer | null): { ranges: Ranges; change: number } | null {
  const range = answer?.body.meta.comparison_date_range
  const { now, before } = visitorsOf(answer)
  if (!answer || !range || now === null) return null
  return { ranges: { now: answer.body.query.date_range, before: range }, change: now - (before ?? 0) }
}

/** Contributions by the answer of the totals that they explain: strip and dialog ask once. */
const found = new WeakMap<Answer, Promise<readonly Contribution[]>>()
let leaving = new AbortController()

function find(answer: Answer, ranges: Ranges, { site, auth, setting }: Dashboard): Promise<readonly Contribution[]> {
  const known = found.get(answer)
  if (known) return known
  // A newer answer's question cancels an older one's.
  leaving.abort()
  leaving = new AbortController()
  const { state } = answer
  const asked = findContributions(ranges, {
    siteId: site.domain,
    auth,
    signal: leaving.signal,
    filters: state.filters,
    asked: apiFilters(state, setting.peek()),
    withImports: setting.peek().hasImports && state.withImported,
  })
  found.set(answer, asked)
  asked.catch(() => found.delete(answer))
  return asked
}

/** The contributions to the totals on the screen: null while they are asked. `onMissing`: they cannot be had. */
function useContributions(onMissing: () => void) {
  const dashboard = useDashboard()
  const { answer } = dashboard.boxes.boxOf('totals').value
  const comparison = comparedTotals(answer)
  const [parts, setParts] = useState<readonly Contribution[] | null>(null)
  useEffect(() => {
    if (!comparison) return onMissing()
    let isLeft = false
    setParts(null)
    find(answer!, comparison.ranges, dashboard).then(
      (all) => isLeft || setParts(all),
      () => {
        if (isLeft) return
        refuse(partMissing)
        onMissing()
      },
    )
    return () => {
      isLeft = true
    }
  }, [answer])
  return { comparison, parts }
}

interface Group {
  readonly key: string
  readonly word: string
  readonly parts: readonly Contribution[]
}

/** `Sources`, `Pages`, `Countries`, `Devices`. */
const wordOf = (tab: Tab): string =>
  tab.filter === 'country' ? tab.label : panels.find(({ tabs }) => tabs.some(({ key }) => key === tab.key))!.label

/** The parts by their kind, in the order they came. */
function groupsOf(parts: readonly Contribution[]): Group[] {
  const keys = [...new Set(parts.map(({ tab }) => tab.key))]
  return keys.map((key) => {
    const own = parts.filter(({ tab }) => tab.key === key)
    return { key, word: wordOf(own[0]!.tab), parts: own }
  })
}

function Chip({ part }: { part: Contribution }) {
  const { filterBy, names } = useDashboard()
  const { tab, value } = part
  const shown = { value: valueWords(tab.filter, value, names.value), change: signed(part.change) }
  return (
    <button
      type="button"
      class={`change-chip change-${part.change > 0 ? 'good' : 'bad'}`}
      aria-label={say(text.contributionOf, { ...shown, dimension: tab.header })}
      onClick={() => {
        dialogs.close()
        filterBy(tab, value, 'only')
      }}
    >
      <bdi>{shown.value}</bdi> <span>{shown.change}</span>
    </button>
  )
}

/** In the line: as many chips as there is room for. Its own button closes it until the numbers are others. */
export function ChangeStrip() {
  const { boxes } = useDashboard()
  const { answer } = boxes.boxOf('totals').value
  const [closed, setClosed] = useState<Answer | null>(null)
  const { parts } = useContributions(() => setClosed(answer))
  if (!parts?.length || closed === answer || dialogs.current.value?.kind === 'changes') return null
  return (
    <>
      <div class="change-strip">
        {groupsOf(parts).map(({ key, word, parts: own }) => (
          <div key={key}>
            {own.map((part, at) => (
              <span key={part.value}>
                {at === 0 && <span class="soft">{word}</span>}
                <Chip part={part} />
              </span>
            ))}
          </div>
        ))}
      </div>
      <button
        type="button"
        class="button-quiet button-icon"
        aria-label={close}
        title={close}
        onClick={() => setClosed(answer)}
      >
        <Icon of={X} size={14} />
      </button>
    </>
  )
}

/** All of it: each group adds up to the change of the totals. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { today } = useDashboard()
  const { comparison, parts } = useContributions(onClose)
  if (!comparison) return null
  const days = daysWords(daySpan(comparison.ranges.before), today.value)
  const { change } = comparison
  const sentence = !parts
    ? text.asking
    : parts.length === 0
      ? say(text.nothingChanged, { days })
      : change === 0
        ? say(text.unchanged, { days })
        : say(text.changedBy, { count: Math.abs(change), change: signed(change), days })
  return (
    <Dialog title={whatChanged} onClose={onClose} class="changes-dialog">
      <p role="status">{sentence}</p>
      <div class="change-groups">
        {groupsOf(parts ?? []).map(({ key, word, parts: own }) => {
          const others = change - own.reduce((sum, part) => sum + part.change, 0)
          return (
            <section key={key} aria-label={word}>
              <h3>{word}</h3>
              {own.map((part) => (
                <Chip key={part.value} part={part} />
              ))}
              {others !== 0 && (
                <p class="soft">
                  {text.others} <span>{signed(others)}</span>
                </p>
              )}
            </section>
          )
        })}
      </div>
      {parts && parts.length > 0 && <p class="soft">{text.othersMean}</p>}
    </Dialog>
  )
}
