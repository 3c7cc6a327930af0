// What the routes of all settings pages share.
import { Type } from '@sinclair/typebox'
import type { Registry } from '../../registry/registry.ts'
import type { Action } from '../../rules/roles.ts'
import type { FindPropertyKeys } from '../../stats/property-keys.ts'
import type { Caller, SettingsAccess } from '../caller.ts'
import type { RouteContext } from '../route.ts'
import { ErrorReply, siteRefusals } from '../schemas.ts'

export interface SettingsParts {
  readonly registry: Registry
  readonly caller: Caller
  readonly baseUrl: string
  readonly findPropertyKeys: FindPropertyKeys
  /** Changes the zone at once, and in the background what the zone decides of the site's history. */
  readonly changeTimezone: (domain: string, timezone: string) => Promise<unknown>
  /** Keeps raw rows for so many months, or with null for ever. */
  readonly setRetention: (domain: string, months: number | null) => Promise<unknown>
}

export const settingsPath = '/api/sites/:site_id'

/** What all these routes are. */
export const settingsCommon = {
  tags: ['Settings'],
  access: ['session'],
  params: Type.Object({ site_id: Type.String({ description: 'Current or previous domain' }) }),
} as const
export const settingsRefusals = { ...siteRefusals, 403: ErrorReply } as const

/** The site of the address, for somebody whose role includes the action. */
export const settingsOf = (
  { caller }: SettingsParts,
  context: RouteContext,
  action: Action = 'write_site',
): Promise<SettingsAccess> => caller.forSettings(context, context.params['site_id'] ?? '', action)

/** Parameters of one thing of a site. */
export const oneOf = (name: string) =>
  Type.Object({ site_id: settingsCommon.params.properties.site_id, [name]: Type.String() })
