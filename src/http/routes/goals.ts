// Goals of the Plugins API: the site is the token's.
import { Type } from '@sinclair/typebox'
import { goalFailures } from '../../failure.ts'
import { blank, type Goal, goalTypeOf, invalid, parseGoals } from '../../rules/goal.ts'
import { type Definition, tokenRoute } from '../definition.ts'
import { paginate, pluginMeta } from '../pagination.ts'
import { ErrorReply, ErrorsReply, GoalsBody, NoContent, PageQuery, PluginGoal, PluginMeta } from '../schemas.ts'
import type { Services } from './services.ts'

const pageSize = 10

/** A stored goal as this API shows it (spec/management 2.7). */
function showGoal(goal: Goal) {
  const type = goalTypeOf(goal)
  const { id, displayName: display_name, customProps: custom_props } = goal
  const path = goal.path ?? ''
  if (type === 'Goal.Pageview') return { goal_type: type, goal: { id, display_name, path, custom_props } }
  const event_name = goal.eventName ?? ''
  if (type === 'Goal.CustomEvent') return { goal_type: type, goal: { id, display_name, event_name, custom_props } }
  const currency = goal.currency ?? ''
  return { goal_type: type, goal: { id, display_name, event_name, currency, custom_props } }
}

/** An id from a path: 422 unless it is an integer (spec/management 3). */
export function parseId(text: string | undefined): number {
  if (!/^[+-]?\d+$/.test(text ?? '')) throw goalFailures.invalid({ id: [invalid] })
  const id = Number(text)
  // Larger than any id of the database, and so the id of nothing.
  return Number.isSafeInteger(id) ? id : 0
}

function parseGoalIds(body: Readonly<Record<string, unknown>>): number[] {
  const ids = body['goal_ids']
  if (ids === undefined || ids === null) throw goalFailures.invalid({ goal_ids: [blank] })
  if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id)))
    throw goalFailures.invalid({ goal_ids: [invalid] })
  return (ids as number[]).filter(Number.isSafeInteger)
}

/** Routes under /api/plugins/v1/goals (spec/management 2 and 3). */
export function goalRoutes({ registry, baseUrl }: Services): Definition[] {
  const address = `${baseUrl}/api/plugins/v1/goals`
  const params = Type.Object({ id: Type.String() })
  return [
    tokenRoute({
      name: 'UpsertGoals',
      endpoint: 'PUT /api/plugins/v1/goals',
      summary: 'Create goals, or return them when they exist',
      body: GoalsBody,
      replies: {
        201: Type.Object({ goals: Type.Array(PluginGoal) }),
        400: ErrorReply,
        402: ErrorReply,
        422: ErrorsReply,
      },
      replyHeaders: { 201: { Location: 'The address of each goal, in order' } },
      async answer(site, { readJson }) {
        const goals = await registry.goals.upsert(site, parseGoals(await readJson()))
        const location = goals.map((goal) => `${address}/${goal.id}`)
        return {
          status: 201,
          body: { goals: goals.map(showGoal) },
          ...(location.length > 0 ? { headers: { location } } : {}),
        }
      },
    }),
    tokenRoute({
      name: 'ListGoals',
      endpoint: 'GET /api/plugins/v1/goals',
      summary: 'List goals, newest first',
      query: PageQuery,
      replies: { 200: Type.Object({ goals: Type.Array(PluginGoal), meta: PluginMeta }) },
      async answer(site, { query }) {
        const page = paginate(await registry.goals.list(site.id), (goal) => goal.id, query, pageSize)
        return { status: 200, body: { goals: page.items.map(showGoal), meta: pluginMeta(page, address, query) } }
      },
    }),
    tokenRoute({
      name: 'GetGoal',
      endpoint: 'GET /api/plugins/v1/goals/:id',
      summary: 'Get one goal',
      params,
      replies: { 200: PluginGoal, 404: ErrorReply, 422: ErrorsReply },
      async answer(site, { params: { id } }) {
        const goal = await registry.goals.find(site.id, parseId(id))
        if (!goal) throw goalFailures.notFound()
        return { status: 200, body: showGoal(goal) }
      },
    }),
    tokenRoute({
      name: 'DeleteGoal',
      endpoint: 'DELETE /api/plugins/v1/goals/:id',
      summary: 'Delete one goal; an unknown one counts as deleted',
      params,
      replies: { 204: NoContent, 422: ErrorsReply },
      async answer(site, { params: { id } }) {
        await registry.goals.remove(site.id, [parseId(id)])
        return { status: 204 }
      },
    }),
    tokenRoute({
      name: 'DeleteGoals',
      endpoint: 'DELETE /api/plugins/v1/goals',
      summary: 'Delete several goals',
      body: Type.Object({ goal_ids: Type.Array(Type.Integer()) }),
      replies: { 204: NoContent, 422: ErrorsReply },
      async answer(site, { readJson }) {
        await registry.goals.remove(site.id, parseGoalIds(await readJson()))
        return { status: 204 }
      },
    }),
  ]
}
