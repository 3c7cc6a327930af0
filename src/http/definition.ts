// A route as it is declared: name, method, path, schemas, access, answer. One way for all of them; `access.ts` makes
// Routes of them.
import type { Static, TNull, TSchema, TString } from '@sinclair/typebox'
import type { SiteView } from '../registry/directory.ts'
import type { Registry } from '../registry/registry.ts'
import type { SessionGrant } from '../registry/sessions.ts'
import type { Action } from '../rules/roles.ts'
import type { SettingsAccess } from './caller.ts'
import type { AnswerOf, BodyOf, Contract, Sent } from './contracts/contract.ts'
import { type SettingsContracts, settingsContracts } from './contracts/settings.ts'
import type { Body } from './readers.ts'
import type { Credential, Method, Reply, Route, RouteContext } from './route.ts'
import type { SitesCaller } from './sites-caller.ts'

/** Parts of a declaration that each kind of access has. */
interface Declared extends Pick<Route, 'name' | 'summary' | 'params' | 'query' | 'body' | 'replyHeaders'> {
  /** Method and path: `GET /api/v1/sites/:site_id`. */
  readonly endpoint: `${Method} ${string}`
}

/** A route that everybody may ask, or that looks at one of several credentials by itself. */
export interface OpenDefinition extends Declared, Pick<Route, 'isForm' | 'isPage' | 'replies' | 'handle'> {
  readonly access?: readonly Credential[]
}

/** Content of an answer besides its status: the body of its schema. A text or a file may come by a stream. */
type Content<Schema extends TSchema> = Schema extends TString
  ? Omit<Reply, 'status'>
  : Omit<Reply, 'status' | 'body' | 'stream'> &
      (Schema extends TNull ? { readonly body?: undefined } : { readonly body: Sent<Static<Schema>> })

/** An answer with one of these statuses. */
export type ReplyIn<Replies extends Route['replies']> = {
  [Status in keyof Replies & number]: { readonly status: Status } & Content<Replies[Status]>
}[keyof Replies & number]

/** A route of the account of somebody who is signed in. */
export interface UserDefinition extends Declared, Pick<Route, 'replies'> {
  readonly access: 'user'
  /** `registry`: for writes, which the audit log ascribes to the caller; so in the definitions below. */
  answer(user: SessionGrant, context: RouteContext, registry: Registry): Promise<Reply>
}

/** A route of the Plugins API: the site is the token's, and known before anything else is read. */
export interface TokenDefinition extends Declared, Pick<Route, 'replies'> {
  readonly access: 'token'
  answer(site: SiteView, context: RouteContext, registry: Registry): Promise<Reply>
}

/** Arguments of the answer of a route about one site that a key or session names by `site_id`. */
export interface SiteCall {
  readonly site: SiteView
  /** Rights of the caller. */
  readonly sites: SitesCaller
  readonly registry: Registry
  /** Empty if the route reads. */
  readonly body: Body
  readonly query: URLSearchParams
  readonly params: RouteContext['params']
  /** A required text beside `site_id`, of the body or the query. */
  need(name: string): string
}

/**
 * A route about one site, which the caller names by `site_id` (spec/management 7). GET reads with the scope of reading;
 * the others take a body and the scope of changes. The answer to POST is a 201.
 */
export interface SiteDefinition extends Declared {
  readonly access: 'site'
  /** The caller's aim, for the refusal that names a missing parameter: `create a goal`. */
  readonly purpose: string
  readonly action: Action
  /** The body is read before the key is checked: a broken body of a wrong key is a 400. */
  readonly isBodyFirst?: boolean
  /** The body of the answer. */
  readonly reply: TSchema
  /** Answers that only this route gives. */
  readonly refusals?: Readonly<Record<number, TSchema>>
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
  /** `readBody`: the body, checked by its schema, or the 400 that names the field. */
  answer(access: SettingsAccess, context: RouteContext, readBody: () => Promise<unknown>): Promise<unknown>
}

/** A declared route. `access` says who may ask it, and `http/access.ts` makes it the Route that the server mounts. */
export type Definition = OpenDefinition | UserDefinition | TokenDefinition | SiteDefinition | SettingsDefinition

/**
 * Declares a route that everybody may ask, or that looks at credentials by itself. The schemas of its answers are the
 * types of what it answers.
 */
export const route = <Replies extends Route['replies']>(
  definition: Omit<OpenDefinition, 'replies' | 'handle'> & {
    readonly replies: Replies
    handle(context: RouteContext): Promise<ReplyIn<NoInfer<Replies>>> | ReplyIn<NoInfer<Replies>>
  },
): OpenDefinition => definition as OpenDefinition

/**
 * Declares a route that answers a page, a file, the text of a protocol, or rows that take their shape from the
 * question. Its schemas describe the answer, and no type holds it to them.
 */
export const rawRoute = (definition: OpenDefinition): OpenDefinition => definition

/** Declares a route of the account, in the same way. */
export const userRoute = <Replies extends Route['replies']>(
  definition: Omit<UserDefinition, 'access' | 'replies' | 'answer'> & {
    readonly replies: Replies
    answer(user: SessionGrant, context: RouteContext, registry: Registry): Promise<ReplyIn<NoInfer<Replies>>>
  },
): UserDefinition => ({ access: 'user', ...(definition as Omit<UserDefinition, 'access'>) })

/** Declares a route of the Plugins API, in the same way. */
export const tokenRoute = <Replies extends Route['replies']>(
  definition: Omit<TokenDefinition, 'access' | 'replies' | 'answer'> & {
    readonly replies: Replies
    answer(site: SiteView, context: RouteContext, registry: Registry): Promise<ReplyIn<NoInfer<Replies>>>
  },
): TokenDefinition => ({ access: 'token', ...(definition as Omit<TokenDefinition, 'access'>) })

/** Declares a route about one site, in the same way. */
export const siteRoute = <Answer extends TSchema>(
  definition: Omit<SiteDefinition, 'access' | 'reply' | 'answer'> & {
    readonly reply: Answer
    answer(call: SiteCall): Promise<Sent<Static<NoInfer<Answer>>>>
  },
): SiteDefinition => ({ access: 'site', ...definition })

/** The part of a settings route beside its contract. */
interface Answering<Of extends Contract> extends Pick<SettingsDefinition, 'action' | 'refusals' | 'replyHeaders'> {
  answer(access: SettingsAccess, context: RouteContext, readBody: () => Promise<BodyOf<Of>>): Promise<AnswerOf<Of>>
}

/** Declares a route of the settings by its name in the contracts, which say the types of its body and its answer. */
export const settingsRoute = <Name extends keyof SettingsContracts>(
  name: Name,
  answering: Answering<SettingsContracts[Name]>,
): SettingsDefinition => ({
  access: 'settings',
  name,
  ...settingsContracts[name],
  ...(answering as Answering<Contract>),
})

/** Method and path of an endpoint. */
export function splitEndpoint(endpoint: Declared['endpoint']): Pick<Route, 'method' | 'path'> {
  const [method, path] = endpoint.split(' ') as [Method, string]
  return { method, path }
}

/** The Route of a declaration that asks no caller. */
export const openRoute = ({ endpoint, ...rest }: OpenDefinition): Route => ({ ...splitEndpoint(endpoint), ...rest })
