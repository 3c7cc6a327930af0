// The line between totals and graph: questions about the totals, what changed, both ranges of a comparison, the interval
// and the graph's menu. Comes after the first numbers; the page keeps room for it.

import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { defaultInterval, intervalsOf, type ViewInterval } from '../../../../src/rules/view-range.ts'
import { comparedDays, type GraphView, graphViews } from '../../../../src/rules/view-state.ts'
import { addNote as addNoteWords, compared } from '../../../../src/rules/words/en/dashboard.ts'
import * as line from '../../../../src/rules/words/en/later.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { useOnDemand } from '../../parts/on-demand.ts'
import { type Dashboard, isCut, useDashboard } from '../../state/dashboard.ts'
import { intervalOf } from '../../state/questions.ts'
import { visitorsOf } from '../../state/visitors.ts'
import { daysWords } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'
import { loadChanges } from '../host.tsx'
import { boxMenu } from '../panels/box-menu.ts'
import { views } from './graph.tsx'
import { cutOf, daySpan } from './totals.tsx'

function IntervalSelect() {
  const { state, calendar, go } = useDashboard()
  const view = state.value
  return (
    <select
      class="select-quiet"
      aria-label={line.interval}
      value={intervalOf(view, calendar.value)}
      onChange={(event) => {
        const chosen = event.currentTarget.value as ViewInterval
        go({ interval: chosen === defaultInterval(view, calendar.value) ? null : chosen })
      }}
    >
      {intervalsOf(view, calendar.value, comparedDays(view)).map((one) => (
        <option key={one} value={one}>
          {line.intervals[one]}
        </option>
      ))}
    </select>
  )
}

/** The item of the menu that leads to a form of the graph. */
const words: Readonly<Record<GraphView, string>> = {
  graph: line.showAsGraph,
  table: line.showAsTable,
  week: line.showAsWeek,
}

const otherViews = graphViews.slice(1)

function menuItems(dashboard: Dashboard): MenuItem[] {
  const { go, state, rights, today } = dashboard
  const { view, period } = state.value
  const { curl, csv, counted } = boxMenu(dashboard, 'graph')
  /** Leads to a form of the graph, and from there back to the graph. */
  const form = (name: GraphView): MenuItem => ({
    label: words[view === name ? 'graph' : name],
    act: () => go({ view: view === name ? 'graph' : name }),
  })
  const addNote: MenuItem = {
    label: addNoteWords,
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

/** Both ranges of a comparison, as the key of the graph's lines. */
function ComparedRanges() {
  const { boxes, today, site, isNothingBefore } = useDashboard()
  const { answer } = boxes.boxOf('totals').value
  const range = answer?.body.meta.comparison_date_range
  if (!answer || !range || answer.state.compare === null) return null
  const cut = cutOf(range[1])
  const first = isCut(range, site) && daysWords({ from: site.first_day!, to: site.first_day! }, today.value)
  return (
    <p class="graph-ranges">
      <span>
        <span class="key key-now" /> {daysWords(daySpan(answer.body.query.date_range), today.value)}
      </span>
      <span>
        {isNothingBefore.value && first ? (
          say(line.nothingBefore, { day: first })
        ) : (
          <>
            <span class="key key-compared" /> {say(compared.custom, { days: daysWords(daySpan(range), today.value) })}
            {cut && `, ${say(line.untilTime, { time: cut })}`}
            {answer.state.compare === 'year_over_year' &&
              answer.state.match === 'weekday' &&
              `, ${line.weekdaysMatched}`}
            {first && `, ${say(line.dataFrom, { day: first })}`}
          </>
        )}
      </span>
    </p>
  )
}

/** The numbers' meaning, and what changed: by itself beside a comparison, else in a dialog. */
function Questions() {
  const { boxes, state, isCompared } = useDashboard()
  const { answer } = boxes.boxOf('totals').value
  const canAsk = isCompared.value && answer?.body.meta.comparison_date_range !== undefined
  const isShown = canAsk && state.value.compare !== null
  const isEmpty = visitorsOf(answer).now === 0 && state.value.period !== 'realtime'
  const Near = useOnDemand(() => import('./nearest.tsx').then(({ Nearest }) => Nearest), isEmpty)
  const Strip = useOnDemand(() => loadChanges().then(({ ChangeStrip }) => ChangeStrip), isShown)
  return (
    <>
      <button type="button" class="button-quiet" onClick={() => dialogs.open({ kind: 'explain', box: 'totals' })}>
        {line.whatTheyMean}
      </button>
      {canAsk && (
        <button type="button" class="button-quiet" onClick={() => dialogs.open({ kind: 'changes' })}>
          {line.whatChanged}
        </button>
      )}
      <div class="changes">
        {isShown && Strip && <Strip />}
        {isEmpty && Near && <Near />}
      </div>
    </>
  )
}

export function GraphLine() {
  const dashboard = useDashboard()
  const isPlot = !views[dashboard.state.value.view].load
  return (
    <>
      <Questions />
      <ComparedRanges />
      {isPlot && <IntervalSelect />}
      <Menu
        name={line.graphMenu}
        buttonClass="button-quiet button-icon"
        button={<Icon of={Ellipsis} />}
        items={menuItems(dashboard)}
      />
    </>
  )
}
