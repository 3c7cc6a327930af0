// How many events were counted and how many dropped, and why. Fetched when the panel comes near the window.

import { useEffect, useId, useState } from 'preact/hooks'
import type { CrawlersAnswer, Traffic } from '../../../../src/http/contracts/traffic.ts'
import { byteOrderMark, csvLine } from '../../../../src/rules/csv.ts'
import { daysOf } from '../../../../src/rules/view-range.ts'
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

type Counts = `/api/v1/stats/${'traffic' | 'crawlers'}?${string}`

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

type View = 'quality' | 'crawlers'

/** The answers of both views; crawlers are asked for once their view is open. */
function useQuality(view: View, chosen: string | null) {
  const { state, calendar, pathOf } = useDashboard()
  const { from, to } = daysOf(state.value, calendar.value)
  const range = `from=${from}&to=${to}`
  const interval = from === to ? 'hour' : 'day'
  const ofTraffic: Counts = `${pathOf('/api/v1/stats/traffic')}&${range}&interval=${interval}`
  const ofCrawlers: Counts = `${pathOf('/api/v1/stats/crawlers')}&${range}`
  const isCrawlers = view === 'crawlers'
  const ofOne: Counts = `${ofCrawlers}&crawler=${encodeURIComponent(chosen ?? '')}`
  const traffic = useCounts<Traffic>(ofTraffic)
  const crawlers = useCounts<CrawlersAnswer>(isCrawlers ? ofCrawlers : null)
  const one = useCounts<CrawlersAnswer>(isCrawlers && chosen !== null ? ofOne : null)
  const { answer, message, retry } = isCrawlers ? crawlers : traffic
  return {
    path: isCrawlers ? ofCrawlers : ofTraffic,
    isBusy: answer === null && message === '',
    message,
    retry,
    traffic: traffic.answer,
    crawlers: crawlers.answer,
    one: chosen === null ? null : one.answer,
  }
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
] as const

const noneCounted = { total: 0, counts: [] }

function Quality() {
  const { facts } = useDashboard()
  const id = useId()
  const [view, setView] = useState<View>('quality')
  const [chosen, onChoose] = useState<string | null>(null)
  const { path, isBusy, message, retry, traffic, crawlers, one } = useQuality(view, chosen)
  const isCrawlers = view === 'crawlers'
  const rows = traffic ? rowsOf(traffic) : []
  // One line until something was dropped.
  const isLine = !isCrawlers && rows.length <= 1 && message === ''
  const lines = crawlers && linesOf(crawlers)
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
          {
            label: words.downloadCsv,
            act: () => (isCrawlers && lines ? save('crawlers', lines) : saveOutcomes(rows)),
          },
          { label: words.howCounted, act: () => dialogs.open({ kind: 'explain', box: 'quality' }) },
        ],
      }}
      tabs={<Tabs {...tabs} />}
      tab={view}
      bodyLook="quality"
      isBusy={isBusy}
    >
      {message !== '' && <Trouble message={message} retry={retry} />}
      {isCrawlers && crawlers && message === '' && (
        <div class="quality-parts">
          <Bars labels={crawlers.labels} accepted={noneCounted} dropped={(one ?? crawlers).crawlers} />
          <Crawlers answer={crawlers} chosen={chosen} onChoose={onChoose} pages={one?.pages} />
        </div>
      )}
      {!isCrawlers && traffic && message === '' && (
        <div class="quality-parts">
          <Bars {...traffic} />
          <Outcomes rows={rows} isLine={isLine} />
        </div>
      )}
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
  own: { name: text.quality, counted: [text.qualityCounted], at: '#what-is-not-counted' },
}
