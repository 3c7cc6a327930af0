// Journeys: columns side by side, each of them what came next after the row that was chosen in the one before (spec
// journeys 6). Fetched when the tab is opened.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JourneyAnswer } from '../../../../src/http/contracts/stats.ts'
import { funnelStepsMax } from '../../../../src/rules/maxima.ts'
import * as text from '../../../../src/rules/words/en/journeys.ts'
import { createJourneys } from '../../data/journeys.ts'
import { useDashboard } from '../../state/dashboard.ts'
import {
  isSameStep,
  type JourneyRow,
  type JourneyStep,
  type JourneyView,
  journeyBody,
  readJourney,
  stepsMax,
  writeJourney,
} from '../../state/journey.ts'
import { tabLabel } from '../../state/panels.ts'
import { showValue, visible } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { JourneyColumn } from './journey-column.tsx'
import { FunnelDialog } from './journey-funnel.tsx'
import type { TabPart } from './kinds.ts'

const columnName = ({ direction }: JourneyView, at: number): string => {
  if (at === 0) return direction === 'after' ? text.startingPoint : text.endPoint
  return say(direction === 'after' ? text.stepsAfter : text.stepsBefore, { count: at })
}

/** Columns that a wide window shows side by side. */
const columnsSeen = 3

/** Arrow keys move up and down a column, and to the chosen row of the next column. */
function moveFocus(event: KeyboardEvent, container: HTMLElement): void {
  const button = (event.target as HTMLElement).closest<HTMLElement>('.row-button')
  const column = button?.closest('.journey-column')
  if (!button || !column) return
  const rowsOf = (one: Element | undefined) => [...(one?.querySelectorAll<HTMLElement>('.row-button') ?? [])]
  const rows = rowsOf(column)
  const columns = [...container.querySelectorAll('.journey-column')]
  const at = rows.indexOf(button)
  const aside = (by: number) => {
    const beside = rowsOf(columns[columns.indexOf(column) + by])
    return beside.find((row) => row.ariaPressed === 'true') ?? beside[0]
  }
  const forward = getComputedStyle(container).direction === 'rtl' ? -1 : 1
  const moves: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => rows[at + 1],
    ArrowUp: () => rows[at - 1],
    ArrowRight: () => aside(forward),
    ArrowLeft: () => aside(-forward),
    Home: () => rows[0],
    End: () => rows.at(-1),
  }
  const move = moves[event.key]
  if (!move) return
  // The arrows would move the range as well.
  event.preventDefault()
  event.stopPropagation()
  move()?.focus()
}

interface PathProps {
  readonly view: JourneyView
  readonly shown: number
  readonly onShow: (column: number) => void
}

