// What belongs to a site in the Sites API: teams and guests, custom properties, goals, shared links.
import { Type } from '@sinclair/typebox'
import { Failure, goalFailures, siteFailures } from '../../failure.ts'
import type { Registry } from '../../registry/registry.ts'
import { linkUrl, readLinkName, reservedLinkNames } from '../../registry/shared-links.ts'
import {
  createProblems,
  type Goal,
  type GoalInput,
  readCurrency,
  readCustomProps,
  readEventName,
  readPath,
} from '../../rules/goal.ts'
import { featuresOf, type GuestRole } from '../../rules/roles.ts'
import { freeProperties, readProperty } from '../../rules/site.ts'
import { cleanText } from '../../rules/text.ts'
import { trimWhiteSpace } from '../../rules/white-space.ts'
import type { Caller } from '../caller.ts'
import { listMeta, paginate } from '../pagination.ts'
import { type Route, type RouteContext, route } from '../route.ts'
import { CustomProps, ListMeta, Nullable, PageQuery, siteRefusals } from '../schemas.ts'
import { pageSize } from './sites.ts'

interface Parts {
  registry: Registry
  caller: Caller
  baseUrl: string
}

export type Body = Readonly<Record<string, unknown>>

export const Deleted = Type.Object({ deleted: Type.Literal(true) })
export const SiteQuery = Type.Object({ site_id: Type.String() })
/** Where a DELETE may name its site: in the query or, as it was once, in the body. */
export const siteOfDelete = {
  query: Type.Object({ site_id: Type.Optional(Type.String()) }),
  body: Type.Object({ site_id: Type.Optional(Type.String()) }),
}
const tags = ['Sites']

/**
 * The text of a required parameter of the body or the query, or the 400 that names it (spec/management 7; 2.3 for what
 * is no text).
 */
export function required(body: Body, query: URLSearchParams, name: string, purpose: string): string {
  const given = body[name] ?? query.get(name)
  // A domain may be a number to whoever writes JSON.
  const value = name === 'site_id' && typeof given === 'number' ? String(given) : given
  if (value === null || (typeof value === 'string' && trimWhiteSpace(value) === ''))
    throw siteFailures.parameterRequired(name, purpose)
  if (typeof value !== 'string') throw siteFailures.invalid(name, 'is invalid')
  return value
}

/** A body that may be missing: DELETE and PUT accept `site_id` in the query too. */
export const readBody = ({ readJson }: RouteContext): Promise<Body> => readJson({ optional: true })

