// The dashboard of a site.
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { daysOf } from '../../../src/rules/view-range.ts'
import { formatTime } from '../format.ts'
import { type Dashboard, DashboardContext, useDashboard } from '../state/dashboard.ts'
import { daysWords, filterWords, rangeWords } from '../state/words.ts'
import { text } from '../text/en/dashboard.ts'
import { say } from '../text/say.ts'
import { Bar } from './bar.tsx'
import { Graph } from './graph.tsx'
import { Dialogs } from './host.tsx'
import { Panels, useNear } from './panels.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Totals } from './totals.tsx'

const loadingMs = 2_000

/** A thin line where an answer takes long; whether the service is away; what it refused. */
function Status() {
  const { boxes, go } = useDashboard()
  const [isLong, setLong] = useState(false)
  const isBusy = boxes.isBusy.value
  useEffect(() => {
    if (!isBusy) return setLong(false)
    const timer = setTimeout(() => setLong(true), loadingMs)
    return () => clearTimeout(timer)
  }, [isBusy])
  const since = boxes.offlineSince.value
  const totals = boxes.boxOf('totals').value
  const isRefused = totals.problem?.status === 400
  return (
    <>
      {isLong && isBusy && (
        <div class="progress" role="progressbar" aria-label={text.loading}>
          <span />
        </div>
      )}
      <div role="status" class={since === null ? 'sr' : 'notice notice-warn offline'}>
        {since !== null && (
          <>
            {text.offline} <span class="soft">{say(text.asOf, { time: formatTime(totals.answer?.at ?? since) })}</span>
          </>
        )}
      </div>
      {isRefused && (
        <div class="notice notice-bad refused" role="alert">
          <p>{totals.problem?.message}</p>
          <button type="button" class="button" onClick={() => go({ filters: [], segment: null })}>
            {text.clearFilters}
          </button>
        </div>
      )}
    </>
  )
}

/** On paper: what the controls say otherwise. */
function PrintHead() {
  const { state, calendar, site, names, segment } = useDashboard()
  const view = state.value
  const words = [
    ...view.filters.map((filter) => filterWords(filter, names.value)),
    ...(segment.value ? [`${text.segmentWord} ${segment.value.name}`] : []),
  ]
  const { today } = calendar.value
  const range = `${rangeWords(view, calendar.value)}: ${daysWords(daysOf(view, calendar.value), today)}`
  return (
    <div class="print-head" aria-hidden="true">
      <p>{say(text.printRange, { range, zone: site.timezone })}</p>
      {words.map((word) => (
        <p key={word}>
          <bdi>{word}</bdi>
        </p>
      ))}
    </div>
  )
}

function NotesOnDemand() {
  const [Part, setPart] = useState<ComponentType>()
  useEffect(() => {
    import('./notes.tsx').then(({ Notes }) => setPart(() => Notes))
  }, [])
  return Part ? <Part /> : null
}

/** A site without any event shows how to install instead, until somebody wants to see the dashboard anyway. */
function InstallOnDemand({ onShow }: { onShow: () => void }) {
  const { site } = useDashboard()
  const [Part, setPart] = useState<ComponentType<{ domain: string; onShow: () => void }>>()
  useEffect(() => {
    import('../parts/install.tsx').then(({ Install }) => setPart(() => Install))
  }, [])
  return Part ? <Part domain={site.domain} onShow={onShow} /> : null
}

function QualityOnDemand() {
  const [ref, isNear] = useNear<HTMLDivElement>()
  const [Part, setPart] = useState<ComponentType>()
  useEffect(() => {
    if (isNear) import('./quality.tsx').then(({ Quality }) => setPart(() => Quality))
  }, [isNear])
  return (
    <div ref={ref} class="panel-place">
      {Part && <Part />}
    </div>
  )
}

/** Marks when numbers are on the screen: the frame after they were made part of the page. */
function useMarks({ boxes }: Dashboard): void {
  const isTotal = boxes.boxOf('totals').value.answer
  const isBusy = boxes.isBusy.value
  useLayoutEffect(() => {
    performance.mark('tidemark:frame')
  }, [])
  useLayoutEffect(() => {
    if (!isTotal) return
    const frame = requestAnimationFrame(() => performance.mark('tidemark:totals'))
    return () => cancelAnimationFrame(frame)
  }, [isTotal])
  useLayoutEffect(() => {
    if (isBusy) return
    const frame = requestAnimationFrame(() => performance.mark('tidemark:panels'))
    return () => cancelAnimationFrame(frame)
  }, [isBusy])
}

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

export function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  useShortcuts(dashboard)
  useMarks(dashboard)
  usePaper()
  const { facts, site, rights } = dashboard
  const [isEmpty, setEmpty] = useState(site.first_day === null && !facts.share && location.hash !== '#dashboard')
  if (isEmpty) {
    return (
      <DashboardContext.Provider value={dashboard}>
        <Bar />
        <InstallOnDemand onShow={() => setEmpty(false)} />
      </DashboardContext.Provider>
    )
  }
  return (
    <DashboardContext.Provider value={dashboard}>
      <Bar />
      <Status />
      <PrintHead />
      <div class="card overview">
        <Totals />
        <Graph />
        <NotesOnDemand />
      </div>
      <Panels>{rights.seeQuality && <QualityOnDemand />}</Panels>
      <Dialogs />
    </DashboardContext.Provider>
  )
}
