// The menu of a row: filters by it, opens it, copies it, and makes its page a goal.
import * as words from '../../../../src/rules/words/en/menus.ts'
import { copy } from '../../parts/toast.tsx'
import type { Dashboard } from '../../state/dashboard.ts'
import { type GoalEntry, goalEntry } from './goal-item.ts'
import type { Filter, RowOf } from './rows.tsx'

/** The entries of a row's menu. As it opens it asks which pages are goals. */
export function rowEntries(dashboard: Dashboard, { tab, shown }: RowOf, filter: Filter): GoalEntry {
  const { value, host, href, label } = shown
  const isPage = tab.filter.endsWith('page') && host === null
  const goal: GoalEntry = isPage ? goalEntry(dashboard, { kind: 'page', name: value }) : { items: [] }
  const items = [
    { label: words.onlyThis, act: () => filter('only') },
    ...(host === null ? [{ label: words.add, act: () => filter('add') }] : []),
    ...(host !== null || tab.filter === 'goal' ? [] : [{ label: words.exclude, act: () => filter('exclude') }]),
    ...goal.items,
    ...(href === null ? [] : [{ label: words.open, act: () => open(href, '_blank', 'noopener') }]),
    { label: words.copyValue, isApart: true, act: () => void copy(value === '' || host !== null ? label : value) },
  ]
  return { ...goal, items }
}
