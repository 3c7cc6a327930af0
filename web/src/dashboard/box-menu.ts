// What every box offers of its numbers: the question to copy, all rows as a file, how they are counted.
import type { TabKey } from '../../../src/rules/view-state.ts'
import type { MenuItem } from '../parts/menu.tsx'
import { copy } from '../parts/toast.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import * as text from '../text/en/dashboard.ts'
import { dialogs } from './dialogs.ts'

const load = () => import('./export.ts')

/** An answer that is a file leaves the page where it is. */
const download = (href: string | undefined): void => {
  if (href !== undefined) location.assign(href)
}

export const downloadAll = async (dashboard: Dashboard): Promise<void> => download((await load()).zipHref(dashboard))

export function boxMenu(dashboard: Dashboard, box: 'graph' | TabKey): Record<'curl' | 'csv' | 'counted', MenuItem> {
  const { facts, site, boxes } = dashboard
  return {
    curl: {
      label: text.copyAsCurl,
      act: async () => {
        const { answer } = boxes.boxOf(box).value
        const { curlOf } = await load()
        if (answer) await copy(curlOf(facts.base_url || location.origin, site.domain, answer.query))
      },
    },
    csv: { label: text.downloadCsv, act: async () => download((await load()).boxCsvHref(dashboard, box)) },
    counted: { label: text.howCounted, act: () => dialogs.open({ kind: 'explain', box }) },
  }
}
