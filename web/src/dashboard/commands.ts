// Commands of the palette on a dashboard. Fetched when the palette opens for the first time.
import { dimensionWord, panels } from '../../../src/rules/catalogue.ts'
import { addCommands, type Command } from '../commands.ts'
import { copy } from '../parts/toast.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import { shownTabs, tabLabel } from '../state/panels.ts'
import * as words from '../text/en/commands.ts'
import * as text from '../text/en/dashboard.ts'
import { keyWords } from '../text/en/dialogs.ts'
import { say } from '../text/say.ts'
import { canCompare, comparison } from './range.tsx'
import { shortcuts } from './shortcuts.ts'

const filtered = ['page', 'entry_page', 'source', 'referrer', 'utm_campaign']
const comparisons = [null, 'previous_period', 'year_over_year'] as const

function commandsOf(dashboard: Dashboard, typed: string): Command[] {
  const { state, go, rights, site } = dashboard
  const keys = shortcuts.filter(({ keys: [key] }) => key !== 'Escape' && (key !== 'B' || rights.write))
  return [
    ...keys.map(({ words: label, keys: [key = ''], run }) => ({
      label: label ?? keyWords[key] ?? key,
      detail: key,
      run: () => run(dashboard, key),
    })),
    ...(canCompare(dashboard) ? comparisons : []).map((compare) => ({
      label: say(words.compare, { words: text.comparisons[compare ?? 'off'] }),
      run: () => go(comparison(compare)),
    })),
    ...panels.flatMap(({ key, label }) =>
      shownTabs(key, state.value, site).map((tab) => ({
        label: `${label}: ${tabLabel(tab)}`,
        run: () => go({ tabs: { ...state.value.tabs, [key]: tab } }),
      })),
    ),
    { label: words.copyLink, run: () => copy(location.href) },
    ...(typed.trim() === '' ? [] : filtered).map((dimension) => ({
      label: say(words.filterBy, { dimension: dimensionWord(dimension).toLowerCase(), typed }),
      run: () =>
        go({ filters: [...state.value.filters, { operator: 'contains' as const, dimension, values: [typed] }] }),
    })),
  ]
}

/** Gives the palette the commands of a dashboard; the answer takes them away. */
export const offerCommands = (dashboard: Dashboard): (() => void) =>
  addCommands((typed) => commandsOf(dashboard, typed))
