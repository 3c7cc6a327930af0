// Parts that menus, rows and keys fetch: one file asks for each of them. Facts that two of them share stand here too.
import { signal } from '@preact/signals'
import { withPart } from '../../parts/on-demand.ts'
import type { Dashboard } from '../../state/dashboard.ts'

export const withExport = (use: (part: typeof import('./export.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./export.ts'), use)

export const downloadAll = (dashboard: Dashboard): Promise<unknown> =>
  withExport(({ downloadZip }) => downloadZip(dashboard))

export const withAddresses = (use: (part: typeof import('./addresses.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./addresses.ts'), use)

/** Pages and events that are goals, as `page:/pricing`. Empty until a menu has asked. */
export const goalSteps = signal<ReadonlySet<string>>(new Set())

export const withGoals = (use: (part: typeof import('./make-goal.ts')) => unknown): Promise<unknown> =>
  withPart(() => import('./make-goal.ts'), use)
