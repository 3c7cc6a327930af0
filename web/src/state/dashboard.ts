// The one owner of what the dashboard shows: the address as state, the questions it asks, and what came back.

import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Note } from '../../../src/http/facts.ts'
import { panelKeys, type Tab, tabKeys } from '../../../src/rules/catalogue.ts'
import { type Calendar, daysOf } from '../../../src/rules/view-range.ts'
import {
  parseViewState,
  settleFilters,
  type ViewFilter,
  type ViewState,
  writeParams,
  writeViewState,
} from '../../../src/rules/view-state.ts'
import type { BatchRefusal } from '../data/batch.ts'
import { createBoxes } from '../data/boxes.ts'
import { listen } from '../data/live.ts'
import { noteView } from '../last-view.ts'
import { beginWork, setTitle } from '../main.tsx'
import { toast } from '../parts/toast.tsx'
import { request, signInAgain } from '../request.ts'
import { remember } from '../storage.ts'
import * as text from '../text/en/dashboard.ts'
import { say } from '../text/say.ts'
import type { Body } from './api.ts'
import { type DashboardFacts, rightsOf } from './facts.ts'
import { noSegment, questionsOf, type Setting } from './questions.ts'
import type { SegmentFilters } from './segment-filters.ts'

export interface Segment extends SegmentFilters {
  readonly id: number
  readonly name: string
  readonly kind: 'personal' | 'site'
  readonly problem: string | null
  readonly is_own: boolean
}

/** Parameters of shared links, which stay through every click. */
const kept = ['auth', 'embed', 'theme', 'background', 'width', 'lang']
const minuteMs = 60_000
const activityMs = 5_000

export type Dashboard = ReturnType<typeof createDashboard>

export const DashboardContext = createContext<Dashboard | null>(null)
export const useDashboard = (): Dashboard => useContext(DashboardContext)!

function localDay(timeZone: string): (instant: number) => string {
  // `en-CA` writes years, months and days as ISO 8601 does.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (instant) => format.format(instant)
}

