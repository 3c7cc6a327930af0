// How many events were counted and how many dropped, and why. Fetched when the panel comes near the window.

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { CoverageAnswer } from '../../../../src/http/contracts/stats.ts'
import type { CrawlersAnswer, Traffic } from '../../../../src/http/contracts/traffic.ts'
import { byteOrderMark, csvLine } from '../../../../src/rules/csv.ts'
import { addDays, daysBetween } from '../../../../src/rules/days.ts'
import { daysOf } from '../../../../src/rules/view-range.ts'
import * as coverageWords from '../../../../src/rules/words/en/coverage.ts'
import * as crawlerWords from '../../../../src/rules/words/en/crawlers.ts'
import * as words from '../../../../src/rules/words/en/dashboard.ts'
import * as text from '../../../../src/rules/words/en/dialogs.ts'
import { droppedWords } from '../../parts/dropped.ts'
import { saidBy } from '../../parts/said.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { copy } from '../../parts/toast.tsx'
import { request } from '../../service/request.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { showValue } from '../../state/words.ts'
import { dialogs } from '../dialogs.ts'
import { Figure } from '../panels/cells.tsx'
import { PanelFrame } from '../panels/panel-frame.tsx'
import { barsOf, Coverage, type CoverageGroup, linesOf as coverageLines } from './coverage.tsx'
import { Crawlers, linesOf } from './crawlers.tsx'
import type { TabPart } from './kinds.ts'

const width = 600
const height = 60

interface Counted {
  readonly counts: readonly number[]
}

/** Counted below, dropped on top. */
function Bars({ accepted, dropped, labels }: Pick<Traffic, 'accepted' | 'labels'> & { dropped: readonly Counted[] }) {
  const lost = labels.map((_, index) => dropped.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const top = Math.max(1, ...labels.map((_, index) => (accepted.counts[index] ?? 0) + lost[index]!))
  const step = width / Math.max(1, labels.length)
  const tall = (count: number) => (count / top) * height
  return (
    <svg class="quality-graph" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {labels.map((label, index) => {
        const [kept, gone] = [tall(accepted.counts[index] ?? 0), tall(lost[index]!)]
        const box = { x: index * step, width: Math.max(0.5, step * 0.85) }
        return (
          <g key={label}>
            <rect class="quality-accepted" {...box} y={height - kept} height={kept} />
            <rect class="quality-dropped" {...box} y={height - kept - gone} height={gone} />
          </g>
        )
      })}
    </svg>
  )
}

const meaningOf = (reason: string, count: number): string =>
  reason === '' ? text.counted : droppedWords(reason, count)

const curlOf = (url: string): string => `curl '${url}' \\\n  -H "Authorization: Bearer $TIDEMARK_API_KEY"`

const shareOf = (total: number, all: number): number => (all === 0 ? 0 : Math.round((total / all) * 1000) / 10)

interface OutcomeRow {
  readonly reason: string
  readonly total: number
  readonly share: number
}

/** One row for the events that were counted, one for each reason why some were not. */
function rowsOf({ accepted, dropped }: Traffic): OutcomeRow[] {
  const outcomes = [{ reason: '', total: accepted.total }, ...dropped]
  const all = outcomes.reduce((sum, { total }) => sum + total, 0)
  return outcomes.map(({ reason, total }) => ({ reason, total, share: shareOf(total, all) }))
}

/** Lines as a file, made here: all of them are on the screen. */
function save(name: string, lines: readonly (readonly (string | number)[])[]): void {
  const link = document.createElement('a')
  const parts = lines.map((cells) => csvLine([...cells]))
  link.href = URL.createObjectURL(new Blob([byteOrderMark, ...parts], { type: 'text/csv' }))
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

const saveOutcomes = (rows: readonly OutcomeRow[]): void =>
  save('traffic-quality', [
    [text.outcome, text.events, text.share],
    ...rows.map(({ reason, total, share }) => [meaningOf(reason, total), total, share]),
  ])

type Counts = `/api/v1/stats/${'traffic' | 'crawlers' | 'coverage'}?${string}`

/** The answer of an address, asked again when the address changes; null: nothing is asked, or nothing came yet. */
function useCounts<Answer>(path: Counts | null) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [message, setMessage] = useState('')
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    setMessage('')
    if (path === null) return
    const controller = new AbortController()
    request('GET', path, undefined, controller.signal)
      .then((found) => setAnswer(found as Answer))
      .catch(async (error: unknown) => {
        const said = await saidBy(error)
        if (!controller.signal.aborted) setMessage(said)
      })
    return () => controller.abort()
  }, [path, attempts])
  return { answer, message, retry: () => setAttempts(attempts + 1) }
}

type View = 'quality' | 'crawlers' | 'coverage'

/** The days on the dashboard. */
function useDays() {
  const { state, calendar } = useDashboard()
  return daysOf(state.value, calendar.value)
}

/** A view of the panel: its question, its answer, and how it is shown and saved. */
interface Shown {
  readonly path: string
  readonly isBusy: boolean
  readonly message: string
  readonly retry: () => void
  readonly isLine?: boolean
  readonly body: ComponentChildren
  readonly save: () => void
}

type Asked = Pick<ReturnType<typeof useCounts>, 'answer' | 'message' | 'retry'>

const busyOf = ({ answer, message, retry }: Asked) => ({ isBusy: answer === null && message === '', message, retry })

