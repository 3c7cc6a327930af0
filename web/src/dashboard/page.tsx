// The dashboard of a site.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { daysOf } from '../../../src/rules/view-range.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import { useOnDemand } from '../parts/on-demand.ts'
import { type Dashboard, DashboardContext, useDashboard } from '../state/dashboard.ts'
import { formatTime } from '../text/format.ts'
import { say } from '../text/say.ts'
import { Bar } from './bar/bar.tsx'
import { Graph } from './graph/graph.tsx'
import { Totals } from './graph/totals.tsx'
import { Dialogs } from './host.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import { Panels, useNear } from './panels/panels.tsx'
import { loadTrouble } from './trouble.tsx'

const loadingMs = 2_000

/** A thin line if an answer takes long, and messages if the service is away or refuses. */
function Status() {
  const { boxes, site } = useDashboard()
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
  const Refused = useOnDemand(() => loadTrouble().then(({ Refused: Part }) => Part), isRefused)
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
      {site.is_read_only && <p class="notice notice-warn">{text.readOnly}</p>}
      {isRefused && Refused && <Refused problem={totals.problem!} />}
    </>
  )
}

function PrintHeadOnDemand() {
  const Part = useOnDemand(() => import('./later.ts').then(({ PrintHead }) => PrintHead))
  return Part ? <Part /> : null
}

function NotesOnDemand() {
  const { notes, state, calendar } = useDashboard()
  const { from, to } = daysOf(state.value, calendar.value)
  const count = notes.value.filter(({ day }) => day >= from && day <= to).length
  const Part = useOnDemand(() => import('./graph/notes.tsx').then(({ Notes }) => Notes), notes.value.length > 0)
  if (Part) return <Part />
  // Keeps room for them, so that the parts below do not move.
  return count === 0 ? null : (
    <div class="notes">
      <div style={{ blockSize: `${Math.min(count, 5) * 2}rem` }} />
    </div>
  )
}

/** A site without any event shows how to install instead, until somebody wants to see the dashboard anyway. */
function InstallOnDemand({ onShow }: { onShow: () => void }) {
  const { site } = useDashboard()
  const Part = useOnDemand(() => import('../parts/install.tsx').then(({ Install }) => Install))
  return Part ? <Part domain={site.domain} onShow={onShow} /> : null
}

function QualityOnDemand() {
  const [ref, isNear] = useNear<HTMLDivElement>()
  const Part = useOnDemand(() => import('./tabs/quality.tsx').then(({ Quality }) => Quality), isNear)
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

export function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  useShortcuts(dashboard)
  useMarks(dashboard)
  const { facts, site, rights } = dashboard
  const [isEmpty, setEmpty] = useState(site.first_day === null && !facts.share && location.hash !== '#dashboard')
  if (isEmpty) {
    return (
      <DashboardContext.Provider value={dashboard}>
        <Bar isBare />
        <InstallOnDemand onShow={() => setEmpty(false)} />
      </DashboardContext.Provider>
    )
  }
  return (
    <DashboardContext.Provider value={dashboard}>
      <Bar />
      <Status />
      <PrintHeadOnDemand />
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
