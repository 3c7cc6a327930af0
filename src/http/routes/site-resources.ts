// Parts of a site in the Sites API: teams and guests, custom properties, goals, shared links.

import { Type } from '@sinclair/typebox'
import { Failure, goalFailures, refuseField, siteFailures } from '../../failure.ts'
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
import { goalKindOf } from '../../rules/goal-kinds.ts'
import { nameCharactersMax } from '../../rules/maxima.ts'
import { featuresOf, guestRoles, isGuestRole } from '../../rules/roles.ts'
import { freeProperties, readProperty } from '../../rules/site.ts'
import { cleanText } from '../../rules/text.ts'
import { trimWhiteSpace } from '../../rules/white-space.ts'
import { siteGoal, sitesReplies } from '../contracts/sites.ts'
import { type Definition, route, type SiteCall, siteRoute } from '../definition.ts'
import { listMeta, paginate } from '../pagination.ts'
import { siteList, siteRemoval, sitesPageSize } from '../resources.ts'
import { CustomProps, Deleted, ListMeta, PageQuery } from '../schemas.ts'
import type { Services } from './services.ts'

const deleted = { deleted: true } as const

function teamRoutes({ registry, caller }: Services): Definition[] {
  const path = '/api/v1/sites/guests'
  const Guest = Type.Object({ email: Type.String(), role: Type.String(), status: Type.String() })
  return [
    route({
      name: 'ListTeams',
      endpoint: 'GET /api/v1/sites/teams',
      summary: 'List the teams of the key’s owner',
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
        const page = paginate(all, (team) => team.id, query, sitesPageSize)
        const teams = page.items.map((team) => ({
          id: team.identifier,
          name: team.name,
          api_available: featuresOf(team.plan, team.features).has('stats_api'),
        }))
        return { status: 200, body: { teams, meta: listMeta(page) } }
      },
    }),
    siteList({
      name: 'ListGuests',
      path,
      summary: 'List the guests of a site, accepted ones first',
      of: 'guests',
      reply: Type.Object({ guests: Type.Array(Guest), meta: ListMeta }),
      list: ({ id }) => registry.teams.guestsAndInvited(id),
      keyOf: ({ place }) => place,
      show: ({ place: _, ...guest }) => guest,
    }),
    siteRoute({
      name: 'InviteGuest',
      endpoint: `PUT ${path}`,
      summary: 'Invite a guest, or return the existing one',
      purpose: 'create guest',
      action: 'manage_guests',
      body: Type.Object({
        site_id: Type.String(),
        email: Type.String(),
        role: Type.String({ description: guestRoles.join(' or ') }),
      }),
      reply: Guest,
      async answer({ site, body, query, need, registry }) {
        const email = need('email')
        const role = body['role'] ?? query.get('role')
        if (!isGuestRole(role)) {
          const values = guestRoles.map((name) => `\`${name}\``).join(' or ')
          throw siteFailures.parameterRequired('role', `create guest. Possible values: ${values}`)
        }
        const guest = await registry.teams.addGuest(site.id, cleanText(email), role)
        return { role: guest.role, email: guest.email, status: guest.status }
      },
    }),
    siteRoute({
      name: 'RemoveGuest',
      endpoint: `DELETE ${path}/:email`,
      summary: 'Remove a guest or invitation',
      purpose: 'delete a guest',
      action: 'manage_guests',
      params: Type.Object({ email: Type.String() }),
      reply: Deleted,
      async answer({ site, params, registry }) {
        await registry.teams.removeGuest(site.id, params['email'] ?? '')
        return deleted
      },
    }),
  ]
}

function propertyRoutes({ registry }: Services): Definition[] {
  const path = '/api/v1/sites/custom-props'
  return [
    siteRoute({
      name: 'ListCustomProperties',
      endpoint: `GET ${path}`,
      summary: 'List the custom properties of a site',
      purpose: 'list custom properties',
      action: 'read_site',
      reply: sitesReplies['GET /api/v1/sites/custom-props'],
      async answer({ site }) {
        const { custom_properties: names } = await registry.sites.get(site.id)
        return { custom_properties: names.map((property) => ({ property })) }
      },
    }),
    siteRoute({
      name: 'CreateCustomProperty',
      endpoint: `PUT ${path}`,
      summary: 'Add a custom property',
      purpose: 'create a custom property',
      action: 'write_site',
      body: Type.Object({ site_id: Type.String(), property: Type.String() }),
      reply: Type.Object({ created: Type.Literal(true) }),
      async answer({ site, need, registry }) {
        const read = readProperty(need('property'))
        if (read === 'blank') throw siteFailures.parameterRequired('property', 'create a custom property')
        if (read === 'long') throw siteFailures.propertyTooLong()
        if (!site.features.has('props') && !freeProperties.has(read.name)) throw siteFailures.propsPlan()
        await registry.sites.addProperties(site.id, [read.name])
        return { created: true } as const
      },
    }),
    siteRoute({
      name: 'DeleteCustomProperty',
      endpoint: `DELETE ${path}/*`,
      summary: 'Remove a custom property; its name is the whole rest of the path',
      purpose: 'delete a custom property',
      action: 'write_site',
      reply: Deleted,
      async answer({ site, params, registry }) {
        await registry.sites.removeProperties(site.id, [trimWhiteSpace(cleanText(params['*'] ?? ''))])
        return deleted
      },
    }),
  ]
}

