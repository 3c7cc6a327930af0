// Funnels in the Sites API, as goals are (spec/management 7.7); what they answer is a v2 query (spec/stats 24).
import { Type } from '@sinclair/typebox'
import { funnelFailures, refuseField, siteFailures } from '../../failure.ts'
import type { Funnel } from '../../registry/funnels.ts'
import { funnelStepsMax, funnelStepsMin, nameCharactersMax } from '../../rules/maxima.ts'
import { sitesReplies } from '../contracts/sites.ts'
import { type Definition, siteRoute } from '../definition.ts'
import { readName } from '../readers.ts'
import { siteList, siteRemoval } from '../resources.ts'
import type { Services } from './services.ts'

const show = ({ id, name, steps }: Funnel) => ({ id, name, steps })

/** Ids of goals in their order; one may come twice. */
function readSteps(value: unknown): number[] {
  if (value === undefined || value === null) throw siteFailures.parameterRequired('steps', 'create a funnel')
  const isId = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) > 0
  if (!Array.isArray(value) || !value.every(isId)) throw refuseField('steps', 'goalIds')
  if (value.length < funnelStepsMin || value.length > funnelStepsMax)
    throw refuseField('steps', 'stepCount', { least: funnelStepsMin, most: funnelStepsMax })
  return value
}

/** Routes below /api/v1/sites/funnels. */
export function funnelRoutes({ registry }: Services): Definition[] {
  const path = '/api/v1/sites/funnels'
  return [
    siteList({
      name: 'ListFunnels',
      path,
      summary: 'List the funnels of a site, newest first',
      of: 'funnels',
      reply: sitesReplies['GET /api/v1/sites/funnels'],
      list: ({ id }) => registry.funnels.list(id),
      keyOf: ({ id }) => id,
      show,
    }),
    siteRoute({
      name: 'CreateFunnel',
      endpoint: `PUT ${path}`,
      summary: 'Create a funnel, or give the one of that name these steps',
      purpose: 'create a funnel',
      action: 'write_site',
      body: Type.Object({
        site_id: Type.String(),
        name: Type.String({ maxLength: nameCharactersMax }),
        steps: Type.Array(Type.Integer({ minimum: 1 }), {
          minItems: funnelStepsMin,
          maxItems: funnelStepsMax,
          description: 'Ids of goals, in the order in which a visit is to reach them',
        }),
      }),
      reply: sitesReplies['PUT /api/v1/sites/funnels'],
      async answer({ site, body, need, registry }) {
        const name = readName(need('name'))
        const steps = readSteps(body['steps'])
        if (!site.features.has('funnels')) throw funnelFailures.plan()
        return { ...show(await registry.funnels.upsert(site.id, name, steps)), domain: site.domain }
      },
    }),
    siteRemoval({
      name: 'DeleteFunnel',
      path: `${path}/:id`,
      thing: 'a funnel',
      remove: ({ funnels }, siteId, id) => funnels.remove(siteId, id),
      gone: funnelFailures.notFound,
    }),
  ]
}
