// The menu of every box: its question to copy, all rows as a file, how they are counted.
import { type TabKey, tabOf } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import * as words from '../../../../src/rules/words/en/menus.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import type { Dashboard } from '../../state/dashboard.ts'
import { isByUrl } from '../../state/panels.ts'
import { say } from '../../text/say.ts'
import { dialogs } from '../dialogs.ts'
import { withAddresses, withExport } from './loads.ts'

export function boxMenu(dashboard: Dashboard, box: 'graph' | TabKey): Record<'curl' | 'csv' | 'counted', MenuItem> {
  return {
    curl: { label: text.copyAsCurl, act: () => withExport(({ copyCurl }) => copyCurl(dashboard, box)) },
    csv: { label: text.downloadCsv, act: () => withExport(({ downloadCsv }) => downloadCsv(dashboard, box)) },
    counted: { label: text.howCounted, act: () => dialogs.open({ kind: 'explain', box }) },
  }
}

/** The menu of a tab. Pages are broken down by path or by URL there. */
export function boxItems(dashboard: Dashboard, key: TabKey): MenuItem[] {
  const { state, setting } = dashboard
  const tab = tabOf(key)
  const isUrl = isByUrl(tab, state.value, setting.value.hasManyHostnames)
  const item = (by: 'path' | 'url'): MenuItem => ({
    label: say(words.breakDownBy, { by: words.addresses[by] }),
    role: 'menuitemradio',
    isChecked: (by === 'url') === isUrl,
    isApart: by === 'path',
    act: () => withAddresses(({ breakDownBy }) => breakDownBy(dashboard, by)),
  })
  return [...Object.values(boxMenu(dashboard, key)), ...(tab.host ? [item('path'), item('url')] : [])]
}