function teamRoutes({ registry, caller }: Parts): Route[] {
  const path = '/api/v1/sites/guests'
  const Guest = Type.Object({ email: Type.String(), role: Type.String(), status: Type.String() })
  return [
    route({
      name: 'ListTeams',
      method: 'GET',
      path: '/api/v1/sites/teams',
      summary: 'List the teams of the key’s owner',
      tags,
      access: ['key', 'session'],
      query: PageQuery,
      replies: {
        200: Type.Object({
          teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), api_available: Type.Boolean() })),
          meta: ListMeta,
        }),
      },
      async handle(context) {
        const { query } = context
        const { grant } = await caller.forSites(context, 'sites:read:*')
        const all = (await registry.teams.list(grant.userId)).filter((team) => grant.teams.has(team.id)).reverse()
        const page = paginate(all, (team) => team.id, query, pageSize)
        const teams = page.items.map((team) => ({
          id: team.identifier,
          name: team.name,
          api_available: featuresOf(team.plan, team.features).has('stats_api'),
        }))
        return { status: 200, body: { teams, meta: listMeta(page) } }
      },
    }),
    route({
      name: 'ListGuests',
      method: 'GET',
      path,
      summary: 'List the guests of a site, accepted ones first',
      tags,
      access: ['key', 'session'],
      query: Type.Composite([SiteQuery, PageQuery]),
      replies: { ...siteRefusals, 200: Type.Object({ guests: Type.Array(Guest), meta: ListMeta }) },
      async handle(context) {
        const { query } = context
        const key = await caller.forSites(context, 'sites:read:*')
        const site = key.siteByParameter(required({}, query, 'site_id', 'list guests'), 'read_site')
        const page = paginate(await registry.teams.guests(site.id), (guest) => guest.place, query, pageSize)
        return {
          status: 200,
          body: { guests: page.items.map(({ place: _, ...guest }) => guest), meta: listMeta(page) },
        }
      },
    }),
    route({
      name: 'InviteGuest',
      method: 'PUT',
      path,
      summary: 'Invite a guest, or return the existing one',
      tags,
      access: ['key', 'session'],
      body: Type.Object({
        site_id: Type.String(),
        email: Type.String(),
        role: Type.String({ description: 'viewer or editor' }),
      }),
      replies: { ...siteRefusals, 200: Guest },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const body = await readBody(context)
        const site = key.siteByParameter(required(body, context.query, 'site_id', 'create guest'), 'manage_guests')
        const email = required(body, context.query, 'email', 'create guest')
        const role = body['role'] ?? context.query.get('role')
        if (role !== 'viewer' && role !== 'editor') {
          throw new Failure(400, 'Parameter `role` is required to create guest. Possible values: `viewer` or `editor`')
        }
        const guest = await registry.teams.addGuest(site.id, cleanText(email), role as GuestRole)
        return { status: 200, body: { role: guest.role, email: guest.email, status: guest.status } }
      },
    }),
    route({
      name: 'RemoveGuest',
      method: 'DELETE',
      path: `${path}/:email`,
      summary: 'Remove a guest or invitation',
      tags,
      access: ['key', 'session'],
      params: Type.Object({ email: Type.String() }),
      ...siteOfDelete,
      replies: { ...siteRefusals, 200: Deleted },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const siteId = required(await readBody(context), context.query, 'site_id', 'delete a guest')
        const site = key.siteByParameter(siteId, 'manage_guests')
        await registry.teams.removeGuest(site.id, context.params['email'] ?? '')
        return { status: 200, body: { deleted: true } }
      },
    }),
  ]
}

function propertyRoutes({ registry, caller }: Parts): Route[] {
  const path = '/api/v1/sites/custom-props'
  return [
    route({
      name: 'ListCustomProperties',
      method: 'GET',
      path,
      summary: 'List the custom properties of a site',
      tags,
      access: ['key', 'session'],
      query: SiteQuery,
      replies: {
        ...siteRefusals,
        200: Type.Object({ custom_properties: Type.Array(Type.Object({ property: Type.String() })) }),
      },
      async handle(context) {
        const { query } = context
        const key = await caller.forSites(context, 'sites:read:*')
        const site = key.siteByParameter(required({}, query, 'site_id', 'list custom properties'), 'read_site')
        const { custom_properties: names } = await registry.sites.get(site.id)
        return { status: 200, body: { custom_properties: names.map((property) => ({ property })) } }
      },
    }),
    route({
      name: 'CreateCustomProperty',
      method: 'PUT',
      path,
      summary: 'Add a custom property',
      tags,
      access: ['key', 'session'],
      body: Type.Object({ site_id: Type.String(), property: Type.String() }),
      replies: { ...siteRefusals, 200: Type.Object({ created: Type.Literal(true) }) },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const body = await readBody(context)
        const purpose = 'create a custom property'
        const site = key.siteByParameter(required(body, context.query, 'site_id', purpose), 'write_site')
        const read = readProperty(required(body, context.query, 'property', purpose))
        if (read === 'blank') throw siteFailures.parameterRequired('property', purpose)
        if (read === 'long') throw siteFailures.propertyTooLong()
        if (!site.features.has('props') && !freeProperties.has(read.name)) throw siteFailures.propsPlan()
        await registry.sites.addProperties(site.id, [read.name])
        return { status: 200, body: { created: true } }
      },
    }),
    route({
      name: 'DeleteCustomProperty',
      method: 'DELETE',
      path: `${path}/*`,
      summary: 'Remove a custom property; its name is the whole rest of the path',
      tags,
      access: ['key', 'session'],
      ...siteOfDelete,
      replies: { ...siteRefusals, 200: Deleted },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const siteId = required(await readBody(context), context.query, 'site_id', 'delete a custom property')
        const site = key.siteByParameter(siteId, 'write_site')
        await registry.sites.removeProperties(site.id, [trimWhiteSpace(cleanText(context.params['*'] ?? ''))])
        return { status: 200, body: { deleted: true } }
      },
    }),
  ]
}

