// Single keys of the page.

import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { intervalsOf, presets } from '../../../../src/rules/view-range.ts'
import { comparedDays } from '../../../../src/rules/view-state.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { isPaletteOpen } from '../../parts/commands.ts'
import { withPart } from '../../parts/on-demand.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { intervalOf } from '../../state/questions.ts'
import { canCompare, comparison, customKey, rangeChange, step } from '../bar/range.tsx'
import { dialogs } from '../dialogs.ts'

interface Shortcut {
  readonly keys: readonly string[]
  /** Absent: the dialog of keys says it (src/rules/words/en/dialogs.ts). */
  readonly words?: string
  readonly run: (dashboard: Dashboard, key: string) => void
}

const rangeShortcuts: readonly Shortcut[] = presets.map(({ key, name, choice }) => ({
  keys: [key],
  words: text.ranges[name],
  run: ({ go, today }) => go(rangeChange(choice(today.value))),
}))

/** The comparison that `X` brings back: the last one of this page. */
let lastCompare: 'previous_period' | 'year_over_year' = 'previous_period'

export const shortcuts: readonly Shortcut[] = [
  ...rangeShortcuts,
  { keys: [customKey], words: text.customRange, run: () => dialogs.open({ kind: 'range' }) },
  { keys: ['ArrowLeft'], words: text.previousPeriod, run: (dashboard) => step(dashboard, -1) },
  { keys: ['ArrowRight'], words: text.nextPeriod, run: (dashboard) => step(dashboard, 1) },
  {
    keys: ['X'],
    run: (dashboard) => {
      const { compare } = dashboard.state.value
      if (!canCompare(dashboard)) return
      if (compare === 'previous_period' || compare === 'year_over_year') lastCompare = compare
      dashboard.go(comparison(compare === null ? lastCompare : null))
    },
  },
  {
    keys: ['I'],
    run: ({ state, calendar, go }) => {
      const view = state.value
      const offered = intervalsOf(view, calendar.value, comparedDays(view))
      const at = offered.indexOf(intervalOf(view, calendar.value))
      go({ interval: offered[(at + 1) % offered.length] ?? null })
    },
  },
  {
    keys: ['G'],
    run: ({ state, go }) => go({ view: state.value.view === 'graph' ? 'table' : 'graph' }),
  },
  {
    keys: ['B'],
    words: text.addNote,
    run: ({ rights, today }) => {
      if (rights.write) dialogs.open({ kind: 'note', day: dialogs.cursorDay.value ?? today.value })
    },
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    run: ({ facts }, key) => {
      if (facts.user)
        withPart(
          () => import('../bar/pinned.ts'),
          ({ openPinned }) => openPinned(Number(key)),
        )
    },
  },
  { keys: ['/'], run: () => dialogs.open({ kind: 'filter' }) },
  {
    keys: ['Escape'],
    run: ({ state, go, segment }) => {
      const { filters } = state.value
      if (filters.length > 0) go({ filters: filters.slice(0, -1) })
      else if (segment.value) go({ segment: null })
    },
  },
  { keys: ['?'], words: text.keyboardShortcuts, run: () => dialogs.open({ kind: 'shortcuts' }) },
]

export const areKeysOn = signal(true)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, select, [contenteditable], [role=combobox], [role=listbox]')

/** Letters do nothing while something that uses them has the focus, or a dialog is open. */
export function useShortcuts(dashboard: Dashboard): void {
  useEffect(() => {
    areKeysOn.value = dashboard.facts.user?.shortcuts !== false
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open], [popover]:popover-open')) return
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
      // Some keyboards write signs with Shift.
      if (event.key.length === 1 && (!areKeysOn.value || (event.shiftKey && key !== key.toLowerCase()))) return
      const found = shortcuts.find(({ keys }) => keys.includes(key))
      if (!found) return
      event.preventDefault()
      found.run(dashboard, key)
    }
    addEventListener('keydown', listen)
    let forget: Promise<() => void> | undefined
    const stop = effect(() => {
      if (isPaletteOpen.value) forget ??= import('./commands.ts').then(({ offerCommands }) => offerCommands(dashboard))
    })
    return () => {
      removeEventListener('keydown', listen)
      stop()
      forget?.then((end) => end())
    }
  }, [])
}