/** On a narrow window: the columns by their chosen rows. */
function Path({ view, shown, onShow }: PathProps) {
  const labels = [...view.steps.map(({ name }) => visible(name)), columnName(view, view.steps.length)]
  return (
    <nav class="journey-path" aria-label={text.path}>
      <ol>
        {labels.map((label, at) => (
          <li key={at}>
            <button
              type="button"
              class="button-quiet"
              aria-current={at === shown ? 'step' : undefined}
              onClick={() => onShow(at)}
            >
              <bdi>{label}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Says what to do at first; then how many visitors came, and from the second step on their share of the first. */
function summaryOf({ direction, steps }: JourneyView, answer: JourneyAnswer | undefined): string {
  if (steps.length === 0) return direction === 'after' ? text.chooseAfter : text.chooseBefore
  const reached = answer?.steps.at(-1)
  if (!reached) return ''
  if (steps.length === 1) return say(text.visitorCount, { count: reached.visitors })
  const rate = showValue('conversion_rate', answer?.conversion_rate ?? null).full
  return say(text.summary, { rate, count: reached.visitors })
}

interface ToolsProps {
  readonly view: JourneyView
  readonly answer: JourneyAnswer | undefined
  readonly onGo: (next: JourneyView) => void
}

function Tools({ view, answer, onGo }: ToolsProps) {
  const { site, rights } = useDashboard()
  const [isSaving, setSaving] = useState(false)
  const { steps } = view
  const isBefore = view.direction === 'before'
  const maySave = rights.write && !site.is_consolidated && site.features.includes('funnels') && steps.length > 1
  const isLong = steps.length > funnelStepsMax
  return (
    <div class="journey-tools">
      <button
        type="button"
        class="journey-switch"
        role="switch"
        aria-checked={isBefore}
        onClick={() => onGo({ direction: isBefore ? 'after' : 'before', steps })}
      >
        <span aria-hidden="true">{text.startingPoint}</span>
        <span>{text.endPoint}</span>
      </button>
      <p class="journey-summary" role="status">
        {summaryOf(view, answer)}
      </p>
      {maySave && (
        <button
          type="button"
          class="button"
          disabled={isLong}
          title={isLong ? say(text.tooLong, { count: funnelStepsMax }) : undefined}
          onClick={() => setSaving(true)}
        >
          {text.saveAsFunnel}
        </button>
      )}
      <button
        type="button"
        class={steps.length === 0 ? 'sr' : 'button'}
        disabled={steps.length === 0}
        onClick={() => onGo({ ...view, steps: [] })}
      >
        {text.startOver}
      </button>
      {isSaving && <FunnelDialog view={view} onClose={() => setSaving(false)} />}
    </div>
  )
}

/** The newest column comes into sight as it is added; on a narrow window it has the focus. */
function useSight(count: number) {
  const container = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const isAdded = count > before.current
    before.current = count
    const element = container.current
    if (!element || !isAdded) return
    const last = [...element.querySelectorAll('.journey-column')].at(-1)
    // The row that was chosen is out of sight on a narrow window.
    if (!document.activeElement?.checkVisibility() || document.activeElement === document.body)
      last?.querySelector('h3')?.focus({ preventScroll: true })
    last?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [count])
  return container
}

function choose({ direction, steps }: JourneyView, at: number, step: JourneyStep): JourneyView {
  const kept = steps.slice(0, at)
  return { direction, steps: isSameStep(steps[at], step) ? kept : [...kept, step] }
}

/** The figures of a chosen row that is not among those on show. */
function chosenRow({ steps }: JourneyView, at: number, answer: JourneyAnswer | undefined): JourneyRow | undefined {
  const step = steps[at]
  if (!step) return undefined
  const known = answer?.steps[at]
  // The share of the first step is of itself, not of all visits as the others of its column.
  const { visitors = 0, visits = 0, share = null } = known ?? {}
  return { [step.kind]: step.name, visitors, visits, share: at === 0 ? null : share }
}

function Journeys() {
  const dashboard = useDashboard()
  const { state, segments, auth, go } = dashboard
  const view = readJourney(state.value.journey)
  const { steps } = view
  const [ask] = useState(() => createJourneys(auth))
  const [answers, setAnswers] = useState<ReadonlyMap<string, JourneyAnswer>>(new Map())
  const [looked, setLooked] = useState<{ journey: string | null; at: number } | null>(null)
  const shown = looked?.journey === state.value.journey ? looked.at : steps.length
  const container = useSight(steps.length)
  const body = useMemo(
    () => (count: number) => journeyBody(dashboard, { ...view, steps: steps.slice(0, count) }),
    [state.value, dashboard.setting.value],
  )
  // A segment's filters come first: without them the numbers would be others.
  if (state.value.segment !== null && segments.value === null) return null
  const goTo = (next: JourneyView) => go({ journey: writeJourney(next) })
  const keyOf = (count: number) => JSON.stringify(body(count))
  const answer = answers.get(keyOf(steps.length))
  return (
    <div class="journeys">
      <Tools view={view} answer={answer} onGo={goTo} />
      {answer?.meta.imports_skip_reason && <p class="soft">{text.noImported}</p>}
      {answer?.meta.imports_warning && <p class="soft">{answer.meta.imports_warning}</p>}
      {steps.length > 0 && (
        <Path view={view} shown={shown} onShow={(at) => setLooked({ journey: state.value.journey, at })} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows in it come up to here */}
      <div
        ref={container}
        class="journey-columns"
        onKeyDown={(event) => container.current && moveFocus(event, container.current)}
      >
        {[...steps, null].map((_, at) => (
          <JourneyColumn
            key={`${view.direction}:${at}`}
            name={columnName(view, at)}
            ask={ask}
            body={body(at)}
            chosen={chosenRow(view, at, answer)}
            isFirst={at === 0}
            isShown={at === shown}
            onChoose={at < stepsMax ? (step) => goTo(choose(view, at, step)) : undefined}
            onAnswer={(found) => setAnswers((known) => new Map([...known, [keyOf(at), found]]))}
          />
        ))}
        {/* Columns to come, as long as there is room for them. */}
        {Array.from({ length: columnsSeen - 1 - steps.length }, (_, at) => (
          <div key={`ghost ${at}`} class="journey-ghost" aria-hidden="true" />
        ))}
      </div>
    </div>
  )
}

export const part: TabPart = {
  Body: Journeys,
  own: {
    name: tabLabel('journeys'),
    counted: [text.counted, text.countedShare],
    at: '#journeys',
    question: (dashboard) => ({
      path: '/api/v2/journeys',
      body: journeyBody(dashboard, readJourney(dashboard.state.value.journey)),
    }),
    save: async (dashboard) => (await import('./journey-file.ts')).saveJourney(dashboard),
  },
}
