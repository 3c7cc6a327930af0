// A route as it is declared: name, method, path, schemas, access, answer. One way for all of them; `access.ts` makes
// Routes of them.
import type { TSchema } from '@sinclair/typebox'
import type { SiteView } from '../registry/directory.ts'
import type { SessionGrant } from '../registry/sessions.ts'
import type { Action } from '../rules/roles.ts'
import type { SettingsAccess } from './caller.ts'
import type { Body } from './readers.ts'
import type { Credential, Method, Reply, Route, RouteContext } from './route.ts'

/** Parts of a declaration that each kind of access has. */
interface Declared extends Pick<Route, 'name' | 'summary' | 'params' | 'query' | 'body' | 'replyHeaders'> {
  /** Method and path: `GET /api/v1/sites/:site_id`. */
  readonly endpoint: `${Method} ${string}`
}

/** A route that everybody may ask, or that looks at one of several credentials by itself. */
export interface OpenDefinition extends Declared, Pick<Route, 'isForm' | 'isPage' | 'replies' | 'handle'> {
  readonly access?: readonly Credential[]
}

/** A route of the account of somebody who is signed in. */
export interface UserDefinition extends Declared, Pick<Route, 'replies'> {
  readonly access: 'user'
  answer(user: SessionGrant, context: RouteContext): Promise<Reply>
}

/** A route of the Plugins API: the site is the token's, and known before anything else is read. */
export interface TokenDefinition extends Declared, Pick<Route, 'replies'> {
  readonly access: 'token'
  answer(site: SiteView, context: RouteContext): Promise<Reply>
}

/** Arguments of the answer of a route about one site that a key or session names by `site_id`. */
export interface SiteCall {
  readonly site: SiteView
  /** Empty where the route reads. */
  readonly body: Body
  readonly query: URLSearchParams
  readonly params: RouteContext['params']
  /** A required text beside `site_id`, of the body or the query. */
  need(name: string): string
}

/**
 * A route about one site, which the caller names by `site_id` (spec/management 7). GET reads with the scope of reading;
 * the others take a body and the scope of changes.
 */
export interface SiteDefinition extends Declared {
  readonly access: 'site'
  /** The caller's aim, for the refusal that names a missing parameter: `create a goal`. */
  readonly purpose: string
  readonly action: Action
  /** The body of the 200. */
  readonly reply: TSchema
  answer(call: SiteCall): Promise<unknown>
}

/** A route of the settings, for signed-in people with a role on the site that includes the action. */
export interface SettingsDefinition extends Declared {
  readonly access: 'settings'
  /** By default: changing the site. */
  readonly action?: Action
  /** The body of the answer; none is a 204. The answer to POST is a 201. */
  readonly reply?: TSchema
  /** Answers beside those of all these routes. */
  readonly refusals?: Readonly<Record<number, TSchema>>
  answer(access: SettingsAccess, context: RouteContext): Promise<unknown>
}

/** A route as it is declared: data. Its `access` says who may ask. `http/access.ts` makes a Route of it. */
export type Definition = OpenDefinition | UserDefinition | TokenDefinition | SiteDefinition | SettingsDefinition

/** Declares a route. */
export const route = <Of extends Definition>(definition: Of): Of => definition

/** Method and path of an endpoint. */
export function splitEndpoint(endpoint: Declared['endpoint']): Pick<Route, 'method' | 'path'> {
  const [method, path] = endpoint.split(' ') as [Method, string]
  return { method, path }
}

/** The Route of a declaration that asks no caller. */
export const openRoute = ({ endpoint, ...rest }: OpenDefinition): Route => ({ ...splitEndpoint(endpoint), ...rest })
