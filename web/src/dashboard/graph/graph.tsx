// The graph: a canvas to look at, a slider to read and choose with, a table of the same.

import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import type { ComponentType } from 'preact'
import { useMemo } from 'preact/hooks'
import { minuteMs } from '../../../../src/rules/durations.ts'
import { defaultInterval, intervalsOf, type ViewInterval } from '../../../../src/rules/view-range.ts'
import { comparedDays, type GraphView, graphViews } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { useOnDemand } from '../../parts/on-demand.ts'
import { type Dashboard, useDashboard } from '../../state/dashboard.ts'
import { intervalOf } from '../../state/questions.ts'
import { bucketsOf, localNow } from '../../state/series.ts'
import { dialogs } from '../dialogs.ts'
import { boxMenu } from '../panels/box-menu.ts'
import { Trouble } from '../trouble.tsx'
import { Plot } from './plot.tsx'
import { ComparedRanges } from './totals.tsx'

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

interface View {
  /** The item of the menu that leads there. */
  readonly words: string
  /** The part shown in place of the plot, fetched when it is chosen. Such a view needs days or longer. */
  readonly load?: () => Promise<ComponentType>
}

const views: Readonly<Record<GraphView, View>> = {
  graph: { words: text.showAsGraph },
  table: { words: text.showAsTable },
  week: { words: text.showAsWeek, load: () => import('./week.tsx').then(({ Week }) => Week) },
}

const otherViews = graphViews.slice(1)

function menuItems(dashboard: Dashboard): MenuItem[] {
  const { go, state, rights, today } = dashboard
  const { view, period } = state.value
  const { curl, csv, counted } = boxMenu(dashboard, 'graph')
  /** Leads to a form of the graph, and from there back to the graph. */
  const form = (name: GraphView): MenuItem => ({
    label: views[view === name ? 'graph' : name].words,
    act: () => go({ view: view === name ? 'graph' : name }),
  })
  const addNote: MenuItem = {
    label: text.addNote,
    act: () => dialogs.open({ kind: 'note', day: dialogs.cursorDay.value ?? today.value }),
  }
  return [
    ...otherViews.filter((name) => period !== 'realtime' || !views[name].load).map(form),
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
  const { load } = views[view]
  const minute = Math.floor(now.value / minuteMs)
  const buckets = useMemo(
    () => (answer ? bucketsOf(answer, today.value, localNow(site.timezone, minute * minuteMs), isCompared.value) : []),
    [answer, today.value, minute, isCompared.value],
  )
  return (
    <section class={`graph ${isLoading ? 'is-old' : ''}`} aria-label={text.graph} aria-busy={isLoading}>
      <div class="graph-tools">
        <ComparedRanges />
        {!load && <IntervalSelect />}
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
      ) : load && period !== 'realtime' ? (
        <OnDemand key={view} load={load} />
      ) : (
        <Plot buckets={buckets} isReady={answer !== null} />
      )}
    </section>
  )
}

function OnDemand({ load }: { load: () => Promise<ComponentType> }) {
  const { go } = useDashboard()
  const back = () => go({ view: 'graph' }, { replace: true })
  const Part = useOnDemand(load, true, back)
  return Part ? <Part /> : <div class="graph-box" />
}
