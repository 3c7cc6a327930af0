// The pages of a site's settings, in the groups and the order of their list (spec/dashboard 11), and the right to them.
// The browser reads them too.
import type { Action } from './roles.ts'

/** The right that opens these pages. Their routes need it too, where they name no other one. */
export const settingsRight = 'write_site' satisfies Action

export const settingsGroups = {
  site: ['general', 'installation', 'imports'],
  data: ['goals', 'funnels', 'properties', 'shields'],
  people: ['people', 'sharing', 'reports', 'tokens', 'audit-log'],
} as const
export type SettingsGroup = keyof typeof settingsGroups
export type SettingsPage = (typeof settingsGroups)[SettingsGroup][number]

const ownRights: { readonly [Page in SettingsPage]?: Action } = { 'audit-log': 'read_audit_log' }

/** The right that opens a page. */
export const rightTo = (page: SettingsPage): Action => ownRights[page] ?? settingsRight

/** All of them in their order. A function, so that scripts of pages without settings do without the groups. */
export const settingsPages = (): readonly SettingsPage[] => Object.values(settingsGroups).flat()

export const isSettingsPage = (name: string): name is SettingsPage =>
  (settingsPages() as readonly string[]).includes(name)