/** The public kind of a goal in this API (spec/management 7.4). */
function siteGoalType(goal: Goal): 'event' | 'page' | 'scroll' {
  if (goal.path === null) return 'event'
  return goal.scrollThreshold < 0 ? 'page' : 'scroll'
}

const showGoal = (goal: Goal) => ({
  id: goal.id,
  display_name: goal.displayName,
  goal_type: siteGoalType(goal),
  event_name: goal.eventName,
  page_path: goal.path,
  custom_props: goal.customProps,
})

const SiteGoal = {
  id: Type.Integer(),
  display_name: Type.String(),
  goal_type: Type.Union([Type.Literal('event'), Type.Literal('page'), Type.Literal('scroll')]),
  event_name: Nullable(Type.String()),
  page_path: Nullable(Type.String()),
  custom_props: CustomProps,
}

const firstProblem = (errors: Readonly<Record<string, string[]>>): Failure => {
  const [field = '', messages = []] = Object.entries(errors)[0] ?? []
  return siteFailures.invalid(field, messages[0] ?? 'is invalid')
}

const noThreshold = -1

/** A scroll threshold, ‑1 when absent. */
function parseThreshold(value: unknown): number {
  if (value === undefined || value === null || value === '') return noThreshold
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < noThreshold || number > 100) {
    throw siteFailures.invalid('scroll_threshold', 'Should be -1 (missing) or in range [0, 100]')
  }
  return number
}

/** A goal as this API takes it; field names are the request's (spec/management 7.4). */
function parseSiteGoal(body: Body, query: URLSearchParams): GoalInput {
  const purpose = 'create a goal'
  const type = required(body, query, 'goal_type', purpose)
  if (type !== 'event' && type !== 'page') throw siteFailures.invalid('goal_type', 'is invalid')
  const field = type === 'event' ? 'event_name' : 'page_path'
  const text = required(body, query, field, purpose)
  const problems = createProblems()
  const threshold = parseThreshold(body['scroll_threshold'])
  let input: GoalInput
  if (type === 'event') {
    if (threshold !== noThreshold)
      throw siteFailures.invalid('scroll_threshold', 'page_path field missing for page scroll goal')
    const eventName = problems.text('event_name', readEventName(text))
    const asked = body['currency'] ?? null
    const currency = asked === null || asked === '' ? null : problems.text('currency', readCurrency(asked))
    input = { kind: 'event', eventName, currency, customProps: problems.props(readCustomProps(body['custom_props'])) }
  } else {
    const path = problems.text('page_path', readPath(text))
    input = {
      kind: 'page',
      path,
      scrollThreshold: threshold,
      customProps: problems.props(readCustomProps(body['custom_props'])),
    }
  }
  if (problems.any()) throw firstProblem(problems.errors)
  const name = body['display_name']
  if (name === undefined || name === null) return input
  if (typeof name !== 'string') throw siteFailures.invalid('display_name', 'is invalid')
  const displayName = trimWhiteSpace(cleanText(name))
  return displayName === '' ? input : { ...input, displayName }
}

