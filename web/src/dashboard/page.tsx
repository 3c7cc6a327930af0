// The dashboard of a site.

import { useLayoutEffect, useState } from 'preact/hooks'
import { daysOf } from '../../../src/rules/view-range.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import { useOnDemand } from '../parts/on-demand.ts'
import { type Dashboard, DashboardContext, useDashboard } from '../state/dashboard.ts'
import { Bar } from './bar/bar.tsx'
import { Graph } from './graph/graph.tsx'
import { Totals } from './graph/totals.tsx'
import { Dialogs } from './host.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import { Panels, useNear } from './panels/panels.tsx'
import { useTabPart } from './tabs/kinds.ts'

function StatusOnDemand() {
  const Part = useOnDemand(() => import('./later.ts').then(({ Status }) => Status))
  return Part ? <Part /> : null
}

function NotesOnDemand() {
  const { notes, state, calendar } = useDashboard()
  const { from, to } = daysOf(state.value, calendar.value)
  const count = notes.value.filter(({ day }) => day >= from && day <= to).length
  const Part = useOnDemand(() => import('./later.ts').then(({ Notes }) => Notes), notes.value.length > 0)
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
  const { Body } = useTabPart('quality', isNear)
  return (
    <div ref={ref} class="panel-place">
      {Body && <Body />}
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
      <StatusOnDemand />
      {site.is_read_only && <p class="notice notice-warn">{text.readOnly}</p>}
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
