// Parts that menus, rows and keys fetch: one file asks for each of them.
import { withPart } from '../../parts/on-demand.ts'
import type { Dashboard } from '../../state/dashboard.ts'

export const withExport = (use: (part: typeof import('./export.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./export.ts'), use)

export const downloadAll = (dashboard: Dashboard): Promise<unknown> =>
  withExport(({ downloadZip }) => downloadZip(dashboard))

export const withAddresses = (use: (part: typeof import('./addresses.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./addresses.ts'), use)
