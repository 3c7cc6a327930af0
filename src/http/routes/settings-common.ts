// What the routes of all settings pages share.
import type { Writable } from 'node:stream'
import { type TSchema, Type } from '@sinclair/typebox'
import type { Registry } from '../../registry/registry.ts'
import type { Action } from '../../rules/roles.ts'
import type { FindPropertyKeys } from '../../stats/property-keys.ts'
import type { Caller, SettingsAccess } from '../caller.ts'
import { type Definition, type Route, type RouteContext, route } from '../route.ts'
import { ErrorReply, NoContent, siteRefusals } from '../schemas.ts'

export interface SettingsParts {
  readonly registry: Registry
  readonly caller: Caller
  readonly baseUrl: string
  readonly findPropertyKeys: FindPropertyKeys
  /** Changes domain, zone and retention as far as they are given, all or nothing (upkeep/settings). */
  readonly changeSettings: (siteId: number, changes: SettingsChanges) => Promise<void>
  readonly uploads: { readonly files: UploadBytes; readonly bytesMax: number }
  /** Writes stored rows of a site, oldest first (upkeep/export). */
  readonly exportRows: (siteId: number, options: RowsWanted) => Promise<void>
  /** Sends an invitation; undefined: no mail goes out. */
  readonly sendInvitation: ((invitation: { email: string; to: string; url: string }) => Promise<void>) | undefined
}

interface SettingsChanges {
  readonly domain: unknown
  readonly timezone: string | undefined
  readonly retentionMonths: number | null | undefined
}

export interface RowsWanted {
  readonly what: 'events' | 'sessions'
  readonly format: 'ndjson' | 'csv'
  /** Local days, inclusive. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly sink: Writable
}

/** Where the bytes of uploads are (imports/upload-files). */
interface UploadBytes {
  offsetOf(id: number): Promise<number>
  requireRoom(bytes: number): Promise<void>
  append(id: number, chunk: { offset: number; end: number; body: AsyncIterable<Buffer> }): Promise<number>
  remove(id: number): Promise<void>
}

/** The site as its routes name it. */
const siteId = Type.String({ description: 'Current or previous domain' })

/** Parameters of what is of a site. */
export const siteParams = Type.Object({ site_id: siteId })

/** Parameters of one thing of a site. */
export const oneOf = (name: string) => Type.Object({ site_id: siteId, [name]: Type.String() })

/** The path of its endpoint is below /api/sites/:site_id. */
interface SettingsRoute extends Pick<Definition, 'name' | 'endpoint' | 'summary' | 'params' | 'query' | 'body'> {
  /** What the role has to include: changing the site, unless it says otherwise. */
  readonly action?: Action
  /** The body of the answer; none is a 204. What was made is a 201. */
  readonly reply?: TSchema
  /** Answers beside those of all these routes. */
  readonly refusals?: Readonly<Record<number, TSchema>>
  readonly refusalHeaders?: Route['replyHeaders']
  answer(access: SettingsAccess, context: RouteContext): Promise<unknown>
}

/** Declares such a route: for somebody who is signed in and whose role on the site includes the action. */
export function settingsRoute({ caller }: SettingsParts, definition: SettingsRoute): Route {
  const { endpoint, action = 'write_site', reply, refusals, refusalHeaders, answer, ...rest } = definition
  const status = reply === undefined ? 204 : endpoint.startsWith('POST ') ? 201 : 200
  return route({
    access: ['session'],
    params: siteParams,
    ...rest,
    endpoint: endpoint.replace(' ', ' /api/sites/:site_id/') as typeof endpoint,
    replies: { ...siteRefusals, 403: ErrorReply, ...refusals, [status]: reply ?? NoContent },
    ...(refusalHeaders ? { replyHeaders: refusalHeaders } : {}),
    async handle(context) {
      const access = await caller.forSettings(context, context.params['site_id'] ?? '', action)
      const body = await answer(access, context)
      return reply === undefined ? { status } : { status, body }
    },
  })
}