export function createDashboard(facts: DashboardFacts) {
  const { site } = facts
  const rights = rightsOf(facts)
  const given = new URLSearchParams(location.search)
  const held = new URLSearchParams(kept.flatMap((name) => (given.has(name) ? [[name, given.get(name)!]] : [])))
  const auth = held.has('auth') ? `auth=${encodeURIComponent(held.get('auth')!)}` : ''
  const dayOf = localDay(site.timezone)
  const now = signal(Date.now())
  const today = computed(() => dayOf(now.value))
  const calendar = computed<Calendar>(() => ({ today: today.value, firstDay: site.first_day }))

  /** The allowed properties; where all are, those that are named somewhere. */
  const properties = site.custom_properties ?? site.properties_seen
  const search = signal(location.search)
  const state = computed(() => {
    const given = parseViewState(new URLSearchParams(search.value), calendar.value)
    const read = { ...given, pagesBy: given.pagesBy ?? facts.user?.pages_by ?? null }
    return site.custom_properties && !properties.includes(read.prop!) ? { ...read, prop: null } : read
  })
  /** Names of regions and cities that came with data: `region:DE-BE`, `city:2950159`. */
  const names = signal<ReadonlyMap<string, string>>(new Map())
  const hasManyHostnames = signal(false)
  const segments = signal<readonly Segment[] | null>(null)
  const notes = signal<readonly Note[]>(site.notes)
  const defaultProperty = signal<string | null>(properties[0] ?? null)
  const current = signal<number | null>(null)
  const isOutdated = signal(false)
  /** A route about this site, by its address. */
  const pathOf = (path: string) => `${path}?site_id=${encodeURIComponent(site.domain)}${auth === '' ? '' : `&${auth}`}`

  const segment = computed(() => {
    const { segment: id } = state.value
    return id === null ? null : (segments.value?.find((one) => String(one.id) === id) ?? null)
  })
  const property = computed(() => state.value.prop ?? defaultProperty.value)

  const funnel = computed(() => {
    const { funnels } = site
    return funnels.find(({ id }) => String(id) === state.value.funnel) ?? funnels[0] ?? null
  })

  const settingAt = (instant: number): Setting => ({
    calendar: calendar.value,
    now: instant,
    hasImports: site.has_imports,
    hasGoals: site.has_goals,
    revenueGoals: site.revenue_goals,
    hasManyHostnames: hasManyHostnames.value,
    property: property.value,
    funnel: funnel.value?.id ?? null,
    segment: segment.value ?? noSegment,
  })
  const setting = computed(() => settingAt(now.peek()))

  const boxes = createBoxes({
    siteId: site.domain,
    auth,
    now: () => Date.now(),
    // Counted until the end of the day before today: nothing is added to that any more.
    isOver: ({ query }) => query.date_range[1].length === 10 && query.date_range[1] < today.peek(),
    onRefusal,
    onVersion: (version) => {
      if (version !== '' && version !== facts.version) isOutdated.value = true
    },
  })

  /** False where there are visitors and the compared range holds none: no number can say how much that is. */
  const isCompared = computed(() => {
    const { answer } = boxes.boxOf('totals').value
    const row = answer?.body.results[0]
    const index = answer?.metrics?.indexOf('visitors') ?? -1
    return Boolean(row?.comparison?.metrics[index] !== 0 || !row.metrics[index])
  })

  function onRefusal({ status }: BatchRefusal): void {
    if (status === 401 && !facts.share) signInAgain()
    // The server has a page of its own for a lost right, a missing site, a lock.
    else if ([401, 402, 403, 404].includes(status)) location.reload()
  }

  const hrefOf = (next: ViewState): string => {
    const written = [writeViewState(next), writeParams(held)].filter((part) => part !== '').join('&')
    return written === '' ? location.pathname : `${location.pathname}?${written}`
  }

  /** The state with some changes; what they make impossible falls away. */
  const stateWith = (changes: Partial<ViewState>): ViewState =>
    parseViewState(new URLSearchParams(writeViewState({ ...state.peek(), ...changes })), calendar.peek())

  /** Shows another state. Choosing adds to the history; typing replaces. */
  function go(changes: Partial<ViewState>, { replace = false } = {}): void {
    const next = hrefOf(stateWith(changes))
    if (next === location.pathname + location.search) return
    if (isOutdated.value && !replace) {
      location.assign(next)
      return
    }
    history[replace ? 'replaceState' : 'pushState'](null, '', next)
    batch(() => {
      now.value = Date.now()
      search.value = location.search
    })
  }

  const isKnown = (name: string) => names.peek().has(name)
  /** The first questions go out before anything is drawn. */
  function ask(force = false, activity?: string): void {
    const current = state.value
    // A segment's filters come first: without them the numbers would be others.
    if (current.segment !== null && segments.value === null) return
    const questions = questionsOf(current, settingAt(force ? Date.now() : now.peek()), isKnown)
    untracked(() => boxes.load(questions, force, activity))
  }

  function learn(body: Body, dimensions: readonly string[] | undefined): void {
    const at = dimensions?.findIndex((name) => name === 'visit:region_name' || name === 'visit:city_name') ?? -1
    if (at < 1) return
    const place = dimensions![at]!.slice('visit:'.length, -'_name'.length)
    const more = body.results
      .filter(({ dimensions: values }) => values[at] !== null && values[at] !== '' && values[at] !== values[0])
      .map(({ dimensions: values }) => [`${place}:${values[0]}`, String(values[at])] as const)
      .filter(([name, word]) => names.peek().get(name) !== word)
    if (more.length > 0) names.value = new Map([...names.peek(), ...more])
  }

  async function loadSegments(): Promise<void> {
    const [answer, { readSegment }] = await Promise.all([
      request<{ segments: Segment[] }>('GET', pathOf('/api/v1/sites/segments')).catch(() => null),
      import('./segment-filters.ts'),
    ])
    segments.value = (answer?.segments ?? []).map((one) => ({ ...one, ...readSegment(one.filters) }))
  }

  async function loadNotes(): Promise<void> {
    const answer = await request<{ notes: Note[] }>('GET', pathOf('/api/v1/sites/notes')).catch(() => null)
    notes.value = answer?.notes ?? []
  }

  /** The first allowed property with values, asked only where the tab is open and none is named. */
  let isProbed = false
  async function findProperty(): Promise<void> {
    if (isProbed || properties.length < 2) return
    isProbed = true
    const { findFilled } = await import('./find-property.ts')
    const found = await findFilled(properties, daysOf(state.peek(), calendar.peek()), { siteId: site.domain, auth })
    if (found !== undefined) defaultProperty.value = found
  }

  function start(): () => void {
    const canonical = hrefOf(state.peek())
    if (canonical !== location.pathname + location.search) history.replaceState(null, '', canonical)
    search.value = location.search
    const stops: (() => void)[] = []
    // A change of the address, the segment, the hostnames or the day asks anew.
    stops.push(effect(() => ask()))
    stops.push(
      effect(() => {
        if (state.value.segment === null || segment.value !== null) return
        if (segments.value === null) void loadSegments()
        else {
          toast(text.segmentGone)
          go({ segment: null }, { replace: true })
        }
      }),
      effect(() => {
        if (state.value.tabs.goals === 'props' && state.value.prop === null) void findProperty()
      }),
      effect(() => {
        const { answer } = boxes.boxOf('hostnames').value
        if (answer) hasManyHostnames.value = answer.body.results.length > 1
      }),
      effect(() => {
        for (const panel of panelKeys) {
          const { answer } = boxes.boxOf(state.value.tabs[panel]).value
          if (answer) learn(answer.body, answer.query.dimensions)
        }
        for (const place of ['region', 'city']) {
          const { answer } = boxes.boxOf(`names:${place}`).value
          if (answer) learn(answer.body, answer.query.dimensions)
        }
      }),
      effect(() =>
        boxes.isBusy.value || (state.value.segment !== null && segments.value === null) ? beginWork() : undefined,
      ),
      effect(() => noteView(site.domain, writeViewState({ ...state.value, details: null }))),
      effect(() => {
        const page = site.is_consolidated ? text.allSites : site.domain
        if (state.value.period === 'realtime' && current.value !== null)
          document.title = say(text.liveTitle, { count: current.value, page })
        else setTitle(page)
      }),
    )
    const onPop = () =>
      batch(() => {
        now.value = Date.now()
        search.value = location.search
      })
    addEventListener('popstate', onPop)
    const clock = setInterval(() => {
      now.value = Date.now()
      // The last half hour moves on, also where nothing happens.
      if (['realtime', '24h'].includes(state.peek().period) && !document.hidden) ask(true)
    }, minuteMs)
    let refreshed = 0
    let later: ReturnType<typeof setTimeout> | undefined
    const refresh = (activity?: string) => {
      // Realtime and today move; what is over does not.
      if (state.peek().period !== 'realtime' && daysOf(state.peek(), calendar.peek()).to < today.peek()) return
      clearTimeout(later)
      const wait = refreshed + activityMs - Date.now()
      if (wait > 0) later = setTimeout(() => refresh(activity), wait)
      else {
        refreshed = Date.now()
        now.value = refreshed
        ask(true, activity)
      }
    }
    const onOnline = () => boxes.retryNow()
    addEventListener('online', onOnline)
    const unlisten = listen({
      siteId: site.domain,
      auth,
      onCurrent: (visitors) => {
        current.value = visitors
      },
      onActivity: refresh,
      onReturn: () => refresh(),
      onGone: () => (facts.share ? location.reload() : signInAgain()),
    })
    return () => {
      for (const stop of stops) stop()
      removeEventListener('popstate', onPop)
      removeEventListener('online', onOnline)
      clearInterval(clock)
      clearTimeout(later)
      unlisten()
    }
  }

  /** Keeps the open tabs for links from elsewhere. */
  function openTab(panel: (typeof panelKeys)[number], tab: ViewState['details'] & string): void {
    const tabs = { ...state.peek().tabs, [panel]: tab }
    const chosen = panelKeys.filter((key) => tabs[key] !== tabKeys[key][0]).map((key) => [key, tabs[key]])
    remember('tidemark.tabs', writeParams(new URLSearchParams(chosen)))
    go({ tabs })
  }

  /** A press on a row. */
  function filterBy(tab: Tab, value: string, how: 'only' | 'add' | 'exclude'): void {
    const { filters, tabs } = state.peek()
    const same = (filter: ViewFilter) => filter.dimension === tab.filter && filter.operator === 'is'
    const present = filters.find(same)
    let next: readonly ViewFilter[]
    if (how === 'exclude') next = [...filters, { operator: 'is_not', dimension: tab.filter, values: [value] }]
    else if (!present) next = [...filters, { operator: 'is', dimension: tab.filter, values: [value] }]
    else {
      const isOnly = present.values.length === 1 && present.values[0] === value
      const values =
        how === 'only'
          ? [value]
          : present.values.includes(value)
            ? present.values.filter((one) => one !== value)
            : [...present.values, value]
      next =
        isOnly || values.length === 0
          ? filters.filter((one) => !same(one))
          : filters.map((one) => (same(one) ? { ...one, values } : one))
    }
    const isAdded = how === 'only' && next.some((one) => same(one) && one.values.includes(value))
    const panel = panelKeys.find((key) => (tabKeys[key] as readonly string[]).includes(tab.key))
    const hasNext =
      tab.next !== undefined &&
      (tab.next !== 'regions' || site.has_regions) &&
      (tab.next !== 'cities' || site.has_cities)
    go({
      filters: settleFilters(next),
      details: null,
      ...(isAdded && hasNext && panel ? { tabs: { ...tabs, [panel]: tab.next } } : {}),
    })
  }

  return {
    facts,
    site,
    rights,
    auth,
    properties,
    pathOf,
    now,
    today,
    calendar,
    state,
    setting,
    settingAt,
    segment,
    segments,
    notes,
    names,
    current,
    property,
    funnel,
    boxes,
    isCompared,
    go,
    stateWith,
    hrefOf,
    openTab,
    filterBy,
    learn,
    loadSegments,
    loadNotes,
    start,
  }
}
