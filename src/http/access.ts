// Access to a route: each kind as one function from a declaration to the Route that the server mounts.
import { settingsRight } from '../rules/settings-pages.ts'
import { createBodyCheck } from './body-check.ts'
import type { Caller } from './caller.ts'
import {
  type Definition,
  openRoute,
  type SettingsDefinition,
  type SiteDefinition,
  splitEndpoint,
  type TokenDefinition,
  type UserDefinition,
} from './definition.ts'
import { readBody, readOwnBody, required } from './readers.ts'
import type { Route } from './route.ts'
import { ErrorReply, NoContent, SiteQuery, siteOfDelete, siteParams, siteRefusals } from './schemas.ts'

const ofUser = (caller: Caller, { endpoint, answer, ...rest }: UserDefinition): Route => ({
  ...rest,
  ...splitEndpoint(endpoint),
  access: ['session'],
  async handle(context) {
    const user = await caller.forUser(context)
    return answer(user, context, caller.registryOf({ kind: 'user', id: user.userId }))
  },
})

const ofToken = (caller: Caller, { endpoint, answer, ...rest }: TokenDefinition): Route => ({
  ...rest,
  ...splitEndpoint(endpoint),
  access: ['token'],
  async handle(context) {
    const { id, site } = await caller.forToken(context.headers)
    return answer(site, context, caller.registryOf({ kind: 'token', id }))
  },
})

/** Key or session first, then the body (or the other way round), then the site and the right to the action. */
function ofSite(caller: Caller, definition: SiteDefinition): Route {
  const { endpoint, purpose, action, isBodyFirst = false, reply, refusals, answer, ...rest } = definition
  const { method, path } = splitEndpoint(endpoint)
  const isRead = method === 'GET'
  const status = method === 'POST' ? 201 : 200
  return {
    method,
    path,
    ...(isRead ? { query: SiteQuery } : {}),
    ...(method === 'DELETE' ? siteOfDelete : {}),
    ...rest,
    access: ['key', 'session'],
    replies: { ...siteRefusals, ...refusals, [status]: reply },
    async handle(context) {
      const early = isBodyFirst ? await readOwnBody(context, caller) : undefined
      const sites = await caller.forSites(context, isRead ? 'sites:read:*' : 'sites:provision:*')
      const body = isRead ? {} : (early ?? (await readBody(context)))
      const { query, params } = context
      const need = (name: string) => required(body, query, name, purpose)
      const site = sites.siteByParameter(need('site_id'), action)
      const registry = caller.registryOf(sites.grant.actor)
      return { status, body: await answer({ sites, site, registry, body, query, params, need }) }
    },
  }
}

function ofSettings(caller: Caller, definition: SettingsDefinition): Route {
  const { endpoint, action = settingsRight, reply, refusals, answer, ...rest } = definition
  const { method, path } = splitEndpoint(endpoint)
  const check = rest.body && createBodyCheck(rest.body)
  const status = reply === undefined ? 204 : method === 'POST' ? 201 : 200
  return {
    method,
    path,
    params: siteParams,
    ...rest,
    access: ['session'],
    replies: { ...siteRefusals, 403: ErrorReply, ...refusals, [status]: reply ?? NoContent },
    async handle(context) {
      const access = await caller.forSettings(context, context.params['site_id'] ?? '', action)
      const body = await answer(access, context, async () => check?.(await context.readJson()))
      return reply === undefined ? { status } : { status, body }
    },
  }
}

function bind(caller: Caller, definition: Definition): Route {
  switch (definition.access) {
    case 'user':
      return ofUser(caller, definition)
    case 'token':
      return ofToken(caller, definition)
    case 'site':
      return ofSite(caller, definition)
    case 'settings':
      return ofSettings(caller, definition)
    default:
      return openRoute(definition)
  }
}

/** The routes of declarations; `caller` tells who asks. */
export const bindRoutes = (caller: Caller, definitions: readonly Definition[]): Route[] =>
  definitions.map((definition) => bind(caller, definition))
