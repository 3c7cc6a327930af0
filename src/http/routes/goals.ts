// Goals of the Plugins API: the site is the token's.
import { Type } from '@sinclair/typebox'
import { goalFailures } from '../../failure.ts'
import { blank, type Goal, goalTypeOf, invalid, parseGoals } from '../../rules/goal.ts'
import { type Definition, tokenRoute } from '../definition.ts'
import { readPluginId } from '../readers.ts'
import { pluginItem, pluginList } from '../resources.ts'
import { ErrorReply, ErrorsReply, GoalsBody, NoContent, PluginGoal } from '../schemas.ts'
import type { Services } from './services.ts'

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

function parseGoalIds(body: Readonly<Record<string, unknown>>): number[] {
  const ids = body['goal_ids']
  if (ids === undefined || ids === null) throw goalFailures.invalid({ goal_ids: [blank] })
  if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id)))
    throw goalFailures.invalid({ goal_ids: [invalid] })
  return (ids as number[]).filter(Number.isSafeInteger)
}

/** Routes under /api/plugins/v1/goals (spec/management 2 and 3). */
export function goalRoutes({ registry, baseUrl }: Services): Definition[] {
  const path = '/api/plugins/v1/goals'
  const address = baseUrl + path
  return [
    tokenRoute({
      name: 'UpsertGoals',
      endpoint: `PUT ${path}`,
      summary: 'Create goals, or return them when they exist',
      body: GoalsBody,
      replies: {
        201: Type.Object({ goals: Type.Array(PluginGoal) }),
        400: ErrorReply,
        402: ErrorReply,
        422: ErrorsReply,
      },
      replyHeaders: { 201: { Location: 'The address of each goal, in order' } },
      async answer(site, { readJson }, registry) {
        const goals = await registry.goals.upsert(site, parseGoals(await readJson()))
        const location = goals.map((goal) => `${address}/${goal.id}`)
        return {
          status: 201,
          body: { goals: goals.map(showGoal) },
          ...(location.length > 0 ? { headers: { location } } : {}),
        }
      },
    }),
    pluginList({
      name: 'ListGoals',
      path,
      address,
      summary: 'List goals, newest first',
      of: 'goals',
      item: PluginGoal,
      list: ({ id }) => registry.goals.list(id),
      keyOf: ({ id }) => id,
      show: showGoal,
    }),
    pluginItem({
      name: 'GetGoal',
      path,
      summary: 'Get one goal',
      item: PluginGoal,
      find: registry.goals.find,
      show: showGoal,
      gone: goalFailures.notFound,
    }),
    tokenRoute({
      name: 'DeleteGoal',
      endpoint: `DELETE ${path}/:id`,
      summary: 'Delete one goal; an unknown one counts as deleted',
      params: Type.Object({ id: Type.String() }),
      replies: { 204: NoContent, 422: ErrorsReply },
      async answer(site, { params: { id } }, registry) {
        await registry.goals.remove(site.id, [readPluginId(id)])
        return { status: 204 }
      },
    }),
    tokenRoute({
      name: 'DeleteGoals',
      endpoint: `DELETE ${path}`,
      summary: 'Delete several goals',
      body: Type.Object({ goal_ids: Type.Array(Type.Integer()) }),
      replies: { 204: NoContent, 422: ErrorsReply },
      async answer(site, { readJson }, registry) {
        await registry.goals.remove(site.id, parseGoalIds(await readJson()))
        return { status: 204 }
      },
    }),
  ]
}
