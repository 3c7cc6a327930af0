// The menu of every box: its question to copy, all rows as a file, how they are counted.
import type { TabKey } from '../../../src/rules/catalogue.ts'
import type { MenuItem } from '../parts/menu.tsx'
import { withPart } from '../parts/on-demand.ts'
import type { Dashboard } from '../state/dashboard.ts'
import * as text from '../text/en/dashboard.ts'
import { dialogs } from './dialogs.ts'

const withExport = (use: (part: typeof import('./export.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./export.ts'), use)

export const downloadAll = (dashboard: Dashboard): Promise<unknown> =>
  withExport(({ downloadZip }) => downloadZip(dashboard))

export function boxMenu(dashboard: Dashboard, box: 'graph' | TabKey): Record<'curl' | 'csv' | 'counted', MenuItem> {
  return {
    curl: { label: text.copyAsCurl, act: () => withExport(({ copyCurl }) => copyCurl(dashboard, box)) },
    csv: { label: text.downloadCsv, act: () => withExport(({ downloadCsv }) => downloadCsv(dashboard, box)) },
    counted: { label: text.howCounted, act: () => dialogs.open({ kind: 'explain', box }) },
  }
}
