// What every box offers of its numbers: the question to copy, all rows as a file, how they are counted.
import type { TabKey } from '../../../src/rules/catalogue.ts'
import type { MenuItem } from '../parts/menu.tsx'
import { withPart } from '../parts/on-demand.ts'
import { copy } from '../parts/toast.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import * as text from '../text/en/dashboard.ts'
import { dialogs } from './dialogs.ts'

const withExport = (use: (part: typeof import('./export.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./export.ts'), use)

/** An answer that is a file leaves the page where it is. */
const download = (href: string | undefined): void => {
  if (href !== undefined) location.assign(href)
}

export const downloadAll = (dashboard: Dashboard): Promise<unknown> =>
  withExport(({ zipHref }) => download(zipHref(dashboard)))

export function boxMenu(dashboard: Dashboard, box: 'graph' | TabKey): Record<'curl' | 'csv' | 'counted', MenuItem> {
  const { facts, site, boxes } = dashboard
  return {
    curl: {
      label: text.copyAsCurl,
      act: () =>
        withExport(({ curlOf }) => {
          const { answer } = boxes.boxOf(box).value
          return answer && copy(curlOf(facts.base_url || location.origin, site.domain, answer.query))
        }),
    },
    csv: { label: text.downloadCsv, act: () => withExport(({ boxCsvHref }) => download(boxCsvHref(dashboard, box))) },
    counted: { label: text.howCounted, act: () => dialogs.open({ kind: 'explain', box }) },
  }
}