function useOutcomes(): Shown {
  const { pathOf } = useDashboard()
  const { from, to } = useDays()
  const interval = from === to ? 'hour' : 'day'
  const path: Counts = `${pathOf('/api/v1/stats/traffic')}&from=${from}&to=${to}&interval=${interval}`
  const asked = useCounts<Traffic>(path)
  const { answer } = asked
  const rows = answer ? rowsOf(answer) : []
  // One line until something was dropped.
  const isLine = rows.length <= 1 && asked.message === ''
  const body = answer && (
    <>
      <Bars {...answer} />
      <Outcomes rows={rows} isLine={isLine} />
    </>
  )
  return { path, ...busyOf(asked), isLine, body, save: () => saveOutcomes(rows) }
}

/** Crawlers are asked for once their view is open. */
function useCrawlers(isOpen: boolean): Shown {
  const { pathOf } = useDashboard()
  const { from, to } = useDays()
  const [chosen, onChoose] = useState<string | null>(null)
  const path: Counts = `${pathOf('/api/v1/stats/crawlers')}&from=${from}&to=${to}`
  const ofOne: Counts = `${path}&crawler=${encodeURIComponent(chosen ?? '')}`
  const asked = useCounts<CrawlersAnswer>(isOpen ? path : null)
  const found = useCounts<CrawlersAnswer>(isOpen && chosen !== null ? ofOne : null)
  const one = chosen === null ? null : found.answer
  const { answer } = asked
  const body = answer && (
    <>
      <Bars labels={answer.labels} accepted={noneCounted} dropped={(one ?? answer).crawlers} />
      <Crawlers answer={answer} chosen={chosen} onChoose={onChoose} pages={one?.pages} />
    </>
  )
  return { path, ...busyOf(asked), body, save: () => answer && save('crawlers', linesOf(answer)) }
}

/** Page requests are asked for once their view is open: by day, and by the chosen group. */
function useCoverage(isOpen: boolean): Shown {
  const { pathOf } = useDashboard()
  const { from, to } = useDays()
  const [group, onGroup] = useState<CoverageGroup>('date')
  const byDay: Counts = `${pathOf('/api/v1/stats/coverage')}&period=custom&date=${from},${to}`
  const byGroup: Counts = `${byDay}&property=${group}&limit=1000`
  const isByDay = group === 'date'
  const days = useCounts<CoverageAnswer>(isOpen ? byDay : null)
  const grouped = useCounts<CoverageAnswer>(isOpen && !isByDay ? byGroup : null)
  const asked = isByDay || days.message !== '' ? days : grouped
  const { answer } = days
  // The answer about the group before stays until the next one is there.
  const isOfGroup = grouped.answer?.results.every((row) => row[group] !== undefined) === true
  const rows = isByDay ? answer : isOfGroup ? grouped.answer : null
  const labels = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  const bars = answer && barsOf(labels, answer)
  const body = answer && bars && (
    <>
      {answer.results.length > 0 && <Bars labels={labels} accepted={bars.seen} dropped={[bars.missed]} />}
      <div class="form">
        <Coverage days={answer} group={group} onGroup={onGroup} rows={rows ?? undefined} />
      </div>
    </>
  )
  const path = isByDay ? byDay : byGroup
  return { path, ...busyOf(asked), body, save: () => rows && save('coverage', coverageLines(group, rows)) }
}

const Trouble = ({ message, retry }: { message: string; retry: () => void }) => (
  <div class="trouble" role="alert">
    <p>{message}</p>
    <button type="button" class="button" onClick={retry}>
      {text.retry}
    </button>
  </div>
)

const views = [
  { key: 'quality', label: text.acceptedAndDropped },
  { key: 'crawlers', label: crawlerWords.crawlers },
  { key: 'coverage', label: coverageWords.coverage },
] as const

const noneCounted = { total: 0, counts: [] }

function Quality() {
  const { facts } = useDashboard()
  const id = useId()
  const [view, setView] = useState<View>('quality')
  const shown = {
    quality: useOutcomes(),
    crawlers: useCrawlers(view === 'crawlers'),
    coverage: useCoverage(view === 'coverage'),
  }[view]
  const { path, isBusy, message, retry, isLine = false, body } = shown
  const tabs = { name: text.qualityViews, tabs: views, selected: view, onSelect: setView, panelId: id }
  return (
    <PanelFrame
      id={id}
      title={text.quality}
      look={isLine ? 'panel-line' : ''}
      isLine={isLine}
      menu={{
        name: text.qualityMenu,
        items: [
          { label: words.copyAsCurl, act: () => void copy(curlOf((facts.base_url || location.origin) + path)) },
          { label: words.downloadCsv, act: () => shown.save() },
          ...(isLine ? [{ label: coverageWords.coverage, act: () => setView('coverage') }] : []),
          { label: words.howCounted, act: () => dialogs.open({ kind: 'explain', box: 'quality' }) },
        ],
      }}
      tabs={<Tabs {...tabs} />}
      tab={view}
      bodyLook="quality"
      isBusy={isBusy}
    >
      {message !== '' && <Trouble message={message} retry={retry} />}
      {body && message === '' && <div class="quality-parts">{body}</div>}
    </PanelFrame>
  )
}

function Outcomes({ rows, isLine }: { rows: readonly OutcomeRow[]; isLine: boolean }) {
  return (
    <table class="list" aria-label={text.acceptedAndDropped}>
      <thead class={isLine ? 'sr' : ''}>
        <tr>
          <th scope="col">{text.outcome}</th>
          <th scope="col" class="num">
            {text.events}
          </th>
          <th scope="col" class="num">
            {text.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ reason, total, share }) => (
          <tr key={reason}>
            <th scope="row" class="reason">
              {meaningOf(reason, total)}
            </th>
            <td class="num">
              <Figure shown={showValue('events', total)} />
            </td>
            <td class="num">{showValue('percentage', share).short}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const part: TabPart = {
  Body: Quality,
  own: { name: text.quality, counted: [text.qualityCounted, coverageWords.lead], at: '#what-is-not-counted' },
}
