// The graph: a canvas to look at, a slider to read and choose with, a table of the same.

import type { ComponentType } from 'preact'
import { useMemo } from 'preact/hooks'
import { minuteMs } from '../../../../src/rules/durations.ts'
import type { GraphView } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { useOnDemand } from '../../parts/on-demand.ts'
import { useDashboard } from '../../state/dashboard.ts'
import { bucketsOf, localNow } from '../../state/series.ts'
import { Trouble } from '../trouble.tsx'
import { Plot } from './plot.tsx'

interface View {
  /** The part shown in place of the plot, fetched when it is chosen. Such a view needs days or longer. */
  readonly load?: () => Promise<ComponentType>
}

/** Forms of the graph; their words are in line.tsx. */
export const views: Readonly<Record<GraphView, View>> = {
  graph: {},
  table: {},
  week: { load: () => import('./week.tsx').then(({ Week }) => Week) },
}

export function Graph() {
  const dashboard = useDashboard()
  const { state, boxes, today, now, site, isCompared } = dashboard
  const { answer, problem, isLoading } = boxes.boxOf('graph').value
  const { view, period } = state.value
  const { load } = views[view]
  const Line = useOnDemand(() => import('../later.ts').then(({ GraphLine }) => GraphLine))
  const minute = Math.floor(now.value / minuteMs)
  const buckets = useMemo(
    () =>
      answer ? bucketsOf(answer, today.value, localNow(site.timezone, minute * minuteMs), isCompared.value, site) : [],
    [answer, today.value, minute, isCompared.value],
  )
  return (
    <section class={`graph ${isLoading ? 'is-old' : ''}`} aria-label={text.graph} aria-busy={isLoading}>
      <div class="graph-top">{Line && <Line />}</div>
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