function goalRoutes({ registry, caller }: Parts): Route[] {
  const path = '/api/v1/sites/goals'
  return [
    route({
      name: 'ListSiteGoals',
      method: 'GET',
      path,
      summary: 'List the goals of a site, newest first',
      tags,
      access: ['key', 'session'],
      query: Type.Composite([SiteQuery, PageQuery]),
      replies: { ...siteRefusals, 200: Type.Object({ goals: Type.Array(Type.Object(SiteGoal)), meta: ListMeta }) },
      async handle(context) {
        const { query } = context
        const key = await caller.forSites(context, 'sites:read:*')
        const site = key.siteByParameter(required({}, query, 'site_id', 'list goals'), 'read_site')
        const page = paginate(await registry.goals.list(site.id), (goal) => goal.id, query, pageSize)
        return { status: 200, body: { goals: page.items.map(showGoal), meta: listMeta(page) } }
      },
    }),
    route({
      name: 'CreateSiteGoal',
      method: 'PUT',
      path,
      summary: 'Create a goal, or return it when it exists',
      tags,
      access: ['key', 'session'],
      body: Type.Object({
        site_id: Type.String(),
        goal_type: Type.String({ description: 'event or page' }),
        event_name: Type.Optional(Type.String()),
        page_path: Type.Optional(Type.String()),
        display_name: Type.Optional(Type.String()),
        currency: Type.Optional(Type.String()),
        custom_props: Type.Optional(CustomProps),
        scroll_threshold: Type.Optional(Type.Integer({ minimum: -1, maximum: 100 })),
      }),
      replies: { ...siteRefusals, 200: Type.Object({ ...SiteGoal, domain: Type.String() }) },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const body = await readBody(context)
        const site = key.siteByParameter(required(body, context.query, 'site_id', 'create a goal'), 'write_site')
        const input = parseSiteGoal(body, context.query)
        const [goal] = await registry.goals.upsert(site, [input]).catch((error: unknown) => {
          // This API answers every refused value with 400 and one message.
          throw error instanceof Failure && 'errors' in error.body ? firstProblem(error.body.errors) : error
        })
        return { status: 200, body: { ...showGoal(goal as Goal), domain: site.domain } }
      },
    }),
    route({
      name: 'DeleteSiteGoal',
      method: 'DELETE',
      path: `${path}/:goal_id`,
      summary: 'Delete a goal',
      tags,
      access: ['key', 'session'],
      params: Type.Object({ goal_id: Type.String() }),
      ...siteOfDelete,
      replies: { ...siteRefusals, 200: Deleted },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const siteId = required(await readBody(context), context.query, 'site_id', 'delete a goal')
        const site = key.siteByParameter(siteId, 'write_site')
        const id = /^\d+$/.test(context.params['goal_id'] ?? '') ? Number(context.params['goal_id']) : 0
        if (!Number.isSafeInteger(id) || (await registry.goals.remove(site.id, [id])) === 0)
          throw goalFailures.notFound()
        return { status: 200, body: { deleted: true } }
      },
    }),
  ]
}

function linkRoutes({ registry, caller, baseUrl }: Parts): Route[] {
  return [
    route({
      name: 'CreateSharedLink',
      method: 'PUT',
      path: '/api/v1/sites/shared-links',
      summary: 'Create a shared link, or return the one of that name',
      tags,
      access: ['key', 'session'],
      body: Type.Object({ site_id: Type.String(), name: Type.String() }),
      replies: { ...siteRefusals, 200: Type.Object({ name: Type.String(), url: Type.String() }) },
      async handle(context) {
        const key = await caller.forSites(context, 'sites:provision:*')
        const body = await readBody(context)
        const purpose = 'create a shared link'
        const site = key.siteByParameter(required(body, context.query, 'site_id', purpose), 'write_site')
        const read = readLinkName(required(body, context.query, 'name', purpose))
        if (read === 'blank') throw siteFailures.parameterRequired('name', purpose)
        if (read === 'long') throw siteFailures.invalid('name', 'should be at most 255 character(s)')
        if (reservedLinkNames.has(read.name)) throw siteFailures.nameReserved()
        if (!site.features.has('shared_links')) throw siteFailures.sharedLinksPlan()
        const link = await registry.sharedLinks.findOrCreate(site.id, read.name)
        return { status: 200, body: { name: link.name, url: linkUrl(baseUrl, site.domain, link) } }
      },
    }),
  ]
}

/** Routes under /api/v1/sites for what belongs to a site (spec/management 7.2 to 7.5). */
export const siteResourceRoutes = (parts: Parts): Route[] => [
  ...teamRoutes(parts),
  ...propertyRoutes(parts),
  ...goalRoutes(parts),
  ...linkRoutes(parts),
]