const showGoal = (goal: Goal) => ({
  id: goal.id,
  display_name: goal.displayName,
  goal_type: goalKindOf(goal.eventName, goal.scrollThreshold >= 0),
  event_name: goal.eventName,
  page_path: goal.path,
  custom_props: goal.customProps,
})

/** The first message of a refusal that lists messages by field, as this API words it. */
function firstProblem({ body, code, gaps, cause }: Failure): Failure {
  const [field = '', messages = []] = 'errors' in body ? (Object.entries(body.errors)[0] ?? []) : []
  return new Failure(400, `${field}: ${messages[0] ?? 'is invalid'}`, { code: code ?? 'invalid', field, gaps, cause })
}

const noThreshold = -1

/** A scroll threshold, ‑1 when absent. */
function parseThreshold(value: unknown): number {
  if (value === undefined || value === null || value === '') return noThreshold
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < noThreshold || number > 100) {
    throw refuseField('scroll_threshold', 'scroll', { least: 0, most: 100 })
  }
  return number
}

/** A goal as this API takes it; field names are the request's (spec/management 7.4). */
function parseSiteGoal({ body, need }: Pick<SiteCall, 'body' | 'need'>): GoalInput {
  const type = need('goal_type')
  if (type !== 'event' && type !== 'page') throw refuseField('goal_type', 'invalid')
  const field = type === 'event' ? 'event_name' : 'page_path'
  const text = need(field)
  const problems = createProblems()
  const threshold = parseThreshold(body['scroll_threshold'])
  let input: GoalInput
  if (type === 'event') {
    if (threshold !== noThreshold) throw refuseField('scroll_threshold', 'pathMissing')
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
  const first = problems.first()
  if (first) throw siteFailures.problem(first.field, first.problem)
  const name = body['display_name']
  if (name === undefined || name === null) return input
  if (typeof name !== 'string') throw refuseField('display_name', 'invalid')
  const displayName = trimWhiteSpace(cleanText(name))
  return displayName === '' ? input : { ...input, displayName }
}

function goalRoutes({ registry }: Services): Definition[] {
  const path = '/api/v1/sites/goals'
  return [
    siteList({
      name: 'ListSiteGoals',
      path,
      summary: 'List the goals of a site, newest first',
      of: 'goals',
      reply: Type.Object({ goals: Type.Array(Type.Object(siteGoal)), meta: ListMeta }),
      list: ({ id }) => registry.goals.list(id),
      keyOf: ({ id }) => id,
      show: showGoal,
    }),
    siteRoute({
      name: 'CreateSiteGoal',
      endpoint: `PUT ${path}`,
      summary: 'Create a goal, or return it when it exists',
      purpose: 'create a goal',
      action: 'write_site',
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
      reply: sitesReplies['PUT /api/v1/sites/goals'],
      async answer(call) {
        const [goal] = await call.registry.goals.upsert(call.site, [parseSiteGoal(call)]).catch((error: unknown) => {
          // This API answers every refused value with 400 and one message.
          throw error instanceof Failure && 'errors' in error.body ? firstProblem(error) : error
        })
        return { ...showGoal(goal as Goal), domain: call.site.domain }
      },
    }),
    siteRemoval({
      name: 'DeleteSiteGoal',
      path: `${path}/:goal_id`,
      thing: 'a goal',
      remove: async ({ goals }, siteId, id) => (await goals.remove(siteId, [id])) > 0,
      gone: goalFailures.notFound,
    }),
  ]
}

function linkRoutes({ baseUrl }: Services): Definition[] {
  return [
    siteRoute({
      name: 'CreateSharedLink',
      endpoint: 'PUT /api/v1/sites/shared-links',
      summary: 'Create a shared link, or return the one of that name',
      purpose: 'create a shared link',
      action: 'write_site',
      body: Type.Object({
        site_id: Type.String(),
        name: Type.String(),
        badge: Type.Optional(Type.Boolean({ description: 'Whether badges and counters may show its numbers' })),
      }),
      reply: Type.Object({ name: Type.String(), url: Type.String() }),
      async answer({ site, need, body, registry }) {
        const read = readLinkName(need('name'))
        if (read === 'blank') throw siteFailures.parameterRequired('name', 'create a shared link')
        if (read === 'long') throw refuseField('name', 'long', { most: nameCharactersMax })
        if (reservedLinkNames.has(read.name)) throw siteFailures.nameReserved()
        if (!site.features.has('shared_links')) throw siteFailures.sharedLinksPlan()
        const badge = body['badge']
        if (badge !== undefined && typeof badge !== 'boolean') throw refuseField('badge', 'invalid')
        const link = await registry.sharedLinks.findOrCreate(site.id, read.name, badge)
        return { name: link.name, url: linkUrl(baseUrl, site.domain, link) }
      },
    }),
  ]
}

/** Routes under /api/v1/sites for what belongs to a site (spec/management 7.2 to 7.5). */
export const siteResourceRoutes = (services: Services): Definition[] => [
  ...teamRoutes(services),
  ...propertyRoutes(services),
  ...goalRoutes(services),
  ...linkRoutes(services),
]
