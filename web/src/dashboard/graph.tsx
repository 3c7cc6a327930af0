// The graph: a canvas to look at, a slider to read and choose with, a table of the same.

import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { useMemo } from 'preact/hooks'
import { defaultInterval, intervalsOf, type ViewInterval } from '../../../src/rules/view-range.ts'
import { comparedDays } from '../../../src/rules/view-state.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { useOnDemand } from '../parts/on-demand.ts'
import { type Dashboard, useDashboard } from '../state/dashboard.ts'
import { intervalOf } from '../state/questions.ts'
import { bucketsOf } from '../state/series.ts'
import { boxMenu } from './box-menu.ts'
import { dialogs } from './dialogs.ts'
import { Plot } from './plot.tsx'
import { ComparedRanges } from './totals.tsx'
import { Trouble } from './trouble.tsx'

/** The time of a site's clock, written as labels of buckets are. */
export const localNow = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)

function IntervalSelect() {
  const { state, calendar, go } = useDashboard()
  const view = state.value
  return (
    <select
      class="select-quiet"
      aria-label={text.interval}
      value={intervalOf(view, calendar.value)}
      onChange={(event) => {
        const chosen = event.currentTarget.value as ViewInterval
        go({ interval: chosen === defaultInterval(view, calendar.value) ? null : chosen })
      }}
    >
      {intervalsOf(view, calendar.value, comparedDays(view)).map((one) => (
        <option key={one} value={one}>
          {text.intervals[one]}
        </option>
      ))}
    </select>
  )
}

function menuItems(dashboard: Dashboard): MenuItem[] {
  const { go, state, rights, today } = dashboard
  const { view, period } = state.value
  const { curl, csv, counted } = boxMenu(dashboard, 'graph')
  /** Leads to a form of the graph, and from there back to the graph. */
  const form = (name: 'table' | 'week', label: string): MenuItem => ({
    label: view === name ? text.showAsGraph : label,
    act: () => go({ view: view === name ? 'graph' : name }),
  })
  const addNote: MenuItem = {
    label: text.addNote,
    act: () => dialogs.open({ kind: 'note', day: dialogs.cursorDay.value ?? today.value }),
  }
  return [
    form('table', text.showAsTable),
    ...(period === 'realtime' ? [] : [form('week', text.showAsWeek)]),
    csv,
    curl,
    ...(rights.write ? [addNote] : []),
    counted,
  ]
}

export function Graph() {
  const dashboard = useDashboard()
  const { state, boxes, today, now, site, isCompared } = dashboard
  const { answer, problem, isLoading } = boxes.boxOf('graph').value
  const { view, period } = state.value
  const minute = Math.floor(now.value / 60_000)
  const buckets = useMemo(
    () => (answer ? bucketsOf(answer, today.value, localNow(site.timezone, minute * 60_000), isCompared.value) : []),
    [answer, today.value, minute, isCompared.value],
  )
  return (
    <section class={`graph ${isLoading ? 'is-old' : ''}`} aria-label={text.graph} aria-busy={isLoading}>
      <div class="graph-tools">
        <ComparedRanges />
        {view !== 'week' && <IntervalSelect />}
        <Menu
          name={text.graphMenu}
          buttonClass="button-quiet button-icon"
          button={<Icon of={Ellipsis} />}
          items={menuItems(dashboard)}
        />
      </div>
      {problem && !isLoading ? (
        <div class="graph-box">
          <Trouble box="graph" problem={problem} />
        </div>
      ) : view === 'week' && period !== 'realtime' ? (
        <WeekOnDemand />
      ) : (
        <Plot buckets={buckets} isReady={answer !== null} />
      )}
    </section>
  )
}

function WeekOnDemand() {
  const { go } = useDashboard()
  const back = () => go({ view: 'graph' }, { replace: true })
  const Part = useOnDemand(() => import('./week.tsx').then(({ Week }) => Week), true, back)
  return Part ? <Part /> : <div class="graph-box" />
}
