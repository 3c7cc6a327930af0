// The owner of the dashboard's data: the address as state, its questions, and their answers.

import { computed, effect, signal, untracked } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { SiteFacts } from '../../../src/http/facts.ts'
import { panelKeys, type TabKey, tabOf } from '../../../src/rules/catalogue.ts'
import { minuteMs } from '../../../src/rules/durations.ts'
import { writeViewState } from '../../../src/rules/view-state.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import { noteView } from '../browser/last-view.ts'
import type { BatchRefusal } from '../data/batch.ts'
import { createBoxes } from '../data/boxes.ts'
import { listen } from '../data/live.ts'
import { beginWork, setTitle } from '../main.tsx'
import { toast } from '../parts/toast.tsx'
import { signInAgain } from '../service/request.ts'
import { say } from '../text/say.ts'
import { type DashboardFacts, rightsOf } from './facts.ts'
import { createKnown } from './known.ts'
import { questionsOf } from './questions.ts'
import { createRefresh, grows, moves } from './refresh.ts'
import { createView } from './view.ts'
import { visitorsOf } from './visitors.ts'

const activityMs = 5_000

export type Dashboard = ReturnType<typeof createDashboard>

export const DashboardContext = createContext<Dashboard | null>(null)
export const useDashboard = (): Dashboard => useContext(DashboardContext)!

function onRefusal({ status }: BatchRefusal, isShared: boolean): void {
  if (status === 401 && !isShared) signInAgain()
  // The server has a page of its own for a lost right, a missing site, a lock.
  else if ([401, 402, 403, 404].includes(status)) location.reload()
}

/** True if a compared range has days before the site's first one: it counts less than it seems. */
export const isCut = (range: readonly [string, string] | undefined, { first_day }: Pick<SiteFacts, 'first_day'>) =>
  range !== undefined && first_day !== null && range[0].slice(0, 10) < first_day

export function createDashboard(facts: DashboardFacts) {
  const { site } = facts
  const view = createView(facts)
  const known = createKnown(site, view)
  const boxes = createBoxes({
    siteId: site.domain,
    auth: view.auth,
    now: () => Date.now(),
    // Counted until the end of the day before today: nothing is added to that any more.
    isOver: ({ query }) => query.date_range[1].length === 10 && query.date_range[1] < view.today.peek(),
    onRefusal: (refusal) => onRefusal(refusal, facts.share !== null),
    onVersion: (version) => {
      if (version !== '' && version !== facts.version) view.isOutdated.value = true
    },
  })

  const companions = signal<readonly TabKey[]>([])

  /** The first questions go out before anything is drawn. */
  function ask(force = false, activity?: string): void {
    const { state, now } = view
    const current = state.value
    // A segment's filters come first: without them the numbers would be others.
    if (known.lacksSegment()) return
    const questions = questionsOf(
      current,
      known.settingAt(force ? Date.now() : now.peek()),
      (name) => known.names.peek().has(name),
      companions.value,
    )
    untracked(() => boxes.load(questions, force, activity))
  }

  const totals = boxes.boxOf('totals')
  // No number can say how much a change from nothing is.
  const isNothingBefore = computed(() => visitorsOf(totals.value.answer).before === 0)
  const dashboard = {
    facts,
    site,
    rights: rightsOf(facts),
    ...view,
    ...known,
    boxes,
    ask,
    /** Lists that stand beside short ones. */
    companions,
    /** Current visitors. */
    current: signal<number | null>(null),
    isNothingBefore,
    /** False if a change would say nothing: of nothing, or of a range that the site's first day cuts. */
    isCompared: computed(
      () => !isNothingBefore.value && !isCut(totals.value.answer?.body.meta.comparison_date_range, site),
    ),
  }
  return { ...dashboard, start: () => start(dashboard) }
}

type Started = Omit<Dashboard, 'start'>

/** Everything that follows a change, in this order. A watch may return what ends it. */
const watches: readonly ((dashboard: Started) => ReturnType<Parameters<typeof effect>[0]>)[] = [
  // A change of the address, the segment, the hostnames or the day asks anew.
  ({ ask }) => {
    ask()
  },
  ({ state, segment, segments, loadSegments, go }) => {
    if (state.value.segment === null || segment.value !== null) return
    if (segments.value === null) void loadSegments()
    else {
      toast(text.segmentGone)
      go({ segment: null }, { replace: true })
    }
  },
  ({ state, findProperty }) => {
    if (tabOf(state.value.tabs.goals).needs === 'property' && state.value.prop === null) void findProperty()
  },
  ({ boxes, hasManyHostnames }) => {
    const { answer } = boxes.boxOf('hostnames').value
    if (answer) hasManyHostnames.value = answer.body.results.length > 1
  },
  ({ boxes, state, companions, learn }) => {
    for (const box of [
      ...panelKeys.map((panel) => state.value.tabs[panel]),
      ...companions.value,
      'names:region',
      'names:city',
    ]) {
      const { answer } = boxes.boxOf(box).value
      if (answer) learn(answer.body, answer.query.dimensions)
    }
  },
  ({ boxes, lacksSegment }) => (boxes.isBusy.value || lacksSegment() ? beginWork() : undefined),
  ({ site, state, calendar }) => {
    noteView(site.domain, writeViewState({ ...state.value, details: null }, calendar.value))
  },
  ({ site, state, current }) => {
    const page = site.is_consolidated ? text.allSites : site.domain
    if (state.value.period === 'realtime' && current.value !== null)
      document.title = say(text.liveTitle, { count: current.value, page })
    else setTitle(page)
  },
]

/** Asks again as time goes by and as the site tells of events; the answer ends it. */
function keepUp({ facts, site, auth, state, calendar, now, current, boxes, ask }: Started): () => void {
  const refresh = createRefresh(
    activityMs,
    () => grows(state.peek(), calendar.peek()),
    (instant, activity) => {
      now.value = instant
      ask(true, activity)
    },
  )
  const clock = setInterval(() => {
    now.value = Date.now()
    // The last half hour moves on, also where nothing happens.
    if (moves(state.peek()) && !document.hidden) ask(true)
  }, minuteMs)
  const unlisten = listen({
    siteId: site.domain,
    auth,
    onCurrent: (visitors) => {
      current.value = visitors
    },
    onActivity: refresh.run,
    onReturn: refresh.run,
    onGone: () => (facts.share ? location.reload() : signInAgain()),
  })
  const onOnline = () => boxes.retryNow()
  addEventListener('online', onOnline)
  return () => {
    clearInterval(clock)
    refresh.stop()
    unlisten()
    removeEventListener('online', onOnline)
  }
}

function start(dashboard: Started): () => void {
  dashboard.settle()
  const stops = watches.map((watch) => effect(() => watch(dashboard)))
  addEventListener('popstate', dashboard.reread)
  stops.push(() => removeEventListener('popstate', dashboard.reread), keepUp(dashboard))
  return () => {
    for (const stop of stops) stop()
  }
}
