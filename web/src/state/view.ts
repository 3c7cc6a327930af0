// The address as state: the current state, and `go` to another.
import { batch, computed, signal } from '@preact/signals'
import type { PanelKey, Tab, TabKey } from '../../../src/rules/catalogue.ts'
import type { Calendar } from '../../../src/rules/view-range.ts'
import type { ViewState } from '../../../src/rules/view-state.ts'
import { remember } from '../browser/storage.ts'
import { addressOf, authOf, changed, heldParams, localDay, propertiesOf, readAddress, tabParams } from './address.ts'
import type { DashboardFacts } from './facts.ts'
import { filterBy, type Press } from './filter-by.ts'

const here = () => location.pathname + location.search

/**
 * The calendar by which the first address is settled. A link to a young site that says `period=day` keeps it: it means
 * the same in two days. The calendar of an old site writes it.
 */
const settledAmong = (calendar: Calendar): Calendar =>
  new URLSearchParams(location.search).get('period') === 'day' ? { ...calendar, firstDay: null } : calendar

export function createView(facts: DashboardFacts) {
  const { site } = facts
  const held = heldParams(location.search)
  const dayOf = localDay(site.timezone)
  const now = signal(Date.now())
  const today = computed(() => dayOf(now.value))
  const calendar = computed<Calendar>(() => ({ today: today.value, firstDay: site.first_day }))
  const search = signal(location.search)
  const state = computed(() => readAddress(search.value, calendar.value, facts))
  const isOutdated = signal(false)
  const hrefOf = (next: ViewState) => addressOf(location.pathname, next, held, calendar.peek())
  /** The state with some changes; what they make impossible falls away. */
  const stateWith = (changes: Partial<ViewState>) => changed(state.peek(), changes, calendar.peek())

  /** Takes over the address as it is now. */
  const reread = () =>
    batch(() => {
      now.value = Date.now()
      search.value = location.search
    })

  /** Shows another state. Choosing adds to the history; typing replaces. */
  function go(changes: Partial<ViewState>, { replace = false } = {}): void {
    const next = hrefOf(stateWith(changes))
    if (next === here()) return
    if (isOutdated.value && !replace) return void location.assign(next)
    history[replace ? 'replaceState' : 'pushState'](null, '', next)
    reread()
  }

  return {
    properties: propertiesOf(site),
    auth: authOf(held),
    now,
    today,
    calendar,
    state,
    isOutdated,
    hrefOf,
    stateWith,
    go,
    reread,
    /** Writes the address in its shortest form. */
    settle() {
      const canonical = addressOf(location.pathname, state.peek(), held, settledAmong(calendar.peek()))
      if (canonical !== here()) history.replaceState(null, '', canonical)
      search.value = location.search
    },
    /** Keeps the open tabs for links from elsewhere. */
    openTab(panel: PanelKey, tab: TabKey) {
      const tabs = { ...state.peek().tabs, [panel]: tab }
      remember('tidemark.tabs', tabParams(tabs))
      go({ tabs })
    },
    /** A press on a row. */
    filterBy: (tab: Tab, value: string, how: Press) => go(filterBy(state.peek(), tab, value, how, site)),
  }
}

export type View = ReturnType<typeof createView>
