// A route about one site, which the caller names by `site_id` (spec/management 7): key or session, then the body, then
// the site and what may be done with it, then what the route is for.
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { siteFailures } from '../failure.ts'
import type { SiteView } from '../registry/directory.ts'
import type { Action } from '../rules/roles.ts'
import { trimWhiteSpace } from '../rules/white-space.ts'
import type { Caller } from './caller.ts'
import { type Definition, type Reply, type Route, type RouteContext, route } from './route.ts'
import { siteRefusals } from './schemas.ts'

export type Body = Readonly<Record<string, unknown>>

export const Deleted = Type.Object({ deleted: Type.Literal(true) })
export const SiteQuery = Type.Object({ site_id: Type.String() })
/** Where a DELETE may name its site: in the query or, as it was once, in the body. */
export const siteOfDelete = {
  query: Type.Object({ site_id: Type.Optional(Type.String()) }),
  body: Type.Object({ site_id: Type.Optional(Type.String()) }),
}

/**
 * The text of a required parameter of the body or the query, or the 400 that names it (spec/management 7; 2.3 for what
 * is no text).
 */
export function required(body: Body, query: URLSearchParams, name: string, purpose: string): string {
  const given = body[name] ?? query.get(name)
  // JSON may have a domain as a number.
  const value = name === 'site_id' && typeof given === 'number' ? String(given) : given
  if (value === null || (typeof value === 'string' && trimWhiteSpace(value) === ''))
    throw siteFailures.parameterRequired(name, purpose)
  if (typeof value !== 'string') throw siteFailures.invalid(name, 'is invalid')
  return value
}

/** A body that may be missing: DELETE and PUT accept `site_id` in the query too. */
export const readBody = ({ readJson }: RouteContext): Promise<Body> => readJson({ optional: true })

/**
 * The same. The body of a request without a session, or from another site's page, is not read (spec/dashboard 12.5).
 */
export async function readOwnBody(context: RouteContext, caller: Caller): Promise<Body> {
  caller.requireCredential(context)
  return readBody(context)
}

/** Arguments for the handler of a site's route. */
export interface SiteCall {
  readonly site: SiteView
  /** Empty where the route reads. */
  readonly body: Body
  readonly query: URLSearchParams
  readonly params: RouteContext['params']
  /** A required text beside `site_id`, of the body or the query. */
  need(name: string): string
}

interface SiteRoute extends Pick<Definition, 'name' | 'endpoint' | 'summary' | 'params'> {
  /** The caller's aim, for the refusal that names a missing parameter: `create a goal`. */
  readonly purpose: string
  readonly action: Action
  readonly body?: TObject
  readonly query?: TObject
  /** The body of the 200. */
  readonly reply: TSchema
  answer(call: SiteCall): Promise<unknown>
}

/** Declares such a route: GET reads with the scope of reading; the others take a body and the scope of changes. */
export function siteRoute(caller: Caller, { purpose, action, reply, answer, ...rest }: SiteRoute): Route {
  const isRead = rest.endpoint.startsWith('GET ')
  return route({
    access: ['key', 'session'],
    ...(isRead ? { query: SiteQuery } : {}),
    ...(rest.endpoint.startsWith('DELETE ') ? siteOfDelete : {}),
    ...rest,
    replies: { ...siteRefusals, 200: reply },
    async handle(context): Promise<Reply> {
      const key = await caller.forSites(context, isRead ? 'sites:read:*' : 'sites:provision:*')
      const body = isRead ? {} : await readBody(context)
      const need = (name: string) => required(body, context.query, name, purpose)
      const site = key.siteByParameter(need('site_id'), action)
      return { status: 200, body: await answer({ site, body, query: context.query, params: context.params, need }) }
    },
  })
}
