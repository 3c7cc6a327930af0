// Parts that the routes of all settings pages share.
import { type TSchema, Type } from '@sinclair/typebox'
import type { Action } from '../../rules/roles.ts'
import type { SettingsAccess } from '../caller.ts'
import { type Definition, type Route, type RouteContext, route } from '../route.ts'
import { ErrorReply, NoContent, siteRefusals } from '../schemas.ts'
import type { Services } from './services.ts'

/** The site as its routes name it. */
const siteId = Type.String({ description: 'Current or previous domain' })

/** Parameters of what is of a site. */
export const siteParams = Type.Object({ site_id: siteId })

/** Parameters of one thing of a site. */
export const oneOf = (name: string) => Type.Object({ site_id: siteId, [name]: Type.String() })

/** The path of its endpoint is below /api/sites/:site_id. */
interface SettingsRoute extends Pick<Definition, 'name' | 'endpoint' | 'summary' | 'params' | 'query' | 'body'> {
  /** Action that the role has to include. By default: changing the site. */
  readonly action?: Action
  /** The body of the answer; none is a 204. What was made is a 201. */
  readonly reply?: TSchema
  /** Answers beside those of all these routes. */
  readonly refusals?: Readonly<Record<number, TSchema>>
  readonly refusalHeaders?: Route['replyHeaders']
  answer(access: SettingsAccess, context: RouteContext): Promise<unknown>
}

/** Declares a settings route, for signed-in people with a role on the site that includes the action. */
export function settingsRoute({ caller }: Services, definition: SettingsRoute): Route {
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
